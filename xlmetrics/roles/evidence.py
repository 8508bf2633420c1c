"""What of all that was found holds together; without a measure that is sure, nothing does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.roles.grid import number_of
from xlmetrics.roles.model import Meaning, Reading
from xlmetrics.roles.words import SURE, says_relevance

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from xlmetrics.address import Address
    from xlmetrics.roles.claims import Claim, Claims
    from xlmetrics.roles.listed import Listed
    from xlmetrics.roles.sheets import Sheets

WORKINGS = frozenset({
    Meaning.DISCOUNTED_GAIN, Meaning.CUMULATED_GAIN, Meaning.IDEAL_DISCOUNTED_GAIN,
    Meaning.CUMULATED_IDEAL, Meaning.NDCG_AT_RANK, Meaning.PRECISION_AT_RANK,
    Meaning.PRECISION_AT_HIT, Meaning.RECALL_AT_RANK,
})  # fmt: skip
"""Steps that make of a list more than ranks and ratings."""

_SHARES = frozenset({
    Meaning.PRECISION_AT_RANK, Meaning.PRECISION_AT_HIT, Meaning.RECALL_AT_RANK,
})  # fmt: skip

_SHORT = 2
"""A label of so few letters (P, R, AP, RR) may mean anything."""


def settle(sheets: Sheets, claims: Claims) -> Reading:
    """The reading of a workbook, or an empty one."""
    for listed in sheets.listed:
        _drop_odd_lines(sheets, listed)
    kept = _kept(sheets, claims)
    used = _used_lists(sheets, kept)
    if not kept and not used:
        return Reading()
    rankings = {each: each.ranking() for each in used}
    cells = {at for claim in kept for at in (claim.first_rank, *claim.mean_of) if at}
    held = set(kept)
    told = {claim.address: _why_not(claim) for claim in claims.all() if claim not in held}
    told |= {claim.address: _LONE for claim in kept if _is_lone(claim)}
    return Reading(
        tuple(rankings.values()),
        tuple(claim.figure(rankings) for claim in kept),
        tuple(line for line in sheets.first_ranks if not cells.isdisjoint(line.cells)),
        {str(address): why for address, why in told.items()},
    )


_LONE = "nothing tells of which list, or of which first rank, it is a figure"


def _is_lone(claim: Claim) -> bool:
    return not (claim.mean or claim.listed or claim.first_rank or claim.counts)


def _why_not(claim: Claim) -> str:
    name = claim.label or claim.measure
    if claim.weighted:
        return f"the mean of {name!r} weighs the queries, and such a mean is not checked"
    return f"{name!r} may mean {claim.measure}, but no list of grades goes with it"


def _drop_odd_lines(sheets: Sheets, listed: Listed) -> None:
    """Take away lines named like precision or recall that hold other numbers."""
    for meaning in _SHARES & set(listed.lines):
        line = listed.lines[meaning]
        if not _can_be(sheets, line.label[:-_SHORT], line.cells):
            del listed.lines[meaning]


def _can_be(sheets: Sheets, label: str, cells: Iterable[Address]) -> bool:
    """Whether cells can show a share: under a letter, such as P for a price, only from 0 to 1."""
    if len(label) > 1:
        return True
    numbers = [number_of(sheets.workbook.cells.get(at)) for at in cells]
    return all(number is None or 0 <= number <= 1 for number in numbers)


def _kept(sheets: Sheets, claims: Claims) -> list[Claim]:
    """The claims that hold: those that are sure, those that have inputs, and means of such."""
    single = [claim for claim in claims.all() if not claim.mean]
    sure = [claim for claim in single if _is_sure(sheets, claim)]
    kept = set(sure)
    if sure or any(_is_worked(each) for each in sheets.listed):
        kept.update(claim for claim in single if _is_likely(sheets, claim))
    cells = {claim.address for claim in kept}
    cells.update(at for line in sheets.first_ranks for at in line.cells)
    cells.update(at for each in sheets.listed for line in each.lines.values() for at in line.cells)
    return [c for c in claims.all() if c in kept or (c.mean and _is_mean(c, cells))]


def _is_mean(claim: Claim, cells: Collection[Address]) -> bool:
    if claim.weighted:
        return False
    return claim.measure in SURE or any(at in cells for at in claim.mean_of)


def _is_sure(sheets: Sheets, claim: Claim) -> bool:
    """Whether a claim can stand by itself: nothing but a ranking has such a figure."""
    if claim.measure in SURE:
        return True
    if not _can_be(sheets, claim.label, [claim.address]):
        return False
    long = len(claim.label) > _SHORT
    if claim.measure == "RR":
        return claim.listed is not None or (claim.first_rank is not None and _is_averaged(claim))
    if claim.measure == "AP":
        return claim.listed is not None or long
    if claim.listed is None or not _is_judged(claim.listed):
        return claim.counts is not None or claim.first_rank is not None
    return long if claim.label else _speaks_of_relevance(claim.listed)


def _is_averaged(claim: Claim) -> bool:
    """Whether a reciprocal is one of ranks: it is called so, or a mean is taken of it."""
    return bool(claim.label) or claim.averaged


def _is_likely(sheets: Sheets, claim: Claim) -> bool:
    """Whether a claim holds beside others that are sure."""
    return _can_be(sheets, claim.label, [claim.address]) and bool(claim.label or claim.listed)


def _is_judged(listed: Listed) -> bool:
    """Whether a list is said to hold grades, and not merely found beside numbers that count."""
    return listed.table is None or bool(listed.table.ranks or listed.table.saying(Meaning.GRADE))


def _speaks_of_relevance(listed: Listed) -> bool:
    headings = listed.table.saying(Meaning.GRADE) if listed.table else ()
    return bool(listed.ranks) and any(says_relevance(run.label) for run in headings)


def _is_worked(listed: Listed) -> bool:
    return not WORKINGS.isdisjoint(listed.lines)


def _used_lists(sheets: Sheets, kept: Iterable[Claim]) -> list[Listed]:
    """The lists that have a figure or steps of one."""
    used = {claim.listed for claim in kept if not claim.mean}
    return [each for each in sheets.listed if each in used or _is_worked(each)]
