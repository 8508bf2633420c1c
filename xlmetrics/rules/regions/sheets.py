"""Sheets built alike, and the cells in which one of them says otherwise."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING

from xlmetrics.address import Address, quote_title
from xlmetrics.formula import references_in
from xlmetrics.rules.formulas import same_cells
from xlmetrics.rules.grid import NUMBER, is_formula, sort_of
from xlmetrics.rules.regions.deviant import Deviant
from xlmetrics.rules.regions.runs import are_few

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from xlmetrics.rules.grid import Grid, Place

_SHEETS = 3
_PARALLEL = 3
"""Sheets are parallel which agree in at least so many other formulas, and in most."""


def across_sheets(grids: Sequence[Grid]) -> Iterator[Deviant]:
    """Cells of which the same ones on other sheets say otherwise."""
    if len(grids) < _SHEETS:
        return
    votes: dict[str, Counter[bool]] = defaultdict(Counter)
    odd: list[tuple[Grid, Place, list[Grid]]] = []
    for place, cells in _by_place(grids).items():
        majority, many = Counter(mark for _, mark in cells).most_common(1)[0]
        if len(cells) < 2:
            continue
        for grid, mark in cells:
            votes[grid.title][mark == majority and many > 1] += 1
        agree = [grid for grid, mark in cells if mark == majority]
        differ = [grid for grid, mark in cells if mark != majority]
        differ += [grid for grid in grids if grid.marks.get(place) == NUMBER]
        if many >= 2 and are_few(len(differ), many):
            odd += [(grid, place, agree) for grid in differ]
    for grid, place, agree in odd:
        ballots = votes[grid.title]
        if ballots[True] >= _PARALLEL and are_few(ballots[False], ballots[True]):
            yield from _odd_sheet(grid, place, agree)


def _by_place(grids: Sequence[Grid]) -> dict[Place, list[tuple[Grid, str]]]:
    """The shapes that stand at each place, with the title of their own sheet erased."""
    found: dict[Place, list[tuple[Grid, str]]] = defaultdict(list)
    for grid in grids:
        own = quote_title(grid.title) + "!"
        for place, mark in grid.marks.items():
            if is_formula(mark):
                found[place].append((grid, mark.replace(own, "")))
    return found


def _odd_sheet(grid: Grid, place: Place, agree: Sequence[Grid]) -> Iterator[Deviant]:
    other = agree[0]
    formula = other.cells[place].formula or ""
    instead = formula.replace(quote_title(other.title) + "!", quote_title(grid.title) + "!")
    if same_cells(grid, place, instead) or _label(grid, place) != _label(other, place):
        return
    if _same_extent(grid, other, place, instead, formula):
        yield Deviant(
            Address(grid.title, *place),
            grid.cells[place].formula,
            instead,
            Address(other.title, *place),
            (),
            len(agree),
            grid.marks[place] == NUMBER,
            tuple(each.title for each in agree),
        )


def _label(grid: Grid, place: Place) -> str:
    return next(grid.texts_left(place), "") or grid.heading(place)


def _same_extent(grid: Grid, other: Grid, place: Place, instead: str, formula: str) -> bool:
    """Whether what the formula refers to begins and ends alike on both sheets."""
    ours, theirs = references_in(instead, grid.title), references_in(formula, other.title)
    for mine, their in zip(ours, theirs, strict=True):
        if mine.sheet != grid.title or their.sheet != other.title:
            continue
        for row, column in (
            (mine.top, mine.left),
            (mine.bottom, mine.right),
            (mine.top - 1, mine.left),
            (mine.bottom + 1, mine.left),
            (mine.top, mine.left - 1),
            (mine.top, mine.right + 1),
        ):
            if (row, column) != place and sort_of(grid.marks.get((row, column))) != sort_of(
                other.marks.get((row, column))
            ):
                return False
    return True
