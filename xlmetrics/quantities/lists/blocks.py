"""The rows of each query: where they begin and end, and what the reference makes of them."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from xlmetrics import reference
from xlmetrics.errors import BadMeasureInput
from xlmetrics.inputs import shown
from xlmetrics.model import is_number
from xlmetrics.text import counted

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from xlmetrics.quantities.quantity import Seen


class Block(NamedTuple):
    """The rows of one query, ``first`` being its first row, counted from 1.

    ``ranks`` are None for what was not returned, ``grades`` for what was not judged.
    """

    query: Any
    first: int
    ranks: list[int | None]
    grades: list[float | None]

    @property
    def last(self) -> int:
        """Its last row, counted from 1."""
        return self.first + len(self.ranks) - 1

    @property
    def ranked(self) -> list[float | None]:
        """The grades in rank order; raises BadMeasureInput for ranks with gaps or repeats."""
        pairs = zip(self.ranks, self.grades, strict=True)
        return reference.in_rank_order((rank, grade) for rank, grade in pairs if rank is not None)

    @property
    def pool(self) -> list[float]:
        """The grades of all judged documents."""
        return [grade for grade in self.grades if grade is not None]


def blocks(seen: Seen) -> list[Block]:
    """The rows, query by query."""
    ranks = [int(rank) if is_number(rank) else None for rank in seen.column("rank")]
    grades, queries = seen.column("judged"), seen.column("query")
    found = []
    for _, rows in groupby(range(len(queries)), lambda row: shown(queries[row]).casefold()):
        first, *others = rows
        last = max([first, *others]) + 1
        found.append(Block(queries[first], first + 1, ranks[first:last], grades[first:last]))
    return found


def by_document(values: Callable[[Seen, Block], list[Any]]) -> Callable[[Seen], list[Any]]:
    """A value for each row of each query."""
    return lambda seen: [value for block in blocks(seen) for value in values(seen, block)]


def by_query(value: Callable[[Seen, Block], Any]) -> Callable[[Seen], list[Any]]:
    """A value for each query; raises BadMeasureInput where there is not one row for each."""

    def values(seen: Seen) -> list[Any]:
        found = blocks(seen)
        if len(found) != seen.count("list_number"):
            queries = counted(len(found), "query", "queries")
            raise BadMeasureInput(f"the judgments are of {queries}, one below the other")
        return [value(seen, block) for block in found]

    return values


def mean(value: Callable[[Seen, Block], float]) -> Callable[[Seen], float]:
    """The mean over all queries."""
    return lambda seen: reference.mean(by_query(value)(seen))
