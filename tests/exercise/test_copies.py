"""What students and teachers get: right, told so, live, and the same each time."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.exercise.support import (
    COURSES,
    answers,
    copy,
    right,
    said,
    teacher,
    with_exercises,
    worked_on,
    wrong,
)
from tests.test_quantities import everything
from xlmetrics.audit import check
from xlmetrics.engine import Calculation
from xlmetrics.engine.libreoffice import recalculate
from xlmetrics.exercise.copies import student_copy, teacher_copy
from xlmetrics.exercise.draw import draw
from xlmetrics.exercise.mark import Mark
from xlmetrics.expected import expectations
from xlmetrics.expected.answers import NEAR, TOLERANCE
from xlmetrics.model import Look, Role, Value, Workbook, agree, is_number
from xlmetrics.quantities import KINDS
from xlmetrics.rules.perturb import perturb
from xlmetrics.template.words import english
from xlmetrics.xlsx.read import read_workbook
from xlmetrics.xlsx.write import workbook_bytes, write_workbook

NAMES = st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1, max_size=12)
SEEDS = st.integers(0, 10**12)


@pytest.fixture(params=COURSES)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def trials(book: Workbook) -> Iterator[tuple[dict[str, Value], dict[str, str]]]:
    """Answers to type in, and the field that holds what must be said of each."""
    tables = answers(book)
    truth = right(book)
    yield dict.fromkeys(tables), dict.fromkeys(tables, "")
    yield dict(truth), dict.fromkeys(tables, "is_right")
    yield {each: truth[each] + 0.0005 for each in tables}, dict.fromkeys(tables, "is_right")
    yield {each: truth[each] + 1000 for each in tables}, dict.fromkeys(tables, "is_not_yet")
    yield dict.fromkeys(tables, "0,5"), dict.fromkeys(tables, "is_no_number")
    for table_name, table in tables.items():
        taken = [truth[table_name]]
        for number in wrong(table):
            value = book.value(table[f"wrong_{number}"].first)
            if is_number(value) and all(abs(value - each) > 2 * TOLERANCE for each in taken):
                yield {table_name: value}, {table_name: f"says_{number}"}
            taken += [value] if is_number(value) else []
        near = truth[table_name] + 0.003
        if all(abs(near - each) > TOLERANCE for each in taken):
            yield {table_name: near}, {table_name: "is_near"}


@pytest.mark.parametrize("seed", range(4))
def test_feedback_says_what_an_answer_is(name: str, seed: int) -> None:
    book = copy(name, seed, "Anna")
    calculation = Calculation(book)
    tables = answers(book)
    count = 0
    for typed, says in trials(book):
        changed = {tables[each]["answer"].first: value for each, value in typed.items()}
        values = calculation.values(changed)
        for each, field in says.items():
            text = book.value(tables[each][field].first) if field else ""
            assert said(book, values, tables[each]) == text, (each, typed)
            count += 1
        scores = [table for table in book.tables if table.kind == "exercise_score"]
        hits = list(says.values()).count("is_right")
        assert sum(values[table["score"].first] for table in scores) == hits
    assert count >= 6 * len(tables)


@settings(max_examples=15)
@given(seed=SEEDS, student=NAMES)
@pytest.mark.parametrize("each", COURSES)
def test_every_draw_is_right_and_not_trivial(each: str, seed: int, student: str) -> None:
    book = teacher_copy(COURSES[each], Mark(each, seed, student), ())
    calculation = Calculation(book)
    values = calculation.values()
    for table in book.tables:
        for expectation in expectations(table, lambda at: values.get(at, book.value(at))):
            assert agree(values[expectation.address], expectation.value)
    for table in answers(book).values():
        assert said(book, values, table) == book.value(table["is_right"].first)
        assert values[table["right"].first] != 0
    for topic in draw(COURSES[each], Mark(each, seed, student)).topics:
        for table in topic.tables:
            kind = KINDS[table.kind]
            for column, drawn in table.given.items():
                if not kind.given[column].fixed:
                    assert None not in drawn or column == "first_rank"
                    assert len(drawn) < 3 or len(set(drawn)) > 1


def test_right_on_other_inputs_too(name: str) -> None:
    for book in (copy(name), teacher(name)):
        calculation = Calculation(book)
        random = Random(5)
        for _ in range(60):
            changed = perturb(book, book.tables, random)
            values = {cell.address: cell.value for cell in book.cells.values()}
            values |= calculation.values(changed) | changed
            for table in book.tables:
                for each in expectations(table, values.get):
                    assert agree(values[each.address], each.value), (each, changed)


def test_every_kind_of_table_can_be_an_exercise() -> None:
    course = with_exercises(everything(english()))
    mark = Mark("t", 1, "Anna")
    random = Random(6)
    for book in (student_copy(course, mark), teacher_copy(course, mark, ())):
        calculation = Calculation(book)
        for trial in range(4):
            changed = perturb(book, book.tables, random) if trial else {}
            values = {cell.address: cell.value for cell in book.cells.values()}
            values |= calculation.values(changed) | changed
            expected = [each for table in book.tables for each in expectations(table, values.get)]
            for each in expected:
                assert agree(values[each.address], each.value), (each, changed)
            assert {each.address for each in expected} == {cell.address for cell in book.formulas()}
    for table in answers(book).values():
        assert book.value(table["feedback"].first) == book.value(table["is_right"].first)
    assert {"ranking", "lists", "first_ranks"} <= {table.kind for table in book.tables}


def test_a_check_finds_nothing(name: str, tmp_path: Path) -> None:
    books = {"student": copy(name, 3, "Anna"), "teacher": teacher(name, 3)}
    books["class"] = teacher_copy(COURSES[name], Mark(name, 3), ["Anna", "Ben"])
    books["answered"] = worked_on(books["student"], right(books["student"]) | {})
    for each, book in books.items():
        write_workbook(book, tmp_path / f"{each}.xlsx")
        report = check(tmp_path / f"{each}.xlsx")
        told = [finding for finding in report.findings if finding.code != "XL205"]
        assert not told
        assert not report.not_checked


def test_only_answers_and_working_are_open(name: str) -> None:
    book = copy(name)
    for sheet in book.sheets:
        for cell in sheet.cells:
            assert (cell.role is Role.INPUT) >= (cell.look in (Look.INPUT, Look.WORKING))
            if cell.look in (Look.INPUT, Look.WORKING):
                assert cell.value is None
                assert not sheet.hidden
    assert {sheet.hidden for sheet in book.sheets} == {True, False}
    assert not any(sheet.hidden for sheet in teacher(name).sheets)


def test_what_is_hidden_is_all_that_tells_the_answers(name: str) -> None:
    """No right figure stands on a sheet that a student sees."""
    book = copy(name)
    figures = {value for value in right(book).values() if isinstance(value, float)}
    shown = [cell.value for sheet in book.sheets if not sheet.hidden for cell in sheet.cells]
    assert not figures & {value for value in shown if isinstance(value, float) and value % 1}


@settings(max_examples=15)
@given(seed=SEEDS, student=NAMES)
def test_the_same_bytes_each_time(seed: int, student: str) -> None:
    mark = Mark("cg-to-ndcg", seed, student)
    one, other = (workbook_bytes(student_copy(COURSES["cg-to-ndcg"], mark)) for _ in range(2))
    assert one == other


def test_numbers_differ_by_seed_and_by_student() -> None:
    course = COURSES["cg-to-ndcg"]
    marks = [Mark("cg-to-ndcg", seed, name) for seed in range(5) for name in ("", "A", "B")]
    drawn = {draw(course, mark).topics[0].tables[0].given["judged"] for mark in marks}
    assert len(drawn) > 12


def test_documents_that_are_named_keep_their_grades_and_change_places() -> None:
    course = COURSES["shop"]
    given = course.topics[0].tables[0].given
    grades = dict(zip(given["document"], given["judged"], strict=True))
    orders = set()
    for seed in range(5):
        drawn = draw(course, Mark("shop", seed)).topics[0].tables[0].given
        assert dict(zip(drawn["document"], drawn["judged"], strict=True)) == grades
        orders.add(drawn["document"])
    assert len(orders) == 5


def test_named_documents_stay_within_their_query() -> None:
    lists = with_exercises(COURSES["known-item"]).topics[1]
    table = lists.tables[0]
    names = tuple(f"{query} {row}" for row, query in enumerate(table.given["query"]))
    named = replace(table, given={**table.given, "document": names})
    course = replace(COURSES["known-item"], topics=(replace(lists, tables=(named,)),))
    drawn = draw(course, Mark("t", 1)).topics[0].tables[0].given
    assert drawn["document"] != names
    for query, document in zip(drawn["query"], drawn["document"], strict=True):
        assert str(document).startswith(f"{query} ")


def test_queries_without_a_hit_are_drawn_too() -> None:
    firsts = [draw(COURSES["mrr"], Mark("mrr", seed)).topics[0].tables[0] for seed in range(12)]
    assert 1 <= sum(None in each.given["first_rank"] for each in firsts) <= 11


def test_a_student_is_told_the_names_of_rows_and_spared_what_formulas_need() -> None:
    shown = [str(cell.value) for cell in copy("average-precision").sheets[1].cells if cell.value]
    assert shown.count("webhook retries") == 8
    assert not {"First row of query", "First row", "Last row"} & set(shown)
    front = teacher("average-precision").sheets[1]
    assert any(cell.formula and "INDEX" in cell.formula for cell in front.cells)


def test_the_numbers_of_a_mark_stay_what_they_are() -> None:
    """Exercises that are out are marked by what is drawn then: the draw must never change."""
    topic = draw(COURSES["cg-to-ndcg"], Mark("cg-to-ndcg", 7, "Anna")).topics[0]
    assert topic.tables[0].given["judged"] == (2, 0, 1, 1, 3, 0, 1)
    assert topic.settings["k"] == 5


@pytest.mark.parametrize(
    "text", ["", "x", "cg/1", "xlmetrics exercise /1", "xlmetrics exercise a/"]
)
def test_other_texts_are_no_mark(text: str) -> None:
    assert Mark.parse(text) is None


@given(seed=SEEDS, student=NAMES)
def test_a_mark_is_read_as_it_is_written(seed: int, student: str) -> None:
    for mark in (Mark("my template", seed, student), Mark("t", seed)):
        assert Mark.parse(str(mark)) == mark


def test_a_wrong_feedback_would_be_seen(tmp_path: Path) -> None:
    """Negative control: a formula that always says Right is found."""
    book = copy("cg-to-ndcg")
    table = answers(book)["NDCG@k"]
    place, word = table["feedback"].first, table["is_right"].first
    sheets = tuple(
        replace(
            sheet,
            cells=tuple(
                cell._replace(formula=f"={word}") if cell.address == place else cell
                for cell in sheet.cells
            ),
        )
        for sheet in book.sheets
    )
    write_workbook(replace(book, sheets=sheets), tmp_path / "x.xlsx")
    assert any(each.address == place for each in check(tmp_path / "x.xlsx").mistakes)


def test_nearly_is_wider_than_right() -> None:
    assert TOLERANCE < NEAR


@pytest.mark.libreoffice
def test_libreoffice_says_the_same(tmp_path: Path) -> None:
    books: list[tuple[Workbook, dict[str, str]]] = []
    paths: list[Path] = []
    for name in COURSES:
        book = copy(name, 2, "Anna")
        for number, (typed, says) in enumerate(trials(book)):
            books.append((book, says))
            paths.append(tmp_path / f"{name}-{number}.xlsx")
            write_workbook(worked_on(book, typed), paths[-1])
    for (book, says), path in zip(books, recalculate(paths, tmp_path / "out"), strict=True):
        theirs = read_workbook(path)
        for each, field in says.items():
            table = answers(book)[each]
            text = book.value(table[field].first) if field else ""
            assert (theirs.value(table["feedback"].first) or "") == text, (path.name, each)
