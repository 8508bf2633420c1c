"""How a workbook of any template looks and prints: nothing clipped, nothing misleading."""

import re
import zipfile
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import openpyxl
import pytest

from xlmetrics.layout import arrange
from xlmetrics.layout.fit import MAX_MESSAGE, row_heights
from xlmetrics.model import Look, Sheet, Workbook
from xlmetrics.template.model import NdcgTable, Query, ReciprocalRankTable, WorkedExample
from xlmetrics.text import counted, display_width, length, wrapped_lines
from xlmetrics.xlsx import styles
from xlmetrics.xlsx.write import write_workbook

GRADES = NdcgTable((2, 0, 3, 1), (3, 3))
RANKS = ReciprocalRankTable((Query("a", 1), Query("b", None)))
LONG_LIST = NdcgTable(tuple(rank % 4 for rank in range(200)))


def template(*tables: NdcgTable | ReciprocalRankTable, **changed: object) -> WorkedExample:
    scale = {0: "no", 1: "partly", 2: "good", 3: "perfect"}
    settings = {"title": "T", "summary": "S", "sheet": "Sheet", "k": 3, "gain": "linear"}
    return WorkedExample(**settings | {"scale": scale, "notes": (), "tables": tables} | changed)


def main_sheet(*tables: NdcgTable | ReciprocalRankTable, **changed: object) -> Sheet:
    return arrange(template(*tables, **changed)).sheets[0]


def shown(sheet: Sheet) -> dict[str, object]:
    return {cell.address.a1: cell.value for cell in sheet.cells}


def written(workbook: Workbook, path: Path) -> openpyxl.Workbook:
    write_workbook(workbook, path)
    return openpyxl.load_workbook(path)


def header(workbook: Workbook, path: Path) -> str:
    write_workbook(workbook, path)
    sheet = zipfile.ZipFile(path).read("xl/worksheets/sheet1.xml").decode()
    found = re.search("<oddHeader>(.*?)</oddHeader>", sheet)
    assert found
    return unescape(found[1])


@pytest.mark.parametrize(
    ("title", "text"),
    [
        ("Plain", "Plain"),
        ("R&D: &[Path] &P", "R&&D: &&[Path] &&P"),
        ("_x0041_", "_x005F_x0041_"),
        ("&" * 200, "&&" * 125 + "…"),
        ("😀" * 200, "😀" * 125 + "…"),
    ],
)
def test_the_printed_header_is_the_title(tmp_path: Path, title: str, text: str) -> None:
    found = header(arrange(template(RANKS, title=title)), tmp_path / "x.xlsx")
    assert found == f"&C{text}"
    assert length(found.replace("_x005F_", "_")) <= 255


def test_messages_of_validations_are_short_enough_as_excel_counts() -> None:
    scale = dict.fromkeys(range(4), "😀" * 30)
    for rule in main_sheet(GRADES, scale=scale).validations:
        assert max(map(length, (rule.prompt, rule.error))) <= MAX_MESSAGE
    assert "Choose a grade" in main_sheet(GRADES, scale=scale).validations[0].prompt


def test_no_row_is_higher_than_rows_go(tmp_path: Path) -> None:
    queries = ReciprocalRankTable((Query("word " * 5000, 1), Query("line\n" * 40, 2)))
    sheet = main_sheet(queries)
    assert sheet.heights
    assert max(sheet.heights.values()) <= 409.5
    written(arrange(template(queries)), tmp_path / "x.xlsx")


def test_without_grades_there_is_no_scale_and_no_gain() -> None:
    assert {"Grade", "Meaning", "Gain of a grade"} <= set(shown(main_sheet(RANKS, GRADES)).values())
    alone = shown(main_sheet(RANKS)).values()
    assert not {"Grade", "Meaning", "Gain of a grade"} & set(alone)
    assert not any("gain" in str(value) for value in alone)


@pytest.mark.parametrize("tables", [(RANKS,), (RANKS, GRADES)])
def test_the_cutoff_is_no_further_query(tables: tuple[object, ...]) -> None:
    cells = shown(main_sheet(*tables))  # type: ignore[arg-type]
    assert "A4" not in cells
    assert (cells["A5"], cells["A6"]) == ("Cut-off k", "MRR")


def test_the_panel_says_which_cells_it_is_about() -> None:
    values = list(shown(main_sheet(GRADES, RANKS, GRADES)).values())
    for heading in ("Documents in B2:B7", "Documents in B20:B25", "Queries in A15:A16"):
        assert values.count(heading) == 1, heading
    assert values.count("Ideal beyond rank 4") == 2


@pytest.mark.parametrize(
    ("tables", "pages_high", "repeated", "frozen"),
    [
        ((GRADES, RANKS), 1, None, "A2"),
        ((LONG_LIST,), 0, "$1:$1", "A2"),
        ((LONG_LIST, RANKS), 0, None, None),
        ((ReciprocalRankTable((Query("q", 1),) * 100),), 0, "$1:$1", "A2"),
        ((ReciprocalRankTable((Query("word " * 60, 1),) * 12),), 0, "$1:$1", "A2"),
    ],
    ids=["short", "long", "long with two headers", "many queries", "wrapped queries"],
)
def test_a_long_list_is_printed_over_pages(
    tmp_path: Path, tables: tuple, pages_high: int, repeated: str | None, frozen: str | None
) -> None:
    ws = written(arrange(template(*tables)), tmp_path / "x.xlsx").worksheets[0]
    assert (ws.page_setup.fitToWidth, ws.page_setup.fitToHeight) == (1, pages_high)
    assert ws.print_title_rows == repeated
    assert ws.freeze_panes == frozen


