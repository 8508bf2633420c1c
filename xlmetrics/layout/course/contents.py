"""The sheet of contents: a link to each topic, with its title."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.address import quote_title
from xlmetrics.layout.canvas import Canvas
from xlmetrics.layout.course.room import heights_of, widths_of
from xlmetrics.layout.fit import lines_within
from xlmetrics.model import Look, Sheet
from xlmetrics.text import NOTE_WIDTH

if TYPE_CHECKING:
    from xlmetrics.template.model import Course


def arrange_contents(course: Course) -> Sheet:
    """The first sheet: what the workbook is about, and where each topic stands."""
    canvas = Canvas(course.words["sheet.contents"])
    canvas.label(1, 1, course.title, Look.TITLE)
    row = 2
    for row, line in enumerate(lines_within(course.summary, NOTE_WIDTH), 2):
        canvas.label(row, 1, line, Look.INTRO)
    canvas.headings(row + 2, 1, (course.words["heading.sheet"], course.words["heading.topic"]))
    for at, topic in enumerate(course.topics, row + 3):
        link = f"#{quote_title(topic.name)}!A1"
        canvas.label(at, 1, topic.name, Look.LINK, link=link)
        canvas.label(at, 2, topic.title, Look.NOTE)
    widths = widths_of(canvas.cells) | {2: NOTE_WIDTH}
    return Sheet(
        canvas.title,
        tuple(canvas.cells),
        widths=widths,
        heights=heights_of(canvas.cells, widths),
        print_area=canvas.extent(),
    )
