"""Snapshots of a Quepid case (version 8, 2024) as CSV: what a system returned, and when.

The header begins ``Snapshot Name,Snapshot Time,Case ID,Query Text,Doc ID,Doc Position``; further
columns are fields of the documents. Each snapshot is a run. Quepid doubles every quote, but puts
quotes around a cell only if it holds a comma or a line break: ``5"" pipe`` is 5" pipe.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import polars as pl

from xlmetrics.collection import Run
from xlmetrics.formats.complaints import Complaints
from xlmetrics.formats.delimited import Table, header_of, read_table, write_table
from xlmetrics.formats.headers import find_columns, held_in
from xlmetrics.formats.rows import Rows, runs_from
from xlmetrics.formats.writing import Written
from xlmetrics.text import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from xlmetrics.collection import Held, Kind
    from xlmetrics.files.source import Source

NAME = "quepid-snapshot"
DESCRIPTION = "Quepid snapshots (CSV): each a run"
SUFFIXES: tuple[str, ...] = ()
ENDING = ".csv"
HOLDS: tuple[Kind, ...] = ("run", "documents")
WRITES = HOLDS[:1]

_HEADER = ("Snapshot Name", "Snapshot Time", "Case ID", "Query Text", "Doc ID", "Doc Position")
_QUERY, _DOC, _POSITION = 3, 4, 5
_CELL = re.compile(r'(?:"((?:[^"]|"")*)"(?=[,\r\n]|\Z)|([^,\r\n]*))(,|\r\n|\r|\n|\Z)')


def sniff(source: Source) -> tuple[Kind, ...]:
    """Runs, and documents if there are fields of them, if the header is Quepid's."""
    header = header_of(source)
    if header[: len(_HEADER)] != _HEADER:
        return ()
    known = find_columns(source.path, ("doc", *dict.fromkeys(header[len(_HEADER) :]))).roles
    return HOLDS if {"title", "snippet", "url"} & set(known) else HOLDS[:1]


def read(source: Source, kind: Kind) -> tuple[Held, ...]:
    """Read the snapshots, or the documents in them.

    Raises:
        XlmetricsError: it is damaged, or breaks the rules of a run.
    """
    table = _split(source) if b'"' in source.utf8 else read_table(source)
    fields = table.header[len(_HEADER) :]
    if kind == "documents":
        columns = find_columns(source.path, ("doc", *fields))
        series = [table.columns[_DOC], *table.columns[len(_HEADER) :]]
        frame = pl.DataFrame({role: series[place] for role, place in columns.roles.items()})
        return held_in(frame, columns, table.at, kind, source.name, source.path)
    frame = pl.DataFrame(
        {
            "system": table.columns[0],
            "query": table.columns[_QUERY],
            "doc": table.columns[_DOC],
            "rank": table.columns[_POSITION],
        }
    )
    remarks = ["the times of the snapshots and the number of the case are not read"]
    if fields:
        remarks.append(
            f"fields of the documents are not part of a run: {', '.join(map(repr, fields))}"
        )
    return runs_from(Rows(frame, table.at, tuple(remarks)), source.name, "rank")


def _split(source: Source) -> Table:
    """Split the text at commas and line breaks, with Quepid's quotes."""
    complaints = Complaints()
    rows: list[list[str]] = []
    lines: list[int] = []
    line, start, row = 1, 1, []
    for match in _CELL.finditer(source.text):
        quoted, bare, end = match.groups()
        row.append((bare if quoted is None else quoted).replace('""', '"'))
        line += match[0].count("\n")
        if end == ",":
            continue
        if any(row):
            rows.append(row)
            lines.append(start)
            if len(row) != len(rows[0]):
                complaints.add(
                    source.line(start),
                    f"has {counted(len(row), 'cell')} and the header {len(rows[0])}. "
                    "Close its quotes.",
                )
        start, row = line, []
    complaints.settle()
    header, *body = rows
    columns = [list(column) for column in zip(*body, strict=True)] or [[] for _ in header]
    return Table(
        tuple(header),
        tuple(pl.Series(column, dtype=pl.String) for column in columns),
        lambda place: source.line(lines[place + 1]),
    )


def write(held: Sequence[Held]) -> Written:
    """Write the runs as snapshots of case 1, without a time; scores are dropped."""
    runs = [run for run in held if isinstance(run, Run)]
    text = pl.concat(
        run.rows.select(
            pl.lit(run.name).alias("name"),
            pl.lit("").alias("time"),
            pl.lit("1").alias("case"),
            "query",
            "doc",
            pl.col("rank").cast(pl.String),
        )
        for run in runs
    )
    scores = sum(run.rows["score"].count() for run in runs)
    dropped = (f"scores ({scores:,})",) if scores else ()
    return Written(write_table(_HEADER, text), dropped)
