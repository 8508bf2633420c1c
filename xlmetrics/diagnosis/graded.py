"""How DCG, the ideal and nDCG are computed: gain, discount, cut-off, and what the ideal holds.

Right are the definitions of Järvelin & Kekäläinen (2002) with the discount log2(rank + 1), and
with gains linear or exponential (Burges et al., 2005); the discount of 2002 is a valid variant.
"""

from __future__ import annotations

import math
from dataclasses import replace
from functools import cache, lru_cache, partial
from math import fsum, log, log2, log10
from typing import TYPE_CHECKING, Any, NamedTuple

from xlmetrics.diagnosis.choices import MISTAKE, VARIANT, Choice, Recipe, recipes
from xlmetrics.model import ErrorValue

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from xlmetrics.diagnosis.observed import Observed
    from xlmetrics.model import Result

    Parts = Mapping[str, Any]
    Pool = Callable[[Observed], Sequence[float]]
    Order = Callable[[Sequence[float]], Sequence[float]]

HIGHEST = 1_000.0
"""Above this a grade is none, but a date, and 2 to its power is no number."""

NOT_DIVIDED = "this is DCG, which is not divided by its ideal"

DIVISION = ErrorValue("#DIV/0!")


class Undiscounted(Exception):
    """A discount of 0 is divided by."""


def _linear(grade: float) -> float:
    return max(grade, 0.0)


def _exponential(grade: float) -> float:
    return math.pow(2, min(max(grade, 0.0), HIGHEST)) - 1


def _binary(grade: float) -> float:
    return 1.0 if grade > 0 else 0.0


def _squared(grade: float) -> float:
    return grade**2 - 1


def _power_of_two(grade: float) -> float:
    return math.pow(2, min(grade, HIGHEST))


GAINS = (
    Choice("gain", _linear),
    Choice("gain", _exponential, "the gain is 2^grade - 1"),
    Choice("gain", _binary, "every grade above 0 gains 1", "XL119", VARIANT),
    Choice(
        "gain", _squared, "the gain is grade^2 - 1, not 2^grade - 1", "XL107", MISTAKE, _exponential
    ),
    Choice(
        "gain",
        _power_of_two,
        "the gain is 2^grade, not 2^grade - 1",
        "XL100",
        MISTAKE,
        _exponential,
    ),
    Choice(
        "gain",
        lambda grade: math.pow(2, min(grade, HIGHEST) - 1),
        "the gain is 2^(grade - 1), not 2^grade - 1",
        "XL100",
        MISTAKE,
        _exponential,
    ),
)


def _by_log(base: Callable[[float], float], shift: int) -> Callable[[int], float]:
    def discount(rank: int) -> float:
        value = base(rank + shift)
        if value == 0:
            raise Undiscounted
        return value

    return discount


def _first_lost(rank: int) -> float:
    return log2(rank) if rank > 1 else float("inf")


def _first_alike(shift: int) -> Callable[[int], float]:
    return lambda rank: 1.0 if rank == 1 else log2(rank + shift)


_OF_RANK = "the discount is log2(rank), which is 0 at rank 1, not log2(rank + 1)"

DISCOUNTS = (
    Choice("discount", _by_log(log2, 1)),
    Choice(
        "discount",
        lambda rank: log2(max(rank, 2)),
        "the discount is that of 2002, none at rank 1 and then log2(rank)",
        "XL122",
        VARIANT,
    ),
    Choice("discount", _by_log(log2, 0), _OF_RANK, "XL102", MISTAKE),
    Choice("discount", _first_lost, f"{_OF_RANK}; rank 1 drops out", "XL102", MISTAKE),
    Choice(
        "discount",
        lambda rank: log2(max(rank, 2)) if rank > 1 else 0.5,
        f"{_OF_RANK}; rank 1 counts twice",
        "XL102",
        MISTAKE,
    ),
    Choice(
        "discount",
        _by_log(log2, 2),
        "the discount is log2(rank + 2): the ranks are shifted by one",
        "XL116",
        MISTAKE,
    ),
    Choice(
        "discount", _by_log(log, 1), "the logarithm is natural, not of base 2", "XL108", MISTAKE
    ),
    Choice("discount", _by_log(log10, 1), "the logarithm is of base 10, not 2", "XL108", MISTAKE),
    Choice(
        "discount",
        lambda rank: log(max(rank, 2)) if rank > 1 else 1.0,
        "the logarithm is natural, not of base 2",
        "XL108",
        MISTAKE,
    ),
    Choice(
        "discount",
        lambda rank: log10(rank) if rank > 1 else 1.0,
        "the logarithm is of base 10, not 2",
        "XL108",
        MISTAKE,
    ),
    Choice(
        "discount",
        lambda rank: log2(rank) + 1,
        "1 is added to the logarithm, not to the rank",
        "XL100",
        MISTAKE,
    ),
    Choice("discount", float, "the discount is the rank itself", "XL100", MISTAKE),
    Choice("discount", lambda _: 1.0, "nothing is discounted", "XL100", MISTAKE),
)

