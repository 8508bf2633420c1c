"""The right answers of a class: a row a student, in the teacher's version."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.address import Address
from xlmetrics.layout.canvas import Canvas
from xlmetrics.layout.course.exercise_answers import LABEL
from xlmetrics.layout.course.room import heights_of, widths_of
from xlmetrics.layout.fit import is_long
from xlmetrics.model import Cell, Look, Role, Sheet

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from xlmetrics.model import Table, Value, Workbook
    from xlmetrics.template.model import Course


def asked(book: Workbook) -> Iterator[tuple[str, Table]]:
    """What an exercise asks for, in its own words, and the table that says where all stands."""
    several = sum(not sheet.hidden for sheet in book.sheets) > 1
    for table in book.tables:
        if table.kind == "exercise":
            sheet, row, _ = table["answer"].first
            figure = str(book.value(Address(sheet, row, LABEL)))
            yield f"{sheet}: {figure}" if several else figure, table


def arrange_class(course: Course, copies: Sequence[tuple[str, Workbook]]) -> Sheet:
    """The first sheet of the teacher's version, from each student's name and copy."""
    words = course.words
    canvas = Canvas(_title(course))
    canvas.label(1, 1, course.title, Look.TITLE)
    figures = [name for name, _ in asked(copies[0][1])]
    canvas.headings(3, 1, (words["exercise.student"], *figures), numbers=len(figures))
    for row, (student, book) in enumerate(copies, 4):
        canvas.label(row, 1, student)
        for column, (_, table) in enumerate(asked(book), 2):
            right = book.cells[table["right"].first]
            canvas.cells.append(_figure(canvas.at(row, column), right.value, right.number_format))
    widths = widths_of(canvas.cells)
    heights = heights_of(canvas.cells, widths)
    return Sheet(
        canvas.title,
        tuple(canvas.cells),
        widths=widths,
        heights=heights,
        freeze=canvas.at(4, 2),
        print_area=canvas.extent(),
        long=is_long(canvas.cells, heights),
    )


def _title(course: Course) -> str:
    """The title of the sheet, which no topic has."""
    title = course.words["sheet.class"]
    taken = {topic.name.casefold() for topic in course.topics}
    titles = (title, *(f"{title} {number}" for number in range(2, len(taken) + 3)))
    return next(each for each in titles if each.casefold() not in taken)


def _figure(place: Address, value: Value, number_format: str) -> Cell:
    return Cell(place, Role.LABEL, value, look=Look.STEP, number_format=number_format)
