"""What the rows of each query come to, cut at k, and the means over all queries."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from xlmetrics import reference
from xlmetrics.quantities.lists.blocks import Block, blocks, by_query, mean
from xlmetrics.quantities.quantity import GENERAL, SCORE, WHOLE, Quantity, Seen, with_effect

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

LISTS = "lists"


def _rows(name: str) -> str:
    """The rows of the query in a column of the documents."""
    return f"INDEX([{name}],[@list_start]):INDEX([{name}],[@list_end])"


def _sum_to_k(name: str, ranks: str = "rank") -> str:
    return f'SUMIFS({_rows(name)},{_rows(ranks)},"<="&[k])'


def _graded(measure: Callable[..., float]) -> Callable[[Seen, Block], float]:
    return lambda seen, block: measure(
        block.ranked, block.pool, k=seen.one("k"), gain=seen.one("gain")
    )


def _binary(measure: Callable[..., float]) -> Callable[[Seen, Block], float]:
    return lambda seen, block: measure(
        block.ranked, block.pool, k=seen.one("k"), rel=seen.one("rel")
    )


def _of_ranked(measure: Callable[..., float]) -> Callable[[Seen, Block], float]:
    return lambda seen, block: measure(block.ranked, k=seen.one("k"), rel=seen.one("rel"))


def _dcg(seen: Seen, block: Block) -> float:
    return reference.dcg(block.ranked, k=seen.one("k"), gain=seen.one("gain"))


def _cg(seen: Seen, block: Block) -> float:
    gain = seen.one("gain")
    return sum(reference.gain(grade, gain) for grade in block.ranked[: seen.one("k")])


def _idcg(seen: Seen, block: Block) -> float:
    return reference.idcg(block.pool, k=seen.one("k"), gain=seen.one("gain"))


def _relevant(seen: Seen, block: Block) -> int:
    return sum(grade >= seen.one("rel") for grade in block.pool)


def _hits(seen: Seen, block: Block) -> int:
    top = block.ranked[: seen.one("k")]
    return sum(grade is not None and grade >= seen.one("rel") for grade in top)


def _column(
    name: str,
    formula: str,
    value: Callable[[Seen, Block], Any],
    number_format: str = SCORE,
    *sources: str,
) -> Quantity:
    return Quantity(name, LISTS, formula, by_query(value), number_format, sources=sources)


def _aid(name: str, formula: str, value: Callable[[Seen, Block], int]) -> Quantity:
    return Quantity(name, LISTS, formula, by_query(value), WHOLE, aid=True)


def _mean(name: str, of: str, value: Callable[[Seen, Block], float]) -> Quantity:
    return Quantity(name, "", f"=AVERAGE([{of}])", mean(value))


_NDCG = _graded(reference.ndcg)
_RR = _of_ranked(reference.reciprocal_rank)
_P = _of_ranked(reference.precision)
_R = _binary(reference.recall)
_F1 = _binary(reference.f1)
_AP = _binary(reference.average_precision)
_SUCCESS = _of_ranked(reference.success)

BY_QUERY = (
    Quantity(
        "list_query",
        LISTS,
        "=INDEX([query],[@list_start])",
        by_query(lambda _, block: block.query),
        GENERAL,
        is_text=True,
    ),
    _aid("list_start", "=IF([@list_number]=1,1,[<list_end]+1)", lambda _, block: block.first),
    _aid("list_end", "=MATCH([@list_start],[first_row])", lambda _, block: block.last),
    _column("CG", f"={_sum_to_k('document_gain')}", _cg, GENERAL),
    _column("DCG", f"={_sum_to_k('discounted_gain')}", _dcg),
    _column("IDCG", f"={_sum_to_k('ideal_discounted_gain', 'ideal_rank')}", _idcg),
    _column(
        "nDCG", "=IF([@IDCG]>0,[@DCG]/[@IDCG],0)", _NDCG, SCORE, "jarvelin_2002", "burges_2005"
    ),
    _column("relevant_count", f"=SUM({_rows('relevant')})", _relevant, WHOLE),
    _column("true_positives", f"={_sum_to_k('relevant')}", _hits, WHOLE),
    _column("P", "=[@true_positives]/[k]", _P),
    _column("R", "=IF([@relevant_count]>0,[@true_positives]/[@relevant_count],0)", _R),
    _column("F1", "=IF([@P]+[@R]>0,2*[@P]*[@R]/([@P]+[@R]),0)", _F1, SCORE, "rijsbergen_1979"),
    _column(
        "RR_at_k",
        "=IF([@true_positives]>0,"
        f"1/INDEX([rank],[@list_start]-1+MATCH(1,{_rows('hits_so_far')},0)),0)",
        _RR,
        SCORE,
        "voorhees_1999",
    ),
    _column(
        "AP",
        f"=IF([@relevant_count]>0,{_sum_to_k('precision_at_hit')}/[@relevant_count],0)",
        _AP,
        SCORE,
        "buckley_2000",
    ),
    _column("Success", "=IF([@true_positives]>0,1,0)", _SUCCESS, WHOLE),
)
_MEAN_NDCG = _mean("mean_nDCG", "nDCG", _NDCG)
_MEAN_OF_DCG = replace(_mean("mean_of_DCG", "DCG", _dcg), instead_of="mean_nDCG", code="XL106")
MEANS = (
    Quantity("query_count", "", "=ROWS([list_number])", lambda seen: len(blocks(seen)), WHOLE),
    _mean("mean_DCG", "DCG", _dcg),
    _MEAN_NDCG,
    _mean("mean_P", "P", _P),
    _mean("mean_R", "R", _R),
    _mean("mean_F1", "F1", _F1),
    _mean("MRR_at_k", "RR_at_k", _RR),
    _mean("MAP", "AP", _AP),
    _mean("hit_rate", "Success", _SUCCESS),
    *with_effect(_MEAN_OF_DCG, _MEAN_NDCG),
)
