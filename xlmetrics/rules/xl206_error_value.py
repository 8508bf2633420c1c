"""XL206 error value: a measure shows an error.

What it does: looks for measure cells whose formula gives an error where the measure has a value.

Why it is bad: the error spreads to every mean and comparison built on the figure.

Example: `=1/B19` where B19 is `none`.

Use instead: `=IFERROR(1/B19,0)`: a query without a hit scores 0.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.model import ErrorValue, Finding
from xlmetrics.rules.evidence import meets

if TYPE_CHECKING:
    from collections.abc import Iterator

    from xlmetrics.rules.evidence import Evidence

CODE = "XL206"


def find(evidence: Evidence) -> Iterator[Finding]:
    """Measure cells that give an error they should not."""
    for expectation in evidence.expected:
        gives = evidence.recomputed.get(expectation.address)
        should = expectation.value
        if isinstance(gives, ErrorValue) and not meets(gives, should):
            yield Finding(
                CODE,
                expectation.address,
                f"{expectation.measure}: the formula gives an error where the measure has a value",
                gives,
                should,
                evidence.workbook.cells[expectation.address].formula,
            )
