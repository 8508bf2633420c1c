"""Packets after real handling: every row is judged, blank, impossible to judge, or a finding."""

import json
import random
import shutil
import subprocess
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date
from hashlib import sha256
from pathlib import Path
from typing import Any

import openpyxl
import polars as pl
import pytest
from click.testing import CliRunner, Result
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from openpyxl.worksheet.worksheet import Worksheet

import xlmetrics
from tests.packets import (
    GRADES,
    HEADER,
    PAIRS,
    TOP,
    Packets,
    column,
    fill,
    manifest,
    workbook_of,
    write_packets,
)
from xlmetrics.cli import main
from xlmetrics.engine.libreoffice import find_libreoffice
from xlmetrics.errors import XlmetricsError
from xlmetrics.formats import read_judgments
from xlmetrics.gather import collect, write_collection
from xlmetrics.judging.adjudication import adjudication_packet
from xlmetrics.judging.collected import Collected, Outcome, settle
from xlmetrics.judging.columns import headings
from xlmetrics.judging.fingerprint import fingerprint
from xlmetrics.judging.keys import KEY
from xlmetrics.judging.manifest import manifest_bytes
from xlmetrics.judging.merging import POLICIES
from xlmetrics.judging.reading import Known, read_packet
from xlmetrics.judging.record import Collection
from xlmetrics.layout.fit import row_height
from xlmetrics.xlsx.write import write_workbook

ANN: list[object] = [0, 1, 2, 3, 2, 1]
LAST = TOP + len(PAIRS) - 1
ROWS = range(TOP, LAST + 1)


def alone(tmp_path: Path, edit: Callable[[Worksheet], object]) -> Collection:
    """What is collected of ann's packet after something was done to it."""
    packets = write_packets(tmp_path, {"ann": ANN})
    packets.edit("ann", edit)
    return collect([packets.folder], packets.manifest_path)


def outcomes(found: Collection, rater: str = "ann") -> str:
    """The grades of a rater's rows in the order of the manifest; ``.``, ``?`` and ``!`` else."""
    marks = {Outcome.CANNOT: "?", Outcome.BLANK: ".", Outcome.FINDING: "!", Outcome.ABSENT: "-"}
    return "".join(
        marks.get(each.outcome) or f"{each.said.grade:g}"
        for each in found.collected.rows
        if each.rater == rater
    )


def adds_up(collected: Collected) -> bool:
    return all(sum(each.outcomes.values()) == len(each.packet.rows) for each in collected.counts)


def values(sheet: Worksheet, row: int) -> list[Any]:
    return [cell.value for cell in sheet[row]]


def put(sheet: Worksheet, row: int, given: Sequence[Any]) -> None:
    for number, value in enumerate(given, 1):
        sheet.cell(row, number).value = value


def reorder(sheet: Worksheet, order: Sequence[int], rows: Sequence[int] = ROWS) -> None:
    held = [values(sheet, row) for row in rows]
    for row, place in zip(rows, order, strict=True):
        put(sheet, row, held[place])


# Each kind of handling: what is done to ann's sheet, how her rows end, what is said of it.


def rows_sorted(sheet: Worksheet) -> None:
    reorder(sheet, [3, 5, 0, 1, 4, 2])


def header_sorted_in(sheet: Worksheet) -> None:
    reorder(sheet, [2, 1, 0, 3, 4, 5, 6], range(HEADER, LAST + 1))


def filtered(sheet: Worksheet) -> None:
    for row in (TOP, TOP + 3):
        sheet.row_dimensions[row].hidden = True


def rows_inserted(sheet: Worksheet) -> None:
    sheet.insert_rows(TOP + 2, 3)
    sheet.cell(TOP + 3, 1).value = "my rows"


def judged_row_inserted(sheet: Worksheet) -> None:
    sheet.insert_rows(TOP)
    sheet.cell(TOP, column(sheet, "Grade")).value = 3


def row_deleted(sheet: Worksheet) -> None:
    sheet.delete_rows(TOP + 1)


def row_duplicated(sheet: Worksheet) -> None:
    put(sheet, LAST + 1, values(sheet, TOP + 1))


def row_contradicted(sheet: Worksheet) -> None:
    row_duplicated(sheet)
    sheet.cell(LAST + 1, column(sheet, "Grade")).value = 3


def row_copied_blank(sheet: Worksheet) -> None:
    row_duplicated(sheet)
    sheet.cell(TOP + 1, column(sheet, "Grade")).value = None


def column_inserted(sheet: Worksheet) -> None:
    sheet.insert_cols(1, 2)
    sheet.cell(TOP, 1).value = "mine"


def columns_moved(sheet: Worksheet) -> None:
    order = random.Random(3).sample(range(sheet.max_column), sheet.max_column)
    for row in range(HEADER, LAST + 1):
        held = values(sheet, row)
        put(sheet, row, [held[place] for place in order])


def columns_widened_and_shown(sheet: Worksheet) -> None:
    for dimension in sheet.column_dimensions.values():
        dimension.width, dimension.hidden = 60, False


def formats_lost(sheet: Worksheet) -> None:
    for row in sheet.iter_rows(min_row=HEADER):
        for cell in row:
            cell.style = "Normal"
            cell.number_format = "General"


def ids_damaged(sheet: Worksheet) -> None:
    for row in ROWS:
        cell = sheet.cell(row, column(sheet, "Document id"))
        cell.value = int(str(cell.value))


def keys_damaged(sheet: Worksheet) -> None:
    for row in (TOP, TOP + 1):
        sheet.cell(row, column(sheet, "Row")).value = "x"


def keys_lower_with_spaces(sheet: Worksheet) -> None:
    for row in ROWS:
        cell = sheet.cell(row, column(sheet, "Row"))
        cell.value = f" {cell.value} ".lower() if row > TOP else cell.value


def keys_column_deleted(sheet: Worksheet) -> None:
    sheet.delete_cols(column(sheet, "Row"))


def key_and_ids_damaged(sheet: Worksheet) -> None:
    sheet.cell(TOP, column(sheet, "Row")).value = None
    sheet.cell(TOP, column(sheet, "Document id")).value = "4560"


def keys_and_ids_damaged(sheet: Worksheet) -> None:
    """One row keeps its ids; of the others one is blank, and one is known by its title alone."""
    keys_column_deleted(sheet)
    ids_damaged(sheet)
    sheet.cell(LAST, column(sheet, "Document id")).value = "04565"
    sheet.cell(TOP + 1, column(sheet, "Grade")).value = None
    sheet.cell(TOP + 2, column(sheet, "Document id")).value = 0


