"""How a hit rate is computed from the first relevant ranks of all queries in one step."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from xlmetrics.diagnosis.choices import DIVISION, MISTAKE, RIGHT, Choice, Recipe, recipes
from xlmetrics.model import is_number

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from xlmetrics.model import Result

    Parts = Mapping[str, Any]


class FirstRanks(NamedTuple):
    """The first relevant rank of each query, None or text where there is none, and the cut-off."""

    ranks: tuple[Result, ...]
    k: int | None
    scale: int = 1


_ZERO = "a rank of 0, which stands for no hit, counts as one"
_WITHIN = (
    Choice("within", lambda rank, k: 1 <= rank <= k),
    Choice("within", lambda rank, k: rank <= k, _ZERO, "XL100", MISTAKE),
    Choice("within", lambda rank, k: 1 <= rank < k, "rank k does not count", "XL111", MISTAKE),
    Choice("within", lambda rank, k: rank < k, f"{_ZERO}, and rank k does not", "XL111", MISTAKE),
    Choice("within", lambda rank, _: rank >= 1, "the cut-off is ignored", "XL111", MISTAKE),
    *(
        Choice("within", within, "the cut-off is off by one", "XL111", MISTAKE + 1)
        for within in (
            lambda rank, k: 1 <= rank <= k + 1,
            lambda rank, k: 1 <= rank <= k - 1,
        )
    ),
)


def _whole(says: str, code: str, number: Callable[[Sequence[Result]], int], weight: int) -> Choice:
    return Choice("whole", number, says, code, weight)


_LEFT_OUT = "queries without a hit are left out of the mean"
_WHOLES = (
    _whole("", "", len, RIGHT),
    _whole(_LEFT_OUT, "XL103", lambda ranks: len(_numbers(ranks)), MISTAKE),
    _whole(_LEFT_OUT, "XL103", lambda ranks: sum(r >= 1 for r in _numbers(ranks)), MISTAKE),
    _whole(
        "the hits are divided by fewer than there are queries",
        "XL103",
        lambda ranks: len(ranks) - 1,
        MISTAKE + 1,
    ),
    _whole(
        "the hits are divided by more than there are queries",
        "XL100",
        lambda ranks: len(ranks) + 1,
        MISTAKE + 1,
    ),
)

_SHORT = "queries are left out: the range is short"
_PARTS = (
    Choice("part", (0, 0)),
    *(
        Choice("part", ends, _SHORT, "XL103", MISTAKE + 1)
        for ends in ((0, 1), (1, 0), (0, 2), (2, 0))
    ),
)


def _numbers(ranks: Sequence[Result]) -> list[float]:
    return [float(rank) for rank in ranks if is_number(rank)]


def _hit_rate(seen: FirstRanks, parts: Parts) -> Result:
    first, last = parts["part"]
    ranks = seen.ranks[first : len(seen.ranks) - last]
    within: Callable[[float, float], bool] = parts["within"]
    k = float("inf") if seen.k is None else seen.k
    found = sum(within(rank, k) for rank in _numbers(ranks))
    whole: int = parts["whole"](ranks)
    return seen.scale * found / whole if whole else DIVISION


@cache
def hit_rate_recipes() -> tuple[Recipe, ...]:
    """How the share of queries with a hit down to k is computed from their first ranks."""
    return recipes((_WITHIN, _WHOLES, _PARTS), _hit_rate)
