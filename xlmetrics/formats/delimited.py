"""Text in columns, parted by a comma, a semicolon or a tab, with quotes as in RFC 4180."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING, NamedTuple

import polars as pl

from xlmetrics.errors import XlmetricsError
from xlmetrics.formats.complaints import Complaints
from xlmetrics.formats.rows import MAX_TEXT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from xlmetrics.files.source import Source
    from xlmetrics.formats.complaints import Place

MAX_COLUMNS = 1_000


class Table(NamedTuple):
    """The cells of a table, all text, in the columns of its header; and where each row stands."""

    header: tuple[str, ...]
    columns: tuple[pl.Series, ...]
    at: Place


def header_of(source: Source, separator: str = ",") -> tuple[str, ...]:
    """The cells of the first line; empty where it is no such text."""
    if not source.head:
        return ()
    try:
        return tuple(next(csv.reader(source.head[:1], delimiter=separator), ()))
    except csv.Error:
        return ()


def read_table(source: Source, separator: str = ",") -> Table:
    """Read the whole table.

    Raises:
        XlmetricsError: a quote is not closed, or lines have more cells than the header.
    """
    return _quickly(source, separator) or _carefully(source, separator)


def _quickly(source: Source, separator: str) -> Table | None:
    """Read a table without quotes and blank lines, which Polars splits as csv does; else None."""
    data = source.utf8
    if b'"' in data or b"\r" in data or b"\n\n" in data or data.startswith(b"\n"):
        return None
    header = tuple(data.partition(b"\n")[0].decode().split(separator))
    if not 1 < len(header) <= MAX_COLUMNS:
        return None
    names = [str(place) for place in range(len(header))]
    try:
        frame = pl.read_csv(
            data,
            separator=separator,
            quote_char=None,
            skip_rows=1,
            has_header=False,
            schema=dict.fromkeys(names, pl.String),
        )
    except pl.exceptions.PolarsError:
        return None
    frame = frame.fill_null("")
    if frame.select(pl.all_horizontal(pl.all() == "").any()).item():
        return None
    return Table(
        header,
        tuple(frame.get_columns()),
        lambda row: source.line(row + 2),
    )


def _carefully(source: Source, separator: str) -> Table:
    lines: list[int] = []
    cells: list[list[str]] = []
    complaints = Complaints()
    csv.field_size_limit(2 * MAX_TEXT)
    reader = csv.reader(io.StringIO(source.text, newline=""), delimiter=separator, strict=True)
    header: list[str] = []
    start = 1
    try:
        for row in reader:
            line, start = start, reader.line_num + 1
            if not any(row):
                continue
            if not header:
                header = row
            elif len(row) > len(header) and any(row[len(header) :]):
                complaints.add(
                    source.line(line),
                    f"has {len(row)} cells and the header {len(header)}. Put quotes around "
                    f"text that holds {_called(separator)}.",
                )
            else:
                lines.append(line)
                cells.append(row)
    except csv.Error as error:
        complaints.add(
            source.line(start), f"has quotes that do not match ({error}). Close or double them."
        )
    complaints.settle()
    if len(header) > MAX_COLUMNS:
        raise XlmetricsError(f"{source.line(1)}: has more than {MAX_COLUMNS:,} columns.")
    width = len(header)
    padded = (row[:width] + [""] * (width - len(row)) for row in cells)
    columns = [list(column) for column in zip(*padded, strict=True)] or [[] for _ in header]
    return Table(
        tuple(header),
        tuple(pl.Series(column, dtype=pl.String) for column in columns),
        lambda row: source.line(lines[row]),
    )


def _called(separator: str) -> str:
    return {",": "a comma", ";": "a semicolon", "\t": "a tab"}[separator]


def write_table(header: Sequence[str], frame: pl.DataFrame, separator: str = ",") -> bytes:
    """Write a table of text under this header; cells are quoted where they must be."""
    named = frame.rename(dict(zip(frame.columns, header, strict=True)))
    blank = named.with_columns(pl.all().replace("", None))
    return blank.write_csv(separator=separator, quote_style="necessary").encode()
