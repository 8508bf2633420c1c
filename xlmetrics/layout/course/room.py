"""How much room the cells of a topic need: columns by their words, text spread across them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.layout.fit import TITLE_HEIGHT, lines_within, row_height
from xlmetrics.model import Look
from xlmetrics.text import display_width, wrapped_lines

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from xlmetrics.model import Cell

_FIRST, _OTHER, _GAP = (18, 40), (11, 34), 3
_LONG, _WIDE = 100, 60
"""A column that holds a note of so many letters may be so wide."""
_SPREAD = (Look.TITLE, Look.SUBTITLE, Look.INTRO, Look.ASIDE)
"""Looks whose text runs on over the cells to its right."""
_MERGED = (Look.VERDICT, Look.REASON)
_BOLD = 0.9
"""The letters of a heading that take the room of one of plain text."""
_WRAPPED = (Look.HEADING, Look.NUMBER_HEADING, Look.WRONG_HEADING)


def widths_of(cells: Sequence[Cell]) -> dict[int, float]:
    """Columns as wide as the texts in them; headings wrap at words, and empty columns are gaps."""
    needed: dict[int, int] = {}
    for cell in cells:
        column = cell.address.column
        if cell.look not in (*_SPREAD, *_MERGED) or not isinstance(cell.value, str):
            needed[column] = max(needed.get(column, 0), _width(cell))
    widths: dict[int, float] = {}
    for column in range(1, max(needed) + 1):
        least, most = _FIRST if column == 1 else _OTHER
        width = needed.get(column)
        most = _WIDE if width is not None and width >= _LONG else most
        widths[column] = _GAP if width is None else min(max(least, width + 2), most)
    return widths


def heights_of(cells: Sequence[Cell], widths: Mapping[int, float]) -> dict[int, float]:
    """The heights of the rows whose text takes more than one line, and of titles."""
    lines: dict[int, int] = {}
    heights: dict[int, float] = {}
    for cell in cells:
        row = cell.address.row
        if cell.look is Look.TITLE:
            heights[row] = TITLE_HEIGHT
        elif cell.value and isinstance(cell.value, str) and cell.look in (*_WRAPPED, Look.NOTE):
            width = widths[cell.address.column]
            broken = len(lines_within(cell.value, int(_BOLD * width)))
            count = wrapped_lines(cell.value, width) if cell.look is Look.NOTE else broken
            lines[row] = max(lines.get(row, 1), count)
    return heights | {row: row_height(count) for row, count in lines.items() if count > 1}


def spread_to(cells: Sequence[Cell], widths: Mapping[int, float]) -> int:
    """The last column over which text runs, or in which a cell stands."""
    right = max(widths)
    for cell in cells:
        if cell.look in _SPREAD and isinstance(cell.value, str):
            room, column = display_width(cell.value) * 1.05, cell.address.column
            while room > widths.get(column, _DEFAULT):
                room -= widths.get(column, _DEFAULT)
                column += 1
            right = max(right, column)
    return right


_DEFAULT = 8.43


def _width(cell: Cell) -> int:
    """The width a cell asks for; of a heading its longest word."""
    if not isinstance(cell.value, str):
        return 0
    if cell.look in _WRAPPED:
        return max(map(display_width, cell.value.split()), default=0)
    return display_width(cell.value)
