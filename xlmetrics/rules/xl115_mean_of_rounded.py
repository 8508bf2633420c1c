"""XL115 mean of rounded: a mean is taken of rounded values.

What it does: tells of means over figures that ROUND has cut.

Why it is bad: the error of each query goes into the mean, and a difference between systems may
come from it alone.

Example: `=AVERAGE(C2:C6)` over `=ROUND(1/B2,1)`.

Use instead: round what is shown, by the number format, and not what is computed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.rules.diagnosed import diagnosed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from xlmetrics.model import Finding
    from xlmetrics.rules.evidence import Evidence

CODE = "XL115"


def find(evidence: Evidence) -> Iterator[Finding]:
    """Means of rounded values."""
    return diagnosed(evidence, CODE)
