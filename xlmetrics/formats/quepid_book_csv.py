"""A book of Quepid (version 8, 2024) as CSV: ``query,docid`` and a column for each rater.

A rater without a name is called Unknown there. Text that begins with - = + or @ has a space
before it. What raters could not judge is left out by Quepid.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from xlmetrics.errors import XlmetricsError
from xlmetrics.formats.delimited import header_of, read_table, write_table
from xlmetrics.formats.headers import role_of
from xlmetrics.formats.quepid import guarded, guarded_dropped, unguarded
from xlmetrics.formats.rows import Rows, judgments_from
from xlmetrics.formats.writing import Written, as_text, not_held, only_judgments, refuse

if TYPE_CHECKING:
    from collections.abc import Sequence

    from xlmetrics.collection import Held, Kind
    from xlmetrics.files.source import Source

NAME = "quepid-book-csv"
DESCRIPTION = "Quepid book (CSV): query,docid and a column for each rater"
SUFFIXES: tuple[str, ...] = ()
ENDING = ".csv"
HOLDS: tuple[Kind, ...] = ("judgments",)
WRITES = HOLDS

_KEYS = ("query", "docid")
_UNKNOWN = "Unknown"


def sniff(source: Source) -> tuple[Kind, ...]:
    """Judgments, if the first two headings are Quepid's and no other is a known one."""
    header = header_of(source)
    raters = header[2:]
    return HOLDS if header[:2] == _KEYS and raters and not any(map(role_of, raters)) else ()


def read(source: Source, kind: Kind) -> tuple[Held, ...]:  # noqa: ARG001
    """Read it; a document that nobody graded has one row, without a grade.

    Raises:
        XlmetricsError: it is damaged, two raters have one name, or it breaks the rules.
    """
    table = read_table(source)
    raters = [*unguarded(pl.Series(table.header[2:], dtype=pl.String))]
    twice = {rater for rater in raters if raters.count(rater) > 1}
    if twice:
        raise XlmetricsError(f"{source.line(1)}: two raters are called {min(twice)!r}. Rename one.")
    wide = pl.DataFrame(
        {
            "row": pl.int_range(len(table.columns[0]), eager=True),
            "query": unguarded(table.columns[0]),
            "doc": table.columns[1],
        }
    )
    parts = [
        wide.with_columns(
            grade.alias("grade"), pl.lit("" if rater == _UNKNOWN else rater).alias("rater")
        )
        for rater, grade in zip(raters, table.columns[2:], strict=True)
    ]
    graded = pl.concat(parts).filter(pl.col("grade").str.strip_chars() != "")
    bare = wide.join(graded, on="row", how="anti").with_columns(
        pl.lit("").alias("grade"), pl.lit("").alias("rater")
    )
    frame = pl.concat([graded, bare]).sort("row", maintain_order=True)
    places = frame["row"]
    return (judgments_from(Rows(frame, lambda row: table.at(int(places[row])))),)


def write(held: Sequence[Held]) -> Written:
    """Write it; notes, labels, and why there is no grade, are dropped.

    Raises:
        XlmetricsError: a rater's name cannot be a heading, or is Unknown, which means nobody.
    """
    judgments = only_judgments(held)
    rows = judgments.rows
    raters = rows["rater"]
    refuse(raters, raters == _UNKNOWN, "means a rater without a name. Rename it.")
    taken = [rater for rater in raters.unique() if role_of(rater) or len(rater.splitlines()) > 1]
    refuse(raters, raters.is_in(taken), "cannot be the heading of a rater's column. Rename it.")
    keys = rows.select(pl.struct("query", "doc").unique(maintain_order=True)).unnest("query")
    text = pl.DataFrame({"query": guarded(keys["query"]), "docid": keys["doc"]})
    header = [*_KEYS]
    graded = rows.filter(pl.col("grade").is_not_null())
    for rater in [*graded["rater"].unique(maintain_order=True)] or [""]:
        grades = keys.join(
            graded.filter(pl.col("rater") == rater),
            on=["query", "doc"],
            how="left",
            maintain_order="left",
        )["grade"]
        header.append(guarded(pl.Series([rater or _UNKNOWN]))[0])
        text = text.with_columns(as_text(grades).alias(f"{len(header)}"))
    dropped = [*not_held(judgments, ("code", "note", "scale")), *guarded_dropped(rows["query"])]
    lost = rows.filter(pl.col("grade").is_null() & (pl.col("rater") != ""))
    if len(lost):
        dropped.append(f"who gave no grade ({len(lost):,})")
    return Written(write_table(header, text), tuple(dropped))
