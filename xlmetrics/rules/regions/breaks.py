"""Cells that break the regions of formulas filled down a column, or along a row."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.address import Address, Range
from xlmetrics.rules.formulas import moved, omits_blanks, same_cells
from xlmetrics.rules.grid import NUMBER
from xlmetrics.rules.regions.belonging import belongs
from xlmetrics.rules.regions.deviant import Deviant
from xlmetrics.rules.regions.reasons import accounted_for
from xlmetrics.rules.regions.runs import odd_runs

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from xlmetrics.rules.grid import Place
    from xlmetrics.rules.regions.lines import Lines
    from xlmetrics.rules.regions.runs import Run


def breaks(lines: Lines) -> Iterator[Deviant]:
    """The cells of all columns, or of all rows, that are not like the region they stand in."""
    for segment in lines.segments():
        marks = [lines.grid.marks[place] for place in segment]
        for run in odd_runs(marks):
            yield from _judged(lines, segment, marks, run)


def _judged(
    lines: Lines, segment: Sequence[Place], marks: Sequence[str], run: Run
) -> Iterator[Deviant]:
    grid = lines.grid
    neighbours = [segment[at] for at in run.nearest]
    like = neighbours[0]
    for at in range(run.start, run.end + 1):
        if accounted_for(lines, segment, marks, run, at):
            continue
        place = segment[at]
        instead = moved(grid, like, place)
        if not instead or same_cells(grid, place, instead) or omits_blanks(grid, place, instead):
            continue
        if belongs(lines, place, neighbours, instead, run):
            yield Deviant(
                Address(grid.title, *place),
                grid.cells[place].formula,
                instead,
                Address(grid.title, *like),
                tuple(
                    Range(grid.title, *segment[members[0]], *segment[members[-1]])
                    for members in run.alike
                ),
                len(run.members),
                marks[at] == NUMBER,
            )
