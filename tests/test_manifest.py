"""The manifest and the keys, by which work is known again."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xlmetrics.errors import UnreadableFile
from xlmetrics.judging.fingerprint import BLANK, fingerprint
from xlmetrics.judging.keys import KEY, packet_id, row_keys
from xlmetrics.judging.manifest import (
    LeftOut,
    Manifest,
    OldJudgments,
    Packet,
    PooledQuery,
    PooledRun,
    Row,
    manifest_bytes,
    read_manifest,
)
from xlmetrics.judging.scale import Level, Scale

IDS = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)


def manifest() -> Manifest:
    pairs = [("Dairy", "04567"), ("dairy", "=1+1"), ("ä", "x/y")]
    one = packet_id(7, "ann", 1)
    keys = zip(row_keys(7, one, pairs), pairs, strict=True)
    shown = tuple(Row(key, *pair, fingerprint("title"), BLANK) for key, pair in keys)
    return Manifest(
        seed=7,
        depth=10,
        order="blind",
        overlap=0.2,
        scale=Scale((Level(0, "bad"), Level(0.5), Level(1, "good", "such as…")), "Grade.\nSend."),
        codes={"query unclear": "query unclear", "later": "later"},
        headings={"grade": "Grade"},
        runs=(PooledRun("bm25", "bm25.run", "0" * 64),),
        queries=(PooledQuery("Dairy", 1, 1), PooledQuery("none", 0, 0)),
        packets=(Packet(one, "ann", "ann-1.xlsx", shown),),
        left_out=(LeftOut("Dairy", "d", "judged"),),
        judged=(OldJudgments("old.qrels", "1" * 64),),
    )


def test_a_manifest_is_read_as_it_was_written(tmp_path: Path) -> None:
    path = tmp_path / "manifest.json"
    path.write_bytes(manifest_bytes(manifest()))
    assert read_manifest(path) == manifest()
    assert manifest_bytes(read_manifest(path)) == path.read_bytes()


def test_a_manifest_that_tells_no_old_judgments_is_read(tmp_path: Path) -> None:
    content = json.loads(manifest_bytes(manifest()))
    del content["judged"]
    (tmp_path / "manifest.json").write_text(json.dumps(content))
    assert read_manifest(tmp_path / "manifest.json") == replace(manifest(), judged=())


def changed(**what: Any) -> bytes:
    return json.dumps(json.loads(manifest_bytes(manifest())) | what).encode()


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"", "is no JSON file"),
        (b"\xff\xfe{", "is no JSON file"),
        (b"[" * 100_000, "is no JSON file"),
        (b"[]", "is no manifest"),
        (b'{"a": 1}', "is no manifest"),
        (changed(version=3), "is of version 3, not 2"),
        (changed(version=1), "does not tell what the row"),
        (
            manifest_bytes(manifest()).replace(fingerprint("title").encode(), b"0" * 15),
            "does not tell what the row",
        ),
        (changed(seed="7"), "has been changed: seed"),
        (changed(more=1), "has been changed: more"),
        (changed(order="random"), "has been changed: order"),
        (changed(packets=[{"id": "A"}]), "has been changed: packets.0.rater"),
        (changed(overlap=float("nan")), "has a grade or a share that is no number"),
        (
            manifest_bytes(replace(manifest(), packets=manifest().packets * 2)),
            "names two packets alike",
        ),
        (
            manifest_bytes(
                replace(manifest(), packets=(replace(manifest().packets[0], file="../up.xlsx"),))
            ),
            "names a file elsewhere",
        ),
        (
            manifest_bytes(
                replace(manifest(), packets=(replace(manifest().packets[0], id="AAAAAA"),))
            ),
            "none of the packet 'ann-1.xlsx'",
        ),
    ],
)
def test_what_is_no_manifest_is_refused(tmp_path: Path, content: bytes, complaint: str) -> None:
    path = tmp_path / "manifest.json"
    path.write_bytes(content)
    with pytest.raises(UnreadableFile) as error:
        read_manifest(path)
    [message] = error.value.complaints
    assert complaint in message
    assert message.endswith("Give the manifest.json that xlmetrics judge wrote, unchanged.")


@given(st.integers(), IDS, st.lists(st.tuples(IDS, IDS), unique=True, max_size=9))
def test_keys_differ_and_stay(seed: int, rater: str, pairs: list[tuple[str, str]]) -> None:
    packet = packet_id(seed, rater, 1)
    keys = row_keys(seed, packet, pairs)
    assert keys == row_keys(seed, packet, pairs)
    assert len(set(keys)) == len(pairs)
    for key in keys:
        match = KEY.fullmatch(key)
        assert match
        assert match[1] == packet


def test_keys_keep_texts_apart() -> None:
    assert row_keys(1, "P", [("ab", "c")]) != row_keys(1, "P", [("a", "bc")])
    assert packet_id(1, "a", 11) != packet_id(1, "a1", 1)
    assert packet_id(1, "a", 1) != packet_id(1, "a", 1, again=1)