def damaged_row_of_unknown_looks(sheet: Worksheet) -> None:
    key_and_ids_damaged(sheet)
    sheet.cell(TOP, column(sheet, "Document id")).value = "other"
    sheet.cell(TOP, column(sheet, "Title")).value = "other"


def keys_shifted(sheet: Worksheet) -> None:
    at = column(sheet, "Row")
    keys = [sheet.cell(row, at).value for row in ROWS]
    for row, key in zip(ROWS, [*keys[1:], keys[0]], strict=True):
        sheet.cell(row, at).value = key


def code_a_formula(sheet: Worksheet) -> None:
    fill(sheet, [None])
    fill(sheet, ["=later"], "Can't judge")


def keys_sorted_apart(sheet: Worksheet) -> None:
    at = column(sheet, "Row")
    keys = [sheet.cell(row, at).value for row in ROWS]
    for row, key in zip(ROWS, keys[::-1], strict=True):
        sheet.cell(row, at).value = key


def rows_torn_apart(sheet: Worksheet) -> None:
    """Sorted without the hidden columns, as a program does that sorts what is marked."""
    last = column(sheet, "Note")
    held = [values(sheet, row)[:last] for row in ROWS]
    for row, place in zip(ROWS, [3, 5, 0, 1, 4, 2], strict=True):
        put(sheet, row, held[place])


def torn_within_a_query(sheet: Worksheet) -> None:
    """Sorted without the hidden columns, among the rows of one query."""
    last = column(sheet, "Note")
    one, two = (values(sheet, row)[:last] for row in (TOP, TOP + 1))
    put(sheet, TOP, two)
    put(sheet, TOP + 1, one)


def titles_edited(sheet: Worksheet) -> None:
    title = column(sheet, "Title")
    sheet.cell(TOP, title).value = " TITLE\u00a004560\n"
    sheet.cell(TOP + 1, title).value = "title 04561, seen before"
    sheet.cell(TOP + 2, title).value = None


def title_pasted(sheet: Worksheet) -> None:
    sheet.cell(TOP, column(sheet, "Title")).value = "title 04561"


def titles_deleted(sheet: Worksheet) -> None:
    sheet.delete_cols(column(sheet, "Title"))


def query_pasted(sheet: Worksheet) -> None:
    sheet.cell(TOP, 1).value = "about q1"


def query_edited(sheet: Worksheet) -> None:
    sheet.cell(TOP, 1).value = "about q0, I think"


def sheet_renamed(sheet: Worksheet) -> None:
    sheet.title = "ann's work"


def names_lost(sheet: Worksheet) -> None:
    sheet.parent.defined_names.clear()


def heading_changed(sheet: Worksheet) -> None:
    sheet.cell(HEADER, column(sheet, "Grade")).value = "My opinion"


def headings_deleted(sheet: Worksheet) -> None:
    put(sheet, HEADER, [None] * sheet.max_column)


def headings_and_names_lost(sheet: Worksheet) -> None:
    headings_deleted(sheet)
    names_lost(sheet)


def second_grade_column(sheet: Worksheet) -> None:
    sheet.cell(HEADER, sheet.max_column + 1).value = "Grade"


def second_grade_column_without_names(sheet: Worksheet) -> None:
    second_grade_column(sheet)
    names_lost(sheet)


def grade_column_deleted(sheet: Worksheet) -> None:
    sheet.delete_cols(column(sheet, "Grade"))


def sheet_copied(sheet: Worksheet) -> None:
    sheet.parent.copy_worksheet(sheet)


def half_done(sheet: Worksheet) -> None:
    fill(sheet, [None, " ", ""])


def cannot_judge(sheet: Worksheet) -> None:
    fill(sheet, [None, "Query Unclear", None])
    fill(sheet, ["later", None, "document unclear "], "Can't judge")


def grade_and_code(sheet: Worksheet) -> None:
    fill(sheet, ["later"], "Can't judge")


def unknown_code(sheet: Worksheet) -> None:
    fill(sheet, [None])
    fill(sheet, ["no idea"], "Can't judge")


HANDLING: list[tuple[Callable[[Worksheet], object], str, str]] = [
    (lambda _: None, "012321", ""),
    (rows_sorted, "012321", ""),
    (header_sorted_in, "012321", ""),
    (filtered, "012321", ""),
    (rows_inserted, "012321", ""),
    (judged_row_inserted, "012321", "row 5: was added, and nothing says which document"),
    (row_deleted, "0!2321", "ann-1.xlsx: the row of document '04561' of query 'q0' is gone"),
    (row_duplicated, "012321", "told: rows that stand more than once and say the same: 1"),
    (row_contradicted, "0!2321", "judged more than once, and differently: 1 (ann-1.xlsx, Judge"),
    (row_copied_blank, "012321", "told: judged in one copy and blank in another"),
    (column_inserted, "012321", ""),
    (columns_moved, "012321", ""),
    (columns_widened_and_shown, "012321", ""),
    (formats_lost, "012321", ""),
    (ids_damaged, "012321", "told: rows with damaged ids, known by their keys: 6"),
    (keys_damaged, "012321", "told: rows without their key, known by their ids: 2"),
    (keys_lower_with_spaces, "012321", ""),
    (keys_column_deleted, "012321", "told: rows without their key, known by their ids: 6"),
    (key_and_ids_damaged, "!12321", "row 5: document '04560' of query 'q0' has lost its key, and"),
    (keys_and_ids_damaged, "!!!!!1", "row 7: document '04562' of query 'q0' has lost its key"),
    (damaged_row_of_unknown_looks, "!12321", "has neither its key nor ids that are known (grade"),
    (keys_sorted_apart, "!!!!!!", "has its key beside the ids of document '04565' of query"),
    (keys_shifted, "!!!!!!", "has its key beside the ids of document"),
    (code_a_formula, "!12321", "has a formula without a value as the reason why"),
    (rows_torn_apart, "!!!!!!", "shows the query of other rows than its key: the columns"),
    (torn_within_a_query, "!!2321", "document '04560' of query 'q0' shows another document than"),
    (titles_edited, "012321", ""),
    (title_pasted, "!12321", "shows another document than its key or ids say: one of them"),
    (titles_deleted, "012321", ""),
    (query_pasted, "!12321", "shows the query of other rows than its key or ids: one of them"),
    (query_edited, "012321", ""),
    (sheet_renamed, "012321", ""),
    (names_lost, "012321", ""),
    (heading_changed, "012321", ""),
    (headings_deleted, "012321", ""),
    (headings_and_names_lost, "------", "the sheet 'Judge' has no column of grades"),
    (grade_column_deleted, "------", "the sheet 'Judge' has no column of grades"),
    (second_grade_column, "012321", ""),
    (second_grade_column_without_names, "------", "have the same heading, for the grade"),
    (sheet_copied, "012321", "told: rows that stand more than once and say the same: 6"),
    (half_done, "...321", ""),
    (cannot_judge, "???321", ""),
    (grade_and_code, "!12321", "has the grade 0 and the reason 'later' why there is none"),
    (unknown_code, "!12321", "gives 'no idea' as the reason why there is no grade"),
]


