"""XL112 precision denominator: precision is not divided by k.

What it does: tells of precision at k divided by the documents returned, by all hits, or by the
relevant documents.

Why it is bad: a system that returns three documents for k = 10 gets 1.0 for three hits.

Example: `=SUM(B2:B11)/COUNT(B2:B11)` for P@10 where three were returned.

Use instead: `=SUM(B2:B11)/10`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.rules.diagnosed import diagnosed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from xlmetrics.model import Finding
    from xlmetrics.rules.evidence import Evidence

CODE = "XL112"


def find(evidence: Evidence) -> Iterator[Finding]:
    """Precision divided by something else than k."""
    return diagnosed(evidence, CODE)
