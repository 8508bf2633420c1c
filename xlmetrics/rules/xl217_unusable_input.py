"""XL217 unusable input: an input holds what its table can make nothing of.

What it does: reads the cut-off, the grades and the ranks of each table.

Why it is bad: the figures that hang on it have no meaning, whatever they show.

Example: a blank cut-off, a rank of 0, `#N/A` as a grade.

Use instead: a whole number of 1 or more, or `none` for a rank that does not exist.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.expected import inputs
from xlmetrics.inputs import Unusable
from xlmetrics.model import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from xlmetrics.rules.evidence import Evidence

CODE = "XL217"


def find(evidence: Evidence) -> Iterator[Finding]:
    """Inputs that cannot be read."""
    for table in evidence.tables:
        for address, read in inputs(table):
            try:
                read(evidence.value(address))
            except Unusable as problem:
                yield Finding(CODE, address, str(problem), evidence.value(address))
