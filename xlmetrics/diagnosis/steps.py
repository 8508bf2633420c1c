"""How the steps of a measure are computed, a value for each rank."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from xlmetrics.diagnosis.choices import DIVISION, MISTAKE, VARIANT, Choice, Recipe, recipes
from xlmetrics.diagnosis.discounts import BY_RANK, DISCOUNTS, Undiscounted
from xlmetrics.diagnosis.gains import GAINS
from xlmetrics.diagnosis.graded import ndcg_recipes
from xlmetrics.diagnosis.hits import NONE_RELEVANT, THRESHOLDS, hits_of, relevant_of
from xlmetrics.diagnosis.ideals import ORDERS, POOLS, ideal_ranking
from xlmetrics.model import ErrorValue, is_number
from xlmetrics.roles.model import Meaning

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from xlmetrics.diagnosis.observed import Observed
    from xlmetrics.model import Result

    Parts = Mapping[str, Any]


def _gains(seen: Observed, parts: Parts) -> Sequence[Result]:
    return [None if grade is None else parts["gain"](grade) for grade in seen.ranked]


BEYOND = 20
"""Discounts may stand at so many ranks beyond the last document returned."""


def _discounts(seen: Observed, parts: Parts) -> Sequence[Result]:
    return [_discount(parts, rank) for rank in range(1, len(seen.ranked) + BEYOND + 1)]


def _discount(parts: Parts, rank: int) -> Result:
    try:
        found = parts["discount"](rank)
    except Undiscounted:
        return 0.0
    return None if found == float("inf") else found


def _divided(part: float | None, whole: Result) -> Result:
    if part is None or whole is None:
        return None
    return part / whole if is_number(whole) and whole else DIVISION


def _weights(seen: Observed, parts: Parts) -> Sequence[Result]:
    return [_divided(1.0, each) for each in _discounts(seen, parts)]


def _discounted(grades: Iterable[float | None], parts: Parts) -> list[Result]:
    return [
        _divided(None if grade is None else parts["gain"](grade), _discount(parts, rank))
        for rank, grade in enumerate(grades, 1)
    ]


def _cumulated(values: Iterable[Result]) -> list[Result]:
    return list(accumulate((0.0 if each is None else each for each in values), _plus))


def _plus(one: Result, other: Result) -> Result:
    if isinstance(one, ErrorValue) or isinstance(other, ErrorValue):
        return DIVISION
    return one + other  # type: ignore[operator]


def _ideal(seen: Observed, parts: Parts) -> Sequence[float]:
    return ideal_ranking(seen, parts["pool"], parts["order"])


def _hits_so_far(seen: Observed, parts: Parts) -> list[Result]:
    return list(accumulate(map(int, hits_of(seen.ranked, parts["threshold"]))))


def _precisions(seen: Observed, parts: Parts) -> list[Result]:
    return [hits / rank for rank, hits in enumerate(_hits_so_far(seen, parts), 1)]  # type: ignore[operator]


def _precisions_at_hits(seen: Observed, parts: Parts) -> list[Result]:
    hits = hits_of(seen.ranked, parts["threshold"])
    return [
        value if hit else parts["no hit"]
        for value, hit in zip(_precisions(seen, parts), hits, strict=True)
    ]


def _recalls(seen: Observed, parts: Parts) -> list[Result]:
    hits = _hits_so_far(seen, parts)
    whole = parts["whole"](seen, hits, parts["threshold"])
    if callable(whole):
        return [each / whole(rank) for rank, each in enumerate(hits, 1)]
    if whole == 0:
        return [parts["none"] for _ in hits]
    return [_divided(float(each), whole) for each in hits]  # type: ignore[arg-type]


_RECALL_WHOLES = (
    Choice("whole", lambda seen, _, threshold: relevant_of(seen, threshold)),
    Choice(
        "whole",
        lambda _, hits, threshold: hits[-1] if hits else 0,  # noqa: ARG005
        "recall is divided by the relevant documents that were retrieved",
        "XL113",
        MISTAKE,
    ),
    Choice(
        "whole",
        lambda seen, *_: len(seen.ranked),
        "hits are divided by the documents returned, not by the relevant ones",
        "XL113",
        MISTAKE,
    ),
    Choice(
        "whole",
        lambda *_: float,
        "this is precision: hits are divided by the rank, not by the relevant documents",
        "XL113",
        MISTAKE,
    ),
)

_NO_HIT = (Choice("no hit", 0.0), Choice("no hit", None, weight=VARIANT))


def _ndcg_at_ranks(seen: Observed, parts: Parts) -> list[Result]:
    return [_NDCG(_at(seen, rank), parts) for rank, _ in enumerate(seen.ranked, 1)]


def _at(seen: Observed, rank: int) -> Observed:
    return replace(seen, k=rank)


_NDCG: Callable[[Observed, Parts], Result] = ndcg_recipes(stated=True)[0].compute  # type: ignore[assignment]

_COMPUTED: Mapping[Meaning, tuple[tuple[tuple[Choice, ...], ...], Callable[..., Any]]] = {
    Meaning.GAIN: ((GAINS,), _gains),
    Meaning.DISCOUNT: ((BY_RANK,), _discounts),
    Meaning.WEIGHT: ((BY_RANK,), _weights),
    Meaning.DISCOUNTED_GAIN: ((GAINS, DISCOUNTS), lambda seen, p: _discounted(seen.ranked, p)),
    Meaning.CUMULATED_GAIN: (
        (GAINS, DISCOUNTS),
        lambda seen, p: _cumulated(_discounted(seen.ranked, p)),
    ),
    Meaning.IDEAL_GRADE: ((POOLS, ORDERS), _ideal),
    Meaning.IDEAL_GAIN: (
        (GAINS, POOLS, ORDERS),
        lambda seen, p: [p["gain"](grade) for grade in _ideal(seen, p)],
    ),
    Meaning.IDEAL_DISCOUNTED_GAIN: (
        (GAINS, DISCOUNTS, POOLS, ORDERS),
        lambda seen, p: _discounted(_ideal(seen, p), p),
    ),
    Meaning.CUMULATED_IDEAL: (
        (GAINS, DISCOUNTS, POOLS, ORDERS),
        lambda seen, p: _cumulated(_discounted(_ideal(seen, p), p)),
    ),
    Meaning.HITS_SO_FAR: ((THRESHOLDS,), _hits_so_far),
    Meaning.PRECISION_AT_RANK: ((THRESHOLDS,), _precisions),
    Meaning.PRECISION_AT_HIT: ((THRESHOLDS, _NO_HIT), _precisions_at_hits),
    Meaning.RECALL_AT_RANK: ((THRESHOLDS, _RECALL_WHOLES, NONE_RELEVANT), _recalls),
}


@cache
def step_recipes(meaning: Meaning) -> tuple[Recipe, ...]:
    """How a line of steps is computed; none for a line of inputs."""
    if meaning is Meaning.NDCG_AT_RANK:
        return tuple(each._replace(compute=_ndcg_at_ranks) for each in ndcg_recipes(stated=True))
    if meaning not in _COMPUTED:
        return ()
    parts, compute = _COMPUTED[meaning]
    return recipes(parts, compute)
