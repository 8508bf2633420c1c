"""Structured references, ``T1[[#This Row],[grade]]``, in plain A1 words.

A mend in formulas 1.3.4: a structured reference aborts the load of the whole workbook.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from xlmetrics.address import quote_title
from xlmetrics.engine.values import Unchecked

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from xlmetrics.address import Address, Range
    from xlmetrics.model import ListObject

_ITEM = re.compile(r"\s*([,:]?)\s*\[((?:[^\[\]']|'.)*)\]\s*", re.DOTALL)
_ESCAPE = re.compile(r"'(.)", re.DOTALL)
_THIS_ROW = "#this row"


class _Asked(NamedTuple):
    """What stands in the brackets: parts such as ``#headers``, and the first and last column."""

    parts: tuple[str, ...]
    columns: tuple[str, ...]


class Tables:
    """Excel's own tables of one workbook."""

    def __init__(self, tables: Iterable[ListObject]) -> None:
        self._tables = {table.name.casefold(): table for table in tables}

    def __contains__(self, name: str) -> bool:
        return name.casefold() in self._tables

    def plain(self, written: str, address: Address | None) -> str:
        """A structured reference as a plain one, or as the error that it is.

        ``address`` is where it stands; None for one that may be used anywhere.
        """
        name, _, inside = written.partition("[")
        if inside == "#REF!]":
            return "#REF!"
        table = self._table(name, written, address)
        parts, columns = _asked(inside[:-1], written)
        rows = _rows(table, parts, address)
        if rows is None:
            return "#VALUE!"
        found = _across(rows, table, columns, written)
        return f"{quote_title(found.sheet)}!{found.absolute}"

    def _table(self, name: str, written: str, address: Address | None) -> ListObject:
        if name:
            found = self._tables.get(name.casefold())
        else:
            found = next((t for t in self._tables.values() if _is_in(t.where, address)), None)
        if found is None:
            raise Unchecked(f"{written} refers to a table that is not there")
        return found


def _is_in(where: Range, address: Address | None) -> bool:
    sheet, top, left, bottom, right = where
    return (
        address is not None
        and address.sheet == sheet
        and top <= address.row <= bottom
        and left <= address.column <= right
    )


def _asked(inside: str, written: str) -> _Asked:
    """Read what stands in the brackets: ``grade``, ``@grade``, ``[#All],[a]:[b]``."""
    parts: tuple[str, ...] = ()
    if inside.startswith("@"):
        parts, inside = (_THIS_ROW,), inside[1:]
    if not inside.lstrip().startswith("["):
        if inside.startswith("#"):
            return _Asked((*parts, inside.lower()), ())
        return _Asked(parts, (_unescaped(inside),) if inside else ())
    items = _ITEM.findall(inside)
    if "".join(match[0] for match in _ITEM.finditer(inside)) != inside:
        raise Unchecked(f"{written} cannot be read")
    parts += tuple(item.lower() for _, item in items if item.startswith("#"))
    columns = [(sign, _unescaped(item)) for sign, item in items if not item.startswith("#")]
    if len(columns) > 2 or any(sign != ":" for sign, _ in columns[1:]):
        raise Unchecked(f"{written} asks for columns that do not stand together")
    return _Asked(parts, tuple(item for _, item in columns))


def _unescaped(column: str) -> str:
    return _ESCAPE.sub(r"\1", column)


def _rows(table: ListObject, parts: Sequence[str], address: Address | None) -> Range | None:
    """The rows of these parts; None where the formula's own row is none of the table's."""
    if _THIS_ROW in parts:
        return _own_row(table, address)
    found = [_rows_of(table, part) for part in parts or ("#data",)]
    found.sort(key=lambda rows: rows.top)
    if any(one.bottom + 1 < other.top for one, other in pairwise(found)):
        raise Unchecked("it asks for rows of a table that do not stand together")
    return found[0]._replace(bottom=found[-1].bottom)


def _rows_of(table: ListObject, part: str) -> Range:
    where = table.where
    if part == "#all":
        return where
    if part == "#headers" and table.headers:
        return where._replace(bottom=where.top)
    if part == "#totals" and table.totals:
        return where._replace(top=where.bottom)
    if part == "#data" and table.data.top <= table.data.bottom:
        return table.data
    raise Unchecked(f"the table {table.name} has no {part}")


def _own_row(table: ListObject, address: Address | None) -> Range | None:
    if address is None or address.sheet != table.where.sheet:
        raise Unchecked(f"which row of the table {table.name} is meant depends on the program")
    if not table.where.top <= address.row <= table.where.bottom:
        return None
    if not table.data.top <= address.row <= table.data.bottom:
        raise Unchecked(f"it asks for its own row beside the data of the table {table.name}")
    return table.where._replace(top=address.row, bottom=address.row)


def _across(rows: Range, table: ListObject, columns: Sequence[str], written: str) -> Range:
    if not columns:
        return rows
    known = [column.casefold() for column in table.columns]
    try:
        places = sorted(known.index(column.casefold()) for column in columns)
    except ValueError:
        raise Unchecked(f"{written} refers to a column that is not there") from None
    return rows._replace(left=rows.left + places[0], right=rows.left + places[-1])
