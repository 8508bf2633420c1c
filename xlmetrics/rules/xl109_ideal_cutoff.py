"""XL109 ideal cutoff: the ideal is cut at another rank than the list.

What it does: tells of ideals that go on beyond k, stop before it, or stop where the list ends.

Why it is bad: beyond k, no system can reach 1; cut where the list ends, a system that returns
little is measured against little.

Example: `=SUM(E2:E10)` for the ideal of nDCG@5.

Use instead: `=SUM(E2:E6)`, the first k of all judged documents.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.rules.diagnosed import diagnosed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from xlmetrics.model import Finding
    from xlmetrics.rules.evidence import Evidence

CODE = "XL109"


def find(evidence: Evidence) -> Iterator[Finding]:
    """Ideals not cut at k."""
    return diagnosed(evidence, CODE)
