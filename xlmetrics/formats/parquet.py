"""A table in Apache Parquet, its columns found by their names."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import polars as pl

from xlmetrics.errors import UnreadableFile
from xlmetrics.formats.dataframes import held_in_frame
from xlmetrics.formats.tables import KINDS, frame_of, kinds_of_header, labels_dropped
from xlmetrics.formats.writing import Written

if TYPE_CHECKING:
    from collections.abc import Sequence

    from xlmetrics.collection import Held, Kind
    from xlmetrics.files.source import Source

NAME = "parquet"
DESCRIPTION = "a table in Apache Parquet"
SUFFIXES = (".parquet",)
ENDING = ".parquet"
HOLDS = KINDS
WRITES = HOLDS

MAX_ROWS = 50_000_000
_MAGIC = b"PAR1"


def sniff(source: Source) -> tuple[Kind, ...]:
    """What it holds, by the names of its columns."""
    if not source.data.startswith(_MAGIC):
        return ()
    try:
        return kinds_of_header([*pl.read_parquet_schema(io.BytesIO(source.data))])
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException, OSError):
        return ()


def read(source: Source, kind: Kind) -> tuple[Held, ...]:
    """Read it.

    Raises:
        XlmetricsError: it is damaged or too long, or what it says breaks the rules of ``rows``.
    """
    try:
        scan = pl.scan_parquet(io.BytesIO(source.data))
        if scan.select(pl.len()).collect().item() > MAX_ROWS:
            raise UnreadableFile(source.path, f"has more than {MAX_ROWS:,} rows", "Split it.")
        frame = scan.collect()
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException, OSError, MemoryError):
        raise UnreadableFile(source.path, "is damaged Parquet", "Export it again.") from None
    return held_in_frame(frame, kind, source.name, str(source.path))


def write(held: Sequence[Held]) -> Written:
    """Write it; the labels of grades are dropped."""
    stream = io.BytesIO()
    frame_of(held).write_parquet(stream)
    return Written(stream.getvalue(), labels_dropped(held))
