"""A tool as far as its figures go: which measures it has, how it computes them, and why so."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

from xlmetrics.errors import BadMeasureInput
from xlmetrics.scoring.vectorised import HIGHEST_EXPONENT, precision

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from xlmetrics.collection import Run
    from xlmetrics.measures import Measure
    from xlmetrics.scoring.matched import Matched, Ranking, Real

Cut = Literal["must", "may", "never"]

ABOVE_0 = math.ulp(0.0)
"""The threshold of tools that take every grade above 0 as relevant."""


def _as_it_is(run: Run) -> Run:
    return run


def _plain_mean(values: Real, seen: Matched) -> float:  # noqa: ARG001
    return float(np.mean(values))


@dataclass(frozen=True, slots=True)
class Figure:
    """How a tool computes a measure, and in which way that is another thing than ours.

    ``cut`` says whether the tool takes it at k: always, never, or both ("may").
    """

    compute: Callable[[Matched, Measure], Real]
    why: str
    cut: Cut = "must"


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool: its figures by the names of our measures; ``facts`` say where they are taken from.

    ``order`` puts a run in the order that the tool would see, ``mean`` averages as it does, and
    ``means`` says how that is.
    """

    name: str
    facts: str
    figures: Mapping[str, Figure]
    means: str
    order: Callable[[Run], Run] = _as_it_is
    mean: Callable[[Real, Matched], float] = _plain_mean

    def figure(self, measure: Measure) -> Figure | None:
        """How it computes a measure; None for what it does not have."""
        return None if self.lacks(measure) else self.figures.get(measure.name)

    def lacks(self, measure: Measure) -> Cut | None:
        """How the tool cuts a measure that it has, if it is otherwise than is asked."""
        found = self.figures.get(measure.name)
        wrong: Cut = "must" if measure.k is None else "never"
        return wrong if found is not None and found.cut == wrong else None


def cutoff(measure: Measure) -> int:
    """The k of a measure that a tool always cuts."""
    assert measure.k is not None  # noqa: S101
    return measure.k


def returned_at(seen: Matched, k: int) -> Real:
    """How many documents each query was answered with, k at most."""
    return np.minimum(seen.returned, k).astype(float)


def exponential_dcg(seen: Matched, ranking: Ranking) -> Real:
    """The sum of (2^grade - 1) / log2(rank + 1); a grade below 0 takes away.

    Raises:
        BadMeasureInput: a grade for which there is no room.
    """
    if ranking.grade.size and ranking.grade.max() > HIGHEST_EXPONENT:
        raise BadMeasureInput(f"exponential gain has no room for grade {ranking.grade.max():g}")
    return seen.sums(ranking, (np.exp2(ranking.grade) - 1.0) / np.log2(ranking.rank + 1.0))


def exponential_dcg_at(seen: Matched, measure: Measure) -> Real:
    """The same of the returned documents, cut at the measure's k."""
    return exponential_dcg(seen, seen.found.top(cutoff(measure)))


def precision_of_returned(seen: Matched, k: int, rel: float = 1.0) -> Real:
    """Hits in the top k over the documents returned there, where they are fewer than k."""
    return share(precision(seen, k, rel) * k, returned_at(seen, k))


def share(part: Real, whole: Real) -> Real:
    """Part over whole, 0 where the whole is not above 0."""
    return np.divide(part, whole, out=np.zeros_like(part), where=whole > 0)


def hundredths(values: Real) -> Real:
    """Rounded to two decimals, halves upwards."""
    rounded: Real = np.floor(values * 100.0 + 0.5) / 100.0
    return rounded
