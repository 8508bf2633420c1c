"""One grade for each document out of several raters', by a policy that is said and recorded.

A mean is not offered. Grades name steps of a scale, and the mean of 0 and 3 is a 1.5 that nobody
gave and that the rubric does not explain; and what a measure makes of it is not the mean of what
it makes of 0 and of 3.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Literal, NamedTuple

from xlmetrics.judging.collected import Outcome, judged_by_pair

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from xlmetrics.judging.collected import Settled

Policy = Literal["adjudicate", "majority", "median", "maximum"]


class Merged(NamedTuple):
    """The grade of each query and document that has one, and the disagreements left open.

    ``decided`` are those that an adjudicator settled, by grade or by saying why there is none;
    ``unused`` are decisions on what the raters do not disagree about.
    """

    grades: Mapping[tuple[str, str], float]
    open: Mapping[tuple[str, str], Mapping[str, Settled]]
    decided: Mapping[tuple[str, str], Settled]
    unused: tuple[Settled, ...]


def merge(rows: Iterable[Settled], policy: Policy, decisions: Iterable[Settled] = ()) -> Merged:
    """Merge the grades of all raters; where they differ, a decision counts before the policy."""
    by_pair = {
        (each.row.query, each.row.doc): each
        for each in decisions
        if each.outcome in (Outcome.JUDGED, Outcome.CANNOT)
    }
    grades: dict[tuple[str, str], float] = {}
    left: dict[tuple[str, str], Mapping[str, Settled]] = {}
    decided: dict[tuple[str, str], Settled] = {}
    for pair, judged in judged_by_pair(rows).items():
        given = [each.said.grade for each in judged.values() if each.said.grade is not None]
        grade: float | None
        if len(set(given)) == 1:
            grade = given[0]
        elif pair in by_pair:
            decided[pair] = by_pair[pair]
            grade = by_pair[pair].said.grade
        else:
            grade = POLICIES[policy](given)
            if grade is None:
                left[pair] = judged
        if grade is not None:
            grades[pair] = grade
    unused = tuple(each for pair, each in by_pair.items() if pair not in decided)
    return Merged(grades, left, decided, unused)


def _left_open(_grades: Sequence[float]) -> None:
    return None


def _majority(grades: Sequence[float]) -> float | None:
    """The grade that more than half of the raters gave."""
    grade, times = Counter(grades).most_common(1)[0]
    return grade if 2 * times > len(grades) else None


def _median(grades: Sequence[float]) -> float | None:
    """The grade in the middle; none where two different ones stand there."""
    ordered = sorted(grades)
    low, high = ordered[(len(ordered) - 1) // 2], ordered[len(ordered) // 2]
    return low if low == high else None


POLICIES: Mapping[Policy, Callable[[Sequence[float]], float | None]] = {
    "adjudicate": _left_open,
    "majority": _majority,
    "median": _median,
    "maximum": max,
}
EXPLAINED: Mapping[Policy, str] = {
    "adjudicate": "Different grades are left open, for somebody to decide.",
    "majority": "The grade that more than half of the raters gave; else left open.",
    "median": "The grade in the middle; left open where two different ones stand there.",
    "maximum": "The highest grade that was given.",
}
