"""Place a chart of the columns of a table below it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.model import Chart, Series

if TYPE_CHECKING:
    from xlmetrics.layout.canvas import Canvas
    from xlmetrics.model import Table
    from xlmetrics.template.model import ChartTemplate
    from xlmetrics.template.words import Words

CHART_ROWS = 15
_SIDES = ((1, 5), (7, 13))
"""The columns that the left and the right chart of a row take."""


def place_chart(
    canvas: Canvas, content: ChartTemplate, table: Table, words: Words, row: int, side: int
) -> Chart:
    """The chart, placed from this row down on the left (0) or the right (1)."""
    left, right = _SIDES[side]
    series = tuple(Series(words[f"figure.{name}"], table[name]) for name in content.series)
    return Chart(
        content.kind,
        content.title,
        canvas.area(row, left, row + CHART_ROWS - 1, right),
        table[content.x],
        series,
        content.x_title,
        content.y_title,
        content.alt,
    )
