"""By what a gain is divided: log2(rank + 1), or as Järvelin & Kekäläinen did in 2002."""

from __future__ import annotations

from math import log, log2, log10
from typing import TYPE_CHECKING

from xlmetrics.diagnosis.choices import MISTAKE, VARIANT, Choice

if TYPE_CHECKING:
    from collections.abc import Callable


class Undiscounted(Exception):
    """A discount of 0 is divided by."""


def _by_log(base: Callable[[float], float], shift: int) -> Callable[[int], float]:
    def discount(rank: int) -> float:
        value = base(rank + shift)
        if value == 0:
            raise Undiscounted
        return value

    return discount


def _first_lost(rank: int) -> float:
    return log2(rank) if rank > 1 else float("inf")


_OF_RANK = "the discount is log2(rank), which is 0 at rank 1, not log2(rank + 1)"

BY_RANK = (
    Choice("discount", _by_log(log2, 1)),
    Choice(
        "discount",
        lambda rank: log2(max(rank, 2)),
        "the discount is that of 2002, none at rank 1 and then log2(rank)",
        "XL122",
        VARIANT,
    ),
    Choice("discount", _by_log(log2, 0), _OF_RANK, "XL102", MISTAKE),
    Choice("discount", _first_lost, f"{_OF_RANK}; rank 1 drops out", "XL102", MISTAKE),
    Choice(
        "discount",
        lambda rank: log2(max(rank, 2)) if rank > 1 else 0.5,
        f"{_OF_RANK}; rank 1 counts twice",
        "XL102",
        MISTAKE,
    ),
    Choice(
        "discount",
        _by_log(log2, 2),
        "the discount is log2(rank + 2): the ranks are shifted by one",
        "XL116",
        MISTAKE,
    ),
    Choice(
        "discount", _by_log(log, 1), "the logarithm is natural, not of base 2", "XL108", MISTAKE
    ),
    Choice("discount", _by_log(log10, 1), "the logarithm is of base 10, not 2", "XL108", MISTAKE),
    Choice(
        "discount",
        lambda rank: log(max(rank, 2)) if rank > 1 else 1.0,
        "the logarithm is natural, not of base 2",
        "XL108",
        MISTAKE,
    ),
    Choice(
        "discount",
        lambda rank: log10(rank) if rank > 1 else 1.0,
        "the logarithm is of base 10, not 2",
        "XL108",
        MISTAKE,
    ),
    Choice(
        "discount",
        lambda rank: log2(rank) + 1,
        "1 is added to the logarithm, not to the rank",
        "XL100",
        MISTAKE,
    ),
    Choice("discount", float, "the discount is the rank itself", "XL100", MISTAKE),
    Choice("discount", lambda _: 1.0, "nothing is discounted", "XL100", MISTAKE),
)
"""What may stand in a line of discounts, or of the weights that are one over them."""

DISCOUNTS = (
    *BY_RANK,
    Choice(
        "discount",
        lambda rank: 1 / log2(rank + 1),
        "the gain is multiplied by log2(rank + 1), as where the arguments of LOG are swapped",
        "XL100",
        MISTAKE,
    ),
)
