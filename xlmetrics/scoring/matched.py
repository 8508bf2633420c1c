"""A run held against judgments: the judged documents that it returned, as columns of numbers.

Every measure follows from where the judged documents stand, from what all the judged documents
are, and from how many were returned. So a run of a million lines shrinks to its judged lines
before anything is computed.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from xlmetrics.errors import BadMeasureInput

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from xlmetrics.collection import Judgments, Run

    Whole = NDArray[np.int64]
    Real = NDArray[np.floating[Any]]


@dataclass(frozen=True, slots=True)
class Ranking:
    """Documents in rank order, query after query: the number of the query, the rank, the grade."""

    query: Whole
    rank: Whole
    grade: Real

    def where(self, mask: NDArray[np.bool_]) -> Ranking:
        """Those documents for which the mask holds."""
        return Ranking(self.query[mask], self.rank[mask], self.grade[mask])

    def top(self, k: int) -> Ranking:
        """The documents of the first k ranks."""
        return self.where(self.rank <= k)


@dataclass(frozen=True, slots=True)
class Matched:
    """What measures see of the run of a ``system``.

    ``queries`` are the judged queries in the order of the judgments; each is known by its number
    from 0. ``found`` are the judged documents that were returned, ``ideal`` all judged ones, best
    first, ``returned`` how many documents each query was answered with. ``missing`` queries were
    judged but not answered; ``ignored`` ones answered but not judged.
    """

    system: str
    queries: tuple[str, ...]
    found: Ranking
    ideal: Ranking
    returned: Whole
    missing: tuple[str, ...]
    ignored: tuple[str, ...]

    def sums(self, ranking: Ranking, weights: Real) -> Real:
        """The weights of a ranking's documents, added up for each query."""
        return np.bincount(ranking.query, weights, len(self.queries)).astype(float)

    def regraded(self, change: Callable[[Ranking], Ranking]) -> Matched:
        """The same with other grades, which must keep the ideal in order."""
        return replace(self, found=change(self.found), ideal=change(self.ideal))

    def relevant(self, rel: float) -> Real:
        """How many judged documents of each query have at least this grade."""
        return self.sums(self.ideal, (self.ideal.grade >= rel).astype(float))


def match(judgments: Judgments, run: Run) -> Matched:
    """Hold a run against judgments; rows without a grade count as not judged.

    Raises:
        BadMeasureInput: nothing is judged, or a document of a query is judged more than once.
    """
    graded = judgments.rows.lazy().filter(pl.col("grade").is_not_null())
    graded = graded.select("query", "doc", "grade")
    grades = graded.collect()
    if grades.is_empty():
        raise BadMeasureInput("no query is judged; give at least one judgment")
    _refuse_repeats(grades)
    queries = grades.select(pl.col("query").unique(maintain_order=True)).with_row_index("number")
    numbered = grades.join(queries, on="query", how="left", maintain_order="left").drop("query")
    answered = _answered(run.rows).join(queries, on="query", how="left", maintain_order="left")
    by_number = queries.join(answered.drop("query"), on="number", how="left", maintain_order="left")
    number = answered["number"].gather(
        np.repeat(np.arange(len(answered)), answered["count"].to_numpy())
    )
    found = run.rows.select("doc", "rank").with_columns(number).join(numbered, on=["number", "doc"])
    return Matched(
        run.name,
        tuple(queries["query"]),
        _ranking(found.sort("number", "rank")),
        _ideal(numbered),
        by_number["count"].fill_null(0).to_numpy().astype(np.int64),
        tuple(by_number.filter(pl.col("count").is_null())["query"]),
        tuple(answered.filter(pl.col("number").is_null())["query"]),
    )


def _answered(rows: pl.DataFrame) -> pl.DataFrame:
    """The queries of a run, and how many documents each has: they stand together, from rank 1."""
    starts = (rows["rank"] == 1).arg_true()
    ends = np.append(starts.to_numpy()[1:], len(rows)) if len(starts) else starts.to_numpy()
    return (
        rows[starts]
        .select("query")
        .with_columns(
            pl.Series("count", ends.astype(np.int64) - starts.to_numpy().astype(np.int64))
        )
    )


def _refuse_repeats(grades: pl.DataFrame) -> None:
    repeated = grades.filter(pl.struct("query", "doc").is_duplicated())
    twice = repeated.unique(["query", "doc"], maintain_order=True)
    if len(twice):
        query, doc, _ = twice.row(0)
        raise BadMeasureInput(
            f"documents that are judged more than once: {len(twice):,}, the first {doc!r} of query "
            f"{query!r}. Give one grade each, such as the merged.csv of `xlmetrics collect`, whose "
            "--merge settles grades that differ."
        )


def _ranking(rows: pl.DataFrame) -> Ranking:
    return Ranking(
        rows["number"].to_numpy().astype(np.int64),
        rows["rank"].to_numpy().astype(np.int64),
        rows["grade"].to_numpy().astype(np.float64),
    )


def _ideal(numbered: pl.DataFrame) -> Ranking:
    rows = numbered.sort("number", "grade", descending=[False, True])
    return _ranking(rows.with_columns(rank=pl.int_range(1, pl.len() + 1).over("number")))
