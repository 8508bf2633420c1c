"""Many queries: grouped, matched with their judgments, and averaged."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from xlmetrics.errors import BadMeasureInput
from xlmetrics.reference.inputs import finite, threshold
from xlmetrics.reference.order import in_score_order, tied

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from xlmetrics.reference.order import Ties


class Query(NamedTuple):
    """One query as the measures see it: ``measure(*query)``."""

    ranked: tuple[float | None, ...]
    """Grades of the documents returned, best rank first; None where unjudged."""

    judged: tuple[float, ...]
    """Grades of all judged documents."""


class MatchedRun(NamedTuple):
    """A run held against its judgments, and what did not fit."""

    queries: Mapping[str, Query]
    """Every judged query; one missing from the run has nothing ranked."""

    missing: tuple[str, ...]
    """Judged queries that the run lacks or answers with nothing. They count."""

    ignored: tuple[str, ...]
    """Queries of the run that nobody judged. They do not count."""

    tied: tuple[str, ...]
    """Queries with equal scores, whose order was settled by document id."""

    def without_relevant(self, *, rel: float = 1) -> tuple[str, ...]:
        """Judged queries with no grade of ``rel`` or more. They count, as 0 in every measure."""
        return tuple(
            query for query, (_, judged) in self.queries.items() if max(judged) < threshold(rel)
        )


def mean(values: Iterable[float]) -> float:
    """The arithmetic mean of one measure over queries.

    Every judged query must be among them, the ones without a hit as 0.

    Raises:
        BadMeasureInput: no values, or one that is not finite.
    """
    numbers = [finite(value, "a value to average") for value in values]
    if not numbers:
        raise BadMeasureInput("there is no mean of no queries; give at least one judged query")
    return math.fsum(numbers) / len(numbers)


def group_run(rows: Iterable[tuple[str, str, float]]) -> dict[str, dict[str, float]]:
    """A run, (query, document, score) by rows, as {query: {document: score}}.

    Raises:
        BadMeasureInput: a document twice for one query; a score that is NaN or infinite.
    """
    return _grouped(rows, "score")


def group_qrels(rows: Iterable[tuple[str, str, float]]) -> dict[str, dict[str, float]]:
    """Judgments, (query, document, grade) by rows, as {query: {document: grade}}.

    Raises:
        BadMeasureInput: a document twice for one query; a grade that is not finite.
    """
    return _grouped(rows, "grade")


def _grouped(rows: Iterable[tuple[str, str, float]], what: str) -> dict[str, dict[str, float]]:
    grouped: dict[str, dict[str, float]] = {}
    complaints = []
    for query, doc, number in rows:
        documents = grouped.setdefault(query, {})
        if doc in documents:
            complaints.append(f"query {query}: document {doc} is listed twice; keep one {what}")
        try:
            documents[doc] = finite(number, f"query {query}: the {what} of document {doc}")
        except BadMeasureInput as bad:
            complaints.extend(bad.complaints)
    if complaints:
        raise BadMeasureInput(*complaints)
    return grouped


def match_run(
    qrels: Mapping[str, Mapping[str, float]],
    run: Mapping[str, Mapping[str, float]],
    *,
    ties: Ties = "id",
) -> MatchedRun:
    """Give each document of a run its grade, query by query.

    Args:
        qrels: query to document to grade; its queries are the ones that count.
        run: query to document to score.
        ties: what to do with equal scores, as in ``in_score_order``.

    Raises:
        BadMeasureInput: no judged query; a score that is not finite; equal scores if refused.
    """
    judged = {query: grades for query, grades in qrels.items() if grades}
    if not judged:
        raise BadMeasureInput("no query is judged; give at least one judgment")
    queries = {}
    for query, grades in judged.items():
        try:
            order = in_score_order(run.get(query, {}), ties=ties)
        except BadMeasureInput as bad:
            raise BadMeasureInput(*(f"query {query}: {what}" for what in bad.complaints)) from None
        queries[query] = Query(tuple(grades.get(doc) for doc in order), tuple(grades.values()))
    return MatchedRun(
        queries=queries,
        missing=tuple(query for query, seen in queries.items() if not seen.ranked),
        ignored=tuple(query for query in run if query not in judged),
        tied=tuple(query for query in judged if tied(run.get(query, {}))),
    )
