"""XL124 counted twice: a query counts twice in a mean.

What it does: tells of means in which one query stands twice.

Why it is bad: the mean leans towards that query.

Example: `=(C2+C3+C4+C4+C5)/5`.

Use instead: `=AVERAGE(C2:C5)`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.rules.diagnosed import diagnosed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from xlmetrics.model import Finding
    from xlmetrics.rules.evidence import Evidence

CODE = "XL124"


def find(evidence: Evidence) -> Iterator[Finding]:
    """Means that count a query twice."""
    return diagnosed(evidence, CODE)
