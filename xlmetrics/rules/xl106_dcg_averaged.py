"""XL106 dcg averaged: a mean over queries is taken of DCG, not of NDCG.

What it does: tells of means of DCG that stand for a mean of NDCG.

Why it is bad: DCG grows with the number of relevant documents, so a few rich queries decide, and
the mean has no scale.

Example: `=AVERAGE(D2:D6)` over a column of DCG.

Use instead: NDCG of each query, and the mean of those.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.rules.diagnosed import diagnosed
from xlmetrics.rules.known_mistakes import told

if TYPE_CHECKING:
    from collections.abc import Iterator

    from xlmetrics.model import Finding
    from xlmetrics.rules.evidence import Evidence

CODE = "XL106"


def find(evidence: Evidence) -> Iterator[Finding]:
    """Means of DCG."""
    yield from told(evidence, CODE, "DCG is averaged over queries before it is normalised")
    yield from diagnosed(evidence, CODE)
