"""What a reader needs of the styles: how a cell shows numbers, what may be typed in or is hidden.

Styles build on one another: a cell names a style of its own, which names a parent.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from xlmetrics.files.xml import elements
from xlmetrics.ods.number_formats import DATA_STYLES, GENERAL, format_code
from xlmetrics.ods.vocabulary import STYLE, TABLE, depth

if TYPE_CHECKING:
    from lxml import etree

    from xlmetrics.files.package import Package

_STYLE = f"{STYLE}style"
_NAME, _FAMILY = f"{STYLE}name", f"{STYLE}family"
_PARENT, _DATA = f"{STYLE}parent-style-name", f"{STYLE}data-style-name"
_OF_CELL, _OF_TABLE = f"{STYLE}table-cell-properties", f"{STYLE}table-properties"
_PROTECT, _DISPLAY = f"{STYLE}cell-protect", f"{TABLE}display"
_DEFAULT = "Default"
_MAX_PARENTS = 20

STYLE_TAGS = (_STYLE, *DATA_STYLES)


class Format(NamedTuple):
    """How a cell shows numbers, and whether it stays open when the sheet is protected."""

    number_format: str
    unlocked: bool


class _Style(NamedTuple):
    """A style as written; None where its parent decides."""

    parent: str
    data: str | None
    protect: str | None


class Styles:
    """The styles of a document, met one by one before its sheets."""

    def __init__(self) -> None:
        self._cells: dict[str, _Style] = {}
        self._codes: dict[str, str] = {}
        self._hidden: set[str] = set()
        self._known: dict[str, Format] = {}

    def read(self, package: Package, part: str) -> None:
        """Add the styles of a part."""
        for element in elements(package, part, *STYLE_TAGS):
            self.add(element)

    def add(self, element: etree._Element) -> None:
        """Add a style, unless it belongs to an object that is embedded in a sheet."""
        if depth(element) > 2:
            return
        name = element.get(_NAME, "")
        if element.tag != _STYLE:
            self._codes[name] = format_code(element)
        elif element.get(_FAMILY) == "table-cell":
            of_cell = element.find(_OF_CELL)
            protect = None if of_cell is None else of_cell.get(_PROTECT)
            parent = element.get(_PARENT, "" if name == _DEFAULT else _DEFAULT)
            self._cells[name] = _Style(parent, element.get(_DATA), protect)
        elif element.get(_FAMILY) == "table":
            of_table = element.find(_OF_TABLE)
            if of_table is not None and of_table.get(_DISPLAY) == "false":
                self._hidden.add(name)

    def hides(self, name: str) -> bool:
        """Whether a sheet of this style is hidden."""
        return name in self._hidden

    def of_cell(self, name: str) -> Format:
        """What a style means for a cell, its parents included."""
        found = self._known.get(name)
        if found is None:
            found = self._known[name] = self._inherited(name)
        return found

    def _inherited(self, name: str) -> Format:
        data = protect = None
        for _ in range(_MAX_PARENTS):
            style = self._cells.get(name)
            if style is None:
                break
            data = style.data if data is None else data
            protect = style.protect if protect is None else protect
            name = style.parent
        unlocked = protect is not None and "protected" not in protect and protect != "hidden"
        return Format(self._codes.get(data or "", GENERAL), unlocked)
