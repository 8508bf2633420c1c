"""XL204 number stored as text: a grade or a rank looks like a number and is none.

What it does: looks for text in input cells that a spreadsheet turns into a number when it
calculates with it.

Why it is bad: `=B2/2` counts it and `SUM`, `COUNT`, `LARGE` and `SUMIFS` do not, so the steps
and the figures of the same sheet disagree.

Example: `'2` as a grade, or 2 pasted into a cell formatted as text.

Use instead: the number 2.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.expected import inputs
from xlmetrics.inputs import reads_as_number
from xlmetrics.model import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from xlmetrics.rules.evidence import Evidence

CODE = "XL204"


def find(evidence: Evidence) -> Iterator[Finding]:
    """Input cells that hold a number as text."""
    for table in evidence.tables:
        for address, _ in inputs(table):
            value = evidence.value(address)
            if reads_as_number(value):
                yield Finding(
                    CODE,
                    address,
                    "a number stored as text counts in some formulas only; retype it",
                    value,
                )
