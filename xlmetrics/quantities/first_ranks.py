"""Several queries, each with the rank of its first relevant result; blank or text where none is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics import reference
from xlmetrics.inputs import as_it_stands, read_cutoff, read_first_rank
from xlmetrics.quantities.quantity import SCORE, WHOLE, Given, Kind, Quantity, Seen, with_effect

if TYPE_CHECKING:
    from collections.abc import Callable

_QUERIES = "queries"
_WRITTEN = ("voorhees_1999",)


def _cut(seen: Seen) -> int | None:
    return seen.one("k")  # type: ignore[no-any-return]


def _uncut(_: Seen) -> None:
    return None


def _each(cut: Callable[[Seen], int | None]) -> Callable[[Seen], list[float]]:
    return lambda seen: [
        reference.reciprocal_rank_of(rank, k=cut(seen)) for rank in seen.column("first_rank")
    ]


def _mean(cut: Callable[[Seen], int | None]) -> Callable[[Seen], float]:
    return lambda seen: reference.mean_reciprocal_rank(seen.column("first_rank"), k=cut(seen))


def _of_hits(seen: Seen) -> list[float]:
    return [score for score in _each(_cut)(seen) if score > 0]


def _hits(seen: Seen) -> int:
    """How many queries have their first relevant result within the cut-off."""
    return sum(rank is not None and rank <= seen.one("k") for rank in seen.column("first_rank"))


_MRR = Quantity("MRR_at_k", "", "=AVERAGE([RR_at_k])", _mean(_cut), sources=_WRITTEN)
_MRR_OF_HITS = Quantity(
    "MRR_of_hits",
    "",
    "=IFERROR(AVERAGE([RR_of_hits]),0)",
    lambda seen: reference.mean(_of_hits(seen) or [0]),
    instead_of="MRR_at_k",
    code="XL103",
)

FIRST_RANKS = Kind(
    "first_ranks",
    (
        Given("k", "", read_cutoff),
        Given("query", _QUERIES, as_it_stands, fixed=True),
        Given("first_rank", _QUERIES, read_first_rank, beyond="none"),
        Quantity(
            "RR_uncut",
            _QUERIES,
            "=IF(ISNUMBER([@first_rank]),1/[@first_rank],0)",
            _each(_uncut),
            SCORE,
        ),
        Quantity(
            "RR_at_k",
            _QUERIES,
            "=IF(N([@first_rank])>[k],0,[@RR_uncut])",
            _each(_cut),
        ),
        Quantity(
            "RR_of_hits",
            _QUERIES,
            '=IF([@RR_at_k]>0,[@RR_at_k],"-")',
            lambda seen: [score or "-" for score in _each(_cut)(seen)],
            instead_of="RR_at_k",
        ),
        Quantity(
            "query_count", "", "=ROWS([first_rank])", lambda seen: seen.count("first_rank"), WHOLE
        ),
        Quantity(
            "hit_count", "", '=COUNTIFS([first_rank],">=1",[first_rank],"<="&[k])', _hits, WHOLE
        ),
        Quantity("MRR_uncut", "", "=AVERAGE([RR_uncut])", _mean(_uncut), sources=_WRITTEN),
        _MRR,
        *with_effect(_MRR_OF_HITS, _MRR),
    ),
    reading=("no_rank",),
    usual=("MRR_at_k",),
)
