"""How precision, recall, average precision, reciprocal rank and their kin are computed."""

from __future__ import annotations

from functools import cache
from math import fsum
from typing import TYPE_CHECKING, Any, NamedTuple

from xlmetrics.diagnosis.choices import MISTAKE, RIGHT, VARIANT, Choice, Recipe, recipes
from xlmetrics.diagnosis.graded import DIVISION, cuts
from xlmetrics.model import is_number

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from xlmetrics.diagnosis.observed import Observed
    from xlmetrics.model import Result

    Parts = Mapping[str, Any]

LEVELS = (2, 3, 4)

THRESHOLDS = (
    Choice("threshold", 0.0),
    *(
        Choice("threshold", level, f"relevant is a grade from {level} up", "", VARIANT)
        for level in LEVELS
    ),
)


class Counts(NamedTuple):
    """What is counted of a list: its hits by rank, where it is cut and where it should be.

    ``relevant`` documents are those stated, or those among the judged.
    """

    hits: Sequence[bool]
    cut: int
    asked: int
    relevant: float

    @property
    def found(self) -> int:
        """Hits down to the cut-off."""
        return sum(self.hits[: self.cut])


def hits_of(grades: Sequence[float | None], threshold: float) -> list[bool]:
    """Which documents are relevant; no grade of 0 or below is."""
    return [grade is not None and grade > 0 and grade >= threshold for grade in grades]


def relevant_of(seen: Observed, threshold: float) -> float:
    """How many documents are relevant: stated, or counted."""
    return sum(hits_of(seen.judged, threshold)) if seen.relevant is None else seen.relevant


def _count(seen: Observed, parts: Parts) -> Counts:
    threshold = parts["threshold"]
    cut = max(parts["cut"](seen), 0)
    return Counts(hits_of(seen.ranked, threshold), cut, seen.cut, relevant_of(seen, threshold))


def _wholes(*choices: tuple[Callable[[Counts], float], str, str, int]) -> tuple[Choice, ...]:
    return tuple(Choice("whole", *choice) for choice in choices)


def _divided(seen: Observed, parts: Parts) -> Result:
    """Hits over what they are divided by, as precision and recall are."""
    counts = _count(seen, parts)
    whole: float = parts["whole"](counts)
    none: Result = parts["none"]
    return counts.found / whole if whole else none


_NOTHING = (Choice("none", 0.0), Choice("none", DIVISION, weight=VARIANT))

NONE_RELEVANT = (
    Choice("none", 0.0),
    Choice("none", "", "a query without relevant documents is left blank", "", VARIANT),
    Choice(
        "none", DIVISION, "the number of relevant documents, 0, is divided by", "XL118", MISTAKE
    ),
)


@cache
def precision_recipes(*, stated: bool) -> tuple[Recipe, ...]:
    """How precision is computed: hits down to k over k."""
    few = "precision is divided by the documents returned, which are fewer than k"
    wholes = _wholes(
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
    return recipes((THRESHOLDS, cuts(stated=stated), wholes, _NOTHING), _divided)


@cache
def recall_recipes(*, stated: bool) -> tuple[Recipe, ...]:
    """How recall is computed: hits down to k over all relevant documents."""
    wholes = _wholes(
        (lambda counts: counts.relevant, "", "", 0),
        (
            lambda counts: min(counts.cut, counts.relevant),
            "recall is divided by k where more documents are relevant",
            "",
            VARIANT,
        ),
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
    counts = _count(seen, parts)
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


def _average_precision(seen: Observed, parts: Parts) -> Result:
    counts = _count(seen, parts)
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


ABSENT = (
    Choice("absent", 0.0),
    Choice("absent", None, "a query without a hit is left blank", "XL117", MISTAKE),
    Choice("absent", DIVISION, "a query without a hit shows an error", "XL117", MISTAKE),
)


NEGATIVE = "negative"


def _before(rank: float) -> float:
    return 1 / (rank - 1) if rank > 1 else 0.0


RECIPROCALS = (
    Choice("value", lambda rank: 1 / rank),
    *(
        Choice("value", does, "the ranks are shifted by one", "XL116", MISTAKE)
        for does in (lambda rank: 1 / (rank + 1), _before)
    ),
    Choice("value", float, "this is the rank, not 1 over it", "XL100", MISTAKE),
)


def _reciprocal_rank(seen: Observed, parts: Parts) -> Result:
    counts = _count(seen, parts)
    hits = counts.hits[parts["from"] : counts.cut]
    found: Result = parts["value"](hits.index(True) + 1) if True in hits else parts["absent"]
    return found


@cache
def reciprocal_rank_recipes(*, stated: bool) -> tuple[Recipe, ...]:
    """How a reciprocal rank is computed from a list."""
    late = "the search begins at the second document, so the ranks are one too small"
    first = (Choice("from", 0), Choice("from", 1, late, "XL116", MISTAKE))
    return recipes((THRESHOLDS, cuts(stated=stated), first, RECIPROCALS, ABSENT), _reciprocal_rank)


def _of_first_rank(seen: tuple[Result, int | None], parts: Parts) -> Result:
    rank, k = seen
    beyond = is_number(rank) and k is not None and rank > k and parts["beyond k"] == 0
    if is_number(rank) and rank < 0 and parts["marks"] == NEGATIVE:
        return 1 / rank
    if not is_number(rank) or rank < 1 or beyond:
        absent: Result = parts["absent"]
        return absent
    found: Result = parts["value"](rank)
    return found


@cache
def first_rank_recipes(*, stated: bool) -> tuple[Recipe, ...]:
    """How a reciprocal rank is computed from the rank of the first relevant document."""
    weight = MISTAKE if stated else RIGHT
    beyond = (
        Choice("beyond k", 0),
        Choice("beyond k", 1, "ranks beyond the cut-off count", "XL111", weight),
    )
    says = "a negative rank, which stands for no hit, is divided as if it were one"
    marks = (Choice("marks", None), Choice("marks", NEGATIVE, says, "XL116", MISTAKE))
    return recipes((beyond, marks, RECIPROCALS, ABSENT), _of_first_rank)


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


def _success(seen: Observed, parts: Parts) -> Result:
    return float(_count(seen, parts).found > 0)


@cache
def success_recipes(*, stated: bool) -> tuple[Recipe, ...]:
    """How success is computed: 1 if there is a hit down to k."""
    return recipes((THRESHOLDS, cuts(stated=stated)), _success)