@pytest.mark.parametrize(
    ("edit", "end", "says"), HANDLING, ids=[each[0].__name__ for each in HANDLING]
)
def test_handling(tmp_path: Path, edit: Callable[[Worksheet], object], end: str, says: str) -> None:
    found = alone(tmp_path, edit)
    assert outcomes(found) == end
    assert adds_up(found.collected)
    findings = [f"{each.place}: {each.what}" for each in found.findings]
    if says.startswith("told: "):
        assert any(says.removeprefix("told: ") in told for told in found.told), found.told
        assert not findings
    elif says:
        assert any(says in finding for finding in findings), findings
        assert all(each.mend for each in found.findings)
    else:
        assert not findings
        assert not found.told


@pytest.mark.parametrize(
    ("typed", "grade"),
    [
        (3, 3), (3.0, 3), ("3", 3), ("3 ", 3), ("\u00a03", 3), ("'3", 3), ("3.0", 3), ("3,0", 3),
        ("３", 3), ("\u200e3", 3), ("(3)", 3), ("3.", 3), ("three", 3), ("Drei", 3), ("zero", 0),
        ("perfect", 3), (" PERFECT ", 3), ("3 perfect", 3), ("3 - perfect", 3), ("3=perfect", 3),
        ("perfect (3)", 3), ("0", 0), (0, 0),
    ],
)  # fmt: skip
def test_a_grade_however_it_is_typed(tmp_path: Path, typed: object, grade: float) -> None:
    found = alone(tmp_path, lambda sheet: fill(sheet, [typed]))
    assert not found.findings
    assert found.collected.rows[0].said.grade == grade


@pytest.mark.parametrize(
    ("typed", "number_format", "says"),
    [
        (4, "General", "the grade 4, which is not on the scale"),
        (-1, "General", "the grade -1"),
        (2.5, "# ?/?", "the grade 2.5"),
        (0.03, "0%", "a percentage, 3%"),
        (0.07, "0.0%", "the grade 0.07, which is not on the scale: a percentage, 7%"),
        (20, "0%", "a percentage, 2000%"),
        (2.0000000001, "General", "the grade 2.0000000001, which"),
        (1e-17, "General", "the grade 1e-17, which"),
        (date(2026, 2, 1), "dd/mm/yyyy", "a date, which spreadsheets make of entries such as"),
        ("4", "General", "the grade '4'"),
        ("2-3", "General", "the grade '2-3'"),
        ("2 or 3", "General", "the grade '2 or 3'"),
        ("3?", "General", "the grade '3?'"),
        ("2 perfect", "General", "the grade '2 perfect'"),
        ("not perfect", "General", "the grade 'not perfect'"),
        ("perfect " * 40, "General", "perfect perfect…'"),
        ("null", "General", "the grade 'null'"),
        ("1e0", "General", "the grade '1e0'"),
        (True, "General", "the grade 'TRUE'"),
        ("=1/0", "General", "a formula without a value"),
        ("#N/A", "General", "the grade '#N/A'"),
    ],
)
def test_a_grade_that_is_none_is_a_finding(
    tmp_path: Path, typed: object, number_format: str, says: str
) -> None:
    def edit(sheet: Worksheet) -> None:
        cell = sheet.cell(TOP, column(sheet, "Grade"))
        cell.value, cell.number_format = typed, number_format

    found = alone(tmp_path, edit)
    (finding,) = found.findings
    assert says in finding.what
    assert finding.mend == "Choose one of 0, 1, 2, 3."
    assert finding.place.row == TOP
    assert outcomes(found) == "!12321"


def test_notes_are_kept_whatever_became_of_the_row(tmp_path: Path) -> None:
    def edit(sheet: Worksheet) -> None:
        fill(sheet, [None, 9])
        fill(sheet, ["of a blank", "of a finding", 'with "quotes",\nlines', 7], "Note")

    found = alone(tmp_path, edit)
    notes = found.judgments.rows["note"].to_list()
    assert notes[:4] == ["of a blank", "of a finding", 'with "quotes",\nlines', "7"]
    assert found.judgments.rows["grade"].to_list() == [None, None, 2, 3, 2, 1]


@pytest.mark.parametrize("apart", [torn_within_a_query, rows_torn_apart, keys_sorted_apart])
def test_a_note_that_may_be_about_another_document_is_quoted_and_not_taken(
    tmp_path: Path, apart: Callable[[Worksheet], None]
) -> None:
    def edit(sheet: Worksheet) -> None:
        fill(sheet, ["one", "two"], "Note")
        apart(sheet)

    found = alone(tmp_path, edit)
    assert set(found.judgments.rows["note"].to_list()) <= {""}
    quoted = [each.what for each in found.findings if "(note '" in each.what]
    assert len(quoted) == 2


@pytest.mark.parametrize("apart", [torn_within_a_query, rows_torn_apart, keys_sorted_apart])
def test_the_mend_of_rows_sorted_apart_gives_every_grade_back(
    tmp_path: Path, apart: Callable[[Worksheet], None]
) -> None:
    """Grades copied document by document into a fresh copy, as the finding says."""
    packets = write_packets(tmp_path, {"ann": ANN})
    packets.edit("ann", apart)
    found = collect([packets.folder], packets.manifest_path)
    assert all("into a fresh copy of the packet" in each.mend for each in found.findings)
    sheet = openpyxl.load_workbook(packets.path("ann"))["Judge"]
    title, grade = column(sheet, "Title"), column(sheet, "Grade")
    grades = {sheet.cell(row, title).value: sheet.cell(row, grade).value for row in ROWS}
    write_workbook(workbook_of(packets.manifest.packets[0]), packets.path("ann"))
    packets.edit(
        "ann",
        lambda sheet: fill(sheet, [grades[sheet.cell(row, title).value] for row in ROWS]),
    )
    assert outcomes(collect([packets.folder], packets.manifest_path)) == "012321"