def test_a_header_that_stays_in_view_is_of_the_list_only() -> None:
    assert "G1" in shown(main_sheet(GRADES))
    assert not {"G1", "H1"} & set(shown(main_sheet(LONG_LIST)))


@pytest.mark.parametrize(
    ("text", "width", "lines"),
    [
        ("short", 20, 1),
        ("outside the cut-off", 20, 1),
        ("x" * 40, 20, 3),
        ("one\ntwo\n\nfour", 20, 4),
        ("順位" * 10, 20, 3),
        ("e\u0301" * 15, 20, 1),
        ("", 20, 0),
    ],
)
def test_wrapped_lines(text: str, width: float, lines: int) -> None:
    assert wrapped_lines(text, width) == lines


def test_no_text_is_clipped() -> None:
    """What does not fit its column wraps, in a row that is high enough."""
    scale = {
        0: "no",
        1: "a meaning that is told at some length, as teachers like to do",
        2.5: "順位" * 9,
    }
    queries = ReciprocalRankTable((Query("how do I change the plan of a team " * 2, 1),))
    tables = NdcgTable((0, 1), (2.5,)), queries
    notes = ("a\nb\nc", "順位" * 90)
    assert not list(clipped(arrange(template(*tables, scale=scale, notes=notes))))


def clipped(workbook: Workbook) -> Iterator[str]:
    """The texts that neither fit their column nor wrap in a row that is high enough."""
    for sheet in workbook.sheets:
        taken = {cell.address for cell in sheet.cells if cell.value not in (None, "")}
        for cell in sheet.cells:
            text, (_, row, column) = cell.value, cell.address
            free = cell.address._replace(column=column + 1) not in taken
            if not isinstance(text, str) or (cell.look is not Look.NOTE and free):
                continue
            lines = wrapped_lines(text, sheet.widths[column])
            too_long = lines > 1 and cell.look is not Look.NOTE
            if too_long or sheet.heights.get(row, 15.5) < 15.5 * lines:
                yield text


def test_long_titles_are_broken_into_lines() -> None:
    notes = arrange(template(RANKS, title="順位 " * 50)).sheets[1]
    titles = [str(cell.value) for cell in notes.cells if cell.look is Look.TITLE]
    assert len(titles) > 1
    assert max(map(display_width, titles)) <= 75
    assert " ".join(titles) == ("順位 " * 50).strip()
    assert row_heights(notes.cells, notes.widths)[1] > 16


def test_large_gains_are_shown_by_their_power_of_ten() -> None:
    large = main_sheet(NdcgTable((100, 0), (100,)), scale={0: "no", 100: "yes"}, gain="exponential")
    formats = {cell.number_format for cell in large.cells if cell.look in (Look.STEP, Look.RESULT)}
    assert "[>=1000000]0.000E+00;0.000" in formats
    assert "0.000" not in formats
    usual = main_sheet(GRADES, gain="exponential")
    assert {cell.number_format for cell in usual.cells if cell.look is Look.RESULT} == {"0.000"}


def test_inputs_keep_their_look_beyond_the_cutoff() -> None:
    sheet = main_sheet(GRADES, RANKS)
    inputs = [cell.address for cell in sheet.cells if cell.look is Look.INPUT]
    beyond = [mark.where for mark in sheet.highlights if mark.kind == "beyond"]
    assert [where.a1 for where in beyond[:2]] == ["A2:A5", "C2:E5"]
    assert not [address for address in inputs for where in beyond if address in where]


def test_every_colour_of_text_is_legible() -> None:
    for style in styles.STYLES.values():
        ink = style["font"].color.rgb  # type: ignore[attr-defined]
        fill = style["fill"].fgColor.rgb if "fill" in style else "FFFFFFFF"  # type: ignore[attr-defined]
        assert contrast(ink, fill) >= 4.5
    for mark in styles.HIGHLIGHTS.values():
        fill = mark.fill.bgColor.rgb if mark.fill else "FFFFFFFF"
        ink = mark.font.color.rgb if mark.font else styles.INK
        assert contrast(ink, fill) >= 4.5


def contrast(one: str, other: str) -> float:
    """The contrast ratio of WCAG 2."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def luminance(argb: str) -> float:
    parts = [int(argb[place : place + 2], 16) / 255 for place in (2, 4, 6)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_the_heading_of_grades_names_the_scale() -> None:
    assert shown(main_sheet(GRADES))["B1"] == "Relevance (0–3)"
    assert shown(main_sheet(NdcgTable((0,)), scale={0: "no"}))["B1"] == "Relevance (0)"


@pytest.mark.parametrize(
    ("number", "words", "said"),
    [
        (1, ["packet"], "1 packet"),
        (0, ["packet"], "0 packets"),
        (1234, ["packet"], "1,234 packets"),
        (1, ["query is", "queries are"], "1 query is"),
        (2, ["query is", "queries are"], "2 queries are"),
    ],
)
def test_what_is_counted_agrees_with_its_number(number: int, words: list[str], said: str) -> None:
    assert counted(number, *words) == said
