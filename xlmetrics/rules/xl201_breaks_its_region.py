"""XL201 breaks its region: one formula is not like those around it.

What it does: looks, down each column and along each row, for formulas filled over many cells and
for the few among them that are written otherwise; and, wherever they stand, for wrong figures that
are made unlike most others of their measure. Totals, first steps of running sums, and cells
whose inputs are not like those of the others are left alone.

Why it is bad: one rank or one query is measured otherwise than the rest, and the sheet shows
nothing of it.

Example: `=B5/LOG(A4+1,2)` in C5, between `=B4/LOG(A4+1,2)` and `=B6/LOG(A6+1,2)`.

Use instead: the formula of the region, filled over the cell; or, if the one cell is right, its
formula filled over all the others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.model import Finding
from xlmetrics.rules.xl214_circular import counts_itself

if TYPE_CHECKING:
    from collections.abc import Iterator

    from xlmetrics.rules.evidence import Evidence

CODE = "XL201"


def find(evidence: Evidence) -> Iterator[Finding]:
    """Formulas that are not filled as those of their region; short ranges have a rule of theirs."""
    if not evidence.is_foreign:
        return
    yield from _in_regions(evidence)
    told = {each.address for each in evidence.regions.deviants} | set(evidence.short_ranges)
    for odd in evidence.odd_ones:
        at = odd.diagnosis.cell
        if odd.formula is not None and at not in told:
            told.add(at)
            yield Finding(
                CODE,
                at,
                f"{odd.diagnosis.measure}: {at.a1} is not filled like {odd.like.a1}, where "
                f"{odd.number} formulas are alike",
                evidence.value(at),
                odd.diagnosis.should,
                odd.formula,
                instead=odd.diagnosis.instead,
            )


def _in_regions(evidence: Evidence) -> Iterator[Finding]:
    for each in evidence.regions.deviants:
        if each.formula is None or each.sheets or each.typed:
            continue
        if each.address in evidence.short_ranges or counts_itself(each.formula, each.address):
            continue
        where = " and ".join(place.a1 for place in each.alike)
        yield Finding(
            CODE,
            each.address,
            f"{each.address.a1} is not filled like {where}, where {each.members} formulas are "
            "alike; one of the two is wrong",
            evidence.value(each.address),
            formula=each.formula,
            instead=each.instead,
        )
