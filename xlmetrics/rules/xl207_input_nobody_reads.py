"""XL207 input nobody reads: numbers were typed, and no formula takes them up.

What it does: looks beside regions of formulas for a row, or a column, with the same inputs and
without the formula, where nothing else reads them either. A cut-off that no formula reads is
noted.

Why it is bad: a query or a document is there for the reader, and no figure counts it.

Example: a rank typed in C12, below the last row in which `=1/C11` is filled down.

Use instead: the formula of the rows above, filled down, and the row within the range of the mean.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.address import Address
from xlmetrics.model import Finding, Severity
from xlmetrics.rules.cutoffs import stated_cutoffs
from xlmetrics.rules.formulas import moved
from xlmetrics.rules.grid import NUMBER, TOTALS, is_formula, sort_of
from xlmetrics.rules.reads import places

if TYPE_CHECKING:
    from collections.abc import Iterator

    from xlmetrics.rules.evidence import Evidence
    from xlmetrics.rules.grid import Grid, Place

CODE = "XL207"
_LEAST = 3


def find(evidence: Evidence) -> Iterator[Finding]:
    """Inputs beside regions of formulas that stop before them, a finding for each row or column."""
    if not evidence.is_foreign or evidence.reads.blind:
        return
    told: set[Address] = set()
    for grid in evidence.regions.grids.values():
        for finding in _left(evidence, grid):
            if finding.address not in told:
                told.add(finding.address)
                yield finding
    if evidence.recomputed:
        yield from _cutoffs(evidence)


def _cutoffs(evidence: Evidence) -> Iterator[Finding]:
    for address in dict.fromkeys(ranking.k for ranking in evidence.reading.rankings):
        if address and evidence.formula(address) is None and not evidence.reads.covers(address):
            yield Finding(
                CODE,
                address,
                "no formula reads the cut-off, so that nothing changes with it",
                evidence.value(address),
                severity=Severity.NOTE,
            )


def _left(evidence: Evidence, grid: Grid) -> Iterator[Finding]:
    """What stands where a region, filled down or across, would go on."""
    marks = grid.marks
    for (row, column), mark in marks.items():
        if not is_formula(mark):
            continue
        for down, across in ((1, 0), (0, 1)):
            place = row + down, column + across
            before = [(row - step * down, column - step * across) for step in range(1, _LEAST)]
            if place not in marks and all(marks.get(each) == mark for each in before):
                yield from _unread(evidence, grid, (row, column), place)


def _unread(evidence: Evidence, grid: Grid, last: Place, place: Place) -> Iterator[Finding]:
    """The first input of the next row or column, if it has all inputs and nothing reads them."""
    here = Address(grid.title, *place)
    down = place[0] != last[0]
    mark = grid.marks[last]
    inputs: list[Place] = []
    pairs = zip(places(mark, Address(grid.title, *last)), places(mark, here), strict=True)
    for theirs, ours in pairs:
        if theirs == ours or ours.sheet != grid.title:
            continue
        one, other = (
            grid.marks.get((ours.top, ours.left)),
            grid.marks.get((theirs.top, theirs.left)),
        )
        if sort_of(one) != sort_of(other):
            return
        own = ours.top == ours.bottom == place[0] if down else ours.left == ours.right == place[1]
        if one == NUMBER and own:
            inputs.append((ours.top, ours.left))
    unread = [each for each in inputs if not evidence.reads.covers(Address(grid.title, *each))]
    if not unread or not _is_alike(grid, unread[0], last, down):
        return
    cell = grid.cells[unread[0]]
    if all(grid.cells[each].value == 0 for each in unread) or _is_cut(evidence, grid, last, place):
        return
    yield Finding(
        CODE,
        cell.address,
        f"no formula reads this input; those beside it are read by formulas that end in "
        f"{Address(grid.title, *last).a1}: go on with {moved(grid, last, place)}",
        cell.value,
    )


def _is_alike(grid: Grid, place: Place, last: Place, down: bool) -> bool:  # noqa: FBT001
    """Whether a row or column begins as the one before it does, and is no total."""
    row, column = place
    if down:
        lines = grid.rows[row], grid.rows[last[0]]
        firsts = [(row, lines[0][0]), (last[0], lines[1][0])]
        labels = list(grid.texts_left(place))
    else:
        lines = grid.columns[column], grid.columns[last[1]]
        firsts = [(lines[0][0], column), (lines[1][0], last[1])]
        labels = [grid.heading(place)]
    return (
        lines[0][0] == lines[1][0]
        and sort_of(grid.marks[firsts[0]]) == sort_of(grid.marks[firsts[1]])
        and not any(map(TOTALS.search, labels))
    )


def _is_cut(evidence: Evidence, grid: Grid, last: Place, place: Place) -> bool:
    """Whether the region is as long as a cut-off that is stated."""
    stated = stated_cutoffs(evidence.regions.grids)
    (row, column), down, across = last, place[0] - last[0], place[1] - last[1]
    mark, length = grid.marks[last], 0
    while grid.marks.get((row - length * down, column - length * across)) == mark:
        length += 1
    return length in stated
