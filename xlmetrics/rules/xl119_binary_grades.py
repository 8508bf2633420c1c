"""XL119 binary grades: NDCG on labels that only say relevant or not.

What it does: notes NDCG whose grades are 0 and 1 where a scale of grades is there.

Why it is bad: it is no mistake, but the figure says nothing of grades: a perfect document counts
as much as a partly relevant one, and NDCG is no more than a precision that minds the rank.

Example: `=IF(B2>=1,1,0)/LOG(A2+1,2)`.

Use instead: the grade itself, or a name that says binary, such as "NDCG, binary labels".
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.model import Finding, Severity
from xlmetrics.roles.grades import read_grade
from xlmetrics.rules.diagnosed import diagnosed
from xlmetrics.rules.known_mistakes import told

if TYPE_CHECKING:
    from collections.abc import Iterator

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
    yield from _without_grades(evidence)


def _without_grades(evidence: Evidence) -> Iterator[Finding]:
    """The first nDCG of each foreign sheet whose grades are all 0 or 1."""
    noted = set()
    for figure in evidence.reading.figures:
        if figure.measure != "nDCG" or figure.ranking is None or figure.address.sheet in noted:
            continue
        grades = {read_grade(evidence.value(cell)) for cell in figure.ranking.judged} - {None}
        if grades and grades <= {0.0, 1.0}:
            noted.add(figure.address.sheet)
            says = "nDCG: the grades are 0 and 1, so that it is no graded measure"
            formula = evidence.formula(figure.address)
            yield Finding(CODE, figure.address, says, None, None, formula, Severity.NOTE)
