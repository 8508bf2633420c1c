"""How a reciprocal rank is computed from a list, and other figures from a first relevant rank."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from xlmetrics.diagnosis.choices import ANY_ERROR, DIVISION, MISTAKE, RIGHT, Choice, Recipe, recipes
from xlmetrics.diagnosis.cuts import cuts
from xlmetrics.diagnosis.discounts import DISCOUNTS, Undiscounted
from xlmetrics.diagnosis.hits import THRESHOLDS, count_hits
from xlmetrics.model import is_number

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from xlmetrics.diagnosis.observed import Observed
    from xlmetrics.model import Result

    Parts = Mapping[str, Any]

ABSENT = (
    Choice("absent", 0.0),
    Choice("absent", None, "a query without a hit is left blank", "XL117", MISTAKE),
    Choice("absent", ANY_ERROR, "a query without a hit shows an error", "XL117", MISTAKE),
    Choice("absent", -1.0, "a query without a hit counts -1", "XL117", MISTAKE),
)


NEGATIVE, FROM_ZERO = "negative", "from 0"


def _before(rank: float) -> float:
    return 1 / (rank - 1) if rank > 1 else 0.0


def _before_or_one(rank: float) -> float:
    return 1 / (rank - 1) if rank > 1 else 1.0


RECIPROCALS = (
    Choice("value", lambda rank: 1 / rank),
    *(
        Choice("value", does, "the ranks are shifted by one", "XL116", MISTAKE)
        for does in (lambda rank: 1 / (rank + 1), _before, _before_or_one)
    ),
    Choice("value", float, "this is the rank, not 1 over it", "XL100", MISTAKE),
)


def _reciprocal_rank(seen: Observed, parts: Parts) -> Result:
    counts = count_hits(seen, parts)
    if parts["from"] is None:
        return 1.0
    hits = counts.hits[parts["from"] : counts.cut]
    found: Result = parts["value"](hits.index(True) + 1) if True in hits else parts["absent"]
    return found


@cache
def reciprocal_rank_recipes(*, stated: bool) -> tuple[Recipe, ...]:
    """How a reciprocal rank is computed from a list."""
    late = "the search begins at the second document, so the ranks are one too small"
    early = "the search begins before the list, where a text is taken for a hit"
    first = (
        Choice("from", 0),
        Choice("from", 1, late, "XL116", MISTAKE),
        Choice("from", None, early, "XL116", MISTAKE),
    )
    return recipes((THRESHOLDS, cuts(stated=stated), first, RECIPROCALS, ABSENT), _reciprocal_rank)


def _of_first_rank(seen: tuple[Result, int | None], parts: Parts) -> Result:
    rank, k = seen
    beyond = is_number(rank) and k is not None and rank > k and parts["beyond k"] == 0
    if is_number(rank) and rank < 0 and parts["marks"] == NEGATIVE:
        return 1 / rank
    if is_number(rank) and parts["marks"] == FROM_ZERO:
        return 1 / (rank + 1) if rank != -1 else DIVISION
    if not is_number(rank) or rank < 1 or beyond:
        absent: Result = parts["absent"]
        return absent
    found: Result = parts["value"](rank)
    return found


def beyond_the_cut(*, stated: bool) -> tuple[Choice, ...]:
    """What ranks beyond the cut-off count; where none is ``stated`` for the figure, either."""
    weight = MISTAKE if stated else RIGHT
    return (
        Choice("beyond k", 0),
        Choice("beyond k", 1, "ranks beyond the cut-off count", "XL111", weight),
    )


@cache
def first_rank_recipes(*, stated: bool) -> tuple[Recipe, ...]:
    """How a reciprocal rank is computed from the rank of the first relevant document."""
    says = "a negative rank, which stands for no hit, is divided as if it were one"
    marks = (
        Choice("marks", None),
        Choice("marks", NEGATIVE, says, "XL116", MISTAKE),
        Choice("marks", FROM_ZERO, "the ranks count from 0", "XL116", MISTAKE),
    )
    return recipes((beyond_the_cut(stated=stated), marks, RECIPROCALS, ABSENT), _of_first_rank)


def _discounted(seen: tuple[Result, int | None], parts: Parts) -> Result:
    discount: Callable[[int], float] = parts["discount"]

    def value(rank: float) -> Result:
        try:
            return 1 / discount(int(rank))
        except Undiscounted:
            return DIVISION

    return _of_first_rank(seen, {**parts, "value": value, "marks": None})


@cache
def ndcg_of_first_rank_recipes(*, stated: bool) -> tuple[Recipe, ...]:
    """How nDCG is computed from the rank of the one relevant item, whose ideal DCG is 1.

    He et al. (2017), Neural Collaborative Filtering, hold one item of each user out.
    """
    return recipes((beyond_the_cut(stated=stated), DISCOUNTS, ABSENT), _discounted)


def _success_of_first_rank(seen: tuple[Result, int | None], parts: Parts) -> Result:
    rank, k = seen
    within: Callable[[float, float], bool] = parts["within"]
    if not is_number(rank):
        return 0.0
    return float(within(rank, float("inf") if k is None else k))


@cache
def success_of_first_rank_recipes() -> tuple[Recipe, ...]:
    """How success is computed from the rank of the first relevant document."""
    within = (
        Choice("within", lambda rank, k: 1 <= rank <= k),
        Choice(
            "within",
            lambda rank, k: rank <= k,
            "a rank of 0, which stands for no hit, counts as one",
            "XL100",
            MISTAKE,
        ),
        Choice("within", lambda rank, k: 1 <= rank < k, "rank k does not count", "XL111", MISTAKE),
        Choice("within", lambda rank, _: rank >= 1, "the cut-off is ignored", "XL111", MISTAKE),
    )
    return recipes((within,), _success_of_first_rank)
