"""What the plain tables share: one row of a file each, with columns found by their headings."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from xlmetrics.collection import Documents, Judgments, Queries, Run
from xlmetrics.formats.delimited import header_of, read_table, write_table
from xlmetrics.formats.headers import find_columns, held_in, kinds_in, role_of
from xlmetrics.formats.writing import Written, as_text, not_held

if TYPE_CHECKING:
    from collections.abc import Sequence

    from xlmetrics.collection import Held, Kind
    from xlmetrics.files.source import Source

_ALONE = (["query"], ["query_id"])
"""What a column may be that stands alone: other words begin texts that are no tables."""

KINDS: tuple[Kind, ...] = ("run", "judgments", "queries", "documents")


def kinds_of_header(header: Sequence[str]) -> tuple[Kind, ...]:
    """What a table with this header holds; nothing where two columns say the same."""
    roles = [role for heading in header if (role := role_of(heading))]
    if len(set(roles)) < len(roles) or (len(header) < 2 and roles not in _ALONE):
        return ()
    return kinds_in(find_columns("", header).roles)


def sniff_table(source: Source, separator: str) -> tuple[Kind, ...]:
    """What a file holds, if its first line is a header parted so."""
    return kinds_of_header(header_of(source, separator))


def read_delimited(source: Source, kind: Kind, separator: str) -> tuple[Held, ...]:
    """Read a table of text.

    Raises:
        XlmetricsError: it is damaged, or what it says breaks the rules of ``rows``.
    """
    table = read_table(source, separator)
    columns = find_columns(source.path, table.header)
    frame = pl.DataFrame({role: table.columns[place] for role, place in columns.roles.items()})
    if separator == ";":
        frame = frame.with_columns(
            pl.col(role).str.replace(r"^(\s*[-+]?\d*),(\d+\s*)$", "$1.$2")
            for role in ("rank", "score", "grade")
            if role in frame.columns
        )
    return held_in(frame, columns, table.at, kind, source.name, source.path)


def write_delimited(held: Sequence[Held], separator: str) -> Written:
    """Write a table of text."""
    frame = frame_of(held)
    text = frame.with_columns(
        as_text(frame[column].cast(pl.Float64))
        for column, kind in frame.schema.items()
        if kind.is_numeric()
    )
    return Written(write_table(text.columns, text, separator), labels_dropped(held))


def labels_dropped(held: Sequence[Held]) -> tuple[str, ...]:
    """What a plain table does not hold: the labels of grades."""
    return tuple(
        dropped
        for each in held
        if isinstance(each, Judgments)
        for dropped in not_held(each, ("scale",))
    )


def frame_of(held: Sequence[Held]) -> pl.DataFrame:
    """All rows in one frame, under the headings by which they are found again."""
    if isinstance(held[0], Run):
        return pl.concat(
            run.rows.with_columns(pl.lit(run.name).alias("system"))
            for run in held
            if isinstance(run, Run)
        )
    headings = {Queries: {"query": "query_id"}, Documents: {}, Judgments: {}}[type(held[0])]
    return held[0].rows.rename(headings)
