"""A run under one or more measures: the value of every query, their mean, and who is in it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from xlmetrics.errors import BadMeasureInput
from xlmetrics.measures import Measure, parse_measure
from xlmetrics.reference import match_run, mean

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from xlmetrics.reference.order import Ties


@dataclass(frozen=True, slots=True)
class Scores:
    """One measure over one run.

    ``per_query`` holds every judged query. ``missing`` (judged, but not answered by the run) and
    ``without_relevant`` (nothing to find) are among them, count in the mean, and are for the
    reader to know; ``ignored`` queries were answered but never judged; the order of the ``tied``
    was settled by document id.
    """

    measure: Measure
    per_query: Mapping[str, float]
    missing: tuple[str, ...]
    without_relevant: tuple[str, ...]
    ignored: tuple[str, ...]
    tied: tuple[str, ...]

    @property
    def mean(self) -> float:
        """The mean over every judged query.

        Raises:
            BadMeasureInput: a measure that is not averaged: CG, DCG, IDCG.
        """
        if not self.measure.averaged:
            raise BadMeasureInput(
                f"{self.measure} is not averaged over queries, its scale differs from query to "
                f"query; take nDCG"
            )
        return mean(self.per_query.values())


def evaluate(
    measures: Iterable[Measure | str],
    qrels: Mapping[str, Mapping[str, float]],
    run: Mapping[str, Mapping[str, float]],
    *,
    ties: Ties = "id",
) -> dict[str, Scores]:
    """Measure a run against judgments.

        >>> scores = evaluate(["MRR"], {"q": {"a": 0, "b": 1}}, {"q": {"a": 2.0, "b": 1.0}})
        >>> scores["MRR"].mean
        0.5

    Args:
        measures: measures or their names; the result is keyed by each as it was asked for.
        qrels: query to document to grade. Its queries, and no others, are the ones averaged.
        run: query to document to score.
        ties: "id" settles equal scores by document id as trec_eval does, "error" refuses them.

    Raises:
        BadMeasureInput: a bad name; no judged query; a score or grade that is not finite.
    """
    matched = match_run(qrels, run, ties=ties)
    asked = {
        str(given): parse_measure(given) if isinstance(given, str) else given for given in measures
    }
    return {
        name: Scores(
            measure=measure,
            per_query={query: measure(*seen) for query, seen in matched.queries.items()},
            missing=matched.missing,
            without_relevant=matched.without_relevant(rel=measure.rel),
            ignored=matched.ignored,
            tied=matched.tied,
        )
        for name, measure in asked.items()
    }
