"""XL121 impossible value: a figure that no list of documents can have.

What it does: tells of nDCG, precision, recall and their kin below 0 or above 1, of reciprocal
ranks other than 0, 1, 1/2, 1/3, and so on, and of DCG above that of its ideal.

Why it is bad: something is wrong, whatever it is.

Example: `NDCG@5 1.68`, with an ideal in ascending order.

Use instead: what the measure gives; the other findings of the sheet may tell why it does not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.diagnosis.model import Conclusion
from xlmetrics.model import TOLERANCE, Finding, is_number

if TYPE_CHECKING:
    from collections.abc import Iterator

    from xlmetrics.model import Result
    from xlmetrics.roles.model import Figure
    from xlmetrics.rules.evidence import Evidence

CODE = "XL121"
SHARES = {"nDCG", "P", "R", "F1", "AP", "RR", "Success"}
PERCENT = 100


def find(evidence: Evidence) -> Iterator[Finding]:
    """Figures out of their bounds that nothing else explains."""
    explained = {
        each.cell for each in evidence.diagnoses if each.conclusion is not Conclusion.UNDETERMINED
    }
    ideals = {
        id(figure.ranking): evidence.value(figure.address)
        for figure in evidence.reading.figures
        if figure.measure == "IDCG"
    }
    for figure in evidence.reading.figures:
        if figure.address in explained:
            continue
        why = _impossible(figure, evidence.value(figure.address), ideals.get(id(figure.ranking)))
        if why:
            found = evidence.value(figure.address)
            formula = evidence.formula(figure.address)
            yield Finding(CODE, figure.address, f"{figure.measure}: {why}", found, None, formula)


def _impossible(figure: Figure, value: Result, ideal: Result) -> str:
    if not is_number(value):
        return ""
    if figure.measure in SHARES and not -TOLERANCE <= value <= 1 + TOLERANCE:
        return "" if 1 < value <= PERCENT else "it lies between 0 and 1"
    if figure.measure == "DCG" and is_number(ideal) and value > ideal + TOLERANCE:
        return "it is above that of the ideal"
    return ""
