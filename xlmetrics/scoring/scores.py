"""Runs under measures: the value of every query and system, their means, and who is in them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from xlmetrics.definitions import find
from xlmetrics.errors import BadMeasureInput
from xlmetrics.measures import Measure, parse_measure
from xlmetrics.scoring.vectorised import COMPUTE

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from xlmetrics.scoring.matched import Matched, Real

JUDGED = "Judged"
_USUAL_CUTOFF = 10


@dataclass(frozen=True, slots=True)
class SystemScores:
    """What one system scored: for each measure a value a query, in the order of the queries.

    ``missing`` queries were judged but not answered and score 0; ``ignored`` ones were answered
    but never judged, and do not count.
    """

    system: str
    values: Mapping[Measure, Real]
    missing: tuple[str, ...]
    ignored: tuple[str, ...]

    def mean(self, measure: Measure) -> float | None:
        """The mean over every judged query; None for what is not averaged, such as DCG."""
        return float(np.mean(self.values[measure])) if measure.averaged else None


@dataclass(frozen=True, slots=True)
class Scores:
    """Systems under measures, over the same judged queries.

    ``barren`` are, by the lowest grade that counts, the queries of which no judged document has
    it: they score 0 with every system, and count.
    """

    queries: tuple[str, ...]
    measures: tuple[Measure, ...]
    systems: tuple[SystemScores, ...]
    barren: Mapping[float, tuple[str, ...]]

    @property
    def compared(self) -> tuple[Measure, ...]:
        """The measures by which systems can be compared: those that are averaged, bar Judged."""
        return tuple(each for each in self.measures if each.averaged and each.name != JUDGED)


def score(measures: Iterable[Measure | str], seen: Sequence[Matched]) -> Scores:
    """Measure runs that are held against the same judgments; every judged query counts for each.

    Judged@k is put beside each cut-off k that is asked for; beside none, Judged@10.

    Raises:
        BadMeasureInput: a bad name, or no measure; a grade for which a measure has no meaning.
    """
    asked = [parse_measure(each) if isinstance(each, str) else each for each in measures]
    if not asked or not seen:
        raise BadMeasureInput("there is nothing to measure; give at least one measure and one run")
    measured = _with_judged(asked)
    systems = tuple(
        SystemScores(
            each.system,
            {measure: compute(measure, each) for measure in measured},
            each.missing,
            each.ignored,
        )
        for each in seen
    )
    thresholds = {measure.rel: _barren(seen[0], measure.rel) for measure in asked}
    barren = {rel: queries for rel, queries in sorted(thresholds.items()) if queries}
    return Scores(seen[0].queries, measured, systems, barren)


def compute(measure: Measure, seen: Matched) -> Real:
    """The value of a measure for each query."""
    argument = {each.name: each.argument for each in find(measure.name).parameters}
    keywords: dict[str, Any] = {argument[name]: value for name, value in measure.settings}
    if measure.k is not None:
        keywords["k"] = measure.k
    return COMPUTE[measure.name](seen, **keywords)


def _with_judged(measures: list[Measure]) -> tuple[Measure, ...]:
    cutoffs = dict.fromkeys(measure.k for measure in measures if measure.k is not None)
    judged = [Measure(JUDGED, k, ()) for k in cutoffs or (_USUAL_CUTOFF,)]
    return tuple(dict.fromkeys([*measures, *judged]))


def _barren(seen: Matched, rel: float) -> tuple[str, ...]:
    counts = seen.relevant(rel)
    return tuple(query for query, count in zip(seen.queries, counts, strict=True) if count == 0)
