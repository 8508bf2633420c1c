"""XL202 typed over: a value stands where a formula belongs.

What it does: looks for measure cells that hold no formula, and for numbers typed among formulas
that are filled down, along a row, or alike on several sheets, or that compute the other figures
of a measure.

Why it is bad: the figure stays what it is when the inputs change.

Example: `0.550` in the cell of NDCG@k.

Use instead: the formula, `=IF(B12>0,B11/B12,0)`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.model import Finding
from xlmetrics.roles.model import Meaning
from xlmetrics.rules.xl211_sheets_differ import named

if TYPE_CHECKING:
    from collections.abc import Iterator

    from xlmetrics.address import Address
    from xlmetrics.rules.evidence import Evidence

CODE = "XL202"


def find(evidence: Evidence) -> Iterator[Finding]:
    """Measure cells without a formula, and numbers within regions of formulas."""
    yield from _in_regions(evidence)
    yield from _among_their_kind(evidence)
    for expectation in evidence.expected:
        address = expectation.address
        if address not in evidence.recomputed:
            value = evidence.workbook.value(address)
            stands = "the formula is gone" if value is None else "a value stands over the formula"
            yield Finding(
                CODE,
                address,
                f"{expectation.measure}: {stands}; put the formula back",
                value,
                expectation.value,
            )


def _among_their_kind(evidence: Evidence) -> Iterator[Finding]:
    """Wrong numbers typed where others of their kind are computed."""
    told = {each.address for each in evidence.regions.deviants if each.typed}
    for each in evidence.odd_ones:
        at = each.diagnosis.cell
        if each.formula is None and at not in told:
            told.add(at)
            yield Finding(
                CODE,
                at,
                f"{each.diagnosis.measure}: a number was typed here, where {each.number} others, "
                f"such as {each.like.a1}, are computed; put the formula back",
                evidence.value(at),
                each.diagnosis.should,
                instead=each.diagnosis.instead,
            )


def _undiscounted(evidence: Evidence) -> Iterator[Address]:
    """Where 1 was typed for the discount of the first two ranks, which need not be computed."""
    for ranking in evidence.reading.rankings:
        for meaning in (Meaning.DISCOUNT, Meaning.WEIGHT):
            line = ranking.lines.get(meaning)
            for cell in line.cells[:2] if line else ():
                if evidence.value(cell) == 1:
                    yield cell


def _in_regions(evidence: Evidence) -> Iterator[Finding]:
    if not evidence.is_foreign:
        return
    ones = set(_undiscounted(evidence))
    for each in evidence.regions.deviants:
        if each.typed and each.address not in ones:
            if each.sheets:
                where = f"at this place on {named(each.sheets)}"
            else:
                where = "in " + " and ".join(place.a1 for place in each.alike)
            yield Finding(
                CODE,
                each.address,
                f"a number stands here where formulas stand {where}; put the formula back",
                evidence.value(each.address),
                formula=each.formula,
                instead=each.instead,
            )