@pytest.mark.parametrize(
    ("grades", "notes", "says"),
    [
        ([None, 1], ["3"], "1: Judge, row 5 ('3'). Move them into"),
        ([None, "later"], [2, "perfect"], "1: Judge, row 5 ('2'). Move"),
        ([], ["0", "3 perfect", "two", "Good", 1.0], ("5: Judge, row 5 ('0'), Judge, row 6 "
         "('3 perfect'), Judge, row 7 ('two'), …. Move them into the column of grades if they")),
        ([None, 9], ["of a blank", 3, "3?", "4", "later", "2 or 3"], ""),
        (ANN, ["3", 2, "good"], ""),
    ],
)  # fmt: skip
def test_a_grade_in_the_column_of_notes_is_told(
    tmp_path: Path, grades: list[object], notes: list[object], says: str
) -> None:
    def edit(sheet: Worksheet) -> None:
        fill(sheet, [*grades, *[None] * 6][:6])
        fill(sheet, notes, "Note")

    told = [each for each in alone(tmp_path, edit).told if "read as grades" in each]
    assert len(told) == bool(says)
    assert says in "".join(told)
    prefix = "ann-1.xlsx: notes that read as grades, of rows that count as blank: "
    assert all(each.startswith(prefix) for each in told)


def test_a_note_that_a_program_takes_for_a_formula_is_kept(tmp_path: Path) -> None:
    def edit(sheet: Worksheet) -> None:
        fill(sheet, ["=> not this shop", '="a"&"b"'], "Note")
        put(sheet, LAST + 1, [None] * (column(sheet, "Note") - 1) + ["=see above"])

    found = alone(tmp_path, edit)
    assert found.judgments.rows["note"].to_list()[:3] == ["=> not this shop", '="a"&"b"', ""]
    assert found.told == (
        "ann-1.xlsx: notes that are formulas without a result, kept as they were typed: 2",
    )
    assert ["(note '=see above')" in each.what for each in found.findings] == [True]


@pytest.mark.parametrize(
    "edit",
    [keys_sorted_apart, keys_shifted, keys_and_ids_damaged, rows_torn_apart, row_deleted],
)
def test_a_row_is_told_once(tmp_path: Path, edit: Callable[[Worksheet], object]) -> None:
    found = alone(tmp_path, edit)
    assert len(found.findings) == outcomes(found).count("!")
    assert len({each.key for each in found.findings}) == len(found.findings)


# Several files.


def test_rows_of_another_packet_are_not_taken(tmp_path: Path) -> None:
    packets = write_packets(tmp_path)
    foreign: list[Any] = []
    packets.edit("bo", lambda sheet: foreign.extend(values(sheet, TOP)))
    packets.edit("ann", lambda sheet: put(sheet, LAST + 1, foreign))
    found = collect([packets.folder], packets.manifest_path)
    (finding,) = found.findings
    assert finding.what == "belongs to bo-1.xlsx, the packet of bo (grade '0')"
    assert [outcomes(found, rater) for rater in GRADES] == ["012321", "01231.", "022301"]


def test_a_packet_is_known_whatever_the_file_is_called(tmp_path: Path) -> None:
    packets = write_packets(tmp_path)
    packets.path("ann").rename(packets.folder / "bo-1 (2).XLSX")
    found = collect([packets.folder], packets.manifest_path)
    assert [each.files for each in found.collected.counts] == [
        ("bo-1 (2).XLSX",),
        ("bo-1.xlsx",),
        ("cy-1.xlsx",),
    ]


def test_a_packet_that_is_absent_is_counted(tmp_path: Path) -> None:
    packets = write_packets(tmp_path)
    packets.path("bo").unlink()
    found = collect([packets.folder], packets.manifest_path)
    assert outcomes(found, "bo") == "------"
    assert not found.findings
    assert adds_up(found.collected)


def test_a_packet_that_came_back_twice(tmp_path: Path) -> None:
    packets = write_packets(tmp_path, {"ann": ANN})
    shutil.copy(packets.path("ann"), packets.folder / "copy.xlsx")
    found = collect([packets.folder], packets.manifest_path)
    assert outcomes(found) == "012321"
    assert found.told == ("copy.xlsx: is the same file as ann-1.xlsx, and counts once",)

    packets.edit("ann", lambda sheet: fill(sheet, [None, None, 2]))  # an earlier version
    found = collect([packets.folder], packets.manifest_path)
    assert outcomes(found) == "012321"
    assert not found.findings
    assert any("came back in 2 files: ann-1.xlsx, copy.xlsx" in told for told in found.told)
    assert any("of which the judgment counts: 2" in told for told in found.told)

    packets.edit("ann", lambda sheet: fill(sheet, [3]))
    found = collect([packets.folder], packets.manifest_path)
    assert outcomes(found) == "!12321"
    assert "3 (ann-1.xlsx, Judge, row 5); 0 (copy.xlsx, Judge, row 5)" in found.findings[0].what
    assert "leave that file out" in found.findings[0].mend


def test_what_is_no_packet_is_a_finding(tmp_path: Path) -> None:
    packets = write_packets(tmp_path)
    openpyxl.Workbook().save(packets.folder / "other.xlsx")
    (packets.folder / "broken.xlsx").write_bytes(b"PK\x03\x04 not really")
    (packets.folder / "~$ann-1.xlsx").write_bytes(b"lock")
    (packets.folder / "readme.txt").write_text("hello")
    found = collect([packets.folder], packets.manifest_path)
    assert {each.place.file for each in found.findings} == {"other.xlsx", "broken.xlsx"}
    assert adds_up(found.collected)


