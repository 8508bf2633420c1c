"""The ratings of a Quepid case (version 8, 2024) as CSV, with the header ``query,docid,rating``.

Quepid puts a space before a query that begins with - = + or @, lest a spreadsheet takes it for a
formula; one is put there and taken away here. A query without ratings is a line of its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from xlmetrics.formats.delimited import header_of, read_table, write_table
from xlmetrics.formats.quepid import guarded, guarded_dropped, unguarded
from xlmetrics.formats.rows import Rows, judgments_from
from xlmetrics.formats.writing import Written, as_text, not_held, one_rating_each, only_judgments

if TYPE_CHECKING:
    from collections.abc import Sequence

    from xlmetrics.collection import Held, Kind
    from xlmetrics.files.source import Source

NAME = "quepid-ratings"
DESCRIPTION = "Quepid ratings: query,docid,rating"
SUFFIXES: tuple[str, ...] = ()
ENDING = ".csv"
HOLDS: tuple[Kind, ...] = ("judgments",)
WRITES = HOLDS

HEADER = ("query", "docid", "rating")


def sniff(source: Source) -> tuple[Kind, ...]:
    """Judgments, if the header is exactly Quepid's."""
    return HOLDS if header_of(source) == HEADER else ()


def read(source: Source, kind: Kind) -> tuple[Held, ...]:  # noqa: ARG001
    """Read it; a query without ratings is told of, a document without one has no grade.

    Raises:
        XlmetricsError: it is damaged, or breaks the rules of judgments.
    """
    table = read_table(source)
    query, doc, grade = table.columns[:3]
    frame = pl.DataFrame({"query": unguarded(query), "doc": doc, "grade": grade})
    bare = (frame["doc"] == "") & (frame["grade"] == "")
    remarks: tuple[str, ...] = ()
    if bare.any():
        remarks = (
            f"queries without ratings: {bare.sum():,}, {_some(frame.filter(bare)['query'])}",
        )
    return (judgments_from(Rows(frame, table.at, remarks).where(~bare)),)


def write(held: Sequence[Held]) -> Written:
    """Write it; raters, notes and labels are dropped."""
    judgments = only_judgments(held)
    rows = one_rating_each(judgments, "a file of ratings")
    dropped = [*not_held(judgments, ("rater", "code", "note", "scale"))]
    dropped += guarded_dropped(rows["query"])
    text = rows.select(guarded(rows["query"]), "doc", as_text(rows["grade"]))
    return Written(write_table(HEADER, text), tuple(dropped))


def _some(queries: pl.Series) -> str:
    shown = ", ".join(map(repr, queries.head(3)))
    return f"{shown}, …" if len(queries) > 3 else shown
