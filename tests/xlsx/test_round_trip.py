"""What our writer writes is what our reader reads, whatever stands in the cells."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from xlmetrics.address import Address, Range
from xlmetrics.model import Cell, ErrorValue, Look, Role, Sheet, Table, Workbook
from xlmetrics.text import complaint_about_text, complaint_about_title
from xlmetrics.xlsx.read import read_workbook
from xlmetrics.xlsx.write import write_workbook

PIECES = st.sampled_from(
    [
        *(
            "_x0041_",
            "_x005F_",
            "_x",
            "_",
            "\r",
            "\n",
            "\r\n",
            "\t",
            " ",
            "\u00a0",
            "\x85",
            "\u2028",
        ),
        *(
            "=",
            "'",
            "<",
            "&amp;",
            "]]>",
            "<!--",
            "#N/A",
            "TRUE",
            "1,5",
            "04567",
            "1e5",
            "😀",
            "שלום",
        ),
    ]
)
TEXT = st.lists(PIECES | st.text(max_size=5), max_size=6).map("".join)
TEXT = TEXT.filter(lambda text: complaint_about_text(text) is None)
TITLE = st.text(min_size=1, max_size=31).filter(lambda text: complaint_about_title(text) is None)
NUMBER = st.integers(-(10**15), 10**15) | st.floats(allow_nan=False, allow_infinity=False)
ERROR = st.sampled_from(["#N/A", "#DIV/0!", "#VALUE!", "#REF!", "#NAME?", "#NUM!"]).map(ErrorValue)
VALUE = st.one_of(TEXT, NUMBER, st.booleans(), ERROR)
LINES = st.text(st.characters(codec="ascii", categories=["L", "N", "P", "S"]), min_size=1)


@st.composite
def cells(draw: st.DrawFn, title: str) -> Cell:
    address = Address(title, draw(st.integers(1, 2000)), draw(st.integers(1, 800)))
    shown_as = draw(st.sampled_from(["General", "@", "0.000", "0%", '0" of 5"']))
    match draw(st.sampled_from(Role)):
        case Role.FORMULA:
            value = draw(st.none() | VALUE)
            formula = "=" + draw(LINES).lstrip("=") + "1"
            calculated = value is not None
            return Cell(address, Role.FORMULA, value, formula, calculated, number_format=shown_as)
        case Role.INPUT:
            value = draw(st.none() | VALUE)
            return Cell(address, Role.INPUT, value, look=Look.INPUT, number_format=shown_as)
        case _:
            return Cell(address, Role.LABEL, draw(VALUE), number_format=shown_as)


@st.composite
def workbooks(draw: st.DrawFn) -> Workbook:
    titles = draw(st.lists(TITLE, min_size=1, max_size=3, unique_by=str.casefold))
    sheets = tuple(
        Sheet(title, tuple(draw(st.lists(cells(title), max_size=4, unique_by=placed))))
        for title in titles
    )
    place = Range(titles[-1], 2, 2, draw(st.integers(2, 9)), 2)
    return Workbook(sheets, (Table("ndcg", 1, {"grade": place}),))


def placed(cell: Cell) -> Address:
    return cell.address


def spelled(cell: Cell) -> tuple[object, ...]:
    """All that is read of a cell; TRUE is not 1."""
    value = cell.value, isinstance(cell.value, bool)
    return cell.address, cell.role, value, cell.formula, cell.calculated, cell.number_format


@settings(max_examples=100, deadline=None)
@given(workbook=workbooks())
def test_any_workbook(workbook: Workbook, tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("any") / "x.xlsx"
    write_workbook(workbook, path)
    read = read_workbook(path)
    assert read.tables == workbook.tables
    for made, found in zip(workbook.sheets, read.sheets, strict=True):
        assert found.title == made.title
        in_order = sorted(made.cells, key=placed)
        assert [spelled(cell) for cell in found.cells] == [spelled(cell) for cell in in_order]


def test_fields_that_differ_in_capitals_alone_have_names_that_excel_tells_apart(tmp_path) -> None:
    fields = {"judged": Range("S", 2, 2, 9, 2), "Judged": Range("S", 1, 3, 1, 3)}
    written = Workbook((Sheet("S", ()),), (Table("pooled", 1, fields),))
    write_workbook(written, tmp_path / "x.xlsx")
    read = read_workbook(tmp_path / "x.xlsx")
    assert len({name.lower() for name in read.names}) == len(fields)
    assert read.tables == written.tables
