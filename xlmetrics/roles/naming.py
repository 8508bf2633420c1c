"""The query of a table that holds one list, as it is written above it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.roles.grid import is_typed, shown, text_of
from xlmetrics.roles.model import Meaning
from xlmetrics.roles.words import understand

if TYPE_CHECKING:
    from xlmetrics.roles.grid import Grid
    from xlmetrics.roles.tables import Table

_ABOVE = 3
_LONGEST = 60


def title_above(table: Table) -> str:
    """What the rows over the headings say of the query: ``Query: cats``, or a line alone."""
    grid = table.grid
    rows = range(table.heading - 1, max(table.heading - 1 - _ABOVE, 0), -1)
    for row in rows:
        for column in grid.rows.get(row, [])[:_LONGEST]:
            named = _named(grid, row, column)
            if named:
                return named
    alone = grid.alone.get(table.heading - 1, "")
    return alone if len(alone) <= _LONGEST and understand(alone) is None else ""


def _named(grid: Grid, row: int, column: int) -> str:
    text = text_of(grid.get(row, column))
    before, colon, after = text.partition(":")
    said = understand(before.rpartition(",")[2]) if text else None
    if said is None or said.what != Meaning.QUERY:
        return ""
    if colon and after.strip():
        return after.strip()
    beside = grid.get(row, column + 1)
    return shown(beside) if is_typed(beside) else ""
