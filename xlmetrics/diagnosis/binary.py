"""How precision, recall, F1 and success are computed from a list."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any

from xlmetrics.diagnosis.choices import DIVISION, MISTAKE, VARIANT, Choice, Recipe, recipes
from xlmetrics.diagnosis.cuts import IGNORED, cuts
from xlmetrics.diagnosis.hits import NONE_RELEVANT, THRESHOLDS, count_hits, wholes_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from xlmetrics.diagnosis.observed import Observed
    from xlmetrics.model import Result

    Parts = Mapping[str, Any]


def _divided(seen: Observed, parts: Parts) -> Result:
    """Hits over what they are divided by, as precision and recall are."""
    counts = count_hits(seen, parts)
    whole: float = parts["whole"](counts)
    none: Result = parts["none"]
    return counts.found / whole if whole else none


_NOTHING = (Choice("none", 0.0), Choice("none", DIVISION, weight=VARIANT))


@cache
def precision_recipes(*, stated: bool) -> tuple[Recipe, ...]:
    """How precision is computed: hits down to k over k."""
    few = "precision is divided by the documents returned, which are fewer than k"
    wholes = wholes_of(
        (lambda counts: counts.cut, "", "", 0),
        (lambda counts: counts.asked, "", "", VARIANT),
        (
            lambda counts: min(counts.cut, len(counts.hits)),
            few,
            "XL112",
            MISTAKE if stated else VARIANT,
        ),
        (
            lambda counts: len(counts.hits),
            "precision is divided by all documents returned, not by k",
            "XL112",
            MISTAKE,
        ),
        (
            lambda counts: counts.judged,
            "precision is divided by all documents judged, not by k",
            "XL112",
            MISTAKE,
        ),
        (
            lambda counts: sum(counts.hits),
            "hits are divided by all hits, not by k",
            "XL112",
            MISTAKE,
        ),
        (
            lambda counts: counts.relevant,
            "hits are divided by the relevant documents, as in recall",
            "XL112",
            MISTAKE,
        ),
    )
    cut = tuple(_later(each) if each.says == IGNORED else each for each in cuts(stated=stated))
    return recipes((THRESHOLDS, cut, wholes, _NOTHING), _divided)


def _later(choice: Choice) -> Choice:
    """Of lists shorter than k it is the divisor that is wrong, not the cut-off."""
    return replace(choice, weight=choice.weight + 1)


@cache
def recall_recipes(*, stated: bool) -> tuple[Recipe, ...]:
    """How recall is computed: hits down to k over all relevant documents.

    Only where a cut-off is ``stated`` may no more than k of them count.
    """
    capped = (
        lambda counts: min(counts.cut, counts.relevant),
        "recall is divided by k where more documents are relevant",
        "",
        VARIANT,
    )
    wholes = wholes_of(
        (lambda counts: counts.relevant, "", "", 0),
        *((capped,) if stated else ()),
        (
            lambda counts: sum(counts.hits),
            "recall is divided by the relevant documents that were retrieved",
            "XL113",
            MISTAKE,
        ),
        (
            lambda counts: counts.cut,
            "this is precision: hits are divided by k, not by the relevant documents",
            "XL113",
            MISTAKE,
        ),
        (
            lambda counts: len(counts.hits),
            "hits are divided by the documents returned, not by the relevant ones",
            "XL113",
            MISTAKE,
        ),
    )
    return recipes((THRESHOLDS, cuts(stated=stated), wholes, NONE_RELEVANT), _divided)


def _f1(seen: Observed, parts: Parts) -> Result:
    counts = count_hits(seen, parts)
    none: Result = parts["none"]
    mean: Callable[[float, float], float] = parts["mean"]
    if not counts.found or not counts.relevant:
        return none
    return mean(counts.found / counts.cut, counts.found / counts.relevant)


F1_MEANS = (
    Choice("mean", lambda p, r: 2 * p * r / (p + r)),
    *(
        Choice("mean", does, says, "XL100", MISTAKE)
        for does, says in (
            (
                lambda p, r: (p + r) / 2,
                "this is the plain mean of precision and recall, not the harmonic one",
            ),
            (lambda p, r: p * r / (p + r), "the factor 2 is missing"),
            (lambda p, r: 2 * p * r / p + r, "the parentheses around P + R are missing"),
        )
    ),
)


@cache
def f1_recipes(*, stated: bool) -> tuple[Recipe, ...]:
    """How F1 is computed: the harmonic mean of precision and recall."""
    return recipes((THRESHOLDS, cuts(stated=stated), F1_MEANS, _NOTHING), _f1)


def _success(seen: Observed, parts: Parts) -> Result:
    return float(count_hits(seen, parts).found > 0)


@cache
def success_recipes(*, stated: bool) -> tuple[Recipe, ...]:
    """How success is computed: 1 if there is a hit down to k."""
    return recipes((THRESHOLDS, cuts(stated=stated)), _success)
