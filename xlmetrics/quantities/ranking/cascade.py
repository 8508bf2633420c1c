"""Measures that follow a reader down the list: expected reciprocal rank, rank-biased precision."""

from __future__ import annotations

from math import prod

from xlmetrics import reference
from xlmetrics.quantities.quantity import Quantity, Seen
from xlmetrics.quantities.ranking.binary import hits
from xlmetrics.quantities.ranking.graded import RANKS


def _stops(seen: Seen) -> list[float]:
    """The chance that a document satisfies a reader who looks at it."""
    top = seen.one("max_grade")
    return [reference.gain(grade, "exponential") / 2**top for grade in seen.column("grade")]


def _reached(seen: Seen) -> list[float]:
    """The chance that a reader comes as far as each rank."""
    stops = _stops(seen)
    return [prod(1 - stop for stop in stops[:at]) for at in range(len(stops))]


def _persisting(seen: Seen) -> list[float]:
    return [seen.one("p") ** at for at in range(seen.count("grade"))]


IN_RANK_ORDER = (
    Quantity(
        "stop_chance",
        RANKS,
        "=IF(ISNUMBER([@grade]),(2^MAX([@grade],0)-1)/2^[max_grade],0)",
        _stops,
    ),
    Quantity("reach_chance", RANKS, "=[<reach_chance]*(1-[<stop_chance])", _reached, first="=1"),
    Quantity(
        "ERR_term",
        RANKS,
        "=[@reach_chance]*[@stop_chance]/[@rank]",
        lambda seen: [
            reach * stop / rank
            for rank, (reach, stop) in enumerate(zip(_reached(seen), _stops(seen), strict=True), 1)
        ],
    ),
    Quantity("look_chance", RANKS, "=[p]^([@rank]-1)", _persisting),
    Quantity(
        "RBP_term",
        RANKS,
        "=(1-[p])*[@relevant]*[@look_chance]",
        lambda seen: [
            (1 - seen.one("p")) * hit * look
            for hit, look in zip(hits(seen), _persisting(seen), strict=True)
        ],
    ),
)
AT_K = (
    Quantity(
        "ERR",
        "",
        '=SUMIFS([ERR_term],[rank],"<="&[k])',
        lambda seen: reference.err(
            seen.column("grade"), k=seen.one("k"), max_grade=seen.one("max_grade")
        ),
        sources=("chapelle_2009",),
    ),
    Quantity(
        "RBP",
        "",
        "=SUM([RBP_term])",
        lambda seen: reference.rbp(seen.column("grade"), p=seen.one("p"), rel=seen.one("rel")),
        sources=("moffat_2008",),
    ),
)
