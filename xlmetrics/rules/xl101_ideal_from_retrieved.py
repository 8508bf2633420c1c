"""XL101 ideal from retrieved: the ideal ranking leaves out what the system missed.

What it does: tells of NDCG whose ideal holds only the documents that were returned.

Why it is bad: a system is measured by its own finds: the more it misses, the easier its ideal, and
systems that found different documents cannot be compared.

Example: `=LARGE($B$2:$B$7,A2)`, where B8 holds a judged document that was never returned.

Use instead: all judged documents, `=LARGE($B$2:$B$8,A2)`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.rules.diagnosed import diagnosed
from xlmetrics.rules.known_mistakes import told

if TYPE_CHECKING:
    from collections.abc import Iterator

    from xlmetrics.model import Finding
    from xlmetrics.rules.evidence import Evidence

CODE = "XL101"


def find(evidence: Evidence) -> Iterator[Finding]:
    """NDCG whose ideal leaves out judged documents."""
    yield from told(evidence, CODE, "the ideal is built from the retrieved documents only")
    yield from diagnosed(evidence, CODE)
