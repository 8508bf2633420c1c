"""What accounts for a cell that differs from its line: its part in a pattern that is meant."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.formula import references_in
from xlmetrics.rules.grid import NUMBER, is_formula
from xlmetrics.rules.regions.likeness import looks_back, places_seen

if TYPE_CHECKING:
    from collections.abc import Sequence

    from xlmetrics.rules.grid import Place
    from xlmetrics.rules.regions.lines import Lines
    from xlmetrics.rules.regions.runs import Run


def accounted_for(
    lines: Lines, segment: Sequence[Place], marks: Sequence[str], run: Run, at: int
) -> bool:
    """Whether something is known that makes this cell differ from the majority.

    A recurrence may begin otherwise, and begin again as it did in the first cell.
    """
    place, mark = segment[at], marks[at]
    if looks_back(run.majority, lines.down):
        same = mark == marks[0] and (
            mark != NUMBER or lines.grid.cells[place].value == lines.grid.cells[segment[0]].value
        )
        if same or at < run.members[0]:
            return True
    if mark == NUMBER:
        return _typed_across(lines, place)
    return _totals_its_line(lines, place, mark) or _conforms(lines, place, mark)


def _conforms(lines: Lines, place: Place, mark: str) -> bool:
    """Whether it is like a neighbour on the other axis, or reads the same of another sheet."""
    elsewhere = _elsewhere(lines, place)
    return any(
        lines.grid.marks.get(each) == mark or (elsewhere and _elsewhere(lines, each) == elsewhere)
        for each in lines.beside(place)
    )


def _elsewhere(lines: Lines, place: Place) -> list[tuple[int, ...]]:
    """The cells that are all of what a formula refers to on other sheets, whichever those."""
    cell = lines.grid.cells.get(place)
    found = references_in(cell.formula, lines.grid.title) if cell and cell.formula else []
    own = any(each.sheet == lines.grid.title for each in found)
    return [] if own else [each[1:] for each in found]


def _typed_across(lines: Lines, place: Place) -> bool:
    """Whether a line of numbers runs across lines of formulas here, as every other line may."""
    marks = lines.grid.marks
    for steps in (1, -1):
        here = marks.get(lines.before(place, steps))
        for beside in lines.beside(place):
            typed = is_formula(here) and marks.get(beside) == NUMBER
            if typed and is_formula(marks.get(lines.before(beside, steps))):
                return True
    return False


def _totals_its_line(lines: Lines, place: Place, mark: str) -> bool:
    """Whether it adds up, or otherwise takes together, cells of its own line."""
    row, column = place
    taken = 0
    for found in places_seen(mark, row, column):
        top, left, bottom, right = found
        first, last = (top, bottom) if lines.down else (left, right)
        low, high = (left, right) if lines.down else (top, bottom)
        line = column if lines.down else row
        if low <= line <= high:
            taken += last - first + 1
    return taken > 1
