"""Judgments for the CSV import of OpenSearch's Search Relevance Workbench (3.1, 2025).

The three columns are those of Quepid, but nothing may be blank and no space is put before a
query. A file with this header is read as Quepid's, which may have blanks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from xlmetrics.formats.delimited import header_of, read_table, write_table
from xlmetrics.formats.quepid_ratings import HEADER
from xlmetrics.formats.rows import Rows, judgments_from
from xlmetrics.formats.writing import Written, as_text, one_grade_each, only_judgments

if TYPE_CHECKING:
    from collections.abc import Sequence

    from xlmetrics.collection import Held, Kind
    from xlmetrics.files.source import Source

NAME = "opensearch-csv"
DESCRIPTION = "OpenSearch judgments (CSV): query,docid,rating without blanks"
SUFFIXES: tuple[str, ...] = ()
ENDING = ".csv"
HOLDS: tuple[Kind, ...] = ("judgments",)
WRITES = HOLDS


def sniff(source: Source) -> tuple[Kind, ...]:
    """Judgments, if the header is OpenSearch's."""
    return HOLDS if header_of(source) == HEADER else ()


def read(source: Source, kind: Kind) -> tuple[Held, ...]:  # noqa: ARG001
    """Read it.

    Raises:
        XlmetricsError: it is damaged, or breaks the rules of judgments.
    """
    table = read_table(source)
    frame = pl.DataFrame(dict(zip(("query", "doc", "grade"), table.columns, strict=False)))
    return (judgments_from(Rows(frame, table.at)),)


def write(held: Sequence[Held]) -> Written:
    """Write it; rows without a grade, raters, notes and labels are dropped."""
    rows, dropped = one_grade_each(only_judgments(held), "OpenSearch")
    return Written(
        write_table(HEADER, rows.select("query", "doc", as_text(rows["grade"]))), tuple(dropped)
    )
