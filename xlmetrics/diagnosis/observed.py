"""The inputs of a ranking as numbers, as they stand in the file or as they were changed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from xlmetrics.model import ErrorValue, is_number
from xlmetrics.roles.grades import read_grade

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from xlmetrics.address import Address
    from xlmetrics.model import Result
    from xlmetrics.roles.model import Ranking

    Values = Callable[[Address], Result]


MOST_UNLISTED = 10_000


@dataclass(frozen=True)
class Observed:
    """One list: grades by rank, grades of all judged documents, and what is stated of them.

    ``ranked`` ends with the last document returned; None is an unjudged one. ``relevant`` is
    the number of relevant documents that the sheet states, ``k`` the cut-off that is asked for.
    """

    ranked: tuple[float | None, ...]
    judged: tuple[float, ...]
    relevant: float | None
    k: int | None

    @cached_property
    def retrieved(self) -> tuple[float, ...]:
        """The grades of the documents returned, unjudged ones left out."""
        return tuple(grade for grade in self.ranked if grade is not None)

    @property
    def cut(self) -> int:
        """How many ranks count."""
        return len(self.ranked) if self.k is None else self.k


class View:
    """What the cells of a workbook hold, the first of several that knows of a cell; and its lists.

    Figures and steps of one list look at the same inputs, which are read once.
    """

    def __init__(self, *known: Mapping[Address, Result], otherwise: Values) -> None:
        self._known = known
        self._otherwise = otherwise
        self._lists: dict[tuple[int, int | None], Observed] = {}

    def __call__(self, address: Address) -> Result:
        """What a cell holds."""
        for known in self._known:
            if address in known:
                return known[address]
        return self._otherwise(address)

    def observed(self, ranking: Ranking, k: int | None) -> Observed:
        """The inputs of a ranking."""
        key = id(ranking), k
        if key not in self._lists:
            self._lists[key] = _observed(ranking, k, self)
        return self._lists[key]


def observe(ranking: Ranking, k: int | None, value: Values) -> Observed:
    """The inputs of a ranking, each cell by the value it has."""
    if isinstance(value, View):
        return value.observed(ranking, k)
    return _observed(ranking, k, value)


def _observed(ranking: Ranking, k: int | None, value: Values) -> Observed:
    held = [value(address) for address in ranking.grades]
    grades = [*map(read_grade, held)]
    if ranking.marked:
        grades = [0.0 if grade is None else grade for grade in grades]
    returned = len(grades)
    while returned and grades[returned - 1] is None and not _is_error(held[returned - 1]):
        returned -= 1
    relevant = value(ranking.relevant) if ranking.relevant else None
    stated = float(relevant) if is_number(relevant) else ranking.stated
    judged = [read_grade(value(address)) for address in ranking.judged]
    known = [grade for grade in judged if grade is not None]
    return Observed(
        tuple(grades[:returned]),
        tuple(known + [1.0] * _unlisted(known, stated)),
        stated,
        k if k is not None else cutoff(ranking, value),
    )


def _is_error(held: Result) -> bool:
    return isinstance(held, ErrorValue)


def _unlisted(judged: Sequence[float], relevant: float | None) -> int:
    """How many relevant documents are stated but not listed; of grades, nothing is known then."""
    if relevant is None or not set(judged) <= {0.0, 1.0}:
        return 0
    return min(max(int(relevant) - sum(grade > 0 for grade in judged), 0), MOST_UNLISTED)


def cutoff(ranking: Ranking, value: Values) -> int | None:
    """The cut-off of a list, in the cell that holds it."""
    return cutoff_in(ranking.k, value)


def cutoff_in(cell: Address | None, value: Values) -> int | None:
    """The cut-off that a cell holds."""
    found = value(cell) if cell else None
    return int(found) if is_number(found) and 1 <= found <= 1_000_000 else None
