"""Gain and discount: from the grade of a document to NDCG, with the gain of one's choice.

What a grade is worth, and all that follows from it, can be had by suffix: under the gain that the
sheet is set to, under the linear and under the exponential one, so that they can stand side by
side, and under another gain that it is set to.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics import reference
from xlmetrics.quantities.quantity import GENERAL, Quantity, Seen

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from xlmetrics.reference import Gain

RANKS, JUDGED = "ranks", "judged"

_LINEAR = "MAX({grade},0)"
_EXPONENTIAL = "2^MAX({grade},0)-1"
_WRITTEN = ("jarvelin_2002", "burges_2005")
_WORTH = {
    "": f'IF([gain]="exponential",{_EXPONENTIAL},{_LINEAR})',
    "_linear": _LINEAR,
    "_exponential": _EXPONENTIAL,
    "_other_gain": f'IF([other_gain]="exponential",{_EXPONENTIAL},{_LINEAR})',
}
_GAINS = ("", "_linear", "_exponential")
_SETTINGS = {"": "gain", "_other_gain": "other_gain"}


def pool(seen: Seen) -> list[float]:
    """The grades of all judged documents."""
    return [grade for grade in seen.column("judged") if grade is not None]


def ideal(seen: Seen) -> list[float | None]:
    """The ideal ranking, None in the rows beyond it."""
    ranking: list[float | None] = [*reference.ideal_ranking(pool(seen))]
    return ranking + [None] * (seen.count("judged") - len(ranking))


def worth(grade: str, gain: str) -> str:
    """The formula of what a grade is worth; a cell without a number was not judged: 0."""
    return f"=IF(ISNUMBER({grade}),{_WORTH[gain].format(grade=grade)},0)"


def _gain(seen: Seen, suffix: str) -> Gain:
    """The gain that a suffix names, or that a setting does."""
    if suffix in _SETTINGS:
        return seen.one(_SETTINGS[suffix])  # type: ignore[no-any-return]
    return suffix.removeprefix("_")  # type: ignore[return-value]


def _discounted(grades: list[float | None], gain: Gain) -> list[float]:
    return [reference.discounted_gain(grade, rank, gain) for rank, grade in enumerate(grades, 1)]


def document_gain(suffix: str) -> Quantity:
    """What each returned document is worth."""
    return Quantity(
        f"document_gain{suffix}",
        RANKS,
        worth("[@grade]", suffix),
        lambda seen: [reference.gain(grade, _gain(seen, suffix)) for grade in seen.column("grade")],
        GENERAL,
    )


def discounted_gain(suffix: str) -> Quantity:
    """What each returned document adds to DCG."""
    return Quantity(
        f"discounted_gain{suffix}",
        RANKS,
        f"=[@document_gain{suffix}]/[@discount]",
        lambda seen: _discounted(seen.column("grade"), _gain(seen, suffix)),
    )


def ideal_gain(suffix: str) -> Quantity:
    """What the document at each rank of the ideal ranking is worth."""
    return Quantity(
        f"ideal_gain{suffix}",
        JUDGED,
        worth("[@ideal_grade]", suffix),
        lambda seen: [reference.gain(grade, _gain(seen, suffix)) for grade in ideal(seen)],
        GENERAL,
    )


def ideal_discounted_gain(suffix: str) -> Quantity:
    """What the ideal ranking adds at each rank to IDCG."""
    return Quantity(
        f"ideal_discounted_gain{suffix}",
        JUDGED,
        f"=[@ideal_gain{suffix}]/[@ideal_discount]",
        lambda seen: _discounted(ideal(seen), _gain(seen, suffix)),
    )


def figures(suffix: str) -> Iterator[Quantity]:
    """DCG, IDCG and NDCG, cut at k."""
    yield Quantity(
        f"DCG{suffix}",
        "",
        f'=SUMIFS([discounted_gain{suffix}],[rank],"<="&[k])',
        lambda seen: reference.dcg(seen.column("grade"), k=seen.one("k"), gain=_gain(seen, suffix)),
    )
    yield Quantity(
        f"IDCG{suffix}",
        "",
        f'=SUMIFS([ideal_discounted_gain{suffix}],[ideal_rank],"<="&[k])',
        lambda seen: reference.idcg(pool(seen), k=seen.one("k"), gain=_gain(seen, suffix)),
    )
    yield Quantity(
        f"nDCG{suffix}",
        "",
        f"=IF([IDCG{suffix}]>0,[DCG{suffix}]/[IDCG{suffix}],0)",
        lambda seen: reference.ndcg(
            seen.column("grade"), pool(seen), k=seen.one("k"), gain=_gain(seen, suffix)
        ),
        sources=_WRITTEN,
    )


def _at_each_rank(
    compute: Callable[[Seen, int], float], rows: str = "grade"
) -> Callable[[Seen], list[float]]:
    return lambda seen: [compute(seen, rank) for rank in range(1, seen.count(rows) + 1)]


def _cumulated(seen: Seen, rank: int) -> float:
    gain = seen.one("gain")
    return sum(reference.gain(grade, gain) for grade in seen.column("grade")[:rank])


IN_RANK_ORDER = (
    *map(document_gain, _GAINS),
    Quantity(
        "discount",
        RANKS,
        "=LOG([@rank]+1,2)",
        _at_each_rank(lambda _, rank: reference.discount(rank)),
    ),
    *map(discounted_gain, _GAINS),
    Quantity("CG_at_rank", RANKS, "=SUM([:@document_gain])", _at_each_rank(_cumulated), GENERAL),
    Quantity(
        "DCG_at_rank",
        RANKS,
        "=SUM([:@discounted_gain])",
        _at_each_rank(
            lambda seen, rank: reference.dcg(seen.column("grade"), k=rank, gain=seen.one("gain"))
        ),
    ),
)
IN_IDEAL_ORDER = (
    Quantity(
        "ideal_grade",
        JUDGED,
        '=IFERROR(LARGE([judged],[@ideal_rank]),"")',
        lambda seen: ["" if grade is None else grade for grade in ideal(seen)],
        GENERAL,
    ),
    *map(ideal_gain, _GAINS),
    Quantity(
        "ideal_discount",
        JUDGED,
        "=LOG([@ideal_rank]+1,2)",
        _at_each_rank(lambda _, rank: reference.discount(rank), "judged"),
    ),
    *map(ideal_discounted_gain, _GAINS),
    Quantity(
        "IDCG_at_rank",
        JUDGED,
        "=SUM([:@ideal_discounted_gain])",
        _at_each_rank(
            lambda seen, rank: reference.idcg(pool(seen), k=rank, gain=seen.one("gain")), "judged"
        ),
    ),
    Quantity(
        "nDCG_at_rank",
        RANKS,
        "=IF([@IDCG_at_rank]>0,[@DCG_at_rank]/[@IDCG_at_rank],0)",
        _at_each_rank(
            lambda seen, rank: reference.ndcg(
                seen.column("grade"), pool(seen), k=rank, gain=seen.one("gain")
            )
        ),
    ),
)
AT_K = (
    Quantity(
        "CG",
        "",
        '=SUMIFS([document_gain],[rank],"<="&[k])',
        lambda seen: _cumulated(seen, seen.one("k")),
        GENERAL,
    ),
    *(figure for suffix in _GAINS for figure in figures(suffix)),
)
