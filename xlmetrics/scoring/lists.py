"""What a live workbook needs of runs: of each list its top, and the judged documents below it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import polars as pl

if TYPE_CHECKING:
    from collections.abc import Mapping

    from xlmetrics.collection import Judgments, Run


@dataclass(frozen=True, slots=True)
class SystemList:
    """What one system returned for the judged queries.

    ``rows`` has the columns ``query``, ``doc`` and ``rank``, best first within each query: all
    documents down to a depth, and those that are judged below it. ``returned`` counts all.
    """

    rows: pl.DataFrame
    returned: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Lists:
    """The judged documents, with the columns ``query``, ``doc`` and ``grade``, and all lists.

    ``scale`` gives grades their meaning, where the judgments say it.
    """

    judged: pl.DataFrame
    systems: tuple[SystemList, ...]
    scale: Mapping[float, str]


def lists_of(judgments: Judgments, systems: tuple[SystemList, ...]) -> Lists:
    """The judgments that have a grade, and the lists."""
    return Lists(_graded(judgments), systems, judgments.scale)


def list_of(judgments: Judgments, run: Run, depth: int) -> SystemList:
    """The lists of a run, as far as they are to be shown."""
    judged = _graded(judgments)
    rows = run.rows.select("query", "doc", "rank").join(
        judged.select("query").unique(), on="query", how="semi", maintain_order="left"
    )
    counts = rows.group_by("query").len()
    below = rows.filter(pl.col("rank") > depth).join(judged, on=["query", "doc"], how="semi")
    kept = pl.concat([rows.filter(pl.col("rank") <= depth), below]).sort("query", "rank")
    return SystemList(kept, dict(counts.iter_rows()))


def _graded(judgments: Judgments) -> pl.DataFrame:
    return judgments.rows.select("query", "doc", "grade").drop_nulls("grade")
