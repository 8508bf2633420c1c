"""What the file itself must be: complete, protected, reproducible, readable by other programs."""

import re
import zipfile
from pathlib import Path

import openpyxl
import pandas as pd
import pytest

from tests.support import write_template
from xlmetrics.address import Address
from xlmetrics.build import build
from xlmetrics.errors import XlmetricsError
from xlmetrics.template.read import shipped_templates
from xlmetrics.xlsx.read import read_workbook

INPUTS = {*(f"B{row}" for row in range(2, 9)), "B10", *(f"B{row}" for row in range(16, 21))}


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("built") / "ndcg-mrr.xlsx"
    build(["ndcg-mrr"], path)
    return path


@pytest.fixture(scope="module")
def sheet(path: Path):
    return openpyxl.load_workbook(path).worksheets[0]


@pytest.mark.parametrize("name", shipped_templates())
def test_two_builds_are_byte_identical(tmp_path: Path, name: str) -> None:
    build([name], tmp_path / "one.xlsx")
    build([name], tmp_path / "two.xlsx")
    assert (tmp_path / "one.xlsx").read_bytes() == (tmp_path / "two.xlsx").read_bytes()
    build([name], tmp_path / "other.xlsx", {"k": 2})
    assert (tmp_path / "one.xlsx").read_bytes() != (tmp_path / "other.xlsx").read_bytes()


@pytest.mark.parametrize("name", shipped_templates())
def test_every_formula_carries_its_value(tmp_path: Path, name: str) -> None:
    build([name], tmp_path / "x.xlsx")
    live = openpyxl.load_workbook(tmp_path / "x.xlsx")
    shown = openpyxl.load_workbook(tmp_path / "x.xlsx", data_only=True)
    formulas = [cell for ws in live for row in ws for cell in row if cell.data_type == "f"]
    assert len(formulas) >= 15
    ours = read_workbook(tmp_path / "x.xlsx")
    for cell in formulas:
        at = Address.parse(cell.parent.title, cell.coordinate)
        empty_text = ours.cells[at].calculated and ours.value(at) == ""
        value = shown[cell.parent.title][cell.coordinate].value
        assert value is not None or empty_text, cell.coordinate


def test_pandas_shows_the_figure_without_recalculation(path: Path) -> None:
    frame = pd.read_excel(path, header=None)
    assert round(frame.iloc[12, 1], 3) == 0.550
    assert round(frame.iloc[20, 2], 3) == 0.567


def test_the_program_recalculates_on_opening(path: Path) -> None:
    workbook = zipfile.ZipFile(path).read("xl/workbook.xml").decode()
    assert 'fullCalcOnLoad="1"' in workbook


def test_exactly_the_inputs_are_yellow_and_unlocked(sheet) -> None:
    unlocked = {cell.coordinate for row in sheet for cell in row if not cell.protection.locked}
    yellow = {
        cell.coordinate
        for row in sheet
        for cell in row
        if cell.fill.patternType == "solid" and cell.fill.fgColor.rgb[2:] == "FFFF99"
    }
    assert unlocked == yellow == INPUTS
    framed = {
        cell.coordinate
        for row in sheet
        for cell in row
        if cell.border.left and cell.border.left.style == "dashed"
    }
    assert framed == INPUTS, "colour must not be the only sign"


def test_sheets_are_protected_without_a_password(path: Path) -> None:
    for ws in openpyxl.load_workbook(path):
        assert ws.protection.sheet
        assert not ws.protection.password


def test_inputs_are_validated_with_a_prompt_and_an_error_message(sheet) -> None:
    rules = {str(rule.sqref): rule for rule in sheet.data_validations.dataValidation}
    assert set(rules) == {"B2:B8", "B10", "B16:B20"}
    for rule in rules.values():
        assert rule.showInputMessage
        assert rule.showErrorMessage
        assert rule.prompt
        assert rule.error
        assert len(rule.prompt) <= 255
        assert len(rule.error) <= 255
    assert (rules["B2:B8"].type, rules["B2:B8"].formula1) == ("list", "$G$2:$G$5")
    assert [sheet[f"G{row}"].value for row in range(2, 6)] == [0, 1, 2, 3]
    k = rules["B10"]
    assert (k.type, k.operator, k.formula1) == ("whole", "greaterThanOrEqual", "1")
    assert rules["B16:B20"].type == "custom"
    assert '"none"' in rules["B16:B20"].formula1


def test_it_prints_on_one_page_and_freezes_its_header(sheet) -> None:
    assert sheet.sheet_properties.pageSetUpPr.fitToPage
    assert (sheet.page_setup.fitToWidth, sheet.page_setup.fitToHeight) == (1, 1)
    assert sheet.print_area
    assert sheet.freeze_panes == "A2"


def test_scores_show_three_decimals(sheet) -> None:
    for address in ("C2", "E7", "B11", "B12", "B13", "C16", "C21"):
        assert sheet[address].number_format == "0.000"


def test_nothing_stands_between_the_published_cells(sheet) -> None:
    outside = {c.coordinate for row in sheet for c in row if c.value is not None and c.column > 5}
    assert outside
    assert all(re.match(r"[G-I]\d+$", address) for address in outside)
    assert all(
        sheet.cell(row, column).value is None for row in range(22, 60) for column in range(1, 6)
    )


NASTY = [
    "=1+1",
    '=HYPERLINK("http://example.org","x")',
    "+1",
    "-1",
    "@SUM(A1)",
    "1",
    "1e5",
    "04567",
    "2/4",
    "1,5",
    "50%",
    "TRUE",
    "#N/A",
    "#REF!",
    "'quoted",
    'it\'s "quoted" & <tagged>',
    "  spaces around  ",
    "two\nlines",
    "a\ttab",
    "carriage\rreturn",
    "_x0041_ escaped",
    "😀 emoji 👩‍👩‍👧",
    "שלום عربى",
    "\u202ereversed",
    "x" * 32_767,
    "",
]


def test_text_stays_text(tmp_path: Path) -> None:
    template = write_template(tmp_path / "t.toml", NASTY)
    build([str(template)], tmp_path / "t.xlsx")
    ws = openpyxl.load_workbook(tmp_path / "t.xlsx").worksheets[0]
    for row, text in enumerate(NASTY, 2):
        cell = ws.cell(row, 1)
        assert unescaped(cell.value or "") == text
        assert cell.data_type == "s" or text == ""
        assert cell.number_format == "@"
        if text[:1] in ("=", "+", "-", "@"):
            assert cell.quotePrefix


def unescaped(text: str) -> str:
    """Decode the format's own escapes, which openpyxl leaves as they are."""
    return re.sub(r"_x([0-9A-F]{4})_", lambda match: chr(int(match[1], 16)), text)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("x" * 40_000, "is 40,000 characters long and a cell holds at most 32,767"),
        ("😀" * 16_384, "is 32,768 characters long"),
        ("bell \a rings", "holds the control character U+0007 at position 6"),
        ("\ufffe", "U+FFFE"),
    ],
)
def test_text_that_no_cell_holds_gives_one_clear_message(
    tmp_path: Path, text: str, complaint: str
) -> None:
    template = write_template(tmp_path / "t.toml", ["fine", text])
    with pytest.raises(XlmetricsError) as caught:
        build([str(template)], tmp_path / "t.xlsx")
    assert len(caught.value.complaints) == 1
    assert complaint in caught.value.complaints[0]
    assert "queries[2].query" in caught.value.complaints[0]
    assert not (tmp_path / "t.xlsx").exists()
