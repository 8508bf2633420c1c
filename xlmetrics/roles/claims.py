"""Cells that are said to show a measure, while it is being found out of what."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from xlmetrics.roles.model import Figure

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from xlmetrics.address import Address
    from xlmetrics.roles.listed import Listed
    from xlmetrics.roles.model import Counts, Ranking


@dataclass(eq=False)
class Claim:
    """A figure while it is being put together.

    ``listed`` is the list that its formula reads, ``near`` the one that it stands by; ``query`` is
    that which its row names; ``averaged`` is whether a mean takes it, ``weighted`` whether it is a
    mean that is said to be weighted.
    """

    address: Address
    measure: str
    k: int | None = None
    gain: str | None = None
    listed: Listed | None = None
    near: Listed | None = None
    first_rank: Address | None = None
    mean: bool = False
    mean_of: tuple[Address, ...] = ()
    label: str = ""
    label_at: Address | None = None
    why: str = ""
    query: str = ""
    averaged: bool = False
    weighted: bool = False
    counts: Counts | None = None
    k_at: Address | None = None

    def figure(self, rankings: Mapping[Listed, Ranking]) -> Figure:
        """The figure as it is read."""
        return Figure(
            self.address,
            self.measure,
            self.k,
            self.gain,
            rankings[self.listed] if self.listed and not self.mean else None,
            self.first_rank,
            self.mean_of,
            self.label,
            self.label_at,
            self.why,
            self.counts,
            self.k_at,
        )


@dataclass(eq=False)
class Family:
    """Cells that show one measure, one for each query, blank ones too.

    They stand in one column, or each alone on its sheet.
    """

    measure: str
    k: int | None = None
    cells: list[Address] = field(default_factory=list)


class Claims:
    """All claims, each cell once: what was found first stands."""

    def __init__(self) -> None:
        self._by_cell: dict[Address, Claim] = {}
        self.families: dict[Address, Family] = {}
        self._family_at: dict[object, Family] = {}
        self.steps: set[Address] = set()

    def add(self, claim: Claim) -> None:
        """Note a claim, unless its cell makes one already or is a step."""
        if claim.address not in self:
            self._by_cell[claim.address] = claim

    def add_family(self, family: Family) -> None:
        """Note which cells are one measure's."""
        for cell in family.cells:
            self.families.setdefault(cell, family)

    def family(self, place: object, measure: str) -> Family:
        """The family of a measure at a place: a column, say, or a form of formula."""
        return self._family_at.setdefault((place, measure), Family(measure))

    def add_to(self, family: Family, cell: Address) -> None:
        """Note that a cell is one of a family, unless it is one of another."""
        if self.families.setdefault(cell, family) is family:
            family.cells.append(cell)

    def __contains__(self, address: Address) -> bool:
        return address in self._by_cell or address in self.steps

    def get(self, address: Address) -> Claim | None:
        """The claim of a cell."""
        return self._by_cell.get(address)

    def all(self) -> Iterable[Claim]:
        """Every claim, in the order in which they were found."""
        return self._by_cell.values()

    def of(self, address: Address) -> bool:
        """Whether a cell is said to show a measure, of one query or over several."""
        return address in self._by_cell or address in self.families

    def drop(self, claims: Iterable[Claim]) -> None:
        """Take claims back."""
        for claim in claims:
            self._by_cell.pop(claim.address, None)
