"""What a rank weighs under each discount, and what a document gains by moving up."""

from __future__ import annotations

from math import fsum, log2
from typing import TYPE_CHECKING

from xlmetrics import reference
from xlmetrics.inputs import (
    as_it_stands,
    read_base,
    read_depth,
    read_gain,
    read_grade,
    read_rank,
)
from xlmetrics.quantities.quantity import GENERAL, Given, Kind, Quantity, Seen

if TYPE_CHECKING:
    from collections.abc import Callable

RANKS, MOVES = "ranks", "moves"
BREAKS = "1/0"
"""What is shown where 1 / log2(rank) has no value, which is at rank 1."""

_BASE = Given("b", "", read_base, usual=(2, 3, 10, 2.5))
_DEPTH = Given("depth", "", read_depth, usual=(100, 50, 3))
_SOURCES = {
    "log": ("burges_2005",),
    "original": ("jarvelin_2002",),
    "reciprocal": ("kanoulas_2009",),
    "linear": ("kanoulas_2009",),
}
_FORMULAS = {
    "log": "1/LOG({rank}+1,2)",
    "original": "IF({rank}<[b],1,LN([b])/LN(MAX({rank},2)))",
    "reciprocal": "1/{rank}",
    "linear": "MAX(0,([depth]+1-{rank})/[depth])",
}
"""The weight of a rank, by the names of the discounts; no logarithm is taken of rank 1."""


def _weight(discount: str, seen: Seen) -> Callable[[int], float]:
    match discount:
        case "log":
            return reference.log_weight
        case "original":
            base = seen.one("b")
            return lambda rank: reference.log_weight_2002(rank, base=base)
        case "reciprocal":
            return reference.reciprocal_weight
        case _:
            depth = seen.one("depth")
            return lambda rank: reference.linear_weight(rank, depth=depth)


def _weights(discount: str) -> Quantity:
    return Quantity(
        f"weight_{discount}",
        RANKS,
        "=" + _FORMULAS[discount].format(rank="[@rank]"),
        lambda seen: [_weight(discount, seen)(rank) for rank in _ranks(seen)],
        sources=_SOURCES[discount],
    )


def _ranks(seen: Seen) -> range:
    return range(1, seen.count("rank") + 1)


def _lift(discount: str) -> Quantity:
    """The gain of a document times what it gains in weight."""
    formula = _FORMULAS[discount]
    to, start = formula.format(rank="[@to_rank]"), formula.format(rank="[@from_rank]")
    return Quantity(
        f"lift_{discount}",
        MOVES,
        f"=[@moved_gain]*({to}-{start})",
        lambda seen: _lifts(seen, _weight(discount, seen)),
        sources=_SOURCES[discount],
    )


def _total_lift(discount: str) -> Quantity:
    """What all moves gain together."""
    return Quantity(
        f"total_lift_{discount}",
        "",
        f"=SUM([lift_{discount}])",
        lambda seen: fsum(_lifts(seen, _weight(discount, seen))),
        sources=_SOURCES[discount],
    )


def _lifts(seen: Seen, weight: Callable[[int], float]) -> list[float]:
    moves = zip(_gains(seen), seen.column("from_rank"), seen.column("to_rank"), strict=True)
    return [gain * (weight(to) - weight(start)) for gain, start, to in moves]


def _gains(seen: Seen) -> list[float]:
    return [reference.gain(grade, seen.one("gain")) for grade in seen.column("judged")]


DISCOUNTS = Kind(
    "discounts",
    (
        _BASE,
        _DEPTH,
        Given("rank", RANKS, as_it_stands, fixed=True, counted=True),
        _weights("log"),
        Quantity(
            "log_rank", RANKS, "=LOG([@rank],2)", lambda seen: [log2(rank) for rank in _ranks(seen)]
        ),
        Quantity(
            "weight_log_rank",
            RANKS,
            f'=IF([@log_rank]=0,"{BREAKS}",1/[@log_rank])',
            lambda seen: [BREAKS, *(1 / log2(rank) for rank in _ranks(seen)[1:])],
        ),
        *(_weights(discount) for discount in ("original", "reciprocal", "linear")),
    ),
    usual=("weight_log",),
)

MOVED = Kind(
    "moves",
    (
        Given("gain", "", read_gain, usual=("linear", "exponential")),
        _BASE,
        _DEPTH,
        Given("judged", MOVES, read_grade, graded=True),
        Given("from_rank", MOVES, read_rank, usual=(1, 2, 10, 100, 4_000)),
        Given("to_rank", MOVES, read_rank, usual=(1, 3, 91, 100)),
        Quantity(
            "moved_gain",
            MOVES,
            '=IF(ISNUMBER([@judged]),IF([gain]="exponential",2^MAX([@judged],0)-1,'
            "MAX([@judged],0)),0)",
            _gains,
            GENERAL,
        ),
        *map(_lift, _FORMULAS),
        *map(_total_lift, _FORMULAS),
    ),
    reading=("blank_grade", "text_as_unjudged"),
    usual=("lift_log",),
)
