"""How a mean over queries is computed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache, partial
from math import fsum, inf
from statistics import median
from typing import TYPE_CHECKING, Any

from xlmetrics.diagnosis.choices import (
    ANY_ERROR,
    DIVISION,
    MISTAKE,
    VARIANT,
    Choice,
    Recipe,
    recipes,
)
from xlmetrics.diagnosis.counted import count
from xlmetrics.diagnosis.graded import dcg_recipes, idcg_recipes
from xlmetrics.diagnosis.hits import hits_of, relevant_of
from xlmetrics.diagnosis.matching import half_up
from xlmetrics.model import ErrorValue, is_number
from xlmetrics.text import counted

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from xlmetrics.diagnosis.counted import Counted
    from xlmetrics.diagnosis.observed import Observed, Values
    from xlmetrics.model import Result
    from xlmetrics.roles.model import Figure

    Parts = Mapping[str, Any]
    Pairs = tuple[tuple[float, float], ...]

EDGE = 3
"""So many queries at either end of a range are looked for one by one, as left out of it."""

WAYS = 2
"""With a linear gain, and with an exponential one."""

FEW = 12
"""Among so many queries, each is looked for as standing in place of another."""

SINGLE = 60
"""Up to so many queries, each is looked for as left out, or as counted twice."""


@dataclass(frozen=True)
class Several:
    """What a figure is for each query: a number, blank, text, an error.

    ``ratios`` are what a value is the ratio of, such as DCG and its ideal: for each way of
    computing them the parts and the wholes, a pair for each query; ``undivided`` is what stands on
    the sheet for the parts. ``scale`` is 100 where the values are shares of that. ``within`` are
    the values where what lies beyond the cut-off counts nothing, if there is one.
    """

    values: tuple[Result, ...]
    ratios: tuple[Pairs, ...] = ()
    scale: int = 1
    undivided: tuple[Result, ...] = ()
    within: tuple[Result, ...] = ()

    @property
    def counted(self) -> list[float]:
        """The values, and 0 for a query that has none."""
        return [float(value) if is_number(value) else 0.0 for value in self.values]

    @property
    def numbers(self) -> list[float]:
        """The values of the queries that have one."""
        return [float(value) for value in self.values if is_number(value)]

    @property
    def fails(self) -> bool:
        """Whether an error stands among them."""
        return any(isinstance(value, ErrorValue) for value in self.values)


def _mean(values: Sequence[float]) -> Result:
    return fsum(values) / len(values) if values else DIVISION


def _all(seen: Several) -> Result:
    return _mean(seen.counted)


def _error(seen: Several) -> Result:
    return ANY_ERROR if seen.fails else None


def _that_have_one(seen: Several) -> Result:
    return _mean(seen.numbers)


def _above_zero(seen: Several) -> Result:
    return _mean([value for value in seen.numbers if value > 0])


def _without(first: int, last: int, seen: Several) -> Result:
    return _mean(seen.counted[first : len(seen.values) - last])


def _sum_without(first: int, last: int, seen: Several) -> Result:
    return fsum(seen.counted[first : len(seen.values) - last]) / len(seen.values)


def _without_one(at: int, seen: Several) -> Result:
    values = seen.counted
    return _mean(values[:at] + values[at + 1 :]) if at < len(values) else None


def _divided_by(more: int, seen: Several) -> Result:
    number = len(seen.values) + more
    return fsum(seen.counted) / number if number > 0 else DIVISION


def _twice(at: int, divisor: int, seen: Several) -> Result:
    values = seen.counted
    if at >= len(values):
        return None
    return (fsum(values) + values[at]) / (len(values) + divisor)


def _ratio(way: int, seen: Several) -> Result:
    if way >= len(seen.ratios):
        return None
    whole = fsum(whole for _, whole in seen.ratios[way])
    return seen.scale * fsum(part for part, _ in seen.ratios[way]) / whole if whole else None


def _mean_of_parts(way: int, seen: Several) -> Result:
    if way >= len(seen.ratios):
        return None
    return _mean([part for part, _ in seen.ratios[way]])


def _undivided(seen: Several) -> Result:
    return (
        _mean([float(value) for value in seen.undivided if is_number(value)])
        if seen.undivided
        else None
    )


def _of_mean_rank(counted: bool, seen: Several) -> Result:  # noqa: FBT001
    """One over the mean of the ranks; a query without a hit has rank 0 there, or none."""
    ranks = [1 / value if value > 0 else 0.0 for value in seen.counted]
    mean = _mean(ranks if counted else [*filter(None, ranks)])
    return 1 / mean if is_number(mean) and mean else DIVISION


def _in_place_of(other: int, at: int, seen: Several) -> Result:
    values = list(seen.counted)
    if max(at, other) >= len(values):
        return None
    values[at] = values[other]
    return _mean(values)


def _rounded(places: int, seen: Several) -> Result:
    return _mean([half_up(value, places) for value in seen.counted])


def _edges() -> tuple[Choice, ...]:
    says = "queries are left out of the mean: its range is short"
    sides = [(a, b) for a in range(EDGE + 1) for b in range(EDGE + 1) if a or b]
    return tuple(
        Choice("mean", partial(each, first, last), says, "XL103", MISTAKE + 1)
        for first, last in sides
        for each in (_without, _sum_without)
    )


@cache
def mean_recipes(
    queries: int,
    *,
    micro: bool = False,
    reciprocal: bool = False,
    beyond: tuple[Choice, ...] = (),
) -> tuple[Recipe, ...]:
    """How a mean over so many queries is computed.

    A ``micro`` mean is a ratio of sums; the values are one over a rank if they are ``reciprocal``,
    and ``beyond`` says what ranks beyond a cut-off count.
    """
    singles = range(queries if queries <= SINGLE else 0)
    choices = (
        Choice("mean", _all),
        Choice("mean", _error, "an error of one query spreads", "", VARIANT),
        Choice(
            "mean",
            _that_have_one,
            "queries without a value are left out of the mean",
            "XL103",
            MISTAKE,
        ),
        Choice(
            "mean", _above_zero, "queries that score 0 are left out of the mean", "XL103", MISTAKE
        ),
        *_edges(),
        Choice(
            "mean",
            partial(_divided_by, -1),
            "the sum is divided by fewer than there are queries",
            "XL103",
            MISTAKE + 1,
        ),
        Choice(
            "mean",
            partial(_divided_by, 1),
            "the sum is divided by more than there are queries",
            "XL100",
            MISTAKE + 1,
        ),
        *(
            Choice(
                "mean",
                partial(_without_one, at),
                f"query {at + 1} is left out of the mean",
                "XL103",
                MISTAKE + 1,
            )
            for at in singles
        ),
        *(
            Choice(
                "mean",
                partial(_twice, at, divisor),
                f"query {at + 1} is counted twice",
                "XL124",
                MISTAKE + 2,
            )
            for at in singles
            for divisor in (1, 0)
        ),
        *(
            Choice(
                "mean",
                partial(_in_place_of, other, at),
                f"query {other + 1} is counted twice, and query {at + 1} not at all",
                "XL124",
                MISTAKE + 2,
            )
            for at in singles[:FEW]
            for other in singles[:FEW]
            if at != other
        ),
        *(
            Choice(
                "mean",
                partial(_of_mean_rank, counted),
                "this is 1 over the mean of the ranks, not the mean of 1 over each",
                "XL100",
                MISTAKE,
            )
            for counted in (False, True)
            if reciprocal
        ),
        *(
            Choice("mean", partial(does, way), says, "XL106", VARIANT if micro else MISTAKE)
            for way in range(0 if reciprocal else WAYS)
            for does, says in (
                (_ratio, "this is the ratio of the means, not the mean of the ratios"),
                (_mean_of_parts, "what is averaged was not divided before"),
            )
        ),
        Choice("mean", _undivided, "what is averaged was not divided before", "XL106", MISTAKE),
        *(
            Choice(
                "mean",
                partial(_rounded, places),
                f"the mean is taken of values rounded to {counted(places, 'decimal')}",
                "XL115",
                MISTAKE,
            )
            for places in (1, 2, 3)
        ),
        Choice("mean", lambda seen: median(seen.counted), "this is the median", "XL100", MISTAKE),
        Choice("mean", lambda seen: fsum(seen.counted), "this is the sum", "XL100", MISTAKE),
        Choice("mean", lambda seen: max(seen.counted), "this is the maximum", "XL100", MISTAKE),
    )
    return recipes((beyond, choices) if beyond else (choices,), _compute)


def _compute(seen: Several, parts: Parts) -> Result:
    mean: Callable[[Several], Result] = parts["mean"]
    if parts.get("beyond k") == 0:
        seen = replace(seen, values=seen.within)
    return mean(seen) if seen.values else None


def ratios(measure: str, lists: Sequence[Observed]) -> tuple[Pairs, ...]:
    """What a measure of several lists is the ratio of, in each valid way of computing it."""
    if measure == "nDCG":
        ways = zip(_plain(dcg_recipes), _plain(idcg_recipes), strict=True)
        return tuple(
            tuple((_one(dcg, seen), _one(idcg, seen)) for seen in lists) for dcg, idcg in ways
        )
    if measure == "R":
        return (tuple((float(_found(seen)), relevant_of(seen, 0)) for seen in lists),)
    return ()


def ratios_of_counts(measure: str, figures: Sequence[Figure], value: Values) -> tuple[Pairs, ...]:
    """The same for a measure from counts."""
    counts = [count(each.counts, each.k, value) for each in figures if each.counts]
    if measure == "F1":
        return (tuple((2 * (each.hits or 0), _sum(each)) for each in counts),)
    wholes = [each.returned if measure == "P" else each.relevant for each in counts]
    pairs = zip(counts, wholes, strict=True)
    return (tuple((each.hits or 0, whole or 0) for each, whole in pairs),)


def _sum(counted: Counted) -> float:
    return (counted.returned or 0) + (counted.relevant or 0)


def _plain(made: Callable[..., tuple[Recipe, ...]]) -> list[Recipe]:
    """The recipes with either gain and nothing unusual."""
    return [each for each in made(stated=True) if each.weight == 0][:WAYS]


def _one(recipe: Recipe, seen: Observed) -> float:
    (value,) = recipe.values(seen)
    return float(value) if is_number(value) else 0.0


def _found(seen: Observed) -> int:
    return sum(hits_of(seen.ranked[: seen.cut], 0))


def reciprocals(ranks: Sequence[Result], k: float = inf) -> tuple[Result, ...]:
    """The reciprocal ranks of first relevant ranks; None where a query has none.

    Ranks beyond ``k`` count 0.
    """
    return tuple(
        (1 / rank if rank <= k else 0.0) if is_number(rank) and rank >= 1 else None
        for rank in ranks
    )
