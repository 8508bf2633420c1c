"""Place a chart of the columns of a table below it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.model import Chart, Series
from xlmetrics.quantities import KINDS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from xlmetrics.address import Range
    from xlmetrics.layout.canvas import Canvas
    from xlmetrics.model import Table
    from xlmetrics.template.model import ChartTemplate
    from xlmetrics.template.words import Words

CHART_ROWS = 15
CHART_MARGIN = 2.0
"""The width of the column beside a chart, without which print cuts off its frame."""
_SIDES = ((1, 5), (7, 13))
"""The columns that the left and the right chart of a row take."""


def place_chart(
    canvas: Canvas,
    content: ChartTemplate,
    table: Table,
    headings: Mapping[str, str],
    words: Words,
    row: int,
    side: int,
) -> Chart:
    """The chart, placed from this row down on the left (0) or the right (1).

    Its series are called by the ``headings`` of the template, or else by the words.
    """
    left, right = _SIDES[side]
    series = tuple(
        Series(headings.get(name) or words[_key(table, name)], _rows(table[name], content.rows))
        for name in content.series
    )
    return Chart(
        content.kind,
        content.title,
        canvas.area(row, left, row + CHART_ROWS - 1, right),
        _rows(table[content.x], content.rows),
        series,
        content.x_title,
        content.y_title,
        content.alt,
        content.y_min,
        content.y_max,
    )


def _key(table: Table, name: str) -> str:
    """The key of the words that name a column."""
    return f"{'figure' if name in KINDS[table.kind].quantities else 'heading'}.{name}"


def _rows(column: Range, rows: tuple[int, int] | None) -> Range:
    """The cells of a column in these rows, counted from 1; all where there are none."""
    if rows is None:
        return column
    return column._replace(top=column.top + rows[0] - 1, bottom=column.top + rows[1] - 1)
