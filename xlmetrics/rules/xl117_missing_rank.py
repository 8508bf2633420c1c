"""XL117 missing rank: a query without a hit shows an error or a blank.

What it does: tells of reciprocal ranks of queries without a relevant document that are not 0.

Why it is bad: an error spreads to the mean, and a blank or a text is left out of it.

Example: `=1/B5` where B5 is 0 or `none`.

Use instead: `=IFERROR(1/B5,0)`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.rules.diagnosed import diagnosed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from xlmetrics.model import Finding
    from xlmetrics.rules.evidence import Evidence

CODE = "XL117"


def find(evidence: Evidence) -> Iterator[Finding]:
    """Reciprocal ranks that are not 0 where there is no hit."""
    return diagnosed(evidence, CODE)