NEAR = (-1, 1)
FAR = (20, 15, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1)
"""Cut-offs that people choose; of two that fit, the larger is believed."""


@cache
def cuts(*, stated: bool) -> tuple[Choice, ...]:
    """Where the list is cut; where no cut-off is stated, any will do."""
    far, code, weight = ("XL104", "XL111", MISTAKE) if stated else ("XL120", "XL120", VARIANT)
    return (
        Choice("cut", lambda seen: seen.cut),
        *(
            Choice("cut", does, says, code, heavy)
            for does, says, heavy in (
                (lambda seen: len(seen.ranked), "the cut-off is ignored", weight),
                *((partial(_off, by), "the cut-off is off by one", weight + 1) for by in NEAR),
            )
            if stated
        ),
        *(Choice("cut", partial(_at, k), f"the cut-off is {k}", far, weight + 2) for k in FAR),
    )


def _off(by: int, seen: Observed) -> int:
    return seen.cut + by


def _at(k: int, _: object) -> int:
    return k


@lru_cache(maxsize=100_000)
def _sum(
    grades: tuple[float | None, ...],
    cut: int,
    gain: Callable[[float], float],
    discount: Callable[[int], float],
) -> float:
    return fsum(
        gain(grade) / discount(rank)
        for rank, grade in enumerate(grades[: max(cut, 0)], 1)
        if grade is not None
    )


def _dcg(seen: Observed, parts: Parts) -> Result:
    try:
        return _sum(seen.ranked, parts["cut"](seen), parts["gain"], parts["discount"])
    except Undiscounted:
        return DIVISION


@cache
def dcg_recipes(*, stated: bool) -> tuple[Recipe, ...]:
    """How DCG is computed, where a cut-off is stated and where none is."""
    return recipes((GAINS, DISCOUNTS, cuts(stated=stated)), _dcg)


@cache
def cg_recipes(*, stated: bool) -> tuple[Recipe, ...]:
    """How CG is computed: gains added up, without a discount."""
    return recipes((GAINS, (Choice("discount", lambda _: 1.0),), cuts(stated=stated)), _dcg)


def _judged(seen: Observed) -> Sequence[float]:
    return seen.judged


def _top(seen: Observed) -> Sequence[float]:
    return [grade for grade in seen.ranked[: seen.cut] if grade is not None]


POOLS = (
    Choice("pool", _judged),
    Choice(
        "pool",
        lambda seen: seen.retrieved,
        "the ideal is built from the retrieved documents only",
        "XL101",
        MISTAKE,
    ),
    Choice(
        "pool",
        _top,
        "the ideal is built from the documents down to the cut-off only",
        "XL110",
        MISTAKE + 1,
    ),
    Choice(
        "pool",
        lambda seen: seen.judged[:-1],
        "the range of the ideal is short: its last document is left out",
        "XL110",
        MISTAKE + 1,
    ),
    Choice(
        "pool",
        lambda seen: seen.judged[1:],
        "the range of the ideal is short: its first document is left out",
        "XL110",
        MISTAKE + 1,
    ),
    Choice(
        "pool",
        lambda seen: seen.retrieved[:-1],
        "the range of the ideal is short: its last documents are left out",
        "XL110",
        MISTAKE + 1,
    ),
    Choice(
        "pool",
        lambda seen: seen.retrieved[1:],
        "the range of the ideal is short: the first document is left out",
        "XL110",
        MISTAKE + 1,
    ),
)


def _descending(grades: Sequence[float]) -> Sequence[float]:
    return sorted(grades, reverse=True)


def _sliding(grades: Sequence[float]) -> Sequence[float]:
    """LARGE over a range that moves down with its row."""
    windows = (sorted(grades[at:], reverse=True) for at in range(len(grades)))
    return [window[at] for at, window in enumerate(windows) if at < len(window)]


def _best_below(grades: Sequence[float]) -> Sequence[float]:
    """The largest of a range that moves down with its row, or that starts there."""
    return [max(grades[at:]) for at in range(len(grades))]


ORDERS = (
    Choice("order", _descending),
    Choice("order", sorted, "the ideal is sorted the wrong way, worst first", "XL110", MISTAKE),
    Choice("order", lambda grades: grades, "the ideal is not sorted", "XL110", MISTAKE),
    *(
        Choice("order", does, "the range of LARGE slides down with its row", "XL110", MISTAKE)
        for does in (_sliding, _best_below)
    ),
)


class _Ends(NamedTuple):
    """Where an ideal might be cut: as its DCG is, as asked, where the list or the pool ends."""

    cut: int
    asked: int
    returned: int
    pooled: int


