"""Measures that see grades: cumulated gain and its kin, and expected reciprocal rank."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Literal

from xlmetrics.errors import BadMeasureInput
from xlmetrics.reference.inputs import both, finite, judgments, top, whole

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from xlmetrics.reference.inputs import Judged, Ranked

Gain = Literal["linear", "exponential"]

_HIGHEST_EXPONENT = 1000.0  # 2 ** 1000 and sums of it still are floats


def _linear(grade: float | None) -> float:
    return 0.0 if grade is None else max(finite(grade, "a grade"), 0.0)


def _exponential(grade: float | None) -> float:
    exponent = _linear(grade)
    if exponent > _HIGHEST_EXPONENT:
        raise BadMeasureInput(
            f"exponential gain has no room for grade {grade:g}; "
            f"use linear gain or grades up to {_HIGHEST_EXPONENT:g}"
        )
    return math.pow(2.0, exponent) - 1.0


_GAINS: Mapping[str, Callable[[float | None], float]] = {
    "linear": _linear,
    "exponential": _exponential,
}


def _gain_of(kind: str) -> Callable[[float | None], float]:
    try:
        return _GAINS[kind]
    except KeyError:
        raise BadMeasureInput(f"gain must be 'linear' or 'exponential', not {kind!r}") from None


def gain(grade: float | None, kind: Gain = "linear") -> float:
    """What a document of this grade is worth; 0 if unjudged (None) or negative.

    Args:
        grade: the document's grade.
        kind: "linear", the grade itself (Järvelin & Kekäläinen, 2002; trec_eval's ``ndcg``), or
            "exponential", 2 ** grade - 1 (Burges et al., 2005).

    Raises:
        BadMeasureInput: a grade that is not finite, another kind, an exponent above 1000.
    """
    return _gain_of(kind)(grade)


def discount(rank: int) -> float:
    """What a gain at this rank (from 1) is divided by: log2(rank + 1) (Burges et al., 2005).

    Raises:
        BadMeasureInput: a rank below 1.
    """
    return math.log2(whole(rank, "a rank") + 1)


def discount_2002(rank: int, *, base: float = 2) -> float:
    """The original discount: 1 before rank ``base``, log of the rank to that base from there on.

    Source: Järvelin & Kekäläinen (2002). A labelled variant; ``discount`` is what is used today.

    Raises:
        BadMeasureInput: a rank below 1; a base of 1 or less.
    """
    if finite(base, "the base b of the discount") <= 1:
        raise BadMeasureInput(f"the base b of the discount must be above 1, not {base!r}")
    return 1.0 if whole(rank, "a rank") < base else math.log(rank) / math.log(base)


def discounted_gain(grade: float | None, rank: int, gain: Gain = "linear") -> float:
    """What one document adds to DCG: its gain over the discount of its rank."""
    return _gain_of(gain)(grade) / discount(rank)


def ideal_ranking(judged: Judged) -> list[float]:
    """All judged grades in the best order there is: highest first."""
    return sorted(judgments(judged), reverse=True)


def _cumulated(
    grades: Iterable[float | None], gain: Gain, discount: Callable[[int], float] = discount
) -> float:
    worth = _gain_of(gain)
    return math.fsum(worth(grade) / discount(rank) for rank, grade in enumerate(grades, start=1))


def _share(part: float, whole: float) -> float:
    return part / whole if whole else 0.0


def cg(ranked: Ranked, *, k: int | None = None) -> float:
    """Cumulated gain: the sum of the grades of the top k, blind to their order.

    Source: Järvelin & Kekäläinen (2002).

    Raises:
        BadMeasureInput: k below 1; a grade that is not finite.
    """
    return math.fsum(_linear(grade) for grade in top(ranked, k))


def dcg(ranked: Ranked, *, k: int | None = None, gain: Gain = "linear") -> float:
    """Discounted cumulated gain: the sum of gain / log2(rank + 1) over the top k.

    It grows with the number of relevant documents: to average over queries take ``ndcg``.
    Source: Järvelin & Kekäläinen (2002), with the discount of Burges et al. (2005) and trec_eval.

    Raises:
        BadMeasureInput: k below 1; a grade that is not finite; an unknown gain.
    """
    return _cumulated(top(ranked, k), gain)


def idcg(judged: Judged, *, k: int | None = None, gain: Gain = "linear") -> float:
    """Ideal DCG: the DCG of all judged documents, highest grade first, cut at k.

    Missed documents count too, else a system would be measured by its own finds. Where fewer
    than k are judged, the ranks left over add nothing.

    Raises:
        BadMeasureInput: as ``dcg``.
    """
    return dcg(ideal_ranking(judged), k=k, gain=gain)


def ndcg(ranked: Ranked, judged: Judged, *, k: int | None = None, gain: Gain = "linear") -> float:
    """Normalised DCG: DCG over ideal DCG, both cut at k, from 0 to 1; 0 if nothing is relevant.

    Source: Järvelin & Kekäläinen (2002), as in trec_eval's ``ndcg`` and ``ndcg_cut`` and, with
    exponential gain, the NDCG of Burges et al. (2005). LightGBM gives 1 where nothing is relevant.

    Raises:
        BadMeasureInput: as ``dcg``; a grade returned more often than it was judged.
    """
    returned, known = both(ranked, judged)
    return _share(dcg(returned, k=k, gain=gain), idcg(known, k=k, gain=gain))


def ndcg_retrieved_only(ranked: Ranked, *, k: int | None = None, gain: Gain = "linear") -> float:
    """NDCG against the ideal order of the retrieved documents alone: a labelled teaching variant.

    It forgives every missed document, so systems that found different ones cannot be compared.

    Raises:
        BadMeasureInput: as ``dcg``.
    """
    found = [grade for grade in top(ranked) if grade is not None]
    return _share(dcg(ranked, k=k, gain=gain), idcg(found, k=k, gain=gain))


def dcg_2002(
    ranked: Ranked, *, k: int | None = None, gain: Gain = "linear", base: float = 2
) -> float:
    """DCG with the original discount, ``discount_2002``: a labelled variant.

    With base 2 ranks 1 and 2 weigh the same. Source: Järvelin & Kekäläinen (2002).

    Raises:
        BadMeasureInput: as ``dcg``; a base of 1 or less.
    """
    return _cumulated(top(ranked, k), gain, lambda rank: discount_2002(rank, base=base))


def ndcg_2002(
    ranked: Ranked,
    judged: Judged,
    *,
    k: int | None = None,
    gain: Gain = "linear",
    base: float = 2,
) -> float:
    """NDCG with the original discount on both sides: a labelled variant.

    Source: Järvelin & Kekäläinen (2002).

    Raises:
        BadMeasureInput: as ``ndcg``; a base of 1 or less.
    """
    returned, known = both(ranked, judged)
    ideal = ideal_ranking(known)
    return _share(
        dcg_2002(returned, k=k, gain=gain, base=base), dcg_2002(ideal, k=k, gain=gain, base=base)
    )


def err(ranked: Ranked, *, max_grade: float, k: int | None = None) -> float:
    """Expected reciprocal rank: a reader goes down the list and stops, satisfied, at some rank.

    A document of grade g satisfies with probability (2 ** g - 1) / 2 ** max_grade; ERR is the
    expectation of 1 / (rank of the stop). ``max_grade`` is the top of the grading scale, not the
    highest grade seen: on another scale the same list scores otherwise.
    Source: Chapelle, Metzler, Zhang & Grinspan (2009); TREC's gdeval has max_grade 4 built in.

    Raises:
        BadMeasureInput: a grade above max_grade; max_grade not above 0; as ``dcg``.
    """
    _check_scale(ranked, max_grade)
    still_reading = 1.0
    stops = []
    for rank, grade in enumerate(top(ranked, k), start=1):
        satisfied = _exponential(grade) / math.pow(2.0, max_grade)
        stops.append(still_reading * satisfied / rank)
        still_reading *= 1.0 - satisfied
    return math.fsum(stops)


def _check_scale(ranked: Ranked, max_grade: float) -> None:
    if not 0 < finite(max_grade, "max_grade") <= _HIGHEST_EXPONENT:
        raise BadMeasureInput(
            f"max_grade must be above 0 and at most {_HIGHEST_EXPONENT:g}, not {max_grade!r}"
        )
    for rank, grade in enumerate(top(ranked), start=1):
        if grade is not None and grade > max_grade:
            raise BadMeasureInput(
                f"grade {grade:g} at rank {rank} is above max_grade {max_grade:g}: "
                f"give the highest grade of the scale as max_grade"
            )
