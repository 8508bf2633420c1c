"""XL204 number stored as text: a grade or a rank looks like a number and is none.

What it does: looks for text in input cells that a spreadsheet turns into a number when it
calculates with it; on sheets that others built, in grades, ranks and cut-offs, and among numbers
that formulas read.

Why it is bad: `=B2/2` counts it and `SUM`, `COUNT`, `LARGE` and `SUMIFS` do not, so the steps
and the figures of the same sheet disagree.

Example: `'2` as a grade, or 2 pasted into a cell formatted as text.

Use instead: the number 2.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.address import Address
from xlmetrics.expected import inputs
from xlmetrics.inputs import reads_as_number
from xlmetrics.model import Finding
from xlmetrics.rules.grid import NUMBER, TEXT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from xlmetrics.rules.evidence import Evidence
    from xlmetrics.rules.grid import Grid, Place

CODE = "XL204"


def find(evidence: Evidence) -> Iterator[Finding]:
    """Input cells that hold a number as text."""
    for address in _inputs(evidence):
        value = evidence.value(address)
        if reads_as_number(value):
            yield Finding(
                CODE,
                address,
                "a number stored as text counts in some formulas only; retype it",
                value,
            )


def _inputs(evidence: Evidence) -> Iterator[Address]:
    for table in evidence.tables:
        for address, _ in inputs(table):
            yield address
    if evidence.is_foreign:
        known = dict.fromkeys(evidence.reading.given())
        yield from (address for address in known if evidence.formula(address) is None)
        yield from (address for address in _among_numbers(evidence) if address not in known)


def _among_numbers(evidence: Evidence) -> Iterator[Address]:
    """Texts that are no heading, stand between numbers and are read by a formula."""
    for grid in evidence.regions.grids.values():
        for place, mark in grid.marks.items():
            if mark == TEXT and reads_as_number(grid.cells[place].value):
                address = Address(grid.title, *place)
                if _stands_among_numbers(grid, place) and evidence.reads.covers(address):
                    yield address


def _stands_among_numbers(grid: Grid, place: Place) -> bool:
    """Whether numbers stand before and after it, or twice before it, in its column or row."""
    row, column = place
    for down, across in ((1, 0), (0, 1)):
        marks = [
            grid.marks.get((row + step * down, column + step * across)) for step in (-2, -1, 1, 2)
        ]
        if marks[1] == NUMBER and NUMBER in (marks[0], marks[2]):
            return True
    return False
