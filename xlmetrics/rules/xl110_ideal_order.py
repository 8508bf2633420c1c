"""XL110 ideal order: the ideal is not the best order of the judged documents.

What it does: tells of ideals that are not in descending order, or whose range is short or slides
down from row to row.

Why it is bad: the ideal is too small, and nDCG too large, often above 1.

Example: `=LARGE(B2:B7,A2)` filled down without `$`; SMALL in place of LARGE.

Use instead: `=LARGE($B$2:$B$7,A2)`.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from xlmetrics.model import Finding, is_number
from xlmetrics.roles.model import Meaning
from xlmetrics.rules.diagnosed import diagnosed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from xlmetrics.roles.model import Line
    from xlmetrics.rules.evidence import Evidence

CODE = "XL110"


def find(evidence: Evidence) -> Iterator[Finding]:
    """Ideals in the wrong order, or of too few documents."""
    told = list(diagnosed(evidence, CODE))
    yield from told
    sheets = {finding.address.sheet for finding in told}
    for ranking in evidence.reading.rankings:
        line = ranking.lines.get(Meaning.IDEAL_GRADE)
        if line and line.cells[0].sheet not in sheets:
            yield from _rising(evidence, line)


def _rising(evidence: Evidence, line: Line) -> Iterator[Finding]:
    """The first grade of an ideal that is larger than the one before, as some that are typed."""
    grades = [(cell, evidence.value(cell)) for cell in line.cells]
    numbers = [(cell, value) for cell, value in grades if is_number(value)]
    for (_, before), (cell, grade) in pairwise(numbers):
        if grade > before:
            yield Finding(
                CODE,
                cell,
                f"the ideal is the grades in descending order, and {grade:g} follows {before:g}",
                grade,
                None,
                evidence.formula(cell),
            )
            return
