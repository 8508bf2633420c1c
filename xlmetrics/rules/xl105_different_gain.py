"""XL105 different gain: figures of one comparison value the grades differently.

What it does: tells of figures with another gain, linear or exponential, than the rest of their
comparison.

Why it is bad: NDCG under linear and under exponential gain are different measures; one of two
systems can win by the choice alone.

Example: `=(2^B2-1)/LOG(A2+1,2)` beside a list with `=B2/LOG(A2+1,2)`.

Use instead: one cell for the gain, and every list valued by it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.rules.diagnosed import diagnosed
from xlmetrics.rules.known_mistakes import told

if TYPE_CHECKING:
    from collections.abc import Iterator

    from xlmetrics.model import Finding
    from xlmetrics.rules.evidence import Evidence

CODE = "XL105"


def find(evidence: Evidence) -> Iterator[Finding]:
    """Figures with another gain than the rest."""
    yield from told(evidence, CODE, "its gain is another than that of what it is compared with")
    yield from diagnosed(evidence, CODE)
