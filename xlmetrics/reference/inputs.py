"""What goes into a measure, made sure of: finite grades, whole cut-offs, complete judgments."""

from __future__ import annotations

import math
import operator
from collections import Counter
from typing import TYPE_CHECKING

from xlmetrics.errors import BadMeasureInput

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    Ranked = Sequence[float | None]
    """Grades in rank order, the best rank first; None is an unjudged document."""

    Judged = Iterable[float]
    """The grades of every judged document of a query, in any order."""


def finite(value: float, what: str) -> float:
    """The value as a float; raises BadMeasureInput unless it is a finite number."""
    try:
        if math.isfinite(value):
            return float(value)
    except (TypeError, OverflowError):
        pass
    raise BadMeasureInput(f"{what} must be a finite number, not {value!r}")


def whole(value: int, what: str) -> int:
    """The value as an int; raises BadMeasureInput unless it is a whole number from 1 up."""
    try:
        number = 0 if isinstance(value, bool) else operator.index(value)
    except TypeError:
        number = 0
    if number < 1:
        raise BadMeasureInput(f"{what} must be a whole number from 1 up, not {value!r}")
    return number


def cutoff(k: int) -> int:
    """The cut-off k, made sure of."""
    return whole(k, "the cut-off k")


def threshold(rel: float) -> float:
    """The lowest grade that counts as relevant, made sure of."""
    if finite(rel, "rel") <= 0:
        raise BadMeasureInput(
            f"rel must be above 0, not {rel!r}: a document of grade 0 or less is never relevant"
        )
    return float(rel)


def top(ranked: Ranked, k: int | None = None) -> list[float | None]:
    """The grades of the top k, every one made sure of; all of them where k is None."""
    grades = [
        None if grade is None else finite(grade, f"the grade at rank {rank} (None where unjudged)")
        for rank, grade in enumerate(ranked, start=1)
    ]
    return grades if k is None else grades[: cutoff(k)]


def judgments(judged: Judged) -> list[float]:
    """All judged grades, every one made sure of."""
    return [finite(grade, "a judged grade") for grade in judged]


def both(ranked: Ranked, judged: Judged) -> tuple[list[float | None], list[float]]:
    """The ranking and the judgments it is held against.

    Raises:
        BadMeasureInput: a grade was returned more often than it was judged, which would let a
            measure pass 1: the judgments are incomplete or a document was returned twice.
    """
    grades, known = top(ranked), judgments(judged)
    surplus = Counter(grade for grade in grades if grade is not None) - Counter(known)
    if surplus:
        grade = max(surplus)
        raise BadMeasureInput(
            f"grade {grade:g} is returned more often than it is judged: give all judged grades of "
            f"the query, and each returned document once"
        )
    return grades, known
