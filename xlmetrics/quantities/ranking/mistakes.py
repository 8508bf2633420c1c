"""What people take for NDCG of graded labels: each mistake beside what is right, and how far off.

The steps that lead to a mistake stand ``instead_of`` the right ones; the figure at their end has
the code of the rule that tells of it.
"""

from __future__ import annotations

from dataclasses import replace
from math import fsum, log2
from typing import TYPE_CHECKING

from xlmetrics import reference
from xlmetrics.quantities.quantity import GENERAL, SCORE, Quantity, Seen, with_effect
from xlmetrics.quantities.ranking import graded
from xlmetrics.quantities.ranking.graded import JUDGED, RANKS, ideal, pool, worth

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from xlmetrics.reference.inputs import Ranked

_OTHER = "_other_gain"


def _returned(seen: Seen) -> list[float]:
    """The grades of the returned documents that were judged."""
    return [grade for grade in seen.column("grade") if grade is not None]


def _ideal_of_returned(seen: Seen) -> list[float | None]:
    ranking: list[float | None] = [*reference.ideal_ranking(_returned(seen))]
    return ranking + [None] * (seen.count("grade") - len(ranking))


def _by_rank(grades: Ranked, gain: reference.Gain) -> list[float]:
    """Gain over log2(rank), and nothing at rank 1, where that is 0."""
    return [
        reference.gain(grade, gain) / log2(rank) if rank > 1 else 0.0
        for rank, grade in enumerate(grades, 1)
    ]


def _binary(grades: Ranked, rel: float) -> list[float]:
    """1 for each relevant document, 0 for any other."""
    return [float(grade is not None and grade >= rel) for grade in grades]


def _binary_gains(grades: Ranked, rel: float) -> list[float]:
    hits = enumerate(_binary(grades, rel), 1)
    return [reference.discounted_gain(hit, rank) for rank, hit in hits]


def _top(parts: Callable[[Seen], Sequence[float]]) -> Callable[[Seen], float]:
    """The sum of the parts down to rank k."""
    return lambda seen: fsum(parts(seen)[: seen.one("k")])


def _share(
    part: Callable[[Seen], float], whole: Callable[[Seen], float]
) -> Callable[[Seen], float]:
    return lambda seen: part(seen) / whole(seen) if whole(seen) else 0.0


def _steps(
    name: str,
    rows: str,
    formula: str,
    value: Callable[[Seen], Sequence[float | str]],
    right: str,
    number_format: str = SCORE,
) -> Quantity:
    return Quantity(name, rows, formula, value, number_format, instead_of=right)


def _sum(
    figure: str, suffix: str, column: str, rank: str, parts: Callable[[Seen], Sequence[float]]
) -> Quantity:
    formula = f'=SUMIFS([{column}],[{rank}],"<="&[k])'
    return Quantity(f"{figure}{suffix}", "", formula, _top(parts), instead_of=figure)


def _share_of(suffix: str, code: str, value: Callable[[Seen], float], dcg: str = "") -> Quantity:
    """NDCG from the DCG and IDCG of the suffix, or from another DCG."""
    part, whole = f"[{dcg or 'DCG' + suffix}]", f"[IDCG{suffix}]"
    formula = f"=IF({whole}>0,{part}/{whole},0)"
    return Quantity(f"nDCG{suffix}", "", formula, value, instead_of="nDCG", code=code)


def _with_effect(wrong: Quantity) -> tuple[Quantity, Quantity]:
    return with_effect(wrong, _NDCG)


def _ndcg(seen: Seen, k: int) -> float:
    return reference.ndcg(seen.column("grade"), pool(seen), k=k, gain=seen.one("gain"))


def _gains_by_rank(seen: Seen) -> list[float]:
    return _by_rank(seen.column("grade"), seen.one("gain"))


def _ideal_gains_by_rank(seen: Seen) -> list[float]:
    return _by_rank(ideal(seen), seen.one("gain"))


def _gains_of_binary(seen: Seen) -> list[float]:
    return _binary_gains(seen.column("grade"), seen.one("rel"))


def _ideal_gains_of_binary(seen: Seen) -> list[float]:
    return _binary_gains(ideal(seen), seen.one("rel"))


def _of_another_gain(right: Callable[[str], Quantity]) -> Quantity:
    quantity = right(_OTHER)
    return replace(quantity, instead_of=quantity.name.removesuffix(_OTHER))


_, _, _NDCG = graded.figures("")
_DCG_OTHER, _IDCG_OTHER, _NDCG_OTHER = graded.figures(_OTHER)

