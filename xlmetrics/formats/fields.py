"""Lines of fields that are parted by spaces or tabs, as trec_eval reads them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from xlmetrics.errors import XlmetricsError
from xlmetrics.formats.complaints import Complaints, excerpt
from xlmetrics.text import counted

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from xlmetrics.files.source import Source
    from xlmetrics.formats.complaints import Place


def is_number(field: str) -> bool:
    """Whether this is a number, an infinite one or NaN included."""
    try:
        float(field)
    except ValueError:
        return False
    return "_" not in field


def read_fields(
    source: Source,
    fields: Sequence[str],
    numeric: Mapping[str, type[pl.DataType]],
    form: str,
) -> tuple[pl.DataFrame, Place]:
    """Read lines that all have these fields; those named ``numeric`` become numbers if all can.

    Raises:
        XlmetricsError: a line has more fields, or fewer; ``form`` says how it should look.
    """
    data = source.utf8
    for types, plain in ((numeric, True), (numeric, False), ({}, False)):
        if plain and (b"\t" in data or b"\r" in data):
            continue
        data = data if plain else _spaced(data)
        schema = {field: types.get(field, pl.String) for field in fields}
        try:
            frame = pl.read_csv(
                data, separator=" ", quote_char=None, has_header=False, schema=schema
            )
        except pl.exceptions.PolarsError:
            continue
        if not any(column.has_nulls() for column in frame):
            source.let_go()
            return frame, lambda row: source.line(_line_of(source, row))
    raise _uneven(source, len(fields), form)


def _spaced(data: bytes) -> bytes:
    """The lines with one space between fields, none around them, and no blank lines."""
    if b"\r" in data:
        data = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    if b"\t" in data:
        data = data.replace(b"\t", b" ")
    for two, one in ((b"  ", b" "), (b" \n", b"\n"), (b"\n ", b"\n"), (b"\n\n", b"\n")):
        while two in data:
            data = data.replace(two, one)
    return data.strip(b" \n") if data[:1] in b" \n" or data[-1:] == b" " else data


def _line_of(source: Source, row: int) -> int:
    """The number of the line that is the row-th with anything on it."""
    filled = -1
    for number, line in enumerate(_lines(source), start=1):
        filled += bool(line.strip(" \t"))
        if filled == row:
            return number
    return 0


def _lines(source: Source) -> list[str]:
    return source.text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def _uneven(source: Source, count: int, form: str) -> XlmetricsError:
    complaints = Complaints()
    for number, line in enumerate(_lines(source), start=1):
        found = len(line.replace("\t", " ").split(" ")) - line.replace("\t", " ").split(" ").count(
            ""
        )
        if found not in (0, count):
            complaints.add(
                source.line(number),
                f"has {counted(found, 'field')} and not {count}: {excerpt(line)}. Write {form}.",
            )
    try:
        complaints.settle()
    except XlmetricsError as error:
        return error
    return XlmetricsError(f"{source.path}: its lines cannot be parted. Write {form}.")


def write_fields(*columns: pl.Series | str) -> bytes:
    """Lines of fields with one space between them."""
    length = max(len(column) for column in columns if isinstance(column, pl.Series))
    frame = pl.DataFrame(
        {
            str(place): column
            if isinstance(column, pl.Series)
            else pl.Series([column]).new_from_index(0, length)
            for place, column in enumerate(columns)
        }
    )
    return frame.write_csv(include_header=False, separator=" ", quote_style="never").encode()
