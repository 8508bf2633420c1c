"""Whether a cell belongs to a region: whether its place asks for what the majority has."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from xlmetrics.formula import references_in
from xlmetrics.rules.grid import NUMBER, TEXT, TOTALS, sort_of
from xlmetrics.rules.regions.likeness import close_kin, kin, skeleton
from xlmetrics.rules.regions.runs import MAJORITY

if TYPE_CHECKING:
    from collections.abc import Sequence

    from xlmetrics.rules.grid import Grid, Place
    from xlmetrics.rules.regions.lines import Lines
    from xlmetrics.rules.regions.runs import Run


def belongs(
    lines: Lines, place: Place, neighbours: Sequence[Place], instead: str, run: Run
) -> bool:
    """Whether the place asks for what the majority has."""
    grid = lines.grid
    mark = grid.marks[place]
    many, alone = len(run.members), run.start == run.end
    fits = any(_fits(grid, instead, each) for each in neighbours)
    if mark == NUMBER:
        return fits and (run.inside or _at_home(lines, place, neighbours[0], run))
    akin = kin(mark, run.majority)
    if (
        not lines.down
        and skeleton(mark) != skeleton(run.majority)
        and not _same_sort(grid, place, neighbours)
    ):
        return False
    if run.inside and lines.down and many >= MAJORITY and alone:
        return fits or akin
    if run.inside:
        return fits and (akin or (alone and many >= MAJORITY))
    return (
        many >= 3
        and fits
        and close_kin(mark, run.majority)
        and _same_context(lines, place, neighbours[0])
    )


def _at_home(lines: Lines, place: Place, neighbour: Place, run: Run) -> bool:
    """Whether a number at the end of a region stands where one of its formulas would."""
    if len(run.members) < 3 or not _same_context(lines, place, neighbour):
        return False
    if run.start < run.members[0]:
        return lines.grid.marks.get(lines.before(place)) == TEXT
    return True


def _same_context(lines: Lines, place: Place, neighbour: Place) -> bool:
    marks = lines.grid.marks
    for one, other in zip(lines.beside(place), lines.beside(neighbour), strict=True):
        if sort_of(marks.get(one)) != sort_of(marks.get(other)):
            return False
    labels = lines.grid.texts_left(place) if lines.down else [lines.grid.heading(place)]
    return not any(map(TOTALS.search, labels))


def _fits(grid: Grid, instead: str, neighbour: Place) -> bool:
    """Whether ``instead`` finds here what the formula of a neighbour finds there."""
    theirs = references_in(grid.cells[neighbour].formula or "", grid.title)
    ours = references_in(instead, grid.title)
    if len(theirs) != len(ours):
        return False
    marks = grid.marks
    return all(
        marks.get((mine.top, mine.left)) == marks.get((other.top, other.left))
        and marks.get((mine.bottom, mine.right)) == marks.get((other.bottom, other.right))
        for mine, other in zip(ours, theirs, strict=True)
        if mine.sheet == grid.title
    )


def _same_sort(grid: Grid, place: Place, neighbours: Sequence[Place]) -> bool:
    """Whether columns have headings of one sort: ``q1`` and ``q2``, ``A`` and ``B``, or none."""
    return all(_bare(grid.heading(place)) == _bare(grid.heading(each)) for each in neighbours)


def _bare(heading: str) -> str:
    return re.sub(r"[\d\W_]+|\b\w\b", "", heading).casefold()