@pytest.mark.parametrize("pairs", [[("x", "y")], PAIRS])
def test_packets_of_another_manifest_are_findings(
    tmp_path: Path, pairs: list[tuple[str, str]]
) -> None:
    packets = write_packets(tmp_path)
    packets.manifest_path.write_bytes(manifest_bytes(manifest(pairs=pairs, seed=8)))
    found = collect([packets.folder], packets.manifest_path)
    assert [each.what for each in found.findings] == [
        "belongs to none of the packets of this manifest"
    ] * 3


def test_a_packet_saved_as_something_else_is_told_of(tmp_path: Path) -> None:
    packets = write_packets(tmp_path)
    packets.path("ann").rename(packets.folder / "ann-1.csv")
    (packets.folder / "judgments.csv").write_text("query,doc,grade\n")
    found = collect([packets.folder], packets.manifest_path)
    assert found.told == ("ann-1.csv: is no workbook, and is passed over; ask for the workbook",)
    assert outcomes(found) == "------"


def test_a_folder_of_workbooks_in_a_folder_is_told_of(tmp_path: Path) -> None:
    packets = write_packets(tmp_path)
    (packets.folder / "pictures").mkdir()
    late = packets.folder / "late"
    late.mkdir()
    packets.path("cy").rename(late / "cy-1.xlsx")
    found = collect([packets.folder], packets.manifest_path)
    (told,) = found.told
    assert told.startswith("late: is a folder of workbooks, and is passed over")
    found = collect([packets.folder, late], packets.manifest_path)
    assert not found.told
    assert outcomes(found, "cy") == "022301"


def test_a_folder_of_folders_says_which_to_give(tmp_path: Path) -> None:
    packets = write_packets(tmp_path, {"ann": ANN})
    upper = tmp_path / "upper"
    inner = upper / "from" / "ann"
    inner.parent.mkdir(parents=True)
    packets.folder.rename(inner)
    with pytest.raises(XlmetricsError) as error:
        collect([upper], packets.manifest_path)
    assert str(error.value) == (
        f"{upper}: holds no workbook itself. Give the folders in it that do: {inner}."
    )
    assert outcomes(collect(inner, packets.manifest_path)) == "012321"


@pytest.mark.parametrize("name", ["none.json", ""])
def test_a_manifest_that_is_not_there_says_what_to_give(tmp_path: Path, name: str) -> None:
    packets = write_packets(tmp_path, {"ann": ANN})
    with pytest.raises(XlmetricsError, match=r"Give the manifest\.json that xlmetrics judge wrote"):
        collect([packets.folder], tmp_path / name)


def test_nothing_to_read_is_an_error(tmp_path: Path) -> None:
    packets = write_packets(tmp_path, {"ann": ANN})
    for source, says in ((tmp_path / "none", "is not there"), (tmp_path / "empty", "no workbook")):
        (tmp_path / "empty").mkdir(exist_ok=True)
        with pytest.raises(XlmetricsError, match=says):
            collect([source], packets.manifest_path)


def test_a_manifest_that_tells_no_documents_leaves_them_unchecked(tmp_path: Path) -> None:
    packets = write_packets(tmp_path, {"ann": ANN})
    packets.edit("ann", torn_within_a_query)
    content = json.loads(packets.manifest_path.read_bytes())
    for row in content["packets"][0]["rows"]:
        del row["title"], row["snippet"]
    packets.manifest_path.write_text(json.dumps(content | {"version": 1}), "utf-8")
    assert outcomes(collect([packets.folder], packets.manifest_path)) == "102321"


@pytest.mark.parametrize(
    ("one", "two", "same"),
    [
        ("A  title ", "a\u00a0title", True),
        ("007", "7", True),
        ("1.50", "1.5", True),
        ("a\r\nb", "a b", True),
        ("\uff21", "A", True),
        ("C++", "C#", False),
        ("1.5", "15", False),
        ("", " \n", True),
    ],
)
def test_a_text_that_was_typed_again_has_the_same_fingerprint(
    one: str, two: str, same: bool
) -> None:
    assert (fingerprint(one) == fingerprint(two)) is same


@pytest.mark.libreoffice
@pytest.mark.parametrize("form", ["xlsx", "ods"])
def test_saved_again_by_libreoffice(tmp_path: Path, form: str) -> None:
    packets = write_packets(tmp_path)
    for rater, edit in (("ann", rows_sorted), ("bo", filtered), ("cy", cannot_judge)):
        packets.edit(rater, edit)
    packets.edit("cy", rows_inserted)
    packets.edit("ann", lambda sheet: fill(sheet, ["a note,\nof two lines"], "Note"))
    program = find_libreoffice()
    assert program
    profile = (tmp_path / "profile").as_uri()
    again = tmp_path / "again"
    command = [program, f"-env:UserInstallation={profile}", "--headless", "--convert-to", form]
    command += ["--outdir", str(again), *map(str, packets.folder.iterdir())]
    subprocess.run(command, check=True, capture_output=True, timeout=120)
    assert len(list(again.glob(f"*.{form}"))) == 3
    found = collect([again], packets.manifest_path)
    expected = collect([packets.folder], packets.manifest_path)
    assert [outcomes(found, rater) for rater in GRADES] == ["012321", "01231.", "???301"]
    assert found.judgments.rows.equals(expected.judgments.rows)
    assert not found.findings
    assert not found.told


# Whatever is done, the counts add up.

CELL = st.one_of(
    st.none(), st.integers(-1, 4), st.sampled_from(["3", "later", "x", "", "Grade", "0456"]),
    st.booleans(),
)  # fmt: skip
EDITS = st.lists(
    st.tuples(
        st.sampled_from(["type", "delete", "copy", "swap columns", "move", "shift"]),
        st.integers(1, LAST + 2),
        st.integers(1, 12),
        st.integers(1, LAST + 2),
        CELL,
    ),
    max_size=12,
)


def edited(grid: list[list[Any]], edit: tuple[str, int, int, int, Any]) -> None:
    what, row, place, other, value = edit
    one, two = (row - 1) % len(grid), (other - 1) % len(grid)
    place = (place - 1) % len(grid[one])
    match what:
        case "type":
            grid[one][place] = value
        case "delete" if len(grid) > 1:
            del grid[one]
        case "copy":
            grid.insert(two, list(grid[one]))
        case "swap columns":
            for each in grid:
                each[place], each[one % len(each)] = each[one % len(each)], each[place]
        case "move":
            grid.insert(two, grid.pop(one))
        case "shift":
            grid[one].insert(place, value)
            grid[one].pop()


