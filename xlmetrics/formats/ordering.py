"""The order of the documents of a run: by their scores, or by their ranks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from xlmetrics.formats.complaints import Complaints, excerpt
from xlmetrics.text import counted

if TYPE_CHECKING:
    from xlmetrics.formats.rows import Rows


def by_score(frame: pl.DataFrame) -> tuple[pl.DataFrame, tuple[str, ...]]:
    """Order by score, descending, then by the bytes of the document's id, descending."""
    frame, first = _grouped(frame)
    follows = ~first
    above = frame["score"].shift(1)
    tied = follows & (above == frame["score"])
    ordered = above > frame["score"]
    if tied.any():
        ordered |= tied & (frame["doc"].shift(1) > frame["doc"])
    if not (first | ordered).all():
        if (first | (above >= frame["score"])).all():
            frame = _settled(frame, tied | tied.shift(-1))
        else:
            frame = _sorted(frame)
        first = _first(frame["group"])
        above = frame["score"].shift(1)
        tied = ~first & (above == frame["score"])
    given = frame["rank"]
    contradicts = ~first & ~tied & (given.shift(1) >= given)
    remarks = (
        *_counted(tied, "two documents have one score, the greater id comes first", frame),
        *_counted(contradicts, "the ranks contradict the scores, which say the order", frame),
    )
    return _ranked(frame, first), remarks


def _sorted(frame: pl.DataFrame) -> pl.DataFrame:
    return frame.sort("group", "score", "doc", descending=[False, True, True])


def _settled(frame: pl.DataFrame, tied: pl.Series) -> pl.DataFrame:
    """Order only the rows that are tied, where all others are in order."""
    numbered = frame.with_row_index("row")
    order = numbered["row"].clone()
    return frame[order.scatter(tied.arg_true(), _sorted(numbered.filter(tied))["row"])]


def by_rank(rows: Rows, frame: pl.DataFrame) -> tuple[pl.DataFrame, tuple[str, ...]]:
    """Order by rank, which must be 1, 2, 3, … in each query."""
    frame, _ = _grouped(frame.with_row_index("row"))
    frame = frame.sort("group", "rank", "row")
    first = _first(frame["group"])
    ranked = _ranked(frame, first)
    if rows.frame.get_column("rank", default=None) is not None:
        complaints = Complaints()
        complaints.add_rows(
            lambda row: rows.at(int(frame["row"][row])),
            (frame["rank"] != ranked["rank"])
            & (first | (frame["rank"].shift(1) == ranked["rank"].shift(1))),
            lambda row: (
                f"rank {frame['rank'][row]:g} of query {excerpt(frame['query'][row])} stands where "
                f"rank {ranked['rank'][row]} should. Count 1, 2, 3, … in each query."
            ),
        )
        complaints.settle()
    contradicts = ~first & (frame["score"].shift(1) < frame["score"])
    remark = _counted(contradicts, "the scores contradict the ranks, which say the order", frame)
    return ranked, remark


def _grouped(frame: pl.DataFrame) -> tuple[pl.DataFrame, pl.Series]:
    """Number the queries by their first appearance; and which rows begin one, once grouped."""
    first = _first(frame["query"])
    if int(first.sum()) == frame["query"].filter(first).n_unique():
        return frame.with_columns(first.cast(pl.UInt32).cum_sum().alias("group")), first
    known = frame.select(pl.col("query").unique(maintain_order=True)).with_row_index("group")
    frame = frame.join(known, on="query", how="left", maintain_order="left").sort(
        "group", maintain_order=True
    )
    return frame, _first(frame["group"])


def _first(values: pl.Series) -> pl.Series:
    """Which values differ from the one before."""
    return (
        values.ne_missing(values.shift(1))
        if len(values) == 0
        else pl.concat([pl.Series([True]), values[1:] != values[:-1]]).rename("first")
    )


def _ranked(frame: pl.DataFrame, first: pl.Series) -> pl.DataFrame:
    """The rows of a run, counted from 1 in each query."""
    row = pl.int_range(pl.len(), dtype=pl.Int64)
    start = pl.when(pl.col("first")).then(row).forward_fill()
    return frame.with_columns(first.alias("first")).select(
        "query", "doc", (row - start + 1).alias("rank"), "score"
    )


def _counted(mask: pl.Series, what: str, frame: pl.DataFrame) -> tuple[str, ...]:
    """A remark on the rows that the mask marks, with the first of them; none if there are none."""
    rows = mask.fill_null(value=False).arg_true()
    if not len(rows):
        return ()
    query, doc = (excerpt(frame[column][int(rows[0])]) for column in ("query", "doc"))
    return (f"{what}: {counted(len(rows), 'time')}, first at query {query}, document {doc}",)
