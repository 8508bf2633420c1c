"""What is found out about a cell that is said to show a measure, or a step of one."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
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


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """What one cell computes, and what it should.

    ``code`` is that of the rule that tells of it, for a mistake and for a variant that has one.
    ``cell`` shows ``measure`` (``nDCG@5``, or a step); ``gives`` is its value, ``should`` the right
    one. ``says`` tells in words what it computes; ``instead`` is the formula to paste, and
    ``origin`` the first cell on which the mistake is made, where that is another one. ``sure``
    is whether other inputs showed it too.
    """

    cell: Address
    measure: str
    conclusion: Conclusion
    gives: Result
    should: Result
    code: str = ""
    says: str = ""
    instead: str | None = None
    origin: Address | None = None
    sure: bool = True
