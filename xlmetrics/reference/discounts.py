"""What a gain weighs at a rank, under the discounts that people use or have tried.

The weight of a rank is what its gain is multiplied by: 1 / log2(rank + 1) in DCG as it is today.
Kanoulas & Aslam (2009) hold such discounts against each other.
"""

from __future__ import annotations

from xlmetrics.reference.graded import discount, discount_2002
from xlmetrics.reference.inputs import whole


def log_weight(rank: int) -> float:
    """1 / log2(rank + 1): the weight of a rank in DCG (Burges et al., 2005).

    Raises:
        BadMeasureInput: a rank below 1.
    """
    return 1 / discount(rank)


def log_weight_2002(rank: int, *, base: float = 2) -> float:
    """1 before rank ``base``, 1 / log of the rank to that base from there on.

    Source: Järvelin & Kekäläinen (2002). With base 2 it is 1 / log2(rank) from rank 2 on, and has
    a value at rank 1, where that has none.

    Raises:
        BadMeasureInput: a rank below 1; a base of 1 or less.
    """
    return 1 / discount_2002(rank, base=base)


def reciprocal_weight(rank: int) -> float:
    """1 / rank, the Zipfian discount (Kanoulas & Aslam, 2009); the weight of the first hit in RR.

    Raises:
        BadMeasureInput: a rank below 1.
    """
    return 1 / whole(rank, "a rank")


def linear_weight(rank: int, *, depth: int) -> float:
    """A weight that falls by 1 / depth at each rank: 1 at rank 1, 0 beyond rank ``depth``.

    Raises:
        BadMeasureInput: a rank or a depth below 1.
    """
    return max(0.0, (whole(depth, "the depth") + 1 - whole(rank, "a rank")) / depth)
