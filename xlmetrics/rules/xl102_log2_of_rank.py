"""XL102 log2 of rank: gains are divided by log2(rank), which is 0 at rank 1.

What it does: tells of NDCG whose discount is log2(rank), the error at rank 1 hidden.

Why it is bad: the best place of the list divides by zero, and with the error hidden its document
counts nothing.

Example: `=IFERROR(B2/LOG(A2,2),0)`.

Use instead: `=B2/LOG(A2+1,2)`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.rules.diagnosed import diagnosed
from xlmetrics.rules.known_mistakes import told

if TYPE_CHECKING:
    from collections.abc import Iterator

    from xlmetrics.model import Finding
    from xlmetrics.rules.evidence import Evidence

CODE = "XL102"


def find(evidence: Evidence) -> Iterator[Finding]:
    """NDCG that loses the document at rank 1."""
    yield from told(evidence, CODE, "the gains are divided by log2(rank), not by log2(rank + 1)")
    yield from diagnosed(evidence, CODE)
