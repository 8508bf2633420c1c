"""Any number of raters: how far they agree, corrected for what chance alone would bring about.

All take items, for each the grades that it was given. 1 is perfect agreement, 0 what chance would
give, below 0 is worse than chance; None where nobody gave two different grades, since chance, too,
would then agree on everything.
"""

from __future__ import annotations

import math
from collections import Counter
from typing import TYPE_CHECKING, Literal

from xlmetrics.errors import BadMeasureInput
from xlmetrics.reference.inputs import finite

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

Level = Literal["nominal", "ordinal", "interval"]
"""What grades are: names, an order, or numbers whose distances mean something."""


def fleiss_kappa(items: Iterable[Sequence[float]]) -> float | None:
    """Fleiss' kappa of as many grades for each item, by raters who need not be the same.

    Grades are names: every disagreement is as grave as any other. Source: Fleiss (1971).

    Raises:
        BadMeasureInput: items with different numbers of grades, or fewer than two; a grade that is
            not finite.
    """
    rows = [[finite(grade, "a grade") for grade in item] for item in items]
    sizes = {len(row) for row in rows}
    if len(sizes) > 1 or min(sizes, default=2) < 2:
        raise BadMeasureInput(
            "Fleiss' kappa takes as many grades of each item, two or more: give the items that "
            "as many raters graded"
        )
    totals = Counter(grade for row in rows for grade in row)
    size, number = sizes.pop() if sizes else 2, sum(totals.values())
    differing = sum(
        size * size - sum(times * times for times in Counter(row).values()) for row in rows
    )
    chance = number * number - sum(times * times for times in totals.values())
    return _beyond_chance(differing * number, chance * (size - 1))


def krippendorff_alpha(
    items: Iterable[Sequence[float | None]], level: Level = "nominal"
) -> float | None:
    """Krippendorff's alpha; None marks a rater who passed over an item.

    Items with fewer than two grades say nothing of agreement and are left out.

    Source: Krippendorff, Computing Krippendorff's Alpha-Reliability (2011).

    Raises:
        BadMeasureInput: a grade that is not finite.
    """
    rows = [
        [finite(grade, "a grade (None where there is none)") for grade in item if grade is not None]
        for item in items
    ]
    rows = [row for row in rows if len(row) > 1]
    totals = Counter(grade for row in rows for grade in row)
    distance = _rank_distance(totals) if level == "ordinal" else _DISTANCES[level]
    alike = Counter(tuple(sorted(row)) for row in rows)
    observed = math.fsum(
        times * _pairwise(Counter(row), distance) / (len(row) - 1) for row, times in alike.items()
    )
    number = sum(totals.values())
    return _beyond_chance(observed * (number - 1), _pairwise(totals, distance))


def _pairwise(counts: Mapping[float, int], distance: Callable[[float, float], float]) -> float:
    """The distances of all ordered pairs among so many grades."""
    return math.fsum(
        times * others * distance(a, b)
        for a, times in counts.items()
        for b, others in counts.items()
        if a != b
    )


def _rank_distance(totals: Mapping[float, int]) -> Callable[[float, float], float]:
    """How many grades were given from one to another, squared; half of those at the ends."""
    middles, below = {}, 0
    for grade in sorted(totals):
        middles[grade] = below + totals[grade] / 2
        below += totals[grade]
    return lambda one, other: (middles[one] - middles[other]) ** 2


def _beyond_chance(observed: float, chance: float) -> float | None:
    return 1 - observed / chance if chance else None


_DISTANCES: Mapping[Level, Callable[[float, float], float]] = {
    "nominal": lambda one, other: float(one != other),
    "interval": lambda one, other: (one - other) ** 2,
}
