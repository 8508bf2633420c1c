"""XL111 cutoff off: a figure is not cut at the k that its name says.

What it does: tells of figures at k that count the whole list, one rank too few or too many, or
another number of ranks.

Why it is bad: the figure is that of another measure.

Example: `=SUM(C2:C11)` for DCG@5.

Use instead: `=SUM(C2:C6)`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.rules.diagnosed import diagnosed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from xlmetrics.model import Finding
    from xlmetrics.rules.evidence import Evidence

CODE = "XL111"


def find(evidence: Evidence) -> Iterator[Finding]:
    """Cut-offs that are ignored, or off by one."""
    return diagnosed(evidence, CODE)
