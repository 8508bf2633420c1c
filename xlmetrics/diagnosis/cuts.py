"""How many ranks count."""

from __future__ import annotations

from functools import cache, partial
from typing import TYPE_CHECKING

from xlmetrics.diagnosis.choices import MISTAKE, RIGHT, VARIANT, Choice

if TYPE_CHECKING:
    from xlmetrics.diagnosis.observed import Observed

IGNORED = "the cut-off is ignored"
NEAR = (-1, 1)
FAR = (20, 15, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1)
"""Cut-offs that people choose; of two that fit, the larger is believed."""


@cache
def cuts(*, stated: bool) -> tuple[Choice, ...]:
    """Where the list is cut; where no cut-off is stated, any will do."""
    far, code, weight = ("XL104", "XL111", MISTAKE) if stated else ("XL120", "XL120", VARIANT)
    whole = Choice("cut", _whole)
    own = Choice("cut", lambda seen: seen.cut, weight=RIGHT if stated else VARIANT)
    return (
        *((own,) if stated else (whole, own)),
        *(
            Choice("cut", does, says, code, heavy)
            for does, says, heavy in (
                (_whole, IGNORED, weight),
                *((partial(_off, by), "the cut-off is off by one", weight + 1) for by in NEAR),
            )
            if stated
        ),
        *(Choice("cut", partial(at, k), f"the cut-off is {k}", far, weight + 2) for k in FAR),
    )


def _whole(seen: Observed) -> int:
    return len(seen.ranked)


def _off(by: int, seen: Observed) -> int:
    return seen.cut + by


def at(k: int, _: object) -> int:
    """A cut-off at k, whatever the list."""
    return k
