"""How DCG, the DCG of the ideal and nDCG are computed.

Right are the definitions of Järvelin & Kekäläinen (2002) with the discount log2(rank + 1), and
with gains linear or exponential (Burges et al., 2005); the discount of 2002 is a valid variant.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache, lru_cache
from math import fsum
from typing import TYPE_CHECKING, Any

from xlmetrics.diagnosis.choices import DIVISION, MISTAKE, VARIANT, Choice, Recipe, recipes
from xlmetrics.diagnosis.cuts import cuts
from xlmetrics.diagnosis.discounts import DISCOUNTS, Undiscounted
from xlmetrics.diagnosis.gains import GAINS
from xlmetrics.diagnosis.ideals import ORDERS, POOLS, Ends, ideal_cuts, ideal_ranking

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from xlmetrics.diagnosis.observed import Observed
    from xlmetrics.model import Result

    Parts = Mapping[str, Any]

NOT_DIVIDED = "this is DCG, which is not divided by its ideal"


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


def _ideal(seen: Observed, parts: Parts, cut: int, gain: Any, discount: Any) -> float:
    grades = ideal_ranking(seen, parts["pool"], parts["order"])
    ends = Ends(cut, seen.cut, len(seen.ranked), len(grades))
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
