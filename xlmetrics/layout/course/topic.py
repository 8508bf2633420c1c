"""Arrange a sheet that explains itself: title and text, settings, tables, charts, what to try."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.layout.canvas import Canvas
from xlmetrics.layout.course.charts import CHART_ROWS, place_chart
from xlmetrics.layout.course.room import heights_of, spread_to, widths_of
from xlmetrics.layout.course.settings import Settings
from xlmetrics.layout.course.table import TablePlacer
from xlmetrics.layout.fit import is_long, lines_within
from xlmetrics.layout.values import with_values
from xlmetrics.model import Look, Sheet, Table

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Iterable

    from xlmetrics.template.model import Course, Topic

TEXT_WIDTH = 110
"""Characters on a line of text across the sheet."""


def arrange_topic(
    course: Course, content: Topic, numbers: Counter[str]
) -> tuple[Sheet, list[Table]]:
    """The sheet and its tables; ``numbers`` counts the tables of each kind in the workbook."""
    words = course.words
    canvas = Canvas(content.name)
    canvas.label(1, 1, content.title, Look.TITLE)
    row = _place_lines(canvas, content.text, 2) + 1
    settings = Settings(canvas, words, course.scale, content.settings)
    row = settings.place(content.tables, row) + 1
    tables: list[Table] = []
    for each in content.tables:
        if each.title:
            canvas.label(row, 1, each.title, Look.SUBTITLE)
            row += 1
        placer = TablePlacer(canvas, settings, each, words, row)
        numbers[each.kind] += 1
        tables.append(placer.place(numbers[each.kind]))
        row = placer.bottom + 2
    charts = []
    for at in range(0, len(content.charts), 2):
        for side, chart in enumerate(content.charts[at : at + 2]):
            charts.append(place_chart(canvas, chart, tables[chart.table - 1], words, row, side))
        row += CHART_ROWS + 1
    if content.notes:
        canvas.label(row, 1, words["heading.notes"], Look.SUBTITLE)
        _place_lines(canvas, _numbered(content.notes), row + 1)
    cells = with_values(canvas.cells, tables)
    widths = widths_of(cells)
    heights = heights_of(cells, widths)
    right = max([spread_to(cells, widths), *(chart.where.right for chart in charts)])
    return Sheet(
        content.name,
        cells,
        widths=widths,
        heights=heights,
        print_area=canvas.extent()._replace(right=right),
        validations=tuple(canvas.validations),
        highlights=tuple(canvas.highlights),
        charts=tuple(charts),
        long=is_long(cells, heights),
    ), tables


def _place_lines(canvas: Canvas, paragraphs: Iterable[str], row: int) -> int:
    """Place text across the sheet, a line a row; gives the row below."""
    for paragraph in paragraphs:
        for line in lines_within(paragraph, TEXT_WIDTH):
            canvas.label(row, 1, line, Look.INTRO)
            row += 1
    return row


def _numbered(notes: Iterable[str]) -> list[str]:
    return [f"{number}. {note}" for number, note in enumerate(notes, 1)]
