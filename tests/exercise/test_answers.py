"""Returned exercises are marked right, whatever was done to them."""

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from click.testing import CliRunner, Result
from openpyxl.workbook import Workbook as Book

from tests.exercise.support import COURSES, answers, copy, hand_in, right, teacher, wrong
from tests.ods.convert import as_open_document
from xlmetrics.answers import Marked, mark_answers
from xlmetrics.cli import main
from xlmetrics.engine.libreoffice import recalculate
from xlmetrics.errors import XlmetricsError
from xlmetrics.exercise.returned import as_number
from xlmetrics.expected.answers import TOLERANCE, Verdict
from xlmetrics.model import is_number
from xlmetrics.quantities import KINDS
from xlmetrics.template.read import shipped_templates
from xlmetrics.template.words import english
from xlmetrics.xlsx.write import write_workbook

TEMPLATE = "cg-to-ndcg"
RIGHT, WRONG, BLANK, NEAR = Verdict.RIGHT, Verdict.WRONG, Verdict.BLANK, Verdict.NEAR


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in arguments])


def verdicts(marked: Marked) -> list[Verdict]:
    return [answer.verdict for answer in marked.answers]


def mark(path: Path) -> Marked:
    before = path.read_bytes()
    [marked] = mark_answers([path])
    assert path.read_bytes() == before
    return marked


@pytest.fixture
def handed_in(tmp_path: Path) -> Path:
    """Anna's exercise: the last answer is wrong, all others right."""
    return hand_in(copy(TEMPLATE, 4, "Anna"), tmp_path / "anna.xlsx", {"NDCG@k": 77})


@pytest.mark.parametrize("name", COURSES)
@pytest.mark.parametrize("seed", range(3))
def test_all_verdicts(name: str, seed: int, tmp_path: Path) -> None:
    book = copy(name, seed, "Anna")
    truth = right(book)
    marked = mark(hand_in(book, tmp_path / "x.xlsx"))
    assert (marked.student, marked.template, marked.seed) == ("Anna", name, seed)
    assert (marked.score, marked.notes, marked.problem) == (len(truth), (), "")
    assert [answer.right for answer in marked.answers] == list(truth.values())
    blank = mark(hand_in(book, tmp_path / "x.xlsx", dict.fromkeys(truth)))
    assert set(verdicts(blank)) == {BLANK}
    off = mark(hand_in(book, tmp_path / "x.xlsx", {each: truth[each] + 1000 for each in truth}))
    assert set(verdicts(off)) == {WRONG}
    for each, table in answers(book).items():
        for number in wrong(table):
            value = book.value(table[f"wrong_{number}"].first)
            if is_number(value) and abs(value - truth[each]) > 2 * TOLERANCE:
                found = mark(hand_in(book, tmp_path / "x.xlsx", {each: value}))
                [answer] = [answer for answer in found.answers if answer.figure == each]
                assert answer.verdict is Verdict.MISTAKE
                says = [table[f"says_{n}"].first for n in wrong(table)]
                assert answer.mistake in [book.value(place) for place in says]


MISTAKES = [
    (TEMPLATE, "IDCG@k", "IDCG_of_returned"),
    (TEMPLATE, "NDCG@k", "nDCG_of_returned"),
    (TEMPLATE, "DCG@k", "DCG_log_rank"),
    ("shop", "IDCG@k", "IDCG_log_rank"),
    ("rag", "NDCG@k", "nDCG_log_rank"),
    ("mrr", "MRR@k", "MRR_of_hits"),
    ("known-item", "Mean NDCG@k", "mean_of_DCG"),
]


@pytest.mark.parametrize(("template", "figure", "mistake"), MISTAKES)
def test_what_probably_went_wrong_is_said(
    template: str, figure: str, mistake: str, tmp_path: Path
) -> None:
    """The figure that a mistake gives, worked out by its formula on the key, is answered by it."""
    book = copy(template, 4, "Anna")
    [table] = [each for each in book.tables if mistake in each.fields]
    marked = mark(hand_in(book, tmp_path / "x.xlsx", {figure: book.value(table[mistake].first)}))
    [answer] = [each for each in marked.answers if each.figure == figure]
    assert (answer.verdict, answer.mistake) == (
        Verdict.MISTAKE,
        english()[f"mistake.{mistake}"],
    )


