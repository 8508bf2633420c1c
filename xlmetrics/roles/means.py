"""Which figures a mean should take: one for each query, those too that its formula leaves out."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from xlmetrics.address import Address
    from xlmetrics.roles.claims import Claim, Claims, Family
    from xlmetrics.roles.sheets import Sheets

_MOST = 1000
"""Of a range that a mean reads, so many cells are asked what they belong to."""


def read_means(sheets: Sheets, claims: Claims) -> None:
    """Give every mean its figures; one that has none is no mean of anything known."""
    homeless = []
    for claim in claims.all():
        if claim.mean:
            claim.mean_of = _taken(sheets, claims, claim)
            if not claim.mean_of:
                homeless.append(claim)
            for at in claim.mean_of:
                if (taken := claims.get(at)) is not None:
                    taken.averaged = True
    claims.drop(homeless)


def _taken(sheets: Sheets, claims: Claims, claim: Claim) -> tuple[Address, ...]:
    steps = _steps_read(sheets, claim)
    if steps:
        return steps
    families = _read(sheets, claims, claim) or _above(claims, claim) or _alike(claims, claim)
    if not families:
        return _first_ranks(sheets, claim)
    if all(len(family.cells) == 1 for family in families):
        families = _alone(claims, families[0])
    cells = [cell for family in families for cell in family.cells if cell != claim.address]
    return tuple(dict.fromkeys(cells))


def _cells_read(sheets: Sheets, claim: Claim) -> Iterator[Address]:
    written = sheets.formulas.at(claim.address)
    for place in written.ranges if written else ():
        rows, columns = place.shape
        if rows * columns <= _MOST:
            yield from place.addresses()
        else:
            yield from sheets.sensing.seen(place)


def _steps_read(sheets: Sheets, claim: Claim) -> tuple[Address, ...]:
    """The values at one rank of every list, for a mean over those, such as that of P@5."""
    read = list(_cells_read(sheets, claim))
    found = {
        (line.meaning, line.cells.index(at))
        for at in read
        for listed in sheets.tracing.lists(at)
        for line in listed.lines.values()
        if at in line.cells
    }
    if len(read) < 2 or len(found) != 1:
        return ()
    meaning, place = found.pop()
    lines = [each.lines[meaning].cells for each in sheets.listed if meaning in each.lines]
    return tuple(cells[place] for cells in lines if place < len(cells))


def _read(sheets: Sheets, claims: Claims, claim: Claim) -> list[Family]:
    """The families that its formula reads, those of its measure if there are any."""
    found = [claims.families[at] for at in _cells_read(sheets, claim) if at in claims.families]
    found = list(dict.fromkeys(found))
    return [family for family in found if family.measure == claim.measure] or found


def _above(claims: Claims, claim: Claim) -> list[Family]:
    """The family in whose column, or in whose row, it stands."""
    sheet, row, column = claim.address
    for cell, family in claims.families.items():
        if cell.sheet == sheet and family.measure == claim.measure and len(family.cells) > 1:
            columns, rows = ({each[i] for each in family.cells} for i in (2, 1))
            if columns == {column} or rows == {row}:
                return [family]
    return []


def _alike(claims: Claims, claim: Claim) -> list[Family]:
    """The one family of its measure and cut-off that there is."""
    found = [
        family
        for family in dict.fromkeys(claims.families.values())
        if family.measure == claim.measure and (claim.k is None or family.k in (None, claim.k))
    ]
    if len(found) == 1 or all(len(family.cells) == 1 for family in found):
        return found
    return []


def _alone(claims: Claims, like: Family) -> list[Family]:
    """The families of one cell each that show the same measure."""
    return [
        family
        for family in dict.fromkeys(claims.families.values())
        if (family.measure, family.k) == (like.measure, like.k) and len(family.cells) == 1
    ]


def _first_ranks(sheets: Sheets, claim: Claim) -> tuple[Address, ...]:
    """The first ranks, for a mean reciprocal rank that is computed from them in one step."""
    if claim.measure != "RR":
        return ()
    read = set(_cells_read(sheets, claim))
    for line in sheets.first_ranks:
        if not read.isdisjoint(line.cells):
            return line.cells
    return ()
