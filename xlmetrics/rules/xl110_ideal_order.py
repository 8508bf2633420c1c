"""XL110 ideal order: the ideal is not the best order of the judged documents.

What it does: tells of ideals that are not in descending order, or whose range is short or slides
down from row to row.

Why it is bad: the ideal is too small, and nDCG too large, often above 1.

Example: `=LARGE(B2:B7,A2)` filled down without `$`; SMALL in place of LARGE.

Use instead: `=LARGE($B$2:$B$7,A2)`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.rules.diagnosed import diagnosed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from xlmetrics.model import Finding
    from xlmetrics.rules.evidence import Evidence

CODE = "XL110"


def find(evidence: Evidence) -> Iterator[Finding]:
    """Ideals in the wrong order, or of too few documents."""
    return diagnosed(evidence, CODE)
