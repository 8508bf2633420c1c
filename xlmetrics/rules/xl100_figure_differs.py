"""XL100 figure differs: a formula gives another value than the measure it stands for.

What it does: holds the recomputed value of each measure cell against the reference, applied to
the inputs in the file.

Why it is bad: the figure is wrong, and nothing on the sheet shows it.

Example: `=B4/LOG(A4,2)` for the discounted gain at rank 3.

Use instead: `=B4/LOG(A4+1,2)`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.model import ErrorValue, Finding
from xlmetrics.rules.evidence import meets

if TYPE_CHECKING:
    from collections.abc import Iterator

    from xlmetrics.rules.evidence import Evidence

CODE = "XL100"


def find(evidence: Evidence) -> Iterator[Finding]:
    """Measure cells whose formula gives a wrong value."""
    for expectation in evidence.expected:
        gives = evidence.recomputed.get(expectation.address)
        should = expectation.value
        if gives is None or isinstance(gives, ErrorValue):
            continue
        if not meets(gives, should):
            yield Finding(
                CODE,
                expectation.address,
                f"{expectation.measure}: the formula gives another value than the measure",
                gives,
                should,
                evidence.workbook.cells[expectation.address].formula,
            )