@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])
@given(EDITS)
def test_counts_add_up_whatever_is_done(edits: list[tuple[str, int, int, int, Any]]) -> None:
    asked = manifest(("ann",))
    book = workbook_of(asked.packets[0])
    sheet = book.sheets[0]
    width = max(cell.address.column for cell in sheet.cells)
    grid = [[None] * width for _ in range(LAST)]
    for cell in sheet.cells:
        grid[cell.address.row - 1][cell.address.column - 1] = cell.value
    for edit in edits:
        edited(grid, edit)
    place = sheet.cells[0].address
    cells = tuple(
        sheet.cells[0]._replace(address=place._replace(row=row, column=number), value=value)
        for row, line in enumerate(grid, 1)
        for number, value in enumerate(line, 1)
        if value is not None
    )
    changed = replace(book, sheets=(replace(sheet, cells=cells), *book.sheets[1:]))
    read = read_packet(changed, "f.xlsx", Known(asked), headings({}))
    collected = settle(asked.packets, [read])
    assert adds_up(collected)
    said = Counter(each.outcome for each in collected.rows)
    about_rows = [finding for finding in collected.findings if finding.key]
    assert said[Outcome.FINDING] == len(about_rows)
    assert all(KEY.fullmatch(finding.key) for finding in about_rows)


@settings(max_examples=25, suppress_health_check=[HealthCheck.too_slow])
@given(st.randoms(use_true_random=False), st.lists(st.integers(0, 5), max_size=4))
def test_no_moving_of_whole_rows_and_columns_changes_anything(
    chance: random.Random, gaps: list[int]
) -> None:
    asked = manifest(("ann",))
    book = workbook_of(asked.packets[0])
    sheet = book.sheets[0]
    grades = dict(zip(book.tables[0]["grade"].addresses(), ANN, strict=True))
    grid: dict[int, dict[int, Any]] = {}
    for cell in sheet.cells:
        value = grades.get(cell.address, cell.value)
        grid.setdefault(cell.address.row, {})[cell.address.column] = value
    rows: list[dict[int, Any]] = [grid[row] for row in range(TOP, LAST + 1)]
    chance.shuffle(rows)
    for gap in gaps:
        rows.insert(gap, {})
    columns = list(range(1, 1 + max(grid[HEADER])))
    chance.shuffle(columns)
    lines = [grid[row] for row in range(1, TOP)] + rows
    cells = tuple(
        sheet.cells[0]._replace(
            address=sheet.cells[0].address._replace(row=row, column=columns[number - 1] * 2),
            value=value,
        )
        for row, line in enumerate(lines, 1)
        for number, value in line.items()
    )
    moved = replace(book, sheets=(replace(sheet, cells=cells),), tables=())
    read = read_packet(moved, "f.xlsx", Known(asked), headings({}))
    collected = settle(asked.packets, [read])
    assert [each.said.grade for each in collected.rows] == ANN
    assert not collected.findings


# Agreement, merging, adjudication.


def test_agreement_of_what_several_judged(tmp_path: Path) -> None:
    packets = write_packets(tmp_path)
    found = collect([packets.folder], packets.manifest_path).agreement
    assert found.histograms["cy"] == {0: 2, 1: 1, 2: 2, 3: 1}
    assert [(each.one, each.other, each.items, each.alike) for each in found.of_two] == [
        ("ann", "bo", 5, 0.8),
        ("ann", "cy", 6, 4 / 6),
        ("bo", "cy", 5, 0.6),
    ]
    assert found.of_two[0].kappa["plain"] == pytest.approx(14 / 19)
    assert found.of_all is not None
    assert (found.of_all.fleiss_items, found.of_all.fleiss_raters) == (5, 3)
    assert found.of_all.alpha_items == 6
    (gap,) = found.gaps
    assert (gap.doc, gap.grades, gap.steps) == ("04564", {"ann": 2, "bo": 1, "cy": 0}, 2)


@pytest.mark.parametrize(
    ("policy", "grades", "left_open"),
    [
        ("adjudicate", {"04560": 0, "04562": 2, "04563": 3, "04565": 1}, 2),
        ("majority", {"04560": 0, "04561": 1, "04562": 2, "04563": 3, "04565": 1}, 1),
        ("median", {"04560": 0, "04561": 1, "04562": 2, "04563": 3, "04564": 1, "04565": 1}, 0),
        ("maximum", {"04560": 0, "04561": 2, "04562": 2, "04563": 3, "04564": 2, "04565": 1}, 0),
    ],
)
def test_policies(tmp_path: Path, policy: Any, grades: dict[str, float], left_open: int) -> None:
    packets = write_packets(tmp_path)
    found = collect([packets.folder], packets.manifest_path, policy)
    assert {doc: grade for _, doc, grade, *_ in found.grades.rows.iter_rows()} == grades
    assert len(found.merged.open) == left_open


@pytest.mark.parametrize(
    ("policy", "given_grades", "merged"),
    [
        ("majority", [0, 3], None),
        ("majority", [3, 3, 0, 0], None),
        ("majority", [3, 0, 3], 3),
        ("median", [0, 3], None),
        ("median", [0, 3, 2], 2),
        ("median", [0, 2, 2, 3], 2),
        ("maximum", [0, 3], 3),
        ("adjudicate", [0, 0, 3], None),
    ],
)
def test_no_policy_makes_a_grade_that_nobody_gave(
    policy: Any, given_grades: list[float], merged: float | None
) -> None:
    assert POLICIES[policy](given_grades) == merged


def written(packets: Packets, out: Path, **how: Any) -> dict[str, bytes]:
    found = collect([packets.folder], packets.manifest_path)
    write_collection(found, out, **how)
    return {path.name: path.read_bytes() for path in sorted(out.iterdir())}


