"""A copy of a workbook with notes: cells filled, explained in comments, and listed on a sheet.

Nothing else is changed. What a note says is text wherever it stands, never a formula.
"""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from lxml import etree

from xlmetrics.address import column_letters, column_number
from xlmetrics.model import is_number
from xlmetrics.text import MAX_LINES, wrapped_lines
from xlmetrics.xlsx.added_styles import AddedStyles
from xlmetrics.xlsx.comments import comment
from xlmetrics.xlsx.editing import Editing
from xlmetrics.xlsx.parts import SPREADSHEET
from xlmetrics.xlsx.read import main_part, sheet_parts
from xlmetrics.xlsx.strings import escaped

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from xlmetrics.address import Address, Range
    from xlmetrics.model import Severity

MOST = 10_000
"""So many cells of one note are filled at most."""

LINE = 15
"""The height of a line of text, in points."""

_ID = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
_SPACE = "{http://www.w3.org/XML/1998/namespace}space"
_REFERENCE = re.compile(r"([A-Za-z]+)([0-9]+)")


class Note(NamedTuple):
    """What is said of a cell, or of a range, in whose first cell the comment stands."""

    where: Range
    text: str
    severity: Severity


class Listing(NamedTuple):
    """The sheet that lists the notes; a row of it may lead to a cell, from its first column."""

    title: str
    headings: Sequence[str]
    widths: Sequence[float]
    rows: Sequence[tuple[Address | None, Sequence[str | float | None]]]


def annotated(source: Path, notes: Sequence[Note], listing: Listing) -> bytes:
    """The content of a copy of an .xlsx file with the notes in it and a sheet that lists them.

    Raises:
        UnreadableFile: the file is no workbook, is damaged, or is not safe to open.
        XlmetricsError: its comments are kept in a way that cannot be added to.
    """
    parts = {title: part for part, title in sheet_parts(source).items()}
    editing = Editing(source)
    main = main_part(source)
    styles = AddedStyles(editing, main)
    for title, part in parts.items():
        texts: dict[Address, list[str]] = {}
        some = [note for note in notes if note.where.sheet == title]
        for note in some:
            texts.setdefault(note.where.first, []).append(note.text)
        if some:
            _fill(editing.tree(part), some, styles)
            comment(source, editing, part, {at: "\n".join(said) for at, said in texts.items()})
    _list(editing, main, listing, styles)
    return editing.content()


def ending_of(source: Path) -> str:
    """The ending that a copy of a workbook file must have: ``.xlsx``, ``.xlsm``.

    Raises:
        UnreadableFile: as ``annotated`` does.
    """
    kind = Editing(source).content_type(main_part(source))
    macros, template = "macroEnabled" in kind, "template" in kind.lower()
    return f".xl{'t' if template else 's'}{'m' if macros else 'x'}"


def _fill(sheet: etree._Element, notes: Iterable[Note], styles: AddedStyles) -> None:
    """Fill the first cell of each note, and what else there is in its range.

    Where several meet, the weightiest counts.
    """
    wanted: dict[Address, Severity] = {}
    firsts = set()
    for note in notes:
        firsts.add(note.where.first)
        for address in islice(note.where.addresses(), MOST):
            wanted[address] = min(note.severity, wanted.get(address, note.severity))
    cells = _Cells(sheet)
    for address, severity in sorted(wanted.items()):
        cell = cells.made(address) if address in firsts else cells.found(address)
        if cell is not None:
            cell.set("s", styles.filled(cell.get("s", "0"), severity))


class _Cells:
    """The cells of a sheet by their place, which not every file writes down."""

    def __init__(self, sheet: etree._Element) -> None:
        self._data = sheet.find(SPREADSHEET + "sheetData")
        self._rows: dict[int, etree._Element] = {}
        number = 0
        for row in () if self._data is None else self._data.iterchildren(SPREADSHEET + "row"):
            number = int(row.get("r", number + 1))
            self._rows[number] = row

    def found(self, address: Address) -> etree._Element | None:
        """The cell there, if there is one."""
        row = self._rows.get(address.row)
        return None if row is None else dict(_placed(row)).get(address.column)

    def made(self, address: Address) -> etree._Element | None:
        """The cell there; made, in its place, where there is none."""
        if (cell := self.found(address)) is not None or self._data is None:
            return cell
        if address.row not in self._rows:
            row = etree.Element(SPREADSHEET + "row", r=str(address.row))
            later = [number for number in self._rows if number > address.row]
            at = self._data.index(self._rows[min(later)]) if later else len(self._data)
            self._data.insert(at, row)
            self._rows[address.row] = row
        row = self._rows[address.row]
        row.attrib.pop("spans", "")
        new = etree.Element(SPREADSHEET + "c", r=address.a1)
        after = next((cell for column, cell in _placed(row) if column > address.column), None)
        row.insert(len(row) if after is None else row.index(after), new)
        return new


