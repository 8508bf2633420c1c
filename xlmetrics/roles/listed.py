"""A list of results while it is being put together, and which cells can hold its grades."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from xlmetrics.model import ErrorValue
from xlmetrics.roles.grades import read_grade
from xlmetrics.roles.model import Line, Meaning, Ranking

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from xlmetrics.address import Address
    from xlmetrics.model import Cell
    from xlmetrics.roles.grid import Grid
    from xlmetrics.roles.tables import Table


_CROSSED = 2
"""A list that holds grades of so many others is none."""


@dataclass(eq=False)
class Listed:
    """A ranking while it is being put together.

    In ``grid`` the list goes down ``column``, through ``rows`` in the order of the ranks; ``span``
    are these and the rows of what was judged and not returned. All lists of its column in the
    table together have ``most`` rows. In one that is ``marked`` a blank is a document that is not
    relevant. ``sources`` are the typed cells from which grades are computed, ``documents`` the
    names of what was returned.
    """

    name: str
    grades: list[Address]
    judged: list[Address]
    ranks: list[Address] = field(default_factory=list)
    system: str = ""
    relevant: Address | None = None
    stated: int | None = None
    k: Address | None = None
    lines: dict[Meaning, Line] = field(default_factory=dict)
    table: Table | None = None
    grid: Grid | None = None
    rows: list[int] = field(default_factory=list)
    span: list[int] = field(default_factory=list)
    column: int = 0
    most: int = 0
    marked: bool = False
    sources: list[Address] = field(default_factory=list)
    documents: list[Address] = field(default_factory=list)

    @cached_property
    def row_set(self) -> frozenset[int]:
        """The rows of what was returned."""
        return frozenset(self.rows)

    @cached_property
    def _span(self) -> frozenset[int]:
        return frozenset(self.span)

    def is_beside(self, table: Table, row: int) -> bool:
        """Whether the list stands in this row of its table, or goes through it."""
        return self.column == row if table.ranks else row in self._span

    def ranking(self) -> Ranking:
        """The ranking as it is read."""
        return Ranking(
            self.name,
            tuple(self.grades),
            tuple(self.judged),
            tuple(self.ranks),
            self.system,
            self.relevant,
            self.k,
            dict(self.lines),
            self.marked,
            tuple(self.sources),
            tuple(self.documents),
            self.stated,
        )


def without_crossing(listed: Sequence[Listed]) -> list[Listed]:
    """The lists but those that go across several others, which have ranks and they have none."""
    owners = {cell: each for each in listed if each.ranks for cell in each.grades}
    return [
        each
        for each in listed
        if each.ranks or len({id(owners[at]) for at in each.grades if at in owners}) < _CROSSED
    ]


def is_graded(cell: Cell | None) -> bool:
    """Whether a cell can be a grade: a number, a word for one, an error, or a formula."""
    return cell is not None and (
        cell.formula is not None
        or isinstance(cell.value, ErrorValue)
        or read_grade(cell.value) is not None
    )


def marks(cells: Iterable[Cell | None]) -> bool:
    """Whether one mark stands for what is relevant, and a blank for what is not."""
    held = {None if cell is None else read_grade(cell.value) for cell in cells}
    return held == {None, 1}


def cells_of(listed: Iterable[Listed]) -> dict[Address, Listed]:
    """Which list each grade belongs to; what is judged for several belongs to none of them."""
    found: dict[Address, Listed] = {}
    several: set[Address] = set()
    for each in listed:
        for cell in {*each.judged, *each.grades}:
            if found.setdefault(cell, each) is not each:
                several.add(cell)
    own = {cell: each for each in listed for cell in each.grades}
    return {at: own.get(at, each) for at, each in found.items() if at in own or at not in several}