@cache
def ideal_cuts(*, stated: bool) -> tuple[Choice, ...]:
    """Where the ideal is cut: where the list is; without a cut-off, it is not."""
    weight = MISTAKE if stated else VARIANT
    cut = (lambda ends: ends.cut) if stated else (lambda ends: max(ends.cut, ends.pooled))
    offs = ((partial(_beside, by), "the cut-off of the ideal is off by one") for by in NEAR)
    return (
        Choice("ideal cut", cut),
        Choice("ideal cut", lambda ends: ends.asked, weight=VARIANT),
        *(
            Choice("ideal cut", does, says, "XL109", heavy)
            for does, says, heavy in (
                (lambda ends: ends.pooled, "the ideal is not cut at k", weight),
                (
                    lambda ends: min(ends.cut, ends.returned),
                    "the ideal is cut where the list ends",
                    weight,
                ),
                *((does, says, MISTAKE) for does, says in offs),
                *((partial(_at, k), f"the ideal is cut at {k}", weight + 1) for k in FAR[:-1]),
            )
        ),
        Choice(
            "ideal cut",
            partial(_at, 1),
            "it is divided by the first gain of the ideal alone",
            "XL100",
            MISTAKE + 1,
        ),
    )


def _beside(by: int, ends: _Ends) -> int:
    return ends.cut + by


@lru_cache(maxsize=10_000)
def ideal_ranking(seen: Observed, pool: Pool, order: Order) -> tuple[float, ...]:
    """The grades of an ideal, best first if it is a good one."""
    return tuple(order(pool(seen)))


def _ideal(seen: Observed, parts: Parts, cut: int, gain: Any, discount: Any) -> float:
    grades = ideal_ranking(seen, parts["pool"], parts["order"])
    ends = _Ends(cut, seen.cut, len(seen.ranked), len(grades))
    return _sum(grades, parts["ideal cut"](ends), gain, discount)


def _idcg(seen: Observed, parts: Parts) -> Result:
    try:
        return _ideal(seen, parts, seen.cut, parts["gain"], parts["discount"])
    except Undiscounted:
        return DIVISION


@cache
def idcg_recipes(*, stated: bool) -> tuple[Recipe, ...]:
    """How the DCG of the ideal is computed."""
    return recipes((GAINS, DISCOUNTS, POOLS, ORDERS, ideal_cuts(stated=stated)), _idcg)


def _as_in_dcg(choices: Sequence[Choice], code: str, says: str) -> tuple[Choice, ...]:
    """For the ideal of an nDCG: the same as for its DCG, or one of these after all."""
    part = f"ideal {choices[0].part}"
    return (
        Choice(part, None),
        *(Choice(part, each.does, says, code, MISTAKE) for each in choices),
    )


def _mistaken_ideal(choices: Sequence[Choice]) -> tuple[Choice, ...]:
    """For the ideal of an nDCG alone: what is a mistake anywhere."""
    return tuple(
        replace(each, part=f"ideal {each.part}", meant=None)
        for each in choices
        if each.weight >= MISTAKE
    )


EMPTY = (
    Choice("no ideal", 0.0),
    Choice("no ideal", "", "a query without relevant documents is left blank", "", VARIANT),
    Choice("no ideal", 1.0, "a query without relevant documents counts 1", "", VARIANT),
    Choice("no ideal", DIVISION, "an ideal of 0 is divided by", "XL118", MISTAKE),
)


def _share(top: float, whole: float) -> float:
    return top / whole


RATIOS = (
    Choice("ratio", _share),
    Choice("ratio", lambda top, _: top, NOT_DIVIDED, "XL100", MISTAKE + 1),
    Choice(
        "ratio",
        lambda top, whole: whole / top if top else 0.0,
        "the ideal is divided by DCG, and not DCG by its ideal",
        "XL100",
        MISTAKE + 1,
    ),
)


def _ndcg(seen: Observed, parts: Parts) -> Result:
    try:
        gain, discount, cut = parts["gain"], parts["discount"], parts["cut"](seen)
        top = _sum(seen.ranked, cut, gain, discount)
        whole = _ideal(
            seen, parts, cut, parts["ideal gain"] or gain, parts["ideal discount"] or discount
        )
    except Undiscounted:
        return DIVISION
    ratio: Callable[[float, float], float] = parts["ratio"]
    none: Result = parts["no ideal"]
    return ratio(top, whole) if whole else none


_SAME_LOG = tuple(
    Choice(
        each.part,
        each.does,
        f"{each.says}, which makes no difference to nDCG",
        each.code,
        VARIANT,
    )
    if each.code == "XL108"
    else each
    for each in DISCOUNTS
)
"""In a ratio the base of the logarithm falls out, so any is right."""


@cache
def ndcg_recipes(*, stated: bool) -> tuple[Recipe, ...]:
    """How nDCG is computed."""
    return recipes(
        (
            GAINS,
            _SAME_LOG,
            cuts(stated=stated),
            POOLS,
            ORDERS,
            ideal_cuts(stated=stated),
            _as_in_dcg(GAINS[:2], "XL105", "DCG and its ideal have different gains")
            + _mistaken_ideal(GAINS),
            _as_in_dcg(
                (DISCOUNTS[0], *(each for each in DISCOUNTS if each.code == "XL108")),
                "XL108",
                "DCG and its ideal have different logarithms",
            )
            + _as_in_dcg(
                (DISCOUNTS[1], DISCOUNTS[-1]),
                "XL100",
                "DCG and its ideal have different discounts",
            )[1:],
            RATIOS,
            EMPTY,
        ),
        _ndcg,
    )
