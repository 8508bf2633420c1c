"""XL113 recall denominator: recall is not divided by all relevant documents.

What it does: tells of recall divided by the relevant documents that were retrieved, by k, or by
the number of documents returned.

Why it is bad: what was missed is what recall is about; without it the last rank always has a
recall of 1.

Example: `=COUNTIF(B$2:B2,1)/COUNTIF(B$2:B$11,1)` where others are relevant.

Use instead: all relevant documents of the query, `=COUNTIF(B$2:B2,1)/$E$1`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.rules.diagnosed import diagnosed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from xlmetrics.model import Finding
    from xlmetrics.rules.evidence import Evidence

CODE = "XL113"


def find(evidence: Evidence) -> Iterator[Finding]:
    """Recall divided by something else than the relevant documents."""
    return diagnosed(evidence, CODE)
