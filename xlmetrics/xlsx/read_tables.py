"""Excel's own tables, by which structured references name columns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.address import Range
from xlmetrics.files.xml import elements
from xlmetrics.model import ListObject
from xlmetrics.xlsx.parts import SPREADSHEET, relations
from xlmetrics.xlsx.strings import unescaped

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from lxml import etree

    from xlmetrics.files.package import Package

_TABLE, _COLUMN = SPREADSHEET + "table", SPREADSHEET + "tableColumn"
_COUNTS = {"0": 0, "1": 1}


def list_objects(package: Package, sheets: Iterable[tuple[str, str]]) -> tuple[ListObject, ...]:
    """The tables of these sheets, each given by its title and its part.

    Raises:
        UnreadableFile: a table is damaged, or two have the same name.
    """
    known: dict[str, ListObject] = {}
    for title, part in sheets:
        for table in _on(package, title, part):
            if known.setdefault(table.name.casefold(), table) is not table:
                raise package.damaged(f"two of its tables are called {table.name!r}")
    return tuple(known.values())


def _on(package: Package, title: str, sheet: str) -> Iterator[ListObject]:
    for kind, part in relations(package, sheet).values():
        if kind == "table":
            for element in elements(package, part, _TABLE):
                yield _table(package, title, element)


def _table(package: Package, title: str, element: etree._Element) -> ListObject:
    name = element.get("displayName", "")
    columns = tuple([unescaped(column.get("name", "")) for column in element.iter(_COLUMN)])
    try:
        where = Range.parse(title, element.get("ref", ""))
        headers = _COUNTS[element.get("headerRowCount", "1")]
        totals = _COUNTS[element.get("totalsRowCount", "0")]
    except ValueError as error:
        raise package.damaged(f"the table {name!r} has no place: {error}") from None
    except KeyError:
        raise package.damaged(f"the table {name!r} has no count of its rows") from None
    rows, width = where.shape
    if rows < headers + totals or width != len(columns):
        raise package.damaged(f"the table {name!r} does not fit into {where.a1}")
    return ListObject(name, where, columns, headers, totals)
