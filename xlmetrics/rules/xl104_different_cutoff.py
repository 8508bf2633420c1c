"""XL104 different cutoff: figures of one comparison are cut at different ranks.

What it does: tells of figures that are cut at another k than the rest of their comparison.

Why it is bad: NDCG@5 and NDCG@10 are different measures; the system that was cut elsewhere can win
by that alone.

Example: `=SUMIFS(C2:C11,A2:A11,"<=10")` beside a figure that is cut at 5.

Use instead: one cell for k, and every figure cut there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.rules.diagnosed import diagnosed
from xlmetrics.rules.known_mistakes import told

if TYPE_CHECKING:
    from collections.abc import Iterator

    from xlmetrics.model import Finding
    from xlmetrics.rules.evidence import Evidence

CODE = "XL104"


def find(evidence: Evidence) -> Iterator[Finding]:
    """Figures cut at another rank than the rest."""
    yield from told(evidence, CODE, "it is cut at another k than what it is compared with")
    yield from diagnosed(evidence, CODE)
