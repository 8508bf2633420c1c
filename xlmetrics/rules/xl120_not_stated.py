"""XL120 not stated: a figure does not say at which k it is cut, or with which gain.

What it does: notes figures without a cut-off in their name or beside them.

Why it is bad: nDCG@5 and nDCG@10 of the same list differ, and nobody can tell which this is.

Example: `NDCG` over `=D8/E8`.

Use instead: `NDCG@5, gain 2^grade - 1`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.model import Finding, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from xlmetrics.roles.model import Figure
    from xlmetrics.rules.evidence import Evidence

CODE = "XL120"
CUT = {"DCG", "nDCG", "P", "R", "F1"}


def find(evidence: Evidence) -> Iterator[Finding]:
    """One note for each sheet with figures without a cut-off, and where the first are cut."""
    found: dict[str, dict[str, Figure]] = {}
    for figure in evidence.reading.figures:
        ranking = figure.ranking
        if ranking and figure.measure in CUT and figure.k is None and ranking.k is None:
            found.setdefault(figure.address.sheet, {}).setdefault(figure.measure, figure)
    for figures in found.values():
        first = next(iter(figures.values()))
        yield Finding(
            CODE,
            first.address,
            f"{', '.join(figures)}: the cut-off is not stated; {_seems(evidence, first)}",
            severity=Severity.NOTE,
        )


def _seems(evidence: Evidence, figure: Figure) -> str:
    for each in evidence.diagnoses:
        if each.cell == figure.address and CODE in each.codes:
            return each.says[each.codes.index(CODE)]
    return "it seems to be the whole list"
