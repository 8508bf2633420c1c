"""How average precision is computed: which precisions are summed, and over what."""

from __future__ import annotations

from functools import cache
from math import fsum
from typing import TYPE_CHECKING, Any

from xlmetrics.diagnosis.choices import MISTAKE, RIGHT, VARIANT, Choice, Recipe, recipes
from xlmetrics.diagnosis.cuts import cuts
from xlmetrics.diagnosis.hits import NONE_RELEVANT, THRESHOLDS, Counts, count_hits

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from xlmetrics.diagnosis.observed import Observed
    from xlmetrics.model import Result

    Parts = Mapping[str, Any]


def _average_precision(seen: Observed, parts: Parts) -> Result:
    counts = count_hits(seen, parts)
    hits = counts.hits[: counts.cut]
    precisions = [sum(hits[:at]) / at for at in range(1, len(hits) + 1)]
    summed, whole_of = parts["ratio"]
    whole: float = whole_of(counts)
    none: Result = parts["none"] if not whole else parts["no hit"]
    return fsum(summed(precisions, hits)) / whole if whole and True in hits else none


def _those_of_hits(precisions: Sequence[float], hits: Sequence[bool]) -> list[float]:
    return [value for value, hit in zip(precisions, hits, strict=True) if hit]


def _all_of_them(precisions: Sequence[float], _: Sequence[bool]) -> Sequence[float]:
    return precisions


def _of_hits(
    whole: Callable[[Counts], float], says: str = "", code: str = "", weight: int = RIGHT
) -> Choice:
    return Choice("ratio", (_those_of_hits, whole), says, code, weight)


def _of_all_ranks(whole: Callable[[Counts], float], says: str, code: str) -> Choice:
    return Choice("ratio", (_all_of_them, whole), says, code, MISTAKE)


@cache
def average_precision_recipes(*, stated: bool, told: bool) -> tuple[Recipe, ...]:
    """How average precision is computed, where the sheet tells how many are relevant or does not.

    Over the hits it is another, valid measure, unless other relevant documents are known.
    """
    of_retrieved = MISTAKE if told else VARIANT
    over_hits = _of_hits(
        lambda counts: sum(counts.hits),
        "average precision is divided by the relevant documents that were retrieved",
        "XL114",
        of_retrieved,
    )
    ratios = (
        *([_of_hits(lambda counts: counts.relevant)] if told else []),
        over_hits,
        _of_hits(
            lambda counts: counts.found,
            "average precision is divided by the relevant documents down to k",
            "XL114",
            of_retrieved,
        ),
        _of_hits(
            lambda counts: min(counts.cut, counts.relevant),
            "average precision is divided by k where more documents are relevant",
            "XL114",
            VARIANT,
        ),
        _of_hits(lambda counts: counts.cut, "average precision is divided by k", "XL114", MISTAKE),
        _of_hits(
            lambda counts: len(counts.hits),
            "average precision is divided by the documents returned",
            "XL114",
            MISTAKE,
        ),
        _of_all_ranks(
            lambda counts: counts.relevant,
            "precision is summed at all ranks, not at hits alone",
            "XL100",
        ),
        _of_all_ranks(
            lambda counts: len(counts.hits[: counts.cut]),
            "precision is averaged over all ranks, not over those of relevant documents",
            "XL114",
        ),
    )
    no_hit = (
        Choice("no hit", 0.0),
        Choice("no hit", "", "a query without a hit is left blank", "", VARIANT),
    )
    cut = cuts(stated=stated)
    return recipes((THRESHOLDS, cut, ratios, no_hit, NONE_RELEVANT), _average_precision)
