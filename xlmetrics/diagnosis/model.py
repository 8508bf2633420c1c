"""What is found out about a cell that is said to show a measure, or a step of one."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum, StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from xlmetrics.address import Address
    from xlmetrics.model import Result


class Conclusion(StrEnum):
    """What a cell computes."""

    RIGHT = "right"
    VARIANT = "valid variant"
    MISTAKE = "mistake"
    WRONG = "wrong, by no known mistake"
    UNDETERMINED = "undetermined"


class Stage(IntEnum):
    """How far a cell is on the way from the grades to a mean."""

    STEP = 0
    SUM = 1
    MEASURE = 2
    MEAN = 3


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """What one cell computes, and what it should.

    The ``cell`` shows ``measure`` (``nDCG@5``, or a step); ``gives`` is its value, ``should`` the
    right one. ``says`` tells in words what is unusual, and ``codes`` are the rules that tell of
    each. ``instead`` is the formula to paste. ``sure`` is whether other inputs showed it too.
    """

    cell: Address
    measure: str
    stage: Stage
    conclusion: Conclusion
    gives: Result
    should: Result
    codes: tuple[str, ...] = ()
    says: tuple[str, ...] = ()
    instead: str | None = None
    sure: bool = True
