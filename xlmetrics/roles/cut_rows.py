"""Cut-offs in a row under the name of a measure: ``recall@`` over 1, 3, 5."""

from __future__ import annotations

from itertools import count, pairwise, takewhile
from typing import TYPE_CHECKING

from xlmetrics.roles.grid import Grid, is_figure, is_typed, number_of
from xlmetrics.roles.words import understand

if TYPE_CHECKING:
    from collections.abc import Iterator

    from xlmetrics.model import Cell
    from xlmetrics.roles.grid import Place


def with_named_cuts(grid: Grid) -> Grid:
    """The grid with such numbers read as the headings that they are, whichever way they stand."""
    named = dict(_named(grid))
    named |= {(row, column): cell for (column, row), cell in _named(grid.on_its_side())}
    return Grid(grid.title, {**grid.cells, **named}, grid.merged) if named else grid


def _named(grid: Grid) -> Iterator[tuple[Place, Cell]]:
    for (row, column), text in grid.texts():
        said = understand(text)
        if said is None or not (said.measure and said.whole) or said.k is not None:
            continue
        columns = list(_columns_under(grid, row, column))
        cuts = [number_of(grid.get(row + 1, at)) or 0 for at in columns]
        ranks = cuts == list(range(1, len(cuts) + 1)) and "@" not in text
        if len(cuts) > 1 and not ranks and all(one < other for one, other in pairwise(cuts)):
            for at, cut in zip(columns, cuts, strict=True):
                cell = grid.cells[row + 1, at]
                yield (row + 1, at), cell._replace(value=f"{text.rstrip('@ ')}@{cut:g}")


def _columns_under(grid: Grid, row: int, column: int) -> Iterator[int]:
    """The columns from that of a heading on that have a whole number under it, and figures then."""
    return takewhile(
        lambda at: (at == column or grid.get(row, at) is None) and _is_cut(grid, row + 1, at),
        count(column),
    )


def _is_cut(grid: Grid, row: int, column: int) -> bool:
    cell = grid.get(row, column)
    cut = number_of(cell)
    whole = is_typed(cell) and cut is not None and cut > 0 and cut == int(cut)
    return whole and is_figure(grid.get(row + 1, column))
