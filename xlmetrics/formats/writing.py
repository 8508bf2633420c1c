"""What writers share: numbers as text, and what a format cannot hold, told or refused."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple

import polars as pl

from xlmetrics.collection import Judgments, Run
from xlmetrics.errors import XlmetricsError
from xlmetrics.formats.complaints import Complaints, excerpt

if TYPE_CHECKING:
    from collections.abc import Sequence

    from xlmetrics.collection import Held

_WHOLE = 1e15


class Written(NamedTuple):
    """The bytes of a file, and what of the collection is not in it."""

    content: bytes
    dropped: tuple[str, ...] = ()


def as_text(values: pl.Series) -> pl.Series:
    """Floats as short as they can be read back, whole ones without a point; null as nothing."""
    whole = (values == values.round()) & (values.abs() < _WHOLE)
    return (
        pl.select(
            pl.when(whole)
            .then(values.cast(pl.Int64, strict=False).cast(pl.String))
            .otherwise(values.cast(pl.String))
            .fill_null("")
        )
        .to_series()
        .alias(values.name)
    )


def number(value: float) -> int | float:
    """A number as JSON shows it best: whole ones without a point."""
    return int(value) if value.is_integer() and abs(value) < _WHOLE else value


def json_bytes(content: object) -> bytes:
    """JSON as people can read it."""
    return (json.dumps(content, ensure_ascii=False, indent=1) + "\n").encode()


def only_run(held: Sequence[Held], form: str) -> Run:
    """The one run, for formats that hold one.

    Raises:
        XlmetricsError: there are several.
    """
    if len(held) > 1:
        names = ", ".join(each.name for each in held if isinstance(each, Run))
        raise XlmetricsError(
            f"{form} holds one run and there are {len(held)}: {names}. Choose one."
        )
    assert isinstance(held[0], Run)  # noqa: S101
    return held[0]


def only_judgments(held: Sequence[Held]) -> Judgments:
    """The judgments, of which there is never more than one."""
    assert isinstance(held[0], Judgments)  # noqa: S101
    return held[0]


def one_grade_each(judgments: Judgments, form: str) -> tuple[pl.DataFrame, list[str]]:
    """The rows with a grade, one for each document of a query, and what is dropped with the rest.

    Raises:
        XlmetricsError: a document is graded by more than one rater.
    """
    graded = _graded_once(judgments.rows.filter(pl.col("grade").is_not_null()), form)
    return graded, not_held(judgments, ("ungraded", "rater", "code", "note", "scale"))


def one_rating_each(judgments: Judgments, form: str) -> pl.DataFrame:
    """One row for each document of a query: the one with a grade, or else one without.

    Raises:
        XlmetricsError: a document is graded by more than one rater.
    """
    rows = judgments.rows
    graded = pl.col("grade").is_not_null()
    _graded_once(rows.filter(graded), form)
    return (
        rows.with_row_index("row")
        .sort(graded.not_(), "row")
        .unique(["query", "doc"], keep="first", maintain_order=True)
        .sort("row")
        .drop("row")
    )


def _graded_once(graded: pl.DataFrame, form: str) -> pl.DataFrame:
    complaints = Complaints()
    twice = graded.select(pl.struct("query", "doc").is_duplicated()).to_series()
    complaints.add_rows(
        lambda row: (
            f"query {excerpt(graded['query'][row])}, document {excerpt(graded['doc'][row])}"
        ),
        twice,
        lambda row: (
            f"is graded {graded['grade'][row]:g} by rater {excerpt(graded['rater'][row])} and by "
            f"others too, and {form} holds one grade. Merge the raters first."
        ),
    )
    complaints.settle()
    return graded


def not_held(judgments: Judgments, what: Sequence[str]) -> list[str]:
    """Tell what of the judgments a format does not hold, where there is any of it."""
    rows = judgments.rows
    told = {
        "ungraded": (int(rows["grade"].is_null().sum()), "rows without a grade"),
        "rater": (int((rows["rater"] != "").sum()), "names of raters"),
        "code": (int((rows["code"] != "").sum()), "reasons why there is no grade"),
        "note": (int((rows["note"] != "").sum()), "notes"),
        "scale": (len(judgments.scale), "labels of grades"),
    }
    return [f"{told[each][1]} ({told[each][0]:,})" for each in what if told[each][0]]


def refuse(values: pl.Series, fault: pl.Series, why: str) -> None:
    """Refuse to write values that the format cannot hold.

    Raises:
        XlmetricsError: the mask marks any.
    """
    complaints = Complaints()
    complaints.add_rows(
        lambda row: f"{values.name} {excerpt(values[row])}",
        pl.select(pl.lit(fault) & pl.lit(values).is_first_distinct()).to_series(),
        lambda _: why,
    )
    complaints.settle()


def refuse_spaces(frame: pl.DataFrame, form: str) -> None:
    """Refuse ids that a format which parts its fields by spaces cannot hold."""
    for role in ("query", "doc"):
        refuse(
            frame[role],
            frame[role].str.contains(r"[\s\x1c-\x1f\x85]"),
            f"holds a space, by which {form} parts its fields. Give it an id without one.",
        )