def _placed(row: etree._Element) -> Iterator[tuple[int, etree._Element]]:
    """The cells of a row, each with its column."""
    column = 0
    for cell in row.iterchildren(SPREADSHEET + "c"):
        found = _REFERENCE.fullmatch(cell.get("r", ""))
        column = column_number(found[1]) if found else column + 1
        yield column, cell


def _list(editing: Editing, main: str, listing: Listing, styles: AddedStyles) -> None:
    """Add the sheet of the notes, after all others."""
    sheets = editing.tree(main).find(SPREADSHEET + "sheets")
    assert sheets is not None, "the reader found some"  # noqa: S101
    taken = {each.get("name", "").casefold() for each in sheets}
    numbers = (f" ({number})" for number in range(2, len(taken) + 3))
    names = [listing.title, *(listing.title + number for number in numbers)]
    part = editing.unused("xl/worksheets/sheet{}.xml")
    editing.add(part, _sheet_of(listing, styles), "worksheet")
    last = max(int(each.get("sheetId", "0")) for each in sheets)
    new = etree.SubElement(sheets, SPREADSHEET + "sheet")
    new.set("name", next(name for name in names if name.casefold() not in taken))
    new.set("sheetId", str(last + 1))
    new.set(_ID, editing.relate(main, "worksheet", part))


def _sheet_of(listing: Listing, styles: AddedStyles) -> bytes:
    text, number, heading = styles.text(), styles.number(), styles.heading()
    root = etree.fromstring(f'<worksheet xmlns="{SPREADSHEET[1:-1]}"/>')
    fitting = etree.SubElement(root, SPREADSHEET + "sheetPr")
    etree.SubElement(fitting, SPREADSHEET + "pageSetUpPr", fitToPage="1")
    views = etree.SubElement(root, SPREADSHEET + "sheetViews")
    view = etree.SubElement(views, SPREADSHEET + "sheetView", workbookViewId="0")
    frozen = {"ySplit": "1", "topLeftCell": "A2", "activePane": "bottomLeft", "state": "frozen"}
    etree.SubElement(view, SPREADSHEET + "pane", frozen)
    columns = etree.SubElement(root, SPREADSHEET + "cols")
    for nth, width in enumerate(listing.widths, 1):
        keys = {"min": str(nth), "max": str(nth), "width": str(width), "customWidth": "1"}
        etree.SubElement(columns, SPREADSHEET + "col", keys)
    data = etree.SubElement(root, SPREADSHEET + "sheetData")
    _row(data, 1, listing.headings, heading, heading)
    for at, (_, cells) in enumerate(listing.rows, 2):
        row = _row(data, at, cells, text, number)
        texts = zip(cells, listing.widths, strict=False)
        lines = max(wrapped_lines(each, width) for each, width in texts if isinstance(each, str))
        if lines > 1:
            row.set("ht", str(LINE * min(lines, MAX_LINES)))
            row.set("customHeight", "1")
    links = [(f"A{at}", place) for at, (place, _) in enumerate(listing.rows, 2) if place]
    if links:
        holder = etree.SubElement(root, SPREADSHEET + "hyperlinks")
        for cell, place in links:
            etree.SubElement(holder, SPREADSHEET + "hyperlink", ref=cell, location=str(place))
    wide = {"orientation": "landscape", "fitToWidth": "1", "fitToHeight": "0"}
    etree.SubElement(root, SPREADSHEET + "pageSetup", wide)
    return etree.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=True)


def _row(
    data: etree._Element, at: int, cells: Iterable[str | float | None], text: str, number: str
) -> etree._Element:
    row = etree.SubElement(data, SPREADSHEET + "row", r=str(at))
    for column, value in enumerate(cells, 1):
        if value is None:
            continue
        style = number if is_number(value) else text
        keys = {"r": f"{column_letters(column)}{at}", "s": style}
        cell = etree.SubElement(row, SPREADSHEET + "c", keys)
        if is_number(value):
            etree.SubElement(cell, SPREADSHEET + "v").text = repr(value)
        else:
            cell.set("t", "inlineStr")
            held = etree.SubElement(etree.SubElement(cell, SPREADSHEET + "is"), SPREADSHEET + "t")
            held.text = escaped(str(value))
            held.set(_SPACE, "preserve")
    return row
