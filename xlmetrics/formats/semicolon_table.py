"""A table parted by semicolons, as Excel writes CSV where the comma stands in decimals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.formats.tables import KINDS, read_delimited, sniff_table, write_delimited

if TYPE_CHECKING:
    from collections.abc import Sequence

    from xlmetrics.collection import Held, Kind
    from xlmetrics.files.source import Source
    from xlmetrics.formats.writing import Written

NAME = "semicolon"
DESCRIPTION = "table parted by semicolons; 0,5 is read as 0.5"
SUFFIXES = ()
ENDING = ".csv"
HOLDS = KINDS
WRITES = HOLDS


def sniff(source: Source) -> tuple[Kind, ...]:
    """What it holds, if its first line is a header of known columns."""
    return sniff_table(source, ";")


def read(source: Source, kind: Kind) -> tuple[Held, ...]:
    """Read it; columns that are not known are told of."""
    return read_delimited(source, kind, ";")


def write(held: Sequence[Held]) -> Written:
    """Write it; the labels of grades are dropped."""
    return write_delimited(held, ";")
