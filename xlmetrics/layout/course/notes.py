"""The last sheet of a course: what each figure means, how inputs are read, where it is written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.layout.canvas import Canvas
from xlmetrics.layout.course.room import heights_of, widths_of
from xlmetrics.layout.fit import is_long
from xlmetrics.model import Look, Sheet
from xlmetrics.quantities import KINDS, Quantity
from xlmetrics.text import NOTE_WIDTH

if TYPE_CHECKING:
    from collections.abc import Iterable

    from xlmetrics.template.model import Course


def arrange_notes(course: Course) -> Sheet:
    """The sheet of notes; it holds no formula and no input."""
    words = course.words
    canvas = Canvas(words["sheet.notes"])
    shown = list({each.name: each for each in _quantities(course)}.values())
    meanings = [(words[f"figure.{each.name}"], words[f"meaning.{each.name}"]) for each in shown]
    row = 1
    for heading, lines in (("figures", meanings), ("reading", _reading(course))):
        if lines:
            canvas.headings(row, 1, (words[f"heading.{heading}"], ""))
            for row, (term, text) in enumerate(lines, row + 1):  # noqa: B020
                canvas.label(row, 1, term)
                canvas.label(row, 2, text, Look.NOTE)
            row += 2
    sources = dict.fromkeys(source for each in shown for source in each.sources)
    if sources:
        canvas.headings(row, 1, (words["heading.sources"], ""))
        for at, source in enumerate(sources, row + 1):
            link = words[f"source.{source}.link"]
            canvas.label(at, 1, words[f"source.{source}.name"], Look.LINK, link=link)
            canvas.label(at, 2, words[f"source.{source}.work"], Look.NOTE)
    widths = widths_of(canvas.cells) | {2: NOTE_WIDTH}
    heights = heights_of(canvas.cells, widths)
    return Sheet(
        canvas.title,
        tuple(canvas.cells),
        widths=widths,
        heights=heights,
        print_area=canvas.extent(),
        long=is_long(canvas.cells, heights),
    )


def _quantities(course: Course) -> Iterable[Quantity]:
    for topic in course.topics:
        for table in topic.tables:
            kind = KINDS[table.kind]
            parts = kind.needed([*table.given, *table.show])
            yield from (part for part in parts if isinstance(part, Quantity))


def _reading(course: Course) -> list[tuple[str, str]]:
    """How the inputs of the tables are read, case by case."""
    words = course.words
    kinds = dict.fromkeys(table.kind for topic in course.topics for table in topic.tables)
    cases = dict.fromkeys(case for kind in kinds for case in KINDS[kind].reading)
    none = words["value.none"]
    return [
        (words.filled(f"reading.{case}.case", none=none), words[f"reading.{case}.meaning"])
        for case in cases
    ]
