"""Frames of pandas and of Polars, their columns found by their names as in any table."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, TypeVar

import polars as pl

from xlmetrics.collection import Documents, Judgments, Queries, Run
from xlmetrics.errors import XlmetricsError
from xlmetrics.formats.headers import find_columns, held_in

if TYPE_CHECKING:
    from xlmetrics.collection import Held, Kind

One = TypeVar("One", Judgments, Queries, Documents)


def run_from_frame(frame: Any, name: str = "run") -> Run:
    """A run from a frame with a query, a document, and a rank or a score, in a row.

    Without either, the order of the rows says the order.

    Raises:
        XlmetricsError: columns are missing, or rows break the rules of a run.
    """
    runs = held_in_frame(as_polars(frame), "run", name, "the frame")
    if len(runs) > 1:
        names = ", ".join(run.name for run in runs if isinstance(run, Run))
        raise XlmetricsError(f"the frame holds several runs: {names}. Choose one.")
    run = runs[0]
    assert isinstance(run, Run)  # noqa: S101
    return run


def judgments_from_frame(frame: Any) -> Judgments:
    """Judgments from a frame with a query, a document and a grade in a row.

    Raises:
        XlmetricsError: columns are missing, or rows break the rules of judgments.
    """
    return _only(frame, "judgments", Judgments)


def queries_from_frame(frame: Any) -> Queries:
    """Queries from a frame with an id, the words or both in a row.

    Raises:
        XlmetricsError: columns are missing, or a query stands twice.
    """
    return _only(frame, "queries", Queries)


def documents_from_frame(frame: Any) -> Documents:
    """Documents from a frame with an id and a title, a snippet or an address in a row.

    Raises:
        XlmetricsError: columns are missing, or a document stands twice.
    """
    return _only(frame, "documents", Documents)


def _only(frame: Any, kind: Kind, wanted: type[One]) -> One:
    (held,) = held_in_frame(as_polars(frame), kind, "", "the frame")
    assert isinstance(held, wanted)  # noqa: S101
    return held


def held_in_frame(frame: pl.DataFrame, kind: Kind, name: str, called: str) -> tuple[Held, ...]:
    """What a frame holds; ``called`` names it in complaints."""
    columns = find_columns(called, frame.columns)
    by_role = pl.DataFrame(
        {role: frame.to_series(place) for role, place in columns.roles.items()}
    ).with_columns(pl.col(pl.Categorical, pl.Enum).cast(pl.String))
    return held_in(by_role, columns, lambda row: f"{called}, row {row + 1}", kind, name, called)


def as_polars(frame: Any) -> pl.DataFrame:
    """The frame in Polars; columns of mixed types in pandas become text, without a guess.

    Raises:
        XlmetricsError: it is no frame.
    """
    if isinstance(frame, pl.DataFrame):
        return frame
    if not hasattr(frame, "columns"):
        raise XlmetricsError(f"{type(frame).__name__}: is neither a path nor a frame. Give one.")
    return pl.DataFrame({str(column): _series(frame[column]) for column in frame.columns})


def _series(column: Any) -> pl.Series:
    values = [None if _missing(value) else value for value in column.tolist()]
    kinds = {type(value) for value in values if value is not None}
    if kinds <= {int, float} or len(kinds) == 1:
        return pl.Series(values, strict=False)
    return pl.Series([None if value is None else str(value) for value in values])


def _missing(value: object) -> bool:
    """Whether pandas means nothing by this: None, NaN, NaT or NA."""
    nothing = value is None or type(value).__name__ in ("NAType", "NaTType")
    return nothing or (isinstance(value, float) and math.isnan(value))
