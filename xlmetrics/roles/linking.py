"""Of which list each figure is: of the one that it reads, or else of the one that it stands by."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from xlmetrics.roles.claims import Claim, Claims
    from xlmetrics.roles.listed import Listed
    from xlmetrics.roles.sheets import Sheets


def link(sheets: Sheets, claims: Claims) -> None:
    """Find the list of every figure of one query."""
    alike: dict[tuple[str, int | None], list[Claim]] = {}
    for claim in claims.all():
        if not claim.mean:
            alike.setdefault((claim.measure, claim.k), []).append(claim)
    for group in alike.values():
        _stand_by(sheets, group)
        _mend(group)
        _settle(sheets, group)


def _stand_by(sheets: Sheets, group: Sequence[Claim]) -> None:
    """Find the list by which each of some figures stands."""
    several = len({claim.query for claim in group}) > 1
    for claim in group:
        if claim.first_rank and (read := sheets.tracing.only(claim.first_rank)):
            claim.listed, claim.first_rank = read, None
        claim.near = claim.near or _nearest(sheets, claim, several=several)


def _settle(sheets: Sheets, group: Sequence[Claim]) -> None:
    """Take figures that read no list for those of the one by which they stand."""
    for claim in group:
        claim.near = claim.near or _of_those_beside(sheets, claim, group)
    for claim in group:
        by_name = claim.near and claim.near.name == claim.query and not _of_typed(sheets, claim)
        if claim.listed is None and claim.first_rank is None and (by_name or not claim.counts):
            claim.listed = claim.near


def _of_typed(sheets: Sheets, claim: Claim) -> bool:
    """Whether a figure is computed from counts that were typed."""
    written = sheets.formulas.at(claim.address)
    counts = claim.counts or ()
    typed = all(sheets.formulas.at(cell) is None for cell in counts if cell)
    return bool(counts) and typed and written is not None and bool(written.read)


def _nearest(sheets: Sheets, claim: Claim, *, several: bool) -> Listed | None:
    """The list of the query that is named, or the only one on the sheet, or in the workbook.

    Of figures of ``several`` queries, one on another sheet is of none that it does not name.
    """
    named = _of_its_system(claim, sheets.named(claim.query))
    own = sheets.by_sheet.get(claim.address.sheet, [])
    for found in (named, own, sheets.listed if own or not several else ()):
        if len(found) == 1:
            return found[0]
    return _last_above(claim, named)


def _of_those_beside(sheets: Sheets, claim: Claim, group: Sequence[Claim]) -> Listed | None:
    """Of the lists of a query that of the system whose the figures in the same column are."""
    sheet, _, column = claim.address
    systems = {
        other.listed.system
        for other in group
        if other.listed and other.address[::2] == (sheet, column)
    }
    found = [each for each in sheets.named(claim.query) if each.system in systems]
    return found[0] if len(systems) == len(found) == 1 else None


def _of_its_system(claim: Claim, named: Sequence[Listed]) -> Sequence[Listed]:
    """Of the lists of one query that of the system which the label of a figure names.

    An ideal is the same for all systems whose lists share their judgments.
    """
    label = claim.label.casefold()
    of_system = [each for each in named if each.system and each.system.casefold() in label]
    if len(of_system) > 1:
        longest = max(len(each.system) for each in of_system)
        of_system = [each for each in of_system if len(each.system) == longest]
    if not of_system and claim.measure == "IDCG" and len({tuple(e.judged) for e in named}) == 1:
        return named[:1]
    return of_system or named


def _last_above(claim: Claim, named: Sequence[Listed]) -> Listed | None:
    """Of lists of one name in tables under each other, the one that ends nearest above."""
    sheet, row, _ = claim.address
    ends = {each.grades[-1].row: each for each in named if each.grades[-1].sheet == sheet}
    tables = {id(each.table) for each in ends.values()}
    if len(ends) < len(named) or len(tables) < len(named):
        return None
    return ends.get(max((end for end in ends if end < row), default=0))


def _mend(alike: Sequence[Claim]) -> None:
    """Take figures for those of the list they stand by, if they read one that has its own.

    Else a figure that reads the wrong list would be a second one of that list, and right.
    """
    at_home = {claim.listed for claim in alike if claim.listed and claim.listed is claim.near}
    for claim in alike:
        astray = claim.listed in at_home and claim.near not in at_home
        if claim.listed and claim.near and claim.listed is not claim.near and astray:
            claim.listed = claim.near