def test_disagreements_are_decided_in_a_workbook_of_their_own(tmp_path: Path) -> None:
    packets = write_packets(tmp_path)
    packets.edit("ann", lambda sheet: fill(sheet, [None, "a brand"], "Note"))
    out = tmp_path / "out"
    assert set(written(packets, out)) == {
        "adjudication.xlsx", "collected.json", "judgments.csv", "merged.csv",
    }  # fmt: skip
    sheet = openpyxl.load_workbook(out / "adjudication.xlsx")["Judge"]
    heights = [sheet.row_dimensions[row].height for row in (TOP, TOP + 1)]
    assert heights == [row_height(3)] * 2  # a line for each rater
    said = [sheet.cell(row, column(sheet, "Said so far")).value for row in (TOP, TOP + 1)]
    assert said == ["1\n1 (a brand)\n2", "0\n1\n2"]
    assert sheet.cell(TOP, 1).value == "about q0"
    text = " ".join(str(cell.value) for row in sheet for cell in row)
    assert "ann" not in text
    assert sheet.max_row == TOP + 1

    shutil.move(out / "adjudication.xlsx", packets.folder / "adjudication.xlsx")
    book = openpyxl.load_workbook(packets.folder / "adjudication.xlsx")
    fill(book["Judge"], [2])
    book.save(packets.folder / "decided.xlsx")
    (packets.folder / "adjudication.xlsx").unlink()
    found = collect([packets.folder], packets.manifest_path)
    grades = {doc: grade for _, doc, grade, *_ in found.grades.rows.iter_rows()}
    assert grades["04561"] == 2
    assert [doc for _, doc in found.merged.open] == ["04564"]
    assert not found.findings
    assert len(found.judgments.rows) == 17  # the decision is no judgment more
    assert "adjudication.xlsx" not in written(packets, out)  # the one given holds it already
    record = json.loads((out / "collected.json").read_text("utf-8"))
    assert record["decisions"] == [
        {"query": "q0", "doc": "04561", "grade": 2.0, "code": "", "note": ""}
    ]

    book = openpyxl.load_workbook(packets.folder / "decided.xlsx")
    fill(book["Judge"], [9, None])
    fill(book["Judge"], [None, "document unclear"], "Can't judge")
    book.save(packets.folder / "decided.xlsx")
    found = collect([packets.folder], packets.manifest_path)
    assert [each.what for each in found.findings] == [
        "document '04561' of query 'q0' has the grade 9, which is not on the scale"
    ]
    assert [doc for _, doc in found.merged.open] == ["04561"]
    assert "04564" not in found.grades.rows["doc"].to_list()  # nobody can grade it: decided


def test_an_adjudication_goes_query_by_query() -> None:
    asked = manifest()
    first, *others = asked.packets
    mixed = replace(first, rows=(first.rows[3], *first.rows[:3], *first.rows[4:]))
    packet = adjudication_packet(replace(asked, packets=(mixed, *others)))
    assert [row.query for row in packet.rows] == ["q0"] * 3 + ["q1"] * 3
    assert {row.key for row in packet.rows} == {row.key for row in adjudication_packet(asked).rows}


def test_raters_are_named_on_request(tmp_path: Path) -> None:
    packets = write_packets(tmp_path)
    written(packets, tmp_path / "out", named=True)
    sheet = openpyxl.load_workbook(tmp_path / "out/adjudication.xlsx")["Judge"]
    assert sheet.cell(TOP, column(sheet, "Said so far")).value == "ann: 1\nbo: 1\ncy: 2"


def test_a_workbook_that_somebody_decides_in_is_never_overwritten(tmp_path: Path) -> None:
    packets, out = write_packets(tmp_path), tmp_path / "out"
    written(packets, out)
    book = openpyxl.load_workbook(out / "adjudication.xlsx")
    fill(book["Judge"], [2])
    book.save(out / "adjudication.xlsx")
    before = (out / "adjudication.xlsx").read_bytes()
    after = written(packets, out)
    assert after["adjudication.xlsx"] == before
    assert "adjudication-2.xlsx" in after
    assert written(packets, out) == after


def test_twice_gives_the_same_and_packets_are_left_alone(tmp_path: Path) -> None:
    packets, out = write_packets(tmp_path), tmp_path / "out"
    before = {
        path: (path.read_bytes(), path.stat().st_mtime_ns) for path in packets.folder.iterdir()
    }
    assert written(packets, out) == written(packets, out) == written(packets, tmp_path / "other")
    assert before == {
        path: (path.read_bytes(), path.stat().st_mtime_ns) for path in packets.folder.iterdir()
    }


def test_judgments_are_read_back_as_they_were_written(tmp_path: Path) -> None:
    packets = write_packets(tmp_path)
    packets.edit("bo", cannot_judge)
    written(packets, tmp_path / "out")
    found = collect([packets.folder], packets.manifest_path)
    again = read_judgments(tmp_path / "out/judgments.csv").rows
    assert again.equals(found.judgments.rows)
    merged = read_judgments(tmp_path / "out/merged.csv").rows
    assert merged.select("query", "doc", "grade").equals(
        found.grades.rows.select(pl.col("query", "doc", "grade"))
    )


def test_merged_grades_in_another_format(tmp_path: Path) -> None:
    packets, out = write_packets(tmp_path), tmp_path / "out"
    written(packets, out, form="qrels")
    assert (out / "merged.qrels").read_text().splitlines()[0] == "q0 0 04560 0"
    for form, name in [("quepid-ratings", "merged.csv"), ("rre", "merged.json")]:
        assert name in written(packets, tmp_path / form, form=form)
    spaced = manifest(pairs=[("two words", "d")])
    packets.manifest_path.write_bytes(manifest_bytes(spaced))
    for packet in spaced.packets:
        write_workbook(workbook_of(packet), packets.path(packet.rater))
        packets.edit(packet.rater, lambda sheet: fill(sheet, [1]))
    with pytest.raises(XlmetricsError, match="Choose another format with --to"):
        written(packets, tmp_path / "other", form="qrels")
    assert not (tmp_path / "other").exists()


@pytest.mark.parametrize("form", ["trec-run", "quepid-needs", "quepid-snapshot"])
def test_merged_grades_in_a_format_of_something_else_are_refused(tmp_path: Path, form: str) -> None:
    packets = write_packets(tmp_path)
    manifest_path = packets.manifest_path
    out = tmp_path / "out"
    result = run("collect", packets.folder, "--manifest", manifest_path, "--to", form, "-o", out)
    assert result.exit_code == 2
    complaint = result.output.splitlines()[-1]
    assert f"and {form} takes " in complaint
    able = complaint.partition("--to: ")[2].rstrip(".").split(", ")
    assert "qrels" in able
    assert form not in able
    assert not out.exists()


def test_results_take_the_place_of_results_only(tmp_path: Path) -> None:
    packets, out = write_packets(tmp_path), tmp_path / "out"
    out.mkdir()
    (out / "judgments.csv").write_text("somebody's work")
    with pytest.raises(XlmetricsError, match="is there already, and not of collecting"):
        written(packets, out)
    assert [path.name for path in out.iterdir()] == ["judgments.csv"]
    written(packets, out, force=True)
    written(packets, out)


