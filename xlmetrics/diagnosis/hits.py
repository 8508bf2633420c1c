"""Which documents are relevant, and what is counted of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from xlmetrics.diagnosis.choices import DIVISION, MISTAKE, VARIANT, Choice

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from xlmetrics.diagnosis.observed import Observed

    Parts = Mapping[str, Any]

LEVELS = (2, 3, 4)

THRESHOLDS = (
    Choice("threshold", 0.0),
    *(
        Choice("threshold", level, f"relevant is a grade from {level} up", "", VARIANT)
        for level in LEVELS
    ),
)


class Counts(NamedTuple):
    """What is counted of a list: its hits by rank, where it is cut and where it should be.

    ``relevant`` documents are those stated, or those among the judged, of which there are
    ``judged``.
    """

    hits: Sequence[bool]
    cut: int
    asked: int
    relevant: float
    judged: int

    @property
    def found(self) -> int:
        """Hits down to the cut-off."""
        return sum(self.hits[: self.cut])


def hits_of(grades: Sequence[float | None], threshold: float) -> list[bool]:
    """Which documents are relevant; no grade of 0 or below is."""
    return [grade is not None and grade > 0 and grade >= threshold for grade in grades]


def relevant_of(seen: Observed, threshold: float) -> float:
    """How many documents are relevant: stated, or counted."""
    return sum(hits_of(seen.judged, threshold)) if seen.relevant is None else seen.relevant


def count_hits(seen: Observed, parts: Parts) -> Counts:
    """What is counted of a list, with the threshold and the cut-off of a recipe."""
    threshold = parts["threshold"]
    cut = max(parts["cut"](seen), 0)
    return Counts(
        hits_of(seen.ranked, threshold),
        cut,
        seen.cut,
        relevant_of(seen, threshold),
        len(seen.judged),
    )


def wholes_of(*choices: tuple[Callable[[Counts], float], str, str, int]) -> tuple[Choice, ...]:
    """What hits may be divided by: right, another valid way, or a mistake."""
    return tuple(Choice("whole", *choice) for choice in choices)


NONE_RELEVANT = (
    Choice("none", 0.0),
    Choice("none", "", "a query without relevant documents is left blank", "", VARIANT),
    Choice(
        "none", DIVISION, "the number of relevant documents, 0, is divided by", "XL118", MISTAKE
    ),
)