def test_every_known_mistake_of_an_exercise_is_named_in_the_tests() -> None:
    asked = {
        mistake.name
        for course in COURSES.values()
        for topic in course.topics
        for ask in (topic.exercise.ask if topic.exercise else ())
        for mistake in KINDS[topic.tables[ask.table - 1].kind].mistakes(ask.figure)
    }
    assert asked == {mistake for _, _, mistake in MISTAKES}


def rename_sheets_and_names(book: Book) -> None:
    for name in book.defined_names.values():
        for old, new in (("'CG to NDCG'", "'My work'"), ("'Key'", "'k'")):
            name.attr_text = name.attr_text.replace(old, new)
    book["CG to NDCG"].title, book["Key"].title = "My work", "k"


def delete_key(book: Book) -> None:
    del book["Key"]


def show_key_without_names(book: Book) -> None:
    book["Key"].sheet_state = "visible"
    book["Key"].title = "Not hidden"
    book.move_sheet("Not hidden", -1)
    book.defined_names.clear()


def delete_names(book: Book) -> None:
    book.defined_names.clear()


def point_names_elsewhere(book: Book) -> None:
    for name in book.defined_names.values():
        name.attr_text = "'CG to NDCG'!$A$1"


def insert_rows_above(book: Book) -> None:
    book.defined_names.clear()
    book["CG to NDCG"].insert_rows(1, 3)


def move_answers(book: Book) -> None:
    sheet = book["CG to NDCG"]
    top = next(cell.row for cell in sheet["A"] if cell.value == "CG@k")
    sheet.move_range(f"A{top}:C{top + 3}", rows=12, cols=4)


def sort_answers(book: Book) -> None:
    sheet = book["CG to NDCG"]
    top = next(cell.row for cell in sheet["A"] if cell.value == "CG@k")
    rows = [[cell.value for cell in row[:2]] for row in sheet.iter_rows(top, top + 3)]
    for row, values in enumerate(sorted(rows, reverse=True), top):
        for column, value in enumerate(values, 1):
            sheet.cell(row, column).value = value


def scribble(book: Book) -> None:
    for row in book["CG to NDCG"]["C15:G20"]:
        for cell in row:
            cell.value = "=1/0"
    book.create_sheet("Scratch")["A1"] = "NDCG@k"


@pytest.mark.parametrize(
    "change",
    [
        rename_sheets_and_names,
        delete_key,
        show_key_without_names,
        delete_names,
        point_names_elsewhere,
        insert_rows_above,
        move_answers,
        sort_answers,
        scribble,
    ],
)
def test_answers_are_found(handed_in: Path, change: Callable[[Book], None]) -> None:
    book = openpyxl.load_workbook(handed_in)
    change(book)
    book.save(handed_in)
    marked = mark(handed_in)
    assert marked.problem == ""
    assert verdicts(marked) == [RIGHT, RIGHT, RIGHT, WRONG]
    assert marked.student == "Anna"


def test_given_numbers_that_were_changed_are_told(handed_in: Path) -> None:
    book = openpyxl.load_workbook(handed_in)
    sheet = book["CG to NDCG"]
    top = next(cell.row for cell in sheet["A"] if cell.value == 1)
    was = sheet.cell(top, 2).value
    sheet.cell(top, 2).value = 9
    book.save(handed_in)
    marked = mark(handed_in)
    assert marked.notes == (f"given numbers were changed: B{top} is 9, was {was}",)
    assert verdicts(marked) == [RIGHT, RIGHT, RIGHT, WRONG], "by the numbers given out"


def test_stored_values_and_the_key_are_not_believed(handed_in: Path) -> None:
    """A key that says 77 is right, and feedback typed over, change nothing."""
    book = openpyxl.load_workbook(handed_in)
    for row in book["Key"].iter_rows():
        for cell in row:
            if isinstance(cell.value, str) and cell.value.startswith("="):
                cell.value = 77
    for row in book["CG to NDCG"].iter_rows():
        for cell in row:
            if isinstance(cell.value, str) and cell.value.startswith("=IF(ISNUMBER"):
                cell.value = "Right"
    book.save(handed_in)
    assert verdicts(mark(handed_in)) == [RIGHT, RIGHT, RIGHT, WRONG]


