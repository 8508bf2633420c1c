"""XL116 ranks not counted: the ranks beside a list are not 1, 2, 3, and so on.

What it does: tells of ranks that begin with 0, leave a rank out or have it twice, and of
discounts for the rank after or before.

Why it is bad: the discount is that of another rank, or there are two first documents.

Example: `=B2/LOG(ROW()+1,2)` in row 2, where the rank is 1 and the row 2; ranks 0, 1, 2.

Use instead: `=B2/LOG(A2+1,2)` with ranks from 1 in column A.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.model import Finding, is_number
from xlmetrics.roles.model import Meaning
from xlmetrics.rules.diagnosed import diagnosed

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from xlmetrics.model import Result
    from xlmetrics.rules.evidence import Evidence

CODE = "XL116"


def find(evidence: Evidence) -> Iterator[Finding]:
    """Ranks that do not count from 1, and discounts of a neighbouring rank."""
    yield from diagnosed(evidence, CODE)
    yield from _broken(evidence)
    for ranking in evidence.reading.rankings:
        ranks = [evidence.value(cell) for cell in ranking.ranks]
        at = _first_that_is_not_counted(ranks)
        if at is not None:
            yield Finding(
                CODE,
                ranking.ranks[at],
                "the ranks of a list are 1, 2, 3, and so on, each once",
                ranks[at],
                at + 1,
                evidence.formula(ranking.ranks[at]),
            )


def _broken(evidence: Evidence) -> Iterator[Finding]:
    """First relevant ranks that are between two ranks."""
    for line in evidence.reading.lines:
        if line.meaning is Meaning.FIRST_RANK:
            for cell in line.cells:
                rank = evidence.value(cell)
                if is_number(rank) and not float(rank).is_integer():
                    formula = evidence.formula(cell)
                    yield Finding(CODE, cell, "a rank is a whole number", rank, None, formula)


def _first_that_is_not_counted(ranks: Sequence[Result]) -> int | None:
    for at, rank in enumerate(ranks):
        if is_number(rank) and rank != at + 1:
            return at
    return None
