"""XL121 impossible value: a figure that no list of documents can have.

What it does: tells of nDCG, precision, recall and their kin below 0 or above 1, of reciprocal
ranks other than 0, 1, 1/2, 1/3, and so on, of DCG above that of its ideal, and of fewer relevant
documents than were found.

Why it is bad: something is wrong, whatever it is.

Example: `NDCG@5 1.68`, with an ideal in ascending order.

Use instead: what the measure gives; the other findings of the sheet may tell why it does not.
"""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING

from xlmetrics.diagnosis.model import Conclusion
from xlmetrics.diagnosis.percent import SHARES, in_percent
from xlmetrics.model import TOLERANCE, Finding, is_number
from xlmetrics.roles.grades import read_grade
from xlmetrics.text import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from xlmetrics.address import Address
    from xlmetrics.model import Result
    from xlmetrics.roles.model import Figure
    from xlmetrics.rules.evidence import Evidence

CODE = "XL121"
_OF_HUNDRED = re.compile(r"(?<![0-9.])100\s*\*|\*\s*100(?![0-9.])")
"""What makes a percentage of a share."""
DECIMALS = 0.005
"""How far a reciprocal rank may be rounded."""


def find(evidence: Evidence) -> Iterator[Finding]:
    """Figures out of their bounds that nothing else explains."""
    percent = in_percent(evidence.reading.figures, evidence.value)
    ideals = _ideals(evidence)
    explained = _explained(evidence)
    sound = {figure.measure for figure in evidence.reading.figures if figure.address in explained}
    shown = {_what(figure) for figure in evidence.reading.figures if figure.address in explained}
    told = defaultdict(list)
    for figure in evidence.reading.figures:
        known = figure.address in explained or (figure.ranking and _what(figure) in shown)
        if not known and figure.measure not in percent:
            formula = evidence.formula(figure.address)
            found = evidence.value(figure.address)
            if is_number(found) and formula and _OF_HUNDRED.search(formula):
                found /= 100
            if why := _impossible(figure, found, ideals.get(id(figure.ranking))):
                says = f"{figure.measure}: {why}"
                told[figure.measure].append(
                    Finding(CODE, figure.address, says, found, None, formula)
                )
    for measure, findings in told.items():
        if measure in sound or (len(findings) == 1 and findings[0].formula is None):
            yield from findings  # elsewhere it is more likely that they are no such figures
    yield from _too_few_relevant(evidence)
    yield from _too_many_hits(evidence)


def _what(figure: Figure) -> tuple[int, str, int | None]:
    """What a figure shows: a list has one value for it, and what is more is for something else."""
    return id(figure.ranking), figure.measure, figure.k


def _explained(evidence: Evidence) -> set[Address]:
    """The cells of which it is known how they are computed, or from which others they follow."""
    sound = (Conclusion.RIGHT, Conclusion.VARIANT)
    return {
        each.cell
        for each in evidence.diagnoses
        if each.conclusion in sound
        or (each.conclusion is Conclusion.MISTAKE and evidence.formula(each.cell))
    }


def _ideals(evidence: Evidence) -> Mapping[int, Result]:
    return {
        id(figure.ranking): evidence.value(figure.address)
        for figure in evidence.reading.figures
        if figure.measure == "IDCG" and figure.ranking is not None
    }


def _impossible(figure: Figure, value: Result, ideal: Result) -> str:
    if not is_number(value):
        return ""
    if figure.measure in SHARES and not -TOLERANCE <= value <= 1 + TOLERANCE:
        return "it lies between 0 and 1"
    if figure.measure == "RR" and not figure.is_mean and not _is_reciprocal(value):
        return "it is 0, 1, 1/2, 1/3, and so on"
    if figure.measure == "DCG" and is_number(ideal) and value > ideal + TOLERANCE:
        return "it is above that of the ideal"
    return ""


def _is_reciprocal(value: float) -> bool:
    return value < 2 * DECIMALS or abs(1 / round(1 / value) - value) <= DECIMALS


def _too_few_relevant(evidence: Evidence) -> Iterator[Finding]:
    for ranking in evidence.reading.rankings:
        if ranking.relevant is None or "COUNT" in (evidence.formula(ranking.relevant) or ""):
            continue  # from which grade on it counts is its own affair
        stated = evidence.value(ranking.relevant)
        grades = [read_grade(evidence.value(cell)) or 0 for cell in ranking.grades]
        least = max((read_grade(evidence.value(cell)) or 0 for cell in ranking.judged), default=0)
        found = sum(grade >= max(least, 1) for grade in grades)
        if is_number(stated) and stated < found:
            yield Finding(
                CODE,
                ranking.relevant,
                f"{counted(int(stated), 'relevant document')} by what is stated, and {found} found",
                stated,
                None,
                evidence.formula(ranking.relevant),
            )


def _too_many_hits(evidence: Evidence) -> Iterator[Finding]:
    for figure in evidence.reading.figures:
        counts = figure.counts
        if counts is None or counts.hits is None:
            continue
        hits = evidence.value(counts.hits)
        among = [evidence.value(cell) for cell in (counts.relevant, counts.returned) if cell]
        numbers = [value for value in among if is_number(value)]
        if is_number(hits) and numbers and hits > min(numbers):
            says = f"{hits:g} hits among {counted(int(min(numbers)), 'document')}"
            yield Finding(CODE, counts.hits, says, hits, None, evidence.formula(counts.hits))
