"""Relevant or not: hits, precision, recall, F1, average precision, reciprocal rank."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from xlmetrics import reference
from xlmetrics.quantities.quantity import SCORE, WHOLE, Quantity, Seen
from xlmetrics.quantities.ranking.graded import RANKS, pool

if TYPE_CHECKING:
    from collections.abc import Callable


def hits(seen: Seen) -> list[int]:
    """1 for each returned document that is relevant, 0 for any other."""
    rel = seen.one("rel")
    return [int(grade is not None and grade >= rel) for grade in seen.column("grade")]


def _relevant(seen: Seen) -> int:
    return sum(grade >= seen.one("rel") for grade in pool(seen))


def _hits_at_k(seen: Seen) -> int:
    return sum(hits(seen)[: seen.one("k")])


def _of_ranked(measure: Callable[..., float]) -> Callable[[Seen], float]:
    return lambda seen: measure(seen.column("grade"), k=seen.one("k"), rel=seen.one("rel"))


def _of_both(measure: Callable[..., float]) -> Callable[[Seen], float]:
    return lambda seen: measure(
        seen.column("grade"), pool(seen), k=seen.one("k"), rel=seen.one("rel")
    )


def _at_each_rank(measure: Callable[[Seen, int], float]) -> Callable[[Seen], list[float]]:
    return lambda seen: [measure(seen, rank) for rank in range(1, seen.count("grade") + 1)]


def _seen_to(rank: int, measure: Callable[..., float]) -> Callable[[Seen], float]:
    return lambda seen: measure(seen.column("grade"), pool(seen), k=rank, rel=seen.one("rel"))


def _column(
    name: str, formula: str, value: Callable[[Seen], Any], number_format: str = SCORE
) -> Quantity:
    return Quantity(name, RANKS, formula, value, number_format)


def _count(name: str, formula: str, value: Callable[[Seen], Any]) -> Quantity:
    return Quantity(name, "", formula, value, WHOLE)


IN_RANK_ORDER = (
    _column(
        "relevant",
        "=IF(ISNUMBER([@grade]),IF([@grade]>=[rel],1,0),0)",
        hits,
        number_format=WHOLE,
    ),
    _column(
        "hits_so_far",
        "=SUM([:@relevant])",
        _at_each_rank(lambda seen, rank: sum(hits(seen)[:rank])),
        number_format=WHOLE,
    ),
    _column(
        "precision_at_rank",
        "=[@hits_so_far]/[@rank]",
        _at_each_rank(
            lambda seen, rank: reference.precision(
                seen.column("grade"), k=rank, rel=seen.one("rel")
            )
        ),
    ),
    _column(
        "recall_at_rank",
        "=IF([relevant_count]>0,[@hits_so_far]/[relevant_count],0)",
        _at_each_rank(lambda seen, rank: _seen_to(rank, reference.recall)(seen)),
    ),
    _column(
        "F1_at_rank",
        "=IF([@hits_so_far]>0,2*[@hits_so_far]/([@rank]+[relevant_count]),0)",
        _at_each_rank(lambda seen, rank: _seen_to(rank, reference.f1)(seen)),
    ),
    _column(
        "precision_at_hit",
        "=[@relevant]*[@precision_at_rank]",
        _at_each_rank(
            lambda seen, rank: (
                hits(seen)[rank - 1]
                * reference.precision(seen.column("grade"), k=rank, rel=seen.one("rel"))
            )
        ),
    ),
)
AT_K = (
    _count("relevant_count", '=COUNTIF([judged],">="&[rel])', _relevant),
    _count("true_positives", '=SUMIFS([relevant],[rank],"<="&[k])', _hits_at_k),
    _count(
        "false_positives",
        "=[k]-[true_positives]",
        lambda seen: seen.one("k") - _hits_at_k(seen),
    ),
    _count(
        "false_negatives",
        "=[relevant_count]-[true_positives]",
        lambda seen: _relevant(seen) - _hits_at_k(seen),
    ),
    _count(
        "true_negatives",
        "=[collection]-[true_positives]-[false_positives]-[false_negatives]",
        lambda seen: seen.one("collection") - seen.one("k") - _relevant(seen) + _hits_at_k(seen),
    ),
    Quantity("P", "", "=[true_positives]/[k]", _of_ranked(reference.precision)),
    Quantity(
        "R",
        "",
        "=IF([relevant_count]>0,[true_positives]/[relevant_count],0)",
        _of_both(reference.recall),
    ),
    Quantity(
        "F1",
        "",
        "=IF([P]+[R]>0,2*[P]*[R]/([P]+[R]),0)",
        _of_both(reference.f1),
        sources=("rijsbergen_1979",),
    ),
    Quantity(
        "AP",
        "",
        '=IF([relevant_count]>0,SUMIFS([precision_at_hit],[rank],"<="&[k])/[relevant_count],0)',
        _of_both(reference.average_precision),
        sources=("buckley_2000",),
    ),
    Quantity(
        "RR",
        "",
        "=IF([true_positives]>0,1/MATCH(1,[relevant],0),0)",
        _of_ranked(reference.reciprocal_rank),
        sources=("voorhees_1999",),
    ),
    Quantity("Success", "", "=IF([true_positives]>0,1,0)", _of_ranked(reference.success), WHOLE),
)
