"""What of all that was found holds together; without a measure that is sure, nothing does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.roles.model import Reading

if TYPE_CHECKING:
    from xlmetrics.roles.claims import Claim, Claims
    from xlmetrics.roles.sheets import Sheets


def settle(sheets: Sheets, claims: Claims) -> Reading:
    """The reading of a workbook, or an empty one."""
    for claim in claims.all():
        _link(sheets, claim)
    kept = list(claims.all())
    if not kept and not any(each.lines for each in sheets.listed):
        return Reading()
    rankings = {each: each.ranking() for each in sheets.listed}
    return Reading(
        tuple(rankings.values()),
        tuple(claim.figure(rankings) for claim in kept),
        tuple(sheets.first_ranks),
    )


def _link(sheets: Sheets, claim: Claim) -> None:
    """Find the list of a figure that its formula does not tell: by its query, or the only one."""
    if claim.mean or claim.listed is not None or claim.first_rank is not None:
        return
    named = [each for each in sheets.listed if each.name == claim.query]
    own = [each for each in sheets.listed if each.grades[0].sheet == claim.address.sheet]
    for found in (named, own, sheets.listed):
        if len(found) == 1:
            claim.listed = found[0]
            return
