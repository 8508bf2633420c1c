"""XL211 sheets differ: sheets are built alike, and one cell is not.

What it does: compares each formula with those at the same place of other sheets, where most of
their formulas agree and the same label stands beside them.

Why it is bad: each sheet measures a query or a system, and one of them by another rule, so that
they cannot be compared.

Example: `=SUM(C2:C6)/5` in E3 of six sheets, and `=SUM(C2:C6)/6` in E3 of the seventh.

Use instead: the same formula on all of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.address import quote_title
from xlmetrics.model import Finding
from xlmetrics.rules.xl214_circular import counts_itself

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from xlmetrics.rules.evidence import Evidence
    from xlmetrics.rules.regions import Deviant

CODE = "XL211"
_NAMED = 3


def find(evidence: Evidence) -> Iterator[Finding]:
    """Formulas that the other sheets contradict."""
    if not evidence.is_foreign:
        return
    for each in evidence.regions.deviants:
        if each.sheets and not each.typed and not _is_explained(evidence, each):
            yield Finding(
                CODE,
                each.address,
                f"{each.address.a1} is not what it is on {named(each.sheets)}, which are built "
                "like this sheet; one of the two is wrong",
                evidence.value(each.address),
                formula=each.formula,
                instead=each.instead,
            )


def _is_explained(evidence: Evidence, deviant: Deviant) -> bool:
    """Whether another rule says more of the cell."""
    return deviant.address in evidence.short_ranges or counts_itself(
        deviant.formula or "", deviant.address
    )


def named(sheets: Sequence[str]) -> str:
    """The titles of a few sheets, and how many more there are."""
    titles = [quote_title(title) for title in sheets[:_NAMED]]
    more = len(sheets) - len(titles)
    return ", ".join(titles) + (f" and {more} more" if more else "")
