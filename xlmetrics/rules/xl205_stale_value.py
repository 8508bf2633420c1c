"""XL205 stale value: the value stored beside a formula is not the one it gives.

What it does: holds the stored value of every formula cell against its value recomputed. Two
errors are not told apart, since programs call the same error by different names; what hangs on a
random number or on the clock is never the same.

Why it is bad: previews, mail, pandas and Protected View show the stored value.

Example: an input changed by a script that does not calculate.

Use instead: open the file in a spreadsheet program, recalculate and save.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from xlmetrics.model import ErrorValue, Finding, NotChecked, agree
from xlmetrics.rules.reads import holds_any, places
from xlmetrics.rules.xl212_random_input import is_volatile
from xlmetrics.rules.xl216_never_calculated import never_calculated

if TYPE_CHECKING:
    from collections.abc import Iterator

    from xlmetrics.address import Address
    from xlmetrics.rules.evidence import Evidence

CODE = "XL205"
_PASSES = 40
"""So long a chain of formulas is followed; beyond, any may hang on its beginning."""


def find(evidence: Evidence) -> Iterator[Finding]:
    """Formula cells whose stored value is out of date."""
    bare = {cell.address for cell in never_calculated(evidence)}
    moving = _moving(evidence)
    for cell in evidence.workbook.formulas():
        gives = evidence.recomputed[cell.address]
        if cell.address in bare or cell.address in moving:
            continue
        if isinstance(gives, NotChecked) or agree(cell.value, gives):
            continue
        if isinstance(cell.value, ErrorValue) and isinstance(gives, ErrorValue):
            continue
        yield Finding(
            CODE,
            cell.address,
            "the value stored beside the formula is stale; recalculate and save",
            cell.value,
            gives,
            cell.formula,
        )


def _moving(evidence: Evidence) -> set[Address]:
    """The formulas that give another value each time, and those that read them, near or far."""
    found = {cell.address for cell in evidence.workbook.formulas() if is_volatile(cell.formula)}
    new = found
    for _ in range(_PASSES if found else 0):
        rows: dict[tuple[str, int], list[int]] = defaultdict(list)
        for sheet, row, column in sorted(new):
            rows[sheet, column].append(row)
        new = {
            address
            for address, shape in evidence.regions.shapes.items()
            if address not in found
            and any(holds_any(rows, place) for place in places(shape, address))
        }
        found |= new
        if not new:
            return found
    return set(evidence.recomputed) if found else found