IN_RANK_ORDER = (
    _steps(
        "log_of_rank",
        RANKS,
        "=LOG([@rank],2)",
        lambda seen: [log2(rank) for rank in range(1, seen.count("grade") + 1)],
        "discount",
    ),
    _steps(
        "discounted_gain_log_rank",
        RANKS,
        "=IFERROR([@document_gain]/[@log_of_rank],0)",
        _gains_by_rank,
        "discounted_gain",
    ),
    _steps(
        "discounted_gain_binary",
        RANKS,
        "=[@relevant]/[@discount]",
        _gains_of_binary,
        "discounted_gain",
    ),
)
IN_IDEAL_ORDER = (
    _steps(
        "ideal_grade_of_returned",
        RANKS,
        '=IFERROR(LARGE([grade],[@rank]),"")',
        lambda seen: ["" if grade is None else grade for grade in _ideal_of_returned(seen)],
        "ideal_grade",
        GENERAL,
    ),
    _steps(
        "ideal_DG_of_returned",
        RANKS,
        worth("[@ideal_grade_of_returned]", "") + "/[@discount]",
        lambda seen: [
            reference.discounted_gain(grade, rank, seen.one("gain"))
            for rank, grade in enumerate(_ideal_of_returned(seen), 1)
        ],
        "ideal_discounted_gain",
    ),
    _steps(
        "ideal_DG_log_rank",
        JUDGED,
        "=IFERROR([@ideal_gain]/LOG([@ideal_rank],2),0)",
        _ideal_gains_by_rank,
        "ideal_discounted_gain",
    ),
    _of_another_gain(graded.document_gain),
    _of_another_gain(graded.discounted_gain),
    _of_another_gain(graded.ideal_gain),
    _of_another_gain(graded.ideal_discounted_gain),
    _steps(
        "ideal_DG_binary",
        JUDGED,
        "=IF(ISNUMBER([@ideal_grade]),IF([@ideal_grade]>=[rel],1,0),0)/[@ideal_discount]",
        _ideal_gains_of_binary,
        "ideal_discounted_gain",
    ),
)
AT_K = (
    Quantity(
        "IDCG_of_returned",
        "",
        '=SUMIFS([ideal_DG_of_returned],[rank],"<="&[k])',
        lambda seen: reference.idcg(_returned(seen), k=seen.one("k"), gain=seen.one("gain")),
        instead_of="IDCG",
    ),
    *_with_effect(
        _share_of(
            "_of_returned",
            "XL101",
            lambda seen: reference.ndcg_retrieved_only(
                seen.column("grade"), k=seen.one("k"), gain=seen.one("gain")
            ),
            dcg="DCG",
        )
    ),
    _sum("DCG", "_log_rank", "discounted_gain_log_rank", "rank", _gains_by_rank),
    _sum("IDCG", "_log_rank", "ideal_DG_log_rank", "ideal_rank", _ideal_gains_by_rank),
    *_with_effect(
        _share_of("_log_rank", "XL102", _share(_top(_gains_by_rank), _top(_ideal_gains_by_rank)))
    ),
    Quantity(
        "DCG_other_k",
        "",
        '=SUMIFS([discounted_gain],[rank],"<="&[other_k])',
        lambda seen: reference.dcg(
            seen.column("grade"), k=seen.one("other_k"), gain=seen.one("gain")
        ),
        instead_of="DCG",
    ),
    Quantity(
        "IDCG_other_k",
        "",
        '=SUMIFS([ideal_discounted_gain],[ideal_rank],"<="&[other_k])',
        lambda seen: reference.idcg(pool(seen), k=seen.one("other_k"), gain=seen.one("gain")),
        instead_of="IDCG",
    ),
    *_with_effect(_share_of("_other_k", "XL104", lambda seen: _ndcg(seen, seen.one("other_k")))),
    replace(_DCG_OTHER, instead_of="DCG"),
    replace(_IDCG_OTHER, instead_of="IDCG"),
    *_with_effect(replace(_NDCG_OTHER, instead_of="nDCG", code="XL105")),
    _sum("DCG", "_binary", "discounted_gain_binary", "rank", _gains_of_binary),
    _sum("IDCG", "_binary", "ideal_DG_binary", "ideal_rank", _ideal_gains_of_binary),
    *_with_effect(
        _share_of("_binary", "XL119", _share(_top(_gains_of_binary), _top(_ideal_gains_of_binary)))
    ),
)
