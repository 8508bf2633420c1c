"""How much room text takes: its width in columns, its height when wrapped."""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING

from xlmetrics.model import Look
from xlmetrics.text import MAX_LINES, display_width, length, wrapped_lines

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from xlmetrics.layout.canvas import Canvas
    from xlmetrics.model import Cell

PAGE = 60
"""Lines that one page shows legibly."""

LINE_HEIGHT = 15.5
TITLE_HEIGHT = 22.0
MAX_MESSAGE = 255
"""Characters in the message of a validation, beyond which Excel calls the file damaged."""

_BOLD = 1.15
"""By how much bold letters are wider than those that a width counts."""

_TABLES = {1: (22, 40), 2: (20, 34), 3: (17, 34), 4: (17, 34), 5: (12, 34)}
_PANEL = {6: (3, 3), 7: (26, 34), 8: (17, 34), 9: (12, 34)}
_WIDTHS = _TABLES | _PANEL
"""The columns of a sheet of tables: the least and the greatest width of each."""


def column_widths(cells: Sequence[Cell]) -> dict[int, float]:
    """Columns as wide as their text, within the bounds of each."""
    needed = dict.fromkeys(_WIDTHS, 0)
    for cell in cells:
        if isinstance(cell.value, str):
            column = cell.address.column
            needed[column] = max(needed[column], display_width(cell.value) + 2)
    return {
        column: min(max(least, needed[column]), greatest)
        for column, (least, greatest) in _WIDTHS.items()
    }


def row_heights(cells: Sequence[Cell], widths: Mapping[int, float]) -> dict[int, float]:
    """The heights of the rows whose text takes more than one line."""
    lines: dict[int, int] = {}
    for cell in cells:
        if cell.look is Look.NOTE and isinstance(cell.value, str):
            row, column, text = cell.address.row, cell.address.column, cell.value
            lines[row] = max(lines.get(row, 1), wrapped_lines(text, widths[column]))
    titles = {cell.address.row: TITLE_HEIGHT for cell in cells if cell.look is Look.TITLE}
    return titles | {row: row_height(count) for row, count in lines.items() if count > 1}


def heading_heights(canvas: Canvas, widths: Mapping[int, float], *rows: int) -> dict[int, float]:
    """How high rows of headings must be, so that nothing of them lies over the row above."""
    lines = dict.fromkeys(rows, 1)
    for cell in canvas.cells:
        _, row, column = cell.address
        if row in lines and isinstance(cell.value, str):
            lines[row] = max(lines[row], wrapped_lines(cell.value, widths[column] / _BOLD))
    return {row: row_height(count) for row, count in lines.items()}


def is_long(cells: Sequence[Cell], heights: Mapping[int, float]) -> bool:
    """Whether a sheet takes more lines than one page shows legibly."""
    further = sum(height / LINE_HEIGHT - 1 for height in heights.values())
    return max(cell.address.row for cell in cells) + further > PAGE


def lines_within(text: str, characters: int) -> list[str]:
    """The text, broken at words into lines of this width."""
    return wrap(
        text, characters * len(text) // max(len(text), display_width(text)), break_on_hyphens=False
    )


def row_height(lines: int) -> float:
    """The height of a row of so many lines, as far as rows go."""
    return LINE_HEIGHT * min(lines, MAX_LINES)


def at_most(text: str, otherwise: str) -> str:
    """The text if a validation can show it, or the shorter one."""
    return text if length(text) <= MAX_MESSAGE else otherwise
