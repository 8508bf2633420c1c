"""XL205 stale value: the value stored beside a formula is not the one it gives.

What it does: holds the stored value of every formula cell against its value recomputed. Two
errors are not told apart, since programs call the same error by different names.

Why it is bad: previews, mail, pandas and Protected View show the stored value.

Example: an input changed by a script that does not calculate.

Use instead: open the file in a spreadsheet program, recalculate and save.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.model import ErrorValue, Finding, NotChecked, agree
from xlmetrics.rules.xl216_never_calculated import never_calculated

if TYPE_CHECKING:
    from collections.abc import Iterator

    from xlmetrics.rules.evidence import Evidence

CODE = "XL205"


def find(evidence: Evidence) -> Iterator[Finding]:
    """Formula cells whose stored value is out of date."""
    bare = {cell.address for cell in never_calculated(evidence)}
    for cell in evidence.workbook.formulas():
        gives = evidence.recomputed[cell.address]
        if cell.address in bare or isinstance(gives, NotChecked) or agree(cell.value, gives):
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
