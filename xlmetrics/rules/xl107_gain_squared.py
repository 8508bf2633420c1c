"""XL107 gain squared: the exponent of the gain is the wrong way round.

What it does: tells of a gain of grade^2 - 1, 2^grade or 2^(grade - 1), where 2^grade - 1
was meant.

Why it is bad: a grade of 0 loses a point or gains one, and the highest grades
weigh too little.

Example: `=POWER(B2,2)-1`; `=2^B2`.

Use instead: `=2^B2-1` (Burges et al., 2005), or the grade itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.rules.diagnosed import diagnosed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from xlmetrics.model import Finding
    from xlmetrics.rules.evidence import Evidence

CODE = "XL107"


def find(evidence: Evidence) -> Iterator[Finding]:
    """Gains with base and exponent swapped, or without the 1 taken off."""
    return diagnosed(evidence, CODE)
