"""Any file at all is read or refused: never a traceback, never a hang."""

import time
import zipfile
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from tests.ods.documents import cell, members, number, row, styles, text
from tests.ods.test_read import STYLES, named
from tests.xlsx.packages import save
from tests.xlsx.test_any_file import bytes_changed
from xlmetrics.errors import XlmetricsError
from xlmetrics.read import read_workbook

ROUNDS = 300
SECONDS = 2.0
WORDS = [
    *(b"", b"0", b"-1", b"1", b"3", b"16384", b"1048576", b"4294967296", b"9" * 400, b"NaN"),
    *(b"float", b"string", b"date", b"time", b"boolean", b"error", b"of:=", b"of:=[.A1", b"of:={"),
    *(b"$S.$A$1:.$XFD$1048576", b"'file:///x'#$S.A1", b"P9999999999D", b"&#0;", b"&#x10FFFF;"),
    *(b"<table:table-cell/>", b"<!DOCTYPE x>", b"<![CDATA[", b"<table:table-row>", b"\x00"),
]


def good_parts() -> dict[str, bytes]:
    """A document that has everything the reader looks at."""
    array = {"number_matrix_rows_spanned": 2, "number_matrix_columns_spanned": 2}
    rows = [
        '<table:table-column table:default-cell-style-name="open"/>',
        row(number(1), text("a<text:s text:c='2'/><text:span>b</text:span>"), cell()),
        row(cell(formula="of:=[.A1]*2", value_type="float", value=2), times=2),
        row(cell(formula="of:=SUM([.A1:.B2];{1;2|3;4})~[$S.A1]!nm", value_type="string")),
        row(cell(formula="of:=[.A1:.B2]", value_type="float", value=1, **array), number(2)),
        row(number(3, number_columns_repeated=2)),
        row(cell(value_type="date", date_value="2024-01-02")),
        row(cell(value_type="time", time_value="PT1H")),
        row(cell(value_type="boolean", boolean_value="true", style_name="score")),
        row(cell("<text:p>Err:502</text:p>", formula="of:=['file:///x.ods'#$S.A1]")),
        row(cell(number_columns_repeated=16_380), times=1_000_000),
    ]
    names = named("xlmetrics.ndcg_1.k", "$S.$A$1") + named("nm", "$S.$A$1:.$B$2")
    made = members(*rows, names=names, own_styles=STYLES) | {"styles.xml": styles(STYLES)}
    return {name: part if isinstance(part, bytes) else part.encode() for name, part in made.items()}


def words_changed(random: Random, content: bytes) -> bytes:
    """A word of the XML, an attribute or a text, replaced by another."""
    starts = [at for at in range(1, len(content)) if content[at - 1 : at] in (b'"', b">")]
    start = random.choice(starts or [0])
    ends = [at for at in (content.find(b'"', start), content.find(b"<", start)) if at >= 0]
    return content[:start] + random.choice(WORDS) + content[min(ends, default=len(content)) :]


def archive_bytes_changed(random: Random, path: Path) -> None:
    save(path, good_parts(), random.choice([zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED]))
    path.write_bytes(bytes_changed(random, path.read_bytes()))


def part_changed(change: Callable[[Random, bytes], bytes]) -> Callable[[Random, Path], None]:
    def changed(random: Random, path: Path) -> None:
        made = good_parts()
        name = random.choice(["content.xml"] * 4 + list(made))
        save(path, made | {name: change(random, made[name])})

    return changed


def members_changed(random: Random, path: Path) -> None:
    """A part left out, renamed, or put in another's place."""
    made = good_parts()
    one, other = random.sample(list(made), 2)
    part = made.pop(one)
    made |= random.choice([{}, {other: part}, {one.upper(): part}, {"_": part}])
    save(path, made)


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(archive_bytes_changed, id="bytes"),
        pytest.param(members_changed, id="members"),
        pytest.param(part_changed(bytes_changed), id="XML"),
        pytest.param(part_changed(words_changed), id="words"),
    ],
)
def test_a_changed_file_is_read_or_refused(
    tmp_path: Path, change: Callable[[Random, Path], None]
) -> None:
    random = Random(20)
    path = tmp_path / "x.ods"
    outcomes = set()
    for times in range(ROUNDS):
        change(random, path)
        start = time.monotonic()
        outcomes.add(is_read(path))
        assert time.monotonic() - start < SECONDS, times
    assert outcomes == {True, False}


def is_read(path: Path) -> bool:
    try:
        read_workbook(path)
    except XlmetricsError:
        return False
    return True
