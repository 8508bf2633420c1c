"""Arrange a course: a sheet of contents, a sheet for each topic, and the notes."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from xlmetrics.layout.course.contents import arrange_contents
from xlmetrics.layout.course.notes import arrange_notes
from xlmetrics.layout.course.topic import arrange_topic
from xlmetrics.model import Workbook

if TYPE_CHECKING:
    from xlmetrics.model import Sheet, Table
    from xlmetrics.template.model import Course


def arrange_course(course: Course) -> Workbook:
    """The workbook of a course; the contents only where there are several topics."""
    numbers: Counter[str] = Counter()
    sheets: list[Sheet] = []
    tables: list[Table] = []
    for topic in course.topics:
        sheet, found = arrange_topic(course, topic, numbers)
        sheets.append(sheet)
        tables += found
    if len(sheets) > 1:
        sheets.insert(0, arrange_contents(course))
    return Workbook((*sheets, arrange_notes(course)), tuple(tables), title=course.title)
