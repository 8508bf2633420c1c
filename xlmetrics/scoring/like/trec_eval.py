"""trec_eval 9 (usnistgov/trec_eval), as it prints without ``-c``.

- It keeps scores as 32-bit floats: scores that differ beyond the seventh digit tie, and ties are
  settled by document id, descending. The ranks in the file mean nothing.
- Grades are whole numbers: what stands behind the point is lost.
- Means are over the queries that are in both files; with ``-c`` over every judged one, as ours.
- Means are printed with 4 decimals.
- ``-l`` is ``rel``; NDCG has linear gain, over the whole list or cut, as ours.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from xlmetrics.scoring.like.tool import Figure, Tool
from xlmetrics.scoring.matched import Ranking
from xlmetrics.scoring.scores import compute

if TYPE_CHECKING:
    from xlmetrics.collection import Run
    from xlmetrics.measures import Measure
    from xlmetrics.scoring.matched import Matched, Real


def _by_short_scores(run: Run) -> Run:
    """The run in the order of its scores as 32-bit floats, where it has them."""
    if run.rows["score"].has_nulls():
        return run
    short = pl.col("score").cast(pl.Float32).cast(pl.Float64)
    rows = run.rows.with_columns(short).sort(
        "query", "score", "doc", descending=[False, True, True], maintain_order=True
    )
    return replace(run, rows=rows.with_columns(rank=pl.int_range(1, pl.len() + 1).over("query")))


def _whole_grades(seen: Matched, measure: Measure) -> Real:
    def cut(ranking: Ranking) -> Ranking:
        return Ranking(ranking.query, ranking.rank, np.trunc(ranking.grade))

    return compute(measure, seen.regraded(cut))


def _mean(values: Real, seen: Matched) -> float:
    answered = seen.returned > 0
    return round(float(np.mean(values[answered])), 4) if answered.any() else 0.0


_READ = (
    "ranks documents by their scores as 32-bit floats, equal ones by id, descending (a run without "
    "scores keeps its ranks); cuts grades to whole numbers"
)

TOOL = Tool(
    "trec_eval",
    "trec_eval 9, without -c",
    {
        **{name: Figure(_whole_grades, _READ, "may") for name in ("nDCG", "AP")},
        **{name: Figure(_whole_grades, _READ) for name in ("P", "R", "Success")},
        **{name: Figure(_whole_grades, _READ, "never") for name in ("RR", "Rprec", "Bpref")},
    },
    "the mean is over the queries that are in both files (-c: every judged one), 4 decimals",
    order=_by_short_scores,
    mean=_mean,
)
