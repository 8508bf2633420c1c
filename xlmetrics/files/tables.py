"""The tables of measures that the defined names of a workbook tell of.

Excel takes names that differ in capitals alone as the same, and calls a file that has both
damaged. So the second of two such fields (``judged``, ``Judged``) has an underscore at its end.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from xlmetrics.address import MAX_ROW
from xlmetrics.formula import reference
from xlmetrics.model import Table

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from xlmetrics.address import Range

_TABLE_FIELD = re.compile(r"xlmetrics\.([a-z_]+)_([0-9]{1,6})\.(\w+?)_*")


def names_of(table: Table) -> Iterator[tuple[str, Range]]:
    """The defined names that tell of a table, and the cells of each."""
    seen: Counter[str] = Counter()
    for field, place in table.fields.items():
        apart = "_" * seen[field.lower()]
        seen[field.lower()] += 1
        yield f"xlmetrics.{table.kind}_{table.number}.{field}{apart}", place


def tables_named(scopes: Iterable[Mapping[str, str]], titles: set[str]) -> tuple[Table, ...]:
    """The tables whose fields the names say; a field whose cells are gone is left out.

    ``scopes`` are the names of the workbook and those of each sheet that has its own: a sheet that
    is copied keeps its tables by names that belong to the copy.
    """
    found = [table for names in scopes for table in _tables(names, titles)]
    return tuple(sorted(found, key=lambda table: (table.kind, table.number)))


def _tables(names: Mapping[str, str], titles: set[str]) -> Iterator[Table]:
    tables: dict[tuple[str, int], dict[str, Range]] = {}
    for name, text in names.items():
        match = _TABLE_FIELD.fullmatch(name)
        if match:
            fields = tables.setdefault((match[1], int(match[2])), {})
            if place := _place(text, titles):
                fields[match[3]] = place
    return (Table(kind, number, fields) for (kind, number), fields in tables.items())


def _place(text: str, titles: set[str]) -> Range | None:
    """The cells a field stands in: on a sheet of the workbook, and no more than a column has."""
    found = reference(text)
    if found is None or found.sheet not in titles:
        return None
    place = found.range(found.sheet)
    rows, columns = place.shape
    return place if rows * columns <= MAX_ROW else None
