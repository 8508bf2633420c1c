"""XL118 no ideal: a query without relevant documents is divided by 0.

What it does: tells of nDCG and recall that show an error where nothing is relevant.

Why it is bad: the error spreads to the mean.

Example: `=D8/E8` where E8 is 0.

Use instead: `=IF(E8>0,D8/E8,0)`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.rules.diagnosed import diagnosed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from xlmetrics.model import Finding
    from xlmetrics.rules.evidence import Evidence

CODE = "XL118"


def find(evidence: Evidence) -> Iterator[Finding]:
    """Ratios over an ideal or a number of documents that is 0."""
    return diagnosed(evidence, CODE)
