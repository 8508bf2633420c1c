"""Styles added to those of a file: a cell's own with a fill, and those of a sheet of ours."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING

from lxml import etree

from xlmetrics.model import Severity
from xlmetrics.xlsx.editing import child
from xlmetrics.xlsx.parts import SPREADSHEET

if TYPE_CHECKING:
    from xlmetrics.xlsx.editing import Editing

FILLS = {Severity.MISTAKE: "FFFFC7CE", Severity.NOTE: "FFFFEB9C"}
_STYLES = (
    *("numFmts", "fonts", "fills", "borders", "cellStyleXfs", "cellXfs", "cellStyles", "dxfs"),
    *("tableStyles", "colors", "extLst"),
)


class AddedStyles:
    """The styles of the file, and those added: a cell's own with a fill, text, a heading."""

    def __init__(self, editing: Editing, main: str) -> None:
        found = editing.related(main, "styles")
        if not found:
            found = [editing.unused("xl/styles{}.xml")]
            empty = f'<styleSheet xmlns="{SPREADSHEET[1:-1]}"/>'.encode()
            editing.add(found[0], empty, "styles")
            editing.relate(main, "styles", found[0])
        self._root = editing.tree(found[0])
        self._known: dict[tuple[str, Severity], str] = {}
        for name, item in (("fonts", "font"), ("borders", "border"), ("cellXfs", "xf")):
            if not len(self._child(name)):
                self._append(name, etree.Element(SPREADSHEET + item))
        for pattern in ("none", "gray125")[len(self._child("fills")) :]:
            self._append("fills", _fill_of(pattern))
        self._fills = {
            severity: self._append("fills", _fill_of("solid", colour))
            for severity, colour in FILLS.items()
        }

    def filled(self, style: str, severity: Severity) -> str:
        """The number of a style that is another one, filled."""
        if (style, severity) not in self._known:
            xf = self._copy(style)
            xf.set("fillId", str(self._fills[severity]))
            xf.set("applyFill", "1")
            self._known[style, severity] = str(self._append("cellXfs", xf))
        return self._known[style, severity]

    def text(self) -> str:
        """Wrapped text, which stays text when somebody edits it."""
        xf = etree.Element(SPREADSHEET + "xf", quotePrefix="1", applyAlignment="1", fontId="0")
        etree.SubElement(xf, SPREADSHEET + "alignment", wrapText="1", vertical="top")
        return str(self._append("cellXfs", xf))

    def number(self) -> str:
        """A figure to three decimals."""
        known = [int(each.get("numFmtId", "0")) for each in self._child("numFmts")]
        number = str(max([163, *known]) + 1)
        keys = {"numFmtId": number, "formatCode": "0.000"}
        self._append("numFmts", etree.Element(SPREADSHEET + "numFmt", keys))
        xf = etree.Element(SPREADSHEET + "xf", numFmtId=number, applyNumberFormat="1")
        xf.set("applyAlignment", "1")
        etree.SubElement(xf, SPREADSHEET + "alignment", vertical="top")
        return str(self._append("cellXfs", xf))

    def heading(self) -> str:
        """Bold text."""
        font = copy.deepcopy(self._child("fonts")[0])
        font.insert(0, etree.Element(SPREADSHEET + "b"))
        number = self._append("fonts", font)
        xf = etree.Element(SPREADSHEET + "xf", fontId=str(number), applyFont="1")
        return str(self._append("cellXfs", xf))

    def _copy(self, style: str) -> etree._Element:
        all_of = self._child("cellXfs")
        number = int(style) if style.isdigit() and int(style) < len(all_of) else 0
        return copy.deepcopy(all_of[number])

    def _child(self, name: str) -> etree._Element:
        return child(self._root, name, _STYLES)

    def _append(self, name: str, element: etree._Element) -> int:
        parent = self._child(name)
        parent.append(element)
        parent.set("count", str(len(parent)))
        return len(parent) - 1


def _fill_of(pattern: str, colour: str | None = None) -> etree._Element:
    fill = etree.Element(SPREADSHEET + "fill")
    drawn = etree.SubElement(fill, SPREADSHEET + "patternFill", patternType=pattern)
    if colour:
        etree.SubElement(drawn, SPREADSHEET + "fgColor", rgb=colour)
        etree.SubElement(drawn, SPREADSHEET + "bgColor", indexed="64")
    return fill
