"""What the ideal ranking holds: of which documents, in which order, down to which rank."""

from __future__ import annotations

from functools import cache, lru_cache, partial
from typing import TYPE_CHECKING, NamedTuple

from xlmetrics.diagnosis.choices import MISTAKE, VARIANT, Choice
from xlmetrics.diagnosis.cuts import FAR, NEAR, at

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from xlmetrics.diagnosis.observed import Observed

    Pool = Callable[[Observed], Sequence[float]]
    Order = Callable[[Sequence[float]], Sequence[float]]


def _judged(seen: Observed) -> Sequence[float]:
    return seen.judged


def _top(seen: Observed) -> Sequence[float]:
    return [grade for grade in seen.ranked[: seen.cut] if grade is not None]


POOLS = (
    Choice("pool", _judged),
    Choice(
        "pool",
        lambda seen: seen.retrieved,
        "the ideal is built from the retrieved documents only",
        "XL101",
        MISTAKE,
    ),
    Choice(
        "pool",
        _top,
        "the ideal is built from the documents down to the cut-off only",
        "XL110",
        MISTAKE + 1,
    ),
    Choice(
        "pool",
        lambda seen: seen.judged[:-1],
        "the range of the ideal is short: its last document is left out",
        "XL110",
        MISTAKE + 1,
    ),
    Choice(
        "pool",
        lambda seen: seen.judged[1:],
        "the range of the ideal is short: its first document is left out",
        "XL110",
        MISTAKE + 1,
    ),
    Choice(
        "pool",
        lambda seen: seen.retrieved[:-1],
        "the range of the ideal is short: its last documents are left out",
        "XL110",
        MISTAKE + 1,
    ),
    Choice(
        "pool",
        lambda seen: seen.retrieved[1:],
        "the range of the ideal is short: the first document is left out",
        "XL110",
        MISTAKE + 1,
    ),
)


def _descending(grades: Sequence[float]) -> Sequence[float]:
    return sorted(grades, reverse=True)


def _sliding(grades: Sequence[float]) -> Sequence[float]:
    """LARGE over a range that moves down with its row."""
    windows = (sorted(grades[at:], reverse=True) for at in range(len(grades)))
    return [window[at] for at, window in enumerate(windows) if at < len(window)]


def _best_below(grades: Sequence[float]) -> Sequence[float]:
    """The largest of a range that moves down with its row, or that starts there."""
    return [max(grades[at:]) for at in range(len(grades))]


ORDERS = (
    Choice("order", _descending),
    Choice("order", sorted, "the ideal is sorted the wrong way, worst first", "XL110", MISTAKE),
    Choice("order", lambda grades: grades, "the ideal is not sorted", "XL110", MISTAKE),
    *(
        Choice("order", does, "the range of LARGE slides down with its row", "XL110", MISTAKE)
        for does in (_sliding, _best_below)
    ),
)


class Ends(NamedTuple):
    """Where an ideal might be cut: as its DCG is, as asked, where the list or the pool ends."""

    cut: int
    asked: int
    returned: int
    pooled: int


@cache
def ideal_cuts(*, stated: bool) -> tuple[Choice, ...]:
    """Where the ideal is cut: where the list is; without a cut-off, it is not."""
    weight = MISTAKE if stated else VARIANT
    cut = (lambda ends: ends.cut) if stated else (lambda ends: max(ends.cut, ends.pooled))
    offs = ((partial(_beside, by), "the cut-off of the ideal is off by one") for by in NEAR)
    return (
        Choice("ideal cut", cut),
        Choice("ideal cut", lambda ends: ends.asked, weight=VARIANT),
        *(
            Choice("ideal cut", does, says, "XL109", heavy)
            for does, says, heavy in (
                (lambda ends: ends.pooled, "the ideal is not cut at k", weight),
                (
                    lambda ends: min(ends.cut, ends.returned),
                    "the ideal is cut where the list ends",
                    weight,
                ),
                *((does, says, MISTAKE) for does, says in offs),
                *((partial(at, k), f"the ideal is cut at {k}", weight + 1) for k in FAR[:-1]),
            )
        ),
        Choice(
            "ideal cut",
            partial(at, 1),
            "it is divided by the first gain of the ideal alone",
            "XL100",
            MISTAKE + 1,
        ),
    )


def _beside(by: int, ends: Ends) -> int:
    return ends.cut + by


@lru_cache(maxsize=10_000)
def ideal_ranking(seen: Observed, pool: Pool, order: Order) -> tuple[float, ...]:
    """The grades of an ideal, best first if it is a good one."""
    return tuple(order(pool(seen)))
