"""Which rows of a sheet are hidden, and whether by hand or by a filter.

The file marks both alike. Those within a filter that has criteria are hidden by it; others, on a
sheet where nothing is filtered, by hand. Of the rest nobody but Excel knows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.address import Range
from xlmetrics.files.xml import elements
from xlmetrics.model import Hiding
from xlmetrics.xlsx.parts import SPREADSHEET, relations

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from lxml import etree

    from xlmetrics.files.package import Package

_ROW, _FILTER, _PROPERTIES = (SPREADSHEET + name for name in ("row", "autoFilter", "sheetPr"))
_CRITERIA = f"{SPREADSHEET}filterColumn/*"
_YES = ("1", "true")


def is_hidden(row: etree._Element) -> bool:
    """Whether a row is hidden, by whatever means."""
    return row.get("hidden") in _YES


def hidden_rows(package: Package, sheet: str, rows: Iterable[int]) -> dict[int, Hiding]:
    """How each of the hidden rows of a sheet, given by its part, has come to be hidden."""
    filtered: set[range] = set()
    maybe: set[range] = set()
    mode = False
    for element in _filters(package, sheet):
        if element.tag == _PROPERTIES:
            mode = element.get("filterMode") in _YES
        elif found := _rows_below_the_headers(element):
            (filtered if element.find(_CRITERIA) is not None else maybe).add(found)
    elsewhere = Hiding.UNKNOWN if mode or filtered else Hiding.BY_HAND

    def how(row: int) -> Hiding:
        if any(row in found for found in filtered):
            return Hiding.BY_FILTER
        return Hiding.UNKNOWN if any(row in found for found in maybe) else elsewhere

    return {row: how(row) for row in rows}


def _filters(package: Package, sheet: str) -> Iterator[etree._Element]:
    """The filters of a sheet and of its tables, and what it says of itself."""
    for element in elements(package, sheet, _PROPERTIES, _ROW, _FILTER, whole=(_ROW,)):
        if element.tag != _ROW:
            yield element
    for kind, part in relations(package, sheet).values():
        if kind == "table":
            yield from elements(package, part, _FILTER)


def _rows_below_the_headers(element: etree._Element) -> range | None:
    try:
        where = Range.parse("", element.get("ref", ""))
    except ValueError:
        return None
    return range(where.top + 1, where.bottom + 1)
