"""The manifest: who was given what to judge, out of which pool. A JSON file beside the packets.

It is what makes work that comes back complete: every row that was given out is named in it. It
stays with the team; raters are never sent it, since it says what packets hide.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import asdict, dataclass, replace
from functools import cache
from math import isfinite
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from xlmetrics.errors import UnreadableFile
from xlmetrics.judging.fingerprint import PATTERN
from xlmetrics.judging.keys import KEY
from xlmetrics.judging.scale import Level, Scale

if TYPE_CHECKING:
    from pathlib import Path

VERSION: Literal[2] = 2
_UNCHECKED: Literal[1] = 1
"""The version whose rows do not tell what they show."""

NAME = "manifest.json"
MAX_BYTES = 1 << 30

Order = Literal["blind", "prioritised"]
Code = Literal["query unclear", "document unclear", "later"]


class Row(NamedTuple):
    """A row of a packet: its key, and the ids of the query and the document.

    ``title`` and ``snippet`` are the fingerprints of what it shows of the document; empty in
    manifests of version 1. ``url`` is the address of the document, where one is known.
    """

    key: str
    query: str
    doc: str
    title: str = ""
    snippet: str = ""
    url: str = ""


@dataclass(frozen=True, slots=True)
class Packet:
    """What one rater was given in one file; a ``calibration`` packet holds what all were given."""

    id: str
    rater: str
    file: str
    rows: tuple[Row, ...]
    calibration: bool = False

    @property
    def called(self) -> str:
        """The name of its file, and whose it is."""
        return f"{self.file}, the packet of {self.rater}" if self.rater else self.file


@dataclass(frozen=True, slots=True)
class PooledRun:
    """A run that was pooled, the file it came from and the SHA-256 of that.

    One that was in no file has no ``file``, and the SHA-256 of its rows.
    """

    name: str
    file: str
    sha256: str


@dataclass(frozen=True, slots=True)
class OldJudgments:
    """Judgments that were there before, by their file and its SHA-256, as of a PooledRun."""

    file: str
    sha256: str


@dataclass(frozen=True, slots=True)
class PooledQuery:
    """A query, how many documents were pooled for it, and how many of them were given out."""

    query: str
    pooled: int
    given: int


class LeftOut(NamedTuple):
    """A document that was pooled and given to nobody, and why."""

    query: str
    doc: str
    why: Literal["judged"]


@dataclass(frozen=True, slots=True)
class Manifest:
    """What was pooled and given out.

    ``overlap`` is the share of the pairs that two raters judge, calibration aside. ``codes`` are
    the words that packets show for why there is no grade, ``headings`` those over their columns.
    ``queries`` are all that were asked, those without a document too; ``judged`` is what was known
    of them before.
    """

    seed: int
    depth: int
    order: Order
    overlap: float
    scale: Scale
    codes: dict[Code, str]
    headings: dict[str, str]
    runs: tuple[PooledRun, ...]
    queries: tuple[PooledQuery, ...]
    packets: tuple[Packet, ...]
    left_out: tuple[LeftOut, ...] = ()
    judged: tuple[OldJudgments, ...] = ()
    version: Literal[1, 2] = VERSION


def manifest_bytes(manifest: Manifest) -> bytes:
    """The content of the file; the same manifest always gives the same bytes."""
    plain = asdict(replace(manifest, packets=(), left_out=()))
    for level in plain["scale"]["levels"]:
        level["grade"] = _plain(level["grade"])
    plain["packets"] = [
        {
            **asdict(replace(packet, rows=())),
            "rows": [row._asdict() for row in packet.rows],
        }
        for packet in manifest.packets
    ]
    plain["left_out"] = [each._asdict() for each in manifest.left_out]
    content = {"xlmetrics": "manifest", "version": plain.pop("version"), **plain}
    lines = (f"{_json(key)}: {_json(value)}" for key, value in content.items())
    return ("{\n" + ",\n".join(lines) + "\n}\n").encode()


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _plain(number: float) -> float:
    """A number without a point, where it needs none."""
    return int(number) if float(number).is_integer() else number


def read_manifest(path: Path) -> Manifest:
    """Read a manifest back.

    Raises:
        UnreadableFile: it is none, of another version, or has been changed into something that
            cannot be; or it cannot be opened.
    """
    try:
        if path.stat().st_size > MAX_BYTES:
            raise _unreadable(path, "is larger than any manifest")
        content = json.loads(path.read_bytes())
    except FileNotFoundError:
        raise _unreadable(path, "is not there") from None
    except OSError as error:
        raise _unreadable(path, f"cannot be read: {error.strerror}") from None
    except (ValueError, RecursionError):
        raise _unreadable(path, "is no JSON file that can be read") from None
    if not isinstance(content, dict) or content.pop("xlmetrics", None) != "manifest":
        raise _unreadable(path, "is no manifest of packets")
    if content.get("version") not in (_UNCHECKED, VERSION):
        raise _unreadable(path, f"is of version {content.get('version')!r:.20}, not {VERSION}")
    manifest = _validated(path, content)
    complaint = _complaint(manifest)
    if complaint:
        raise _unreadable(path, complaint)
    return manifest


def _unreadable(path: Path, what: str) -> UnreadableFile:
    return UnreadableFile(path, what, f"Give the {NAME} that xlmetrics judge wrote, unchanged.")


def _validated(path: Path, content: dict[str, Any]) -> Manifest:
    from pydantic import ValidationError

    try:
        manifest: Manifest = _adapter().validate_json(json.dumps(content), strict=True)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False, include_context=False)[0]
        place = ".".join(map(str, first["loc"]))
        raise _unreadable(path, f"has been changed: {place}: {first['msg']}") from None
    return manifest


@cache
def _adapter() -> Any:
    from pydantic import ConfigDict, TypeAdapter

    config = ConfigDict(extra="forbid")
    parts: tuple[Any, ...] = (Manifest, Packet, PooledRun, OldJudgments, PooledQuery, Scale, Level)
    for part in parts:
        part.__pydantic_config__ = config
    return TypeAdapter(Manifest)


def _complaint(manifest: Manifest) -> str | None:
    """Why a manifest cannot be as it was written, or None if it can."""
    keys = Counter(row.key for packet in manifest.packets for row in packet.rows)
    if len({packet.id for packet in manifest.packets}) < len(manifest.packets):
        return "names two packets alike"
    if any(count > 1 for count in keys.values()):
        return "names two rows alike"
    for packet in manifest.packets:
        if packet.file != packet.file.strip() or set(packet.file) & set("/\\:\0"):
            return f"names a file elsewhere, {packet.file!r:.60}"
        for row in packet.rows:
            if complaint := _complaint_about_row(row, packet, manifest.version):
                return complaint
    numbers = [manifest.overlap, *(level.grade for level in manifest.scale.levels)]
    if not all(map(isfinite, numbers)):
        return "has a grade or a share that is no number"
    return None


def _complaint_about_row(row: Row, packet: Packet, version: int) -> str | None:
    match = KEY.fullmatch(row.key)
    if match is None or match[1] != packet.id:
        return f"has the key {row.key!r:.40}, which is none of the packet {packet.file!r:.60}"
    prints = (row.title, row.snippet)
    right = not any(prints) if version == _UNCHECKED else all(map(PATTERN.fullmatch, prints))
    return (
        None if right else f"does not tell what the row {row.key} shows as version {version} does"
    )
