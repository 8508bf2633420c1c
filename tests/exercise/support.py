"""Exercises made for a test, and students who work on them."""

from dataclasses import replace
from pathlib import Path

from tests.support import with_inputs
from xlmetrics.exercise.copies import has_exercise, student_copy, teacher_copy
from xlmetrics.exercise.mark import Mark
from xlmetrics.layout.course.exercise_class import asked
from xlmetrics.model import Result, Table, Value, Workbook
from xlmetrics.quantities import KINDS
from xlmetrics.template.model import Asked, Course, Exercise, Topic
from xlmetrics.template.read import read_template, shipped_templates
from xlmetrics.xlsx.write import write_workbook

SHIPPED = {name: read_template(path) for name, path in shipped_templates().items()}
COURSES = {
    name: each for name, each in SHIPPED.items() if isinstance(each, Course) and has_exercise(each)
}
"""The shipped courses that have exercises."""


def copy(template: str, seed: int = 1, student: str = "") -> Workbook:
    return student_copy(COURSES[template], Mark(template, seed, student))


def teacher(template: str, seed: int = 1) -> Workbook:
    return teacher_copy(COURSES[template], Mark(template, seed), ())


def answers(book: Workbook) -> dict[str, Table]:
    """The table of each answer, by what is asked."""
    return dict(asked(book))


def right(book: Workbook) -> dict[str, Value]:
    return {name: book.value(table["right"].first) for name, table in answers(book).items()}


def wrong(table: Table) -> list[int]:
    """The numbers of the known mistakes of an answer."""
    return [int(name.removeprefix("wrong_")) for name in table.fields if name.startswith("wrong_")]


def worked_on(book: Workbook, typed: dict[str, Value]) -> Workbook:
    """The book with these answers typed in; what its formulas show stays as it was."""
    tables = answers(book)
    return with_inputs(book, {tables[name]["answer"].first: typed[name] for name in typed})


def hand_in(book: Workbook, path: Path, typed: dict[str, Value] | None = None) -> Path:
    """Write the book with the right answers, or others, typed in."""
    write_workbook(worked_on(book, right(book) | (typed or {})), path)
    return path


def with_exercises(course: Course) -> Course:
    """The course with an exercise of every topic that has figures, which asks for all of them."""

    def asking(topic: Topic) -> Topic:
        ask = [
            Asked(number, each.name)
            for number, table in enumerate(topic.tables, 1)
            for each in KINDS[table.kind].quantities.values()
            if not (each.rows or each.instead_of or each.is_text)
        ]
        return replace(topic, exercise=Exercise(topic.text, tuple(ask)) if ask else None)

    return replace(course, topics=tuple(map(asking, course.topics)))


def said(book: Workbook, values: dict[object, Result], table: Table) -> Result:
    place = table["feedback"].first
    return values[place] if place in values else book.value(place)
