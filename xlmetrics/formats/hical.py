"""Judgments of one topic as HiCAL (University of Waterloo, 2018) exports: ``docno,judgment``.

The file says no query; its name is taken for it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from xlmetrics.errors import XlmetricsError
from xlmetrics.formats.delimited import header_of, read_table, write_table
from xlmetrics.formats.rows import Rows, judgments_from
from xlmetrics.formats.writing import Written, as_text, one_grade_each, only_judgments

if TYPE_CHECKING:
    from collections.abc import Sequence

    from xlmetrics.collection import Held, Kind
    from xlmetrics.files.source import Source

NAME = "hical"
DESCRIPTION = "HiCAL judgments of one topic: docno,judgment"
SUFFIXES: tuple[str, ...] = ()
ENDING = ".csv"
HOLDS: tuple[Kind, ...] = ("judgments",)
WRITES = HOLDS

_HEADER = ("docno", "judgment")


def sniff(source: Source) -> tuple[Kind, ...]:
    """Judgments, if the header is HiCAL's."""
    header = tuple(cell.strip().lower() for cell in header_of(source))
    return HOLDS if header[:2] == _HEADER and "query" not in header else ()


def read(source: Source, kind: Kind) -> tuple[Held, ...]:  # noqa: ARG001
    """Read it; the query is the name of the file.

    Raises:
        XlmetricsError: it is damaged, or breaks the rules of judgments.
    """
    table = read_table(source)
    frame = pl.DataFrame({"doc": table.columns[0], "grade": table.columns[1]}).with_columns(
        pl.lit(source.name).alias("query")
    )
    remark = f"the query is called {source.name!r}, after the file, since the file names none"
    return (judgments_from(Rows(frame, table.at, (remark,))),)


def write(held: Sequence[Held]) -> Written:
    """Write it; the query, rows without a grade, raters, notes and labels are dropped.

    Raises:
        XlmetricsError: there is more than one query.
    """
    rows, dropped = one_grade_each(only_judgments(held), "a HiCAL file")
    queries = rows["query"].unique(maintain_order=True)
    if len(queries) > 1:
        raise XlmetricsError(
            f"A HiCAL file holds one query and there are {len(queries):,}. Split them."
        )
    dropped += [f"the query {query!r}; name the file after it" for query in queries]
    text = rows.select("doc", as_text(rows["grade"]))
    return Written(write_table(_HEADER, text), tuple(dropped))
