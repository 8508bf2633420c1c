"""Any file at all is read or refused: never a traceback, never a hang."""

import posixpath
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from random import Random

import openpyxl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl.cell.cell import ERROR_CODES, ILLEGAL_CHARACTERS_RE, Cell
from openpyxl.worksheet.formula import ArrayFormula

from tests.mutations import MUTATIONS, Good, read_or_refused
from tests.xlsx.packages import MAIN, SHEET, parts, relations
from xlmetrics.address import Address
from xlmetrics.model import ErrorValue, Value, is_number
from xlmetrics.xlsx.read import read_workbook

FILTER = (
    '<autoFilter ref="A1:B7"><filterColumn colId="0"><filters blank="1"/></filterColumn>'
    "</autoFilter>"
)


def good_parts() -> dict[str, bytes]:
    """A workbook that has everything the reader looks at."""
    rows = (
        '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="inlineStr"><is><t>b</t></is></c></row>'
        '<row r="2"><c r="A2" s="1"><v>1</v></c><c r="B2"><f>A2*2</f><v>2</v></c>'
        '<c r="C2" t="str"><f t="shared" ref="C2:C9" si="0">A2&amp;$B$1</f><v>1b</v></c></row>'
        '<row r="3"><c r="A3" t="b"><v>1</v></c><c r="B3" t="e"><v>#N/A</v></c>'
        '<c r="C3" t="str"><f t="shared" si="0"/><v>b</v></c></row>'
        '<row r="4"><c r="A4"><f t="array" ref="A4:B5">A2:B3*2</f><v>2</v></c><c r="B4"/></row>'
        '<row r="5"><c r="A5"><v>4</v></c><c r="B5"><v>5</v></c></row>'
        '<row r="6"><c r="A6"><f t="dataTable" ref="A6:A7" r1="A1"/><v>1</v></c></row>'
        '<row r="7" hidden="1"><c r="A7" t="d"><v>2024-01-01</v></c></row>'
    )
    names = (
        '<definedName name="xlmetrics.ndcg_1.k">S!$A$2</definedName>'
        '<definedName name="xlmetrics.ndcg_1.k" localSheetId="0">S!$A$3</definedName>'
    )
    styles = '<cellXfs><xf/><xf numFmtId="9"><protection locked="0"/></xf></cellXfs>'
    strings = "<si><t>_x0033_</t></si>"
    made = parts(rows, strings=strings, styles=styles, names=names)
    made[SHEET] = str(made[SHEET]).replace("</sheetData>", f"</sheetData>{FILTER}")
    made[f"{posixpath.dirname(SHEET)}/_rels/sheet1.xml.rels"] = relations(table="../tables/t.xml")
    made["xl/tables/t.xml"] = (
        f'<table xmlns="{MAIN}" displayName="T" ref="A1:B3" totalsRowCount="1"><tableColumns>'
        '<tableColumn name="a"/><tableColumn name="b"/></tableColumns></table>'
    )
    return {name: content.encode() for name, content in made.items()}


WORDS = [
    *(b"", b"0", b"-1", b"1", b"4294967296", b"9" * 400, b"1e400", b"NaN"),
    *(b"A1:XFD1048576", b"XFD1048576", b"s", b"shared", b"array", b"dataTable", b"inlineStr"),
    *(b"../../x", b"_xD800_", b"&#0;", b"&#x10FFFF;", b"\x00", b"\xc3\xa9"),
    *(b"<c/>", b"<!DOCTYPE x>", b"<![CDATA[", b"<row>", b"</row>"),
]


GOOD = Good(good_parts, [], WORDS)


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda mutation: mutation.__name__)
def test_a_changed_file_is_read_or_refused(
    tmp_path: Path, mutation: Callable[[Good, Random, Path], None]
) -> None:
    read_or_refused(GOOD, mutation, tmp_path / "x.xlsx")


TEXT = st.text(
    st.characters(exclude_categories=["Cs"], exclude_characters="\ufffe\uffff"), min_size=1
).filter(lambda text: not ILLEGAL_CHARACTERS_RE.search(text) and "_x" not in text)
NASTY = st.sampled_from(
    [
        *(" ", "=1+1", "#N/A", "TRUE", "1,5", "04567", "]]>", "<&>\"'", "😀", "שלום"),
        *("a\nb", "a\rb", "\ttab"),
    ]
)
VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(10**20), 10**20),
    st.floats(-1e307, 1e307),
    st.sampled_from([ErrorValue(code) for code in ERROR_CODES]),
    TEXT,
    NASTY,
)


def put(cell: Cell, value: Value) -> None:
    """Set a value as what it is, where openpyxl would take a text for a formula or an error."""
    if isinstance(value, str | ErrorValue):
        cell.value = "x"
        cell._value = str(value)
        cell.data_type = "s" if isinstance(value, str) else "e"
    else:
        cell.value = value


@settings(max_examples=60, deadline=None)
@given(values=st.lists(st.lists(VALUES, max_size=5), max_size=5))
def test_what_openpyxl_writes_is_read_the_same(values: list[list[Value]], tmp_path_factory) -> None:
    book = openpyxl.Workbook()
    for row, line in enumerate(values, 1):
        for column, value in enumerate(line, 1):
            put(book.active.cell(row, column), value)
    path = tmp_path_factory.mktemp("any") / "x.xlsx"
    book.save(path)
    read = read_workbook(path)
    for row, line in enumerate(values, 1):
        for column, value in enumerate(line, 1):
            found = read.value(Address("Sheet", row, column))
            assert isinstance(found, bool) == isinstance(value, bool)
            if is_number(value):  # of which openpyxl writes 16 digits
                assert found == pytest.approx(value, rel=1e-15, abs=0)
            else:
                assert found == value


def test_what_else_openpyxl_writes_is_read_the_same(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "it's & co"
    sheet["A1"] = "=1+1"
    sheet["A2"] = ArrayFormula("A2:A3", "=B1:B2*2")
    sheet["B1"] = 1
    sheet["B1"].number_format = "0.000"
    book.create_sheet("hidden").sheet_state = "hidden"
    book.create_chartsheet("chart")
    out = BytesIO()
    book.save(out)
    path = tmp_path / "x.xlsx"
    path.write_bytes(out.getvalue())
    read = read_workbook(path)
    assert [(sheet.title, sheet.hidden) for sheet in read.sheets] == [
        ("it's & co", False),
        ("hidden", True),
    ]
    one, number, *two = sorted(read.sheets[0].cells, key=lambda cell: cell.address)
    assert (one.formula, one.value, one.calculated) == ("=1+1", None, False)
    assert [cell.address.a1 for cell in two] == ["A2", "A3"], "the file has no cell A3"
    assert {(cell.formula, cell.array and cell.array.a1) for cell in two} == {("=B1:B2*2", "A2:A3")}
    assert (number.value, number.number_format) == (1, "0.000")
    assert read.saved_by.startswith("Microsoft Excel")
