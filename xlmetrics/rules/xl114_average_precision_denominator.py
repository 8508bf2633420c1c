"""XL114 average precision denominator: average precision is not divided by all relevant documents.

What it does: tells of average precision divided by the hits although the sheet knows of further
relevant documents, by k, or by the documents returned. Where no others are known, dividing by the
hits is a valid variant, and noted.

Why it is bad: a system that finds one of ten relevant documents, at rank 1, gets 1.0.

Example: `=AVERAGEIF(B2:B11,1,C2:C11)` where 5 are relevant and 3 were found.

Use instead: `=SUMPRODUCT(B2:B11,C2:C11)/5`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.rules.diagnosed import diagnosed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from xlmetrics.model import Finding
    from xlmetrics.rules.evidence import Evidence

CODE = "XL114"


def find(evidence: Evidence) -> Iterator[Finding]:
    """Average precision divided by something else than the relevant documents."""
    return diagnosed(evidence, CODE)
