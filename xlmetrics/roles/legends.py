"""Legends: what each grade of the scale means, which is no list of documents."""

from __future__ import annotations

from itertools import count, pairwise, takewhile
from typing import TYPE_CHECKING

from xlmetrics.roles.grid import Grid, is_typed, number_of, text_of
from xlmetrics.roles.headings import NAMES
from xlmetrics.roles.model import Meaning
from xlmetrics.roles.words import understand

if TYPE_CHECKING:
    from collections.abc import Iterator

    from xlmetrics.roles.grid import Place

_KEYS = frozenset({Meaning.RANK, *NAMES})


def without_legends(grid: Grid) -> Grid:
    """The grid without what only says what the grades mean, whichever way that stands."""
    turned = grid.on_its_side()
    legends = set(_legends(grid)) | {(row, column) for column, row in _legends(turned)}
    if not legends:
        return grid
    kept = {place: cell for place, cell in grid.cells.items() if place not in legends}
    return Grid(grid.title, kept, grid.merged)


def _legends(grid: Grid) -> Iterator[Place]:
    """The cells of grades that count up or down, each with a text beside it, and of the texts.

    The only grades of a table that ranks or names anything are no legend.
    """
    for (row, column), text in grid.texts():
        said = understand(text) if _is_explained(grid, row + 1, column) else None
        if said is None or said.what != Meaning.GRADE:
            continue
        rows = _explained(grid, row, column)
        grades = [number_of(grid.get(at, column)) or 0 for at in rows]
        steps = {other - one for one, other in pairwise(grades)}
        if steps in ({1}, {-1}) and min(grades) in (0, 1) and not _is_list(grid, row, column):
            yield from ((at, each) for at in (row, *rows) for each in (column, column + 1))


def _explained(grid: Grid, heading: int, column: int) -> list[int]:
    """The rows under a heading that have a number and a text beside it."""
    return list(takewhile(lambda row: _is_explained(grid, row, column), count(heading + 1)))


def _is_explained(grid: Grid, row: int, column: int) -> bool:
    cell, beside = grid.get(row, column), grid.get(row, column + 1)
    typed = is_typed(cell) and number_of(cell) is not None
    return typed and bool(text_of(beside)) and number_of(beside) is None


def _is_list(grid: Grid, row: int, column: int) -> bool:
    """Whether grades under a heading are those of a list, by the headings in its row."""
    known = ((at, understand(text_of(grid.get(row, at)))) for at in grid.rows[row])
    said = {at: each.what for at, each in known if each is not None}
    if said.get(column + 1) in NAMES:
        return True
    others = [what for at, what in said.items() if at != column]
    return not _KEYS.isdisjoint(others) and Meaning.GRADE not in others
