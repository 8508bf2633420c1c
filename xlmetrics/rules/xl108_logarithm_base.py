"""XL108 logarithm base: the discount is a natural or a decimal logarithm.

What it does: tells of DCG and of its ideal by LN or LOG10; in nDCG it is only noted, since the
base falls out of the ratio.

Why it is bad: DCG is 1.4 times too small, or 3.3 times too large, and cannot be compared with
that of others.

Example: `=B2/LN(A2+1)`; `=B2/LOG(A2+1)`, whose base is 10.

Use instead: `=B2/LOG(A2+1,2)`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.rules.diagnosed import diagnosed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from xlmetrics.model import Finding
    from xlmetrics.rules.evidence import Evidence

CODE = "XL108"


def find(evidence: Evidence) -> Iterator[Finding]:
    """Discounts by another logarithm than that of base 2."""
    return diagnosed(evidence, CODE)