@pytest.mark.parametrize(
    ("typed", "verdict", "note"),
    [
        ("{:.4f}", RIGHT, "is text, read as"),
        ("{:.3f}", RIGHT, "is text"),
        ("=ROUND(B{row},9)", None, ""),
        ("n/a", Verdict.NO_NUMBER, ""),
        ("  ", BLANK, ""),
        (True, Verdict.NO_NUMBER, ""),
    ],
)
def test_what_people_type(tmp_path: Path, typed: Any, verdict: Verdict | None, note: str) -> None:
    book = copy(TEMPLATE, 4, "Anna")
    value = right(book)["NDCG@k"]
    if verdict is None:
        typed, verdict = f"={value!r}+0", RIGHT
    elif isinstance(typed, str):
        typed = typed.format(value).replace(".", ",")
    path = hand_in(book, tmp_path / "x.xlsx")
    theirs = openpyxl.load_workbook(path)
    place = answers(book)["NDCG@k"]["answer"].first
    theirs[place.sheet][place.a1] = typed
    theirs.save(path)
    marked = mark(path)
    assert verdicts(marked) == [RIGHT, RIGHT, RIGHT, verdict]
    assert note in "".join(marked.notes)
    assert bool(note) == bool(marked.notes)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("0,55", 0.55),
        (" 0.55 ", 0.55),
        ("55%", 0.55),
        ("5,5 %", 0.055),
        ("=.5", 0.5),
        ("-1", -1),
        ("≈ 3", 3),
        ("", None),
        ("1.000,5", "1.000,5"),
        ("-", "-"),
        (".", "."),
        ("%", "%"),
        ("1/2", "1/2"),
        ("nan", "nan"),
        ("٣", "٣"),
    ],
)
def test_texts_that_are_numbers(text: str, number: object) -> None:
    assert as_number(text)[0] == number


def test_percent_without_its_sign_is_told(tmp_path: Path) -> None:
    book = copy(TEMPLATE, 4, "Anna")
    typed = {"NDCG@k": right(book)["NDCG@k"] * 100}
    marked = mark(hand_in(book, tmp_path / "x.xlsx", typed))
    assert marked.answers[-1].verdict is WRONG
    assert marked.notes == ("NDCG@k: a hundred times too large, perhaps in percent",)


def test_answers_copied_from_another_are_told(tmp_path: Path) -> None:
    anna, ben = copy(TEMPLATE, 4, "Anna"), copy(TEMPLATE, 4, "Ben")
    hand_in(anna, tmp_path / "a.xlsx")
    hand_in(ben, tmp_path / "b.xlsx", right(anna))
    first, second = mark_answers([tmp_path])
    assert first.notes == ()
    different = sum(right(anna)[each] != right(ben)[each] for each in right(anna))
    assert second.notes == (f"{different} answers are right for the numbers of Anna",)


def test_two_files_of_one_student_are_told(tmp_path: Path) -> None:
    for name in ("a.xlsx", "b.xlsx"):
        hand_in(copy(TEMPLATE, 4, "Anna"), tmp_path / name)
    notes = [marked.notes for marked in mark_answers([tmp_path])]
    assert notes == [
        (f"{tmp_path / name} is of the same student",) for name in ("b.xlsx", "a.xlsx")
    ]


def test_a_class_tells_who_is_missing_and_who_is_not_in_it(tmp_path: Path) -> None:
    hand_in(copy(TEMPLATE, 4, "Anna"), tmp_path / "cg-to-ndcg-Ben.xlsx")
    hand_in(copy(TEMPLATE, 4, "Zoe"), tmp_path / "zoe.xlsx")
    anna, ben, zoe = mark_answers([tmp_path], students=["Anna", "Ben"])
    assert anna.notes == ("the file is named for Ben",)
    assert (ben.student, ben.path, ben.problem) == ("Ben", None, "returned nothing")
    assert zoe.notes == ("the name is not in the class",)


def test_a_name_typed_by_a_student(tmp_path: Path) -> None:
    book = copy(TEMPLATE, 4)
    path = hand_in(book, tmp_path / "x.xlsx")
    assert mark(path).student == ""
    theirs = openpyxl.load_workbook(path)
    theirs.worksheets[0]["B2"] = "  Anna  Lee "
    theirs.save(path)
    assert mark(path).student == "Anna Lee"


