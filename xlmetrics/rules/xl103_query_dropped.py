"""XL103 query dropped: a mean leaves out the queries that found nothing.

What it does: tells of means over those queries only that have a hit.

Why it is bad: the worst queries no longer count, and a system that answers fewer looks better.

Example: `=AVERAGEIF(C2:C6,">0")`; `=AVERAGE(C2:C6)` where a miss is blank or text.

Use instead: `=SUM(C2:C6)/ROWS(C2:C6)`, each miss a 0.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.rules.diagnosed import diagnosed
from xlmetrics.rules.known_mistakes import told

if TYPE_CHECKING:
    from collections.abc import Iterator

    from xlmetrics.model import Finding
    from xlmetrics.rules.evidence import Evidence

CODE = "XL103"


def find(evidence: Evidence) -> Iterator[Finding]:
    """Means over the queries with a hit."""
    yield from told(evidence, CODE, "queries without a hit are left out of the mean")
    yield from diagnosed(evidence, CODE)
