"""Judgments out of several sources as one: what was judged before, and what was judged since."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl

from xlmetrics.collection import Judgments
from xlmetrics.errors import XlmetricsError
from xlmetrics.formats.complaints import excerpt
from xlmetrics.formats.given import said_of
from xlmetrics.judging.pool import UNJUDGED
from xlmetrics.text import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

_PAIR = ("query", "doc")
_GRADED = pl.col("grade").is_not_null() & (pl.col("grade") != UNJUDGED)


def joined(sources: Sequence[Any], judged: Sequence[Judgments]) -> Judgments:
    """The judgments of all sources, one of each document of a query.

    What is told twice and alike counts once; no grade, and -1 (pooled and not judged), give way to
    a grade. ``remarks`` name the source that each is about.

    Raises:
        XlmetricsError: there are none, or a document has different grades.
    """
    if not judged:
        raise XlmetricsError("no judgments are given. Give at least one file of them.")
    rows = pl.concat([held.rows for held in judged])
    if rows.select(_PAIR).is_duplicated().any():
        _refuse_contradictions(sources, judged)
        best = pl.when(_GRADED).then(0).when(pl.col("grade").is_not_null()).then(1).otherwise(2)
        rows = rows.with_row_index("place").sort(best, maintain_order=True)
        rows = rows.unique(_PAIR, keep="first").sort("place").drop("place")
    return Judgments(
        rows,
        {grade: label for held in reversed(judged) for grade, label in held.scale.items()},
        tuple(
            said_of(source, remark)
            for source, held in zip(sources, judged, strict=True)
            for remark in held.remarks
        ),
    )


def _refuse_contradictions(sources: Sequence[Any], judged: Sequence[Judgments]) -> None:
    """Raise XlmetricsError for documents whose grades differ; it says where the first stands."""
    rows = pl.concat(
        held.rows.filter(_GRADED).select(*_PAIR, "grade", source=pl.lit(at))
        for at, held in enumerate(judged)
    )
    differ = rows.filter(pl.col("grade").n_unique().over(_PAIR) > 1)
    if differ.is_empty():
        return
    query, doc, *_ = differ.row(0)
    first = differ.filter((pl.col("query") == query) & (pl.col("doc") == doc))
    said = dict.fromkeys(
        f"{grade:g} in {_called(sources[at], at)}"
        for grade, at in first.select("grade", "source").iter_rows()
    )
    raise XlmetricsError(
        f"{counted(differ.select(_PAIR).n_unique(), 'document has', 'documents have')} different "
        f"grades, such as {excerpt(doc)} of query {excerpt(query)}: {', '.join(said)}. Give one "
        "grade each: take out the rows that do not count, or give the merged.csv of `xlmetrics "
        "collect`, whose --merge settles what raters say."
    )


def _called(source: Any, at: int) -> str:
    return str(source) if isinstance(source, str | Path) else f"judgments {at + 1}"
