"""Which rows of a table are one list's: those of one query by one system."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from xlmetrics.roles.grid import number_of, shown
from xlmetrics.roles.model import Meaning
from xlmetrics.roles.words import says_missed

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from xlmetrics.roles.runs import Run
    from xlmetrics.roles.tables import Table


@dataclass
class Group:
    """The rows of one list; ``missed`` are those under a line that says they were not returned."""

    query: str
    system: str
    rows: list[int] = field(default_factory=list)
    missed: list[int] = field(default_factory=list)


class _Ranks:
    """Notices where ranks begin again."""

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        """Another list begins."""
        self._first: float | None = None
        self._last: float | None = None

    def begins_again(self, rank: float | None) -> bool:
        """Whether a list begins with this rank, after one that had gone on."""
        if rank is None:
            return False
        again = self._first is not None and self._last is not None
        again = again and rank <= (self._first or 0) < (self._last or 0)
        if again:
            self.forget()
        self._first, self._last = rank if self._first is None else self._first, rank
        return again


def groups(table: Table, rows: Sequence[int], ranked: Run | None) -> list[Group]:
    """The lists in these rows of a table.

    A query or a system named stands for the rows down to the next, as does a line of text that
    stands alone; rows of one query need not stand together. Ranks that begin again begin another
    list.
    """
    found: dict[tuple[str, str, int], Group] = {}
    ranks = _Ranks()
    query = system = ""
    again = 0
    missed = False
    for row, named, said in _names(table, rows):
        if row is None:
            missed = says_missed(named)
            if not missed:
                query, again = named, 0
                ranks.forget()
            continue
        if (named and named != query) or (said and said != system):
            again, missed = 0, False
            ranks.forget()
        query, system = named or query, said or system
        rank = number_of(table.grid.get(row, ranked.column)) if ranked else None
        again += ranks.begins_again(rank)
        group = found.setdefault((query, system, again), Group(query, system))
        (group.missed if missed else group.rows).append(row)
    return list(found.values())


def _names(table: Table, rows: Sequence[int]) -> Iterator[tuple[int | None, str, str]]:
    """The rows with the query and the system that each names; lines of text without a row."""
    queries, systems = table.saying(Meaning.QUERY)[:1], table.saying(Meaning.SYSTEM)[:1]
    lines = {} if queries else table.sections
    last = max(rows, default=0)
    for row in sorted({*rows, *(at for at in lines if at < last)}):
        if row in lines:
            yield None, lines[row], ""
        else:
            yield row, name_in(table, row, queries), name_in(table, row, systems)


def name_in(table: Table, row: int, runs: Sequence[Run]) -> str:
    """What the first of some columns names in a row."""
    return shown(table.grid.get(row, runs[0].column)) if runs else ""
