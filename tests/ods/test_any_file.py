"""Any file at all is read or refused: never a traceback, never a hang."""

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from tests.mutations import MUTATIONS, Good, of_flat, read_or_refused
from tests.ods.documents import cell, members, number, row, styles, text
from tests.ods.test_read import STYLES, named

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
        row(number(3, number_columns_repeated=2)).replace(">", ' table:visibility="filter">', 1),
        row(cell(value_type="date", date_value="2024-01-02")),
        row(cell(value_type="time", time_value="PT1H")),
        row(cell(value_type="boolean", boolean_value="true", style_name="score")),
        row(cell("<text:p>Err:502</text:p>", formula="of:=['file:///x.ods'#$S.A1]")),
        row(cell(number_columns_repeated=16_380), times=1_000_000),
        f"<table:named-expressions>{named('own', '$S.$A$1')}</table:named-expressions>",
    ]
    names = named("xlmetrics.ndcg_1.k", "$S.$A$1") + named("nm", "$S.$A$1:.$B$2")
    made = members(*rows, names=names, own_styles=STYLES) | {"styles.xml": styles(STYLES)}
    return {name: part if isinstance(part, bytes) else part.encode() for name, part in made.items()}


def flat_parts() -> dict[str, bytes]:
    """The same in one piece of XML."""
    document = good_parts()["content.xml"].replace(b"document-content", b"document")
    return {"": document}


GOOD = Good(good_parts, ["content.xml"] * 4, WORDS)


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda mutation: mutation.__name__)
def test_a_changed_file_is_read_or_refused(
    tmp_path: Path, mutation: Callable[[Good, Random, Path], None]
) -> None:
    read_or_refused(GOOD, mutation, tmp_path / "x.ods")


def test_a_changed_flat_file_is_read_or_refused(tmp_path: Path) -> None:
    read_or_refused(Good(flat_parts, [], WORDS), of_flat, tmp_path / "x.fods")
