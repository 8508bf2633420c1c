"""The information needs of a Quepid case (version 8, 2024) as CSV: ``query,information_need``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from xlmetrics.collection import Queries
from xlmetrics.formats.delimited import header_of, read_table, write_table
from xlmetrics.formats.quepid import guarded, guarded_dropped, unguarded
from xlmetrics.formats.rows import Rows, queries_from
from xlmetrics.formats.writing import Written

if TYPE_CHECKING:
    from collections.abc import Sequence

    from xlmetrics.collection import Held, Kind
    from xlmetrics.files.source import Source

NAME = "quepid-needs"
DESCRIPTION = "Quepid information needs: query,information_need"
SUFFIXES: tuple[str, ...] = ()
ENDING = ".csv"
HOLDS: tuple[Kind, ...] = ("queries",)
WRITES = HOLDS

_HEADER = ("query", "information_need")


def sniff(source: Source) -> tuple[Kind, ...]:
    """Queries, if the header is exactly Quepid's."""
    return HOLDS if header_of(source) == _HEADER else ()


def read(source: Source, kind: Kind) -> tuple[Held, ...]:  # noqa: ARG001
    """Read it; the words of a query are its id.

    Raises:
        XlmetricsError: it is damaged, or a query is missing or stands twice.
    """
    table = read_table(source)
    query, need = map(unguarded, table.columns)
    return (
        queries_from(Rows(pl.DataFrame({"query": query, "text": query, "need": need}), table.at)),
    )


def write(held: Sequence[Held]) -> Written:
    """Write the words of the queries; ids that differ from them are dropped."""
    queries = held[0]
    assert isinstance(queries, Queries)  # noqa: S101
    rows = queries.rows.with_columns(
        pl.when(pl.col("text") == "").then("query").otherwise("text").alias("text")
    )
    ids = int((rows["query"] != rows["text"]).sum())
    dropped = [f"ids of queries ({ids:,})"] if ids else []
    dropped += guarded_dropped(rows["text"]) + guarded_dropped(rows["need"])
    text = rows.select(guarded(rows["text"]), guarded(rows["need"]))
    return Written(write_table(_HEADER, text), tuple(dropped))
