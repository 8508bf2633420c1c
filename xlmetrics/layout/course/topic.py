"""Arrange a sheet that explains itself: title and text, settings, tables, charts, what to try."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.layout.canvas import Canvas
from xlmetrics.layout.course.charts import CHART_MARGIN, CHART_ROWS, place_chart
from xlmetrics.layout.course.room import heights_of, spread_to, widths_of
from xlmetrics.layout.course.settings import Settings
from xlmetrics.layout.course.table import TablePlacer
from xlmetrics.layout.fit import PAGE, is_long, lines_within
from xlmetrics.layout.values import with_values
from xlmetrics.model import Look, Sheet, Table

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Iterable

    from xlmetrics.template.model import Course, Topic

TEXT_WIDTH = 110
"""Characters on a line of text across the sheet."""

LONG = 30
"""Rows of a table beyond which it stands below charts and notes, which would be far down."""

TALL = 20
"""Rows beyond which a further table begins a page, where one page does not hold the sheet."""


def arrange_topic(
    course: Course, content: Topic, numbers: Counter[str]
) -> tuple[Sheet, list[Table]]:
    """The sheet and its tables; ``numbers`` counts the tables of each kind in the workbook."""
    words = course.words
    canvas = Canvas(content.name)
    canvas.label(1, 1, content.title, Look.TITLE)
    row = place_lines(canvas, content.text, 2) + 1
    settings = Settings(canvas, words, course.scale, content.settings)
    row = settings.place(content.tables, row) + 1
    tables: dict[int, Table] = {}
    headings: dict[int, int] = {}
    tall: list[int] = []

    def place_tables(row: int, chosen: Iterable[int]) -> int:
        for at in chosen:
            each, start = content.tables[at], row
            if each.title:
                canvas.label(row, 1, each.title, Look.SUBTITLE)
                row += 1
            placer = TablePlacer(canvas, settings, each, words, row)
            numbers[each.kind] += 1
            if tables and at not in long and placer.bottom - start > TALL:
                tall.append(start)
            headings[at] = placer.top
            tables[at] = placer.place(numbers[each.kind])
            row = placer.bottom + 2
        return row

    long = [at for at, table in enumerate(content.tables) if max(table.rows.values()) > LONG]
    row = top = place_tables(row, [at for at in range(len(content.tables)) if at not in long])
    row += -(-len(content.charts) // 2) * (CHART_ROWS + 1)
    if content.notes:
        canvas.label(row, 1, words["heading.notes"], Look.SUBTITLE)
        row = place_lines(canvas, _numbered(content.notes), row + 1) + 1
    place_tables(row, long)
    charts = [
        place_chart(
            canvas,
            chart,
            tables[chart.table - 1],
            content.tables[chart.table - 1].headings,
            words,
            top + at // 2 * (CHART_ROWS + 1),
            at % 2,
        )
        for at, chart in enumerate(content.charts)
    ]
    placed = [tables[at] for at in sorted(tables)]
    cells = with_values(canvas.cells, placed)
    found = {chart.where.right + 1: CHART_MARGIN for chart in charts} | widths_of(cells)
    widths = {column: max(width, canvas.widths.get(column, 0)) for column, width in found.items()}
    heights = heights_of(cells, widths) | canvas.heights
    return Sheet(
        content.name,
        cells,
        widths=widths,
        heights=heights,
        print_area=canvas.extent()._replace(right=spread_to(cells, widths)),
        validations=tuple(canvas.validations),
        highlights=tuple(canvas.highlights),
        merged=tuple(canvas.merged),
        charts=tuple(charts),
        long=is_long(cells, heights),
        breaks=(
            *(tall if row > PAGE else []),
            *([top - 1] if charts and row > PAGE else []),
            *([row] if long else []),
        ),
        repeated=headings[long[0]] if long else None,
    ), placed


def place_lines(canvas: Canvas, paragraphs: Iterable[str], row: int) -> int:
    """Place text across the sheet, a line a row; gives the row below."""
    for paragraph in paragraphs:
        for line in lines_within(paragraph, TEXT_WIDTH):
            canvas.label(row, 1, line, Look.INTRO)
            row += 1
    return row


def _numbered(notes: Iterable[str]) -> list[str]:
    return [f"{number}. {note}" for number, note in enumerate(notes, 1)]
