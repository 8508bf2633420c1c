"""XL122 discount of 2002: the discount is that of Järvelin and Kekäläinen.

What it does: notes DCG without a discount at rank 1 and with log2(rank) from rank 2 on.

Why it is bad: it is no mistake but a definition of its own (2002): figures cannot be compared
with those of log2(rank + 1), which most tools print.

Example: `=IF(A2=1,B2,B2/LOG(A2,2))`.

Use instead: `=B2/LOG(A2+1,2)`, or a name that says which discount it is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.rules.diagnosed import diagnosed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from xlmetrics.model import Finding
    from xlmetrics.rules.evidence import Evidence

CODE = "XL122"


def find(evidence: Evidence) -> Iterator[Finding]:
    """Discounts of log2(max(rank, 2))."""
    return diagnosed(evidence, CODE)
