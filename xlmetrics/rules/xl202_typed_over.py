"""XL202 typed over: a value stands where a formula belongs.

What it does: looks for measure cells that hold no formula.

Why it is bad: the figure stays what it is when the inputs change.

Example: `0.550` in the cell of NDCG@k.

Use instead: the formula, `=IF(B12>0,B11/B12,0)`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.model import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from xlmetrics.rules.evidence import Evidence

CODE = "XL202"


def find(evidence: Evidence) -> Iterator[Finding]:
    """Measure cells without a formula."""
    for expectation in evidence.expected:
        address = expectation.address
        if address not in evidence.recomputed:
            value = evidence.workbook.value(address)
            stands = "the formula is gone" if value is None else "a value stands over the formula"
            yield Finding(
                CODE,
                address,
                f"{expectation.measure}: {stands}; put the formula back",
                value,
                expectation.value,
            )