def test_a_file_that_cannot_be_marked_stops_no_other(tmp_path: Path) -> None:
    (tmp_path / "deep/er").mkdir(parents=True)
    hand_in(copy(TEMPLATE, 4, "Anna"), tmp_path / "deep/er/anna.xlsx")
    (tmp_path / "broken.xlsx").write_bytes(b"PK\x03\x04 and no more")
    (tmp_path / "empty.xlsx").write_bytes(b"")
    (tmp_path / "notes.pdf").write_bytes(b"%PDF-1.4")
    (tmp_path / "~$anna.xlsx").write_bytes(b"")
    openpyxl.Workbook().save(tmp_path / "other.xlsx")
    write_workbook(teacher(TEMPLATE), tmp_path / "teacher.xlsx")
    foreign = openpyxl.Workbook()
    foreign.worksheets[0]["A1"] = "xlmetrics exercise mine/1/Ben"
    foreign.save(tmp_path / "foreign.xlsx")
    problems = {m.path.name: m.problem for m in mark_answers([tmp_path]) if m.path}
    assert problems.pop("anna.xlsx") == ""
    assert "no exercise" in problems.pop("other.xlsx")
    assert "teacher's version" in problems.pop("teacher.xlsx")
    assert "give its file with --template" in problems.pop("foreign.xlsx")
    assert set(problems) == {"broken.xlsx", "empty.xlsx", "notes.pdf"}
    assert all(problems.values())


def test_a_file_that_lost_all_but_its_mark(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    book.worksheets[0]["A1"] = "xlmetrics exercise cg-to-ndcg/4/Anna"
    book.save(tmp_path / "x.xlsx")
    marked = mark(tmp_path / "x.xlsx")
    assert set(verdicts(marked)) == {BLANK}
    assert "the given numbers are gone or not this student's" in marked.notes
    assert "NDCG@k: the cell of the answer is gone" in marked.notes


def test_two_marks_in_one_file_are_told(handed_in: Path) -> None:
    book = openpyxl.load_workbook(handed_in)
    book.worksheets[0]["F1"] = "xlmetrics exercise cg-to-ndcg/4/Ben"
    book.save(handed_in)
    marked = mark(handed_in)
    assert marked.student == "Anna", "whose numbers stand in it"
    assert "carries the mark of another exercise too" in marked.notes[0]


def test_nothing_to_mark(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "none.xlsx"):
        with pytest.raises(XlmetricsError, match="there is no"):
            mark_answers([path])


@pytest.mark.libreoffice
def test_saved_by_libreoffice(handed_in: Path, tmp_path: Path) -> None:
    paths = [
        *recalculate([handed_in], tmp_path / "xlsx"),
        *as_open_document([handed_in], tmp_path / "ods"),
    ]
    for path in paths:
        marked = mark(path)
        assert verdicts(marked) == [RIGHT, RIGHT, RIGHT, WRONG], path.name
        assert (marked.student, marked.notes) == ("Anna", ()), path.name


def test_the_command_tells_as_table_csv_and_json(tmp_path: Path) -> None:
    folder = tmp_path / "returned"
    folder.mkdir()
    hand_in(copy(TEMPLATE, 4, "=Anna"), folder / "a.xlsx", {"NDCG@k": 77, "DCG@k": None})
    table = run("check", "--answers", folder)
    assert table.exit_code == 0
    assert "=Anna" in table.output
    assert "2 of 4" in table.output
    [row] = csv.DictReader(io.StringIO(run("check", folder, "--answers", "--format", "csv").output))
    assert (row["student"], row["right"], row["of"]) == ("'=Anna", "2", "4")
    assert (row["NDCG@k"], row["NDCG@k, typed"], row["DCG@k"]) == ("not yet", "77", "blank")
    told = json.loads(run("check", "--answers", folder, "--format", "json").output)
    assert told["schema"] == "xlmetrics.answers/1"
    assert told["files"][0]["answers"][3]["verdict"] == "not yet"
    (folder / "b.xlsx").write_text("x")
    assert run("check", "--answers", folder).exit_code == 1
    assert run("check", "--answers", tmp_path / "none").exit_code == 2


def test_ones_own_template_is_named(tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_bytes(shipped_templates()[TEMPLATE].read_bytes())
    run("build", mine, "--exercise", "-o", tmp_path / "out")
    path = tmp_path / "out/mine-student.xlsx"
    assert "--template" in mark(path).problem
    [marked] = mark_answers([path], [mine])
    assert set(verdicts(marked)) == {BLANK}


@pytest.mark.parametrize(
    "arguments",
    [["a.xlsx", "--format", "csv"], ["a.xlsx", "--students", "n.csv"]],
)
def test_what_goes_with_answers_only(arguments: list[str]) -> None:
    result = run("check", *arguments)
    assert result.exit_code == 2
    assert "add --answers" in result.output