def test_merged_grades_of_an_earlier_format_do_not_stay(tmp_path: Path) -> None:
    packets, out = write_packets(tmp_path), tmp_path / "out"
    found = collect([packets.folder], packets.manifest_path)
    assert not write_collection(found, out).told
    (out / "merged.txt").write_text("mine")
    (told,) = write_collection(found, out, "qrels").told
    assert told == f"{out / 'merged.csv'}: was of an earlier collection, and is removed"
    kept = ["adjudication.xlsx", "collected.json", "judgments.csv", "merged.qrels", "merged.txt"]
    assert sorted(path.name for path in out.iterdir()) == kept

    (out / "merged.qrels").write_text("q0 0 04560 3\n")
    (told,) = write_collection(found, out).told
    assert "merged.qrels: is of an earlier collection, and was changed since: it is kept" in told
    assert (out / "merged.qrels").read_text() == "q0 0 04560 3\n"


@pytest.mark.parametrize("name", ["merged.csv", "judgments.csv"])
def test_results_that_somebody_changed_are_not_overwritten(tmp_path: Path, name: str) -> None:
    packets, out = write_packets(tmp_path), tmp_path / "out"
    before = written(packets, out)
    (out / name).write_bytes(before[name] + b"mine")
    with pytest.raises(XlmetricsError, match=f"{name}: was changed since it was collected"):
        written(packets, out)
    assert (out / name).read_bytes() == before[name] + b"mine"
    assert written(packets, out, force=True) == before


@pytest.mark.parametrize("names", [["../merged.csv"], ["/merged.csv", "merged"], "x", None])
def test_a_record_that_was_changed_removes_nothing_else(tmp_path: Path, names: Any) -> None:
    packets, out = write_packets(tmp_path), tmp_path / "out"
    written(packets, out)
    other = tmp_path / "merged.csv"
    other.write_text("mine")
    digest = sha256(other.read_bytes()).hexdigest()
    record = json.loads((out / "collected.json").read_bytes())
    record["written"] = dict.fromkeys(names, digest) if isinstance(names, list) else names
    (out / "collected.json").write_text(json.dumps(record))
    found = collect([packets.folder], packets.manifest_path)
    assert not write_collection(found, out, "qrels", force=True).told
    assert other.read_text() == "mine"


def test_the_interface_in_python_collects_and_writes(tmp_path: Path) -> None:
    packets = write_packets(tmp_path)
    found = xlmetrics.collect(str(packets.folder), str(packets.manifest_path))
    done = xlmetrics.write_collection(found, str(tmp_path / "out"), "qrels")
    assert done.merged == tmp_path / "out/merged.qrels"
    assert {path.name for path in done.paths} == {
        "adjudication.xlsx", "collected.json", "judgments.csv", "merged.qrels",
    }  # fmt: skip


def test_an_adjudication_shows_the_links_of_the_packets(tmp_path: Path) -> None:
    table = tmp_path / "run.csv"
    table.write_text(
        "query,doc,rank,title,url\n"
        "q,a,1,A,https://www.example.org/a?b=1\nq,b,2,B,javascript:alert(1)\nq,c,3,C,\n"
    )
    folder = tmp_path / "packets"
    run("judge", table, "--raters", "ann,bo", "--overlap", "100%", "-o", folder)
    for rater, grade in (("ann", 0), ("bo", 1)):
        book = openpyxl.load_workbook(folder / f"{rater}-1.xlsx")
        fill(book["Judge"], [grade] * 3)
        book.save(folder / f"{rater}-1.xlsx")
    result = run("collect", folder, "-o", tmp_path / "out")
    assert result.exit_code == 0, result.output
    links = []
    for path in (folder / "ann-1.xlsx", tmp_path / "out/adjudication.xlsx"):
        sheet = openpyxl.load_workbook(path)["Judge"]
        cells = [sheet.cell(row, column(sheet, "Link")) for row in range(TOP, TOP + 3)]
        links.append(
            sorted((str(each.value), getattr(each.hyperlink, "target", "")) for each in cells)
        )
    assert links[0] == links[1]
    assert ("example.org", "https://www.example.org/a?b=1") in links[0]


# The command.


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in arguments])


def test_what_a_format_drops_is_told_of_one_that_was_chosen(tmp_path: Path) -> None:
    packets = write_packets(tmp_path)
    given = ["collect", packets.folder, "--manifest", packets.manifest_path, "-o", tmp_path / "out"]
    assert "dropped" not in run(*given).output
    assert "merged.csv: dropped: labels of grades (4)" in run(*given, "--to", "csv").stderr


def test_the_command_tells_all_and_exits_by_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    packets = write_packets(tmp_path)
    monkeypatch.chdir(tmp_path)
    result = run("collect", "packets", "--manifest", "manifest.json", "-o", "out")
    assert result.exit_code == 0, result.output
    for said in (
        "ann-1.xlsx",
        "Krippendorff's alpha",
        "ann 2, bo 1, cy 0",
        "4 of 6 documents graded",
    ):
        assert said in result.output
    assert "4 of 6 documents graded; 2 left open; 0 without a grade; no findings" in result.output
    book = openpyxl.load_workbook("out/adjudication.xlsx")
    fill(book["Judge"], [2])
    fill(book["Judge"], [None, "document unclear"], "Can't judge")
    book.save("packets/decided.xlsx")
    result = run("collect", "packets", "--manifest", "manifest.json")
    assert "5 of 6 documents graded, 1 of them decided; 0 left open; 1 without" in result.output
    assert "1 without a grade, 1 of them decided to be impossible to judge" in result.output
    assert "decided.xlsx: 2 decisions asked for: 1 judged, 1 can't judge" in result.output
    packets.edit("ann", lambda sheet: fill(sheet, [9]))
    result = run("collect", "packets", "--manifest", "manifest.json", "--merge", "maximum")
    assert "; 1 finding\n" in result.output
    assert result.exit_code == 1
    assert (
        "ann-1.xlsx, Judge, row 5: document '04560' of query 'q0' has the grade 9" in result.output
    )
    result = run("collect", "packets")
    assert result.exit_code == 2
    assert "there is no manifest.json beside the packets" in result.output
