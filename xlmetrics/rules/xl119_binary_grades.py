"""XL119 binary grades: NDCG on labels that only say relevant or not.

What it does: notes NDCG whose grades are 0 and 1 where a scale of grades is there.

Why it is bad: it is no mistake, but the figure says nothing of grades: a perfect document counts
as much as a partly relevant one, and NDCG is no more than a precision that minds the rank.

Example: `=IF(B2>=1,1,0)/LOG(A2+1,2)`.

Use instead: the grade itself, or a name that says binary, such as "NDCG, binary labels".
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.model import Severity
from xlmetrics.rules.diagnosed import diagnosed
from xlmetrics.rules.known_mistakes import told

if TYPE_CHECKING:
    from collections.abc import Iterator

    from xlmetrics.model import Finding
    from xlmetrics.rules.evidence import Evidence

CODE = "XL119"


def find(evidence: Evidence) -> Iterator[Finding]:
    """NDCG on labels without grades."""
    yield from told(
        evidence,
        CODE,
        "the grades are cut to relevant or not, so that it is no graded measure",
        Severity.NOTE,
    )
    yield from diagnosed(evidence, CODE)
