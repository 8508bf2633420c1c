"""Read a workbook file: its cells, its names, and the tables of measures written into it.

Formulas and the values cached beside them are read in the same pass. What is not needed to
recompute and check (looks, links, charts, validations) is passed over.
"""

from __future__ import annotations

import gc
import re
from collections import Counter
from contextlib import contextmanager
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from xlmetrics.address import MAX_ROW
from xlmetrics.errors import UnreadableFile
from xlmetrics.formula import reference
from xlmetrics.model import Sheet, Table, Workbook
from xlmetrics.xlsx.package import Package
from xlmetrics.xlsx.read_sheet import MAX_CELLS, CellReader
from xlmetrics.xlsx.read_styles import cell_formats
from xlmetrics.xlsx.sniff import STRICT
from xlmetrics.xlsx.strings import shared_strings
from xlmetrics.xlsx.xml import SPREADSHEET, elements, relations, root_tag

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from lxml import etree

    from xlmetrics.address import Address, Range

MAX_SHEETS = 10_000

_SHEETS, _NAMES = SPREADSHEET + "sheets", SPREADSHEET + "definedNames"
_STRICT = "{http://purl.oclc.org/ooxml/spreadsheetml/main}"
_ID = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
_PROPERTIES = "{http://schemas.openxmlformats.org/officeDocument/2006/extended-properties}"
_PROGRAM, _VERSION = _PROPERTIES + "Application", _PROPERTIES + "AppVersion"
_TABLE_FIELD = re.compile(r"xlmetrics\.([a-z_]+)_([0-9]{1,6})\.(\w+)")


def read_workbook(path: Path) -> Workbook:
    """Read an .xlsx or .xlsm file.

    Raises:
        UnreadableFile: it is something else, is damaged, or is not safe to open.
    """
    package = Package(path)
    main = _main_part(package)
    listed: list[_Listed] = []
    names: dict[str, str] = {}
    for element in elements(package, main, _SHEETS, _NAMES):
        if element.tag == _SHEETS:
            listed = [_listed(sheet) for sheet in element]
        else:
            names = _global_names(element)
    titles = _titles(package, listed)
    with _no_collection():
        sheets = tuple(_sheets(package, main, listed))
        tables = _tables(names, titles)
        workbook = Workbook(sheets, tables, names, saved_by=_saved_by(package))
        if len(workbook.cells) < sum(len(sheet.cells) for sheet in sheets):
            raise package.damaged(f"{_doubled(sheets)} stands in it twice")
    return workbook


def saved_by(path: Path) -> str:
    """The program that saved a file, by its own word; empty where none is known."""
    try:
        return _saved_by(Package(path))
    except UnreadableFile:
        return ""


@contextmanager
def _no_collection() -> Iterator[None]:
    """Reading makes many objects and no garbage; to look for some would take half as long again."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def _main_part(package: Package) -> str:
    """The part that lists the sheets."""
    for kind, part in relations(package, "").values():
        if kind == "officeDocument" and part in package:
            root = root_tag(package, part)
            if root == f"{SPREADSHEET}workbook":
                return part
            if root.startswith(_STRICT):
                raise package.foreign(STRICT)
    raise package.foreign()


class _Listed(NamedTuple):
    """A sheet as the workbook lists it."""

    title: str
    relation: str
    hidden: bool


def _listed(sheet: etree._Element) -> _Listed:
    hidden = sheet.get("state", "visible") != "visible"
    return _Listed(sheet.get("name", ""), sheet.get(_ID, ""), hidden)


def _titles(package: Package, listed: list[_Listed]) -> set[str]:
    """The titles of the sheets, which differ by more than case."""
    if len(listed) > MAX_SHEETS:
        raise package.unsafe(f"it has more than {MAX_SHEETS:,} sheets")
    known: set[str] = set()
    for sheet in listed:
        if sheet.title.casefold() in known:
            raise package.damaged(f"two of its sheets are called {sheet.title!r}")
        known.add(sheet.title.casefold())
    return {sheet.title for sheet in listed}


def _doubled(sheets: tuple[Sheet, ...]) -> Address:
    """The first address at which two cells stand, of which programs show one or the other."""
    times = Counter(cell.address for sheet in sheets for cell in sheet.cells)
    return next(address for address, count in times.items() if count > 1)


def _sheets(package: Package, main: str, listed: list[_Listed]) -> Iterator[Sheet]:
    """The sheets that hold cells; those of charts, dialogs and old macros are passed over."""
    related = relations(package, main)
    parts = {kind: part for kind, part in related.values() if part in package}
    strings = shared_strings(package, parts["sharedStrings"]) if "sharedStrings" in parts else []
    formats = cell_formats(package, parts["styles"]) if "styles" in parts else {}
    room = MAX_CELLS
    for title, relation, hidden in listed:
        if relation not in related:
            raise package.damaged(f"the sheet {title!r} is missing")
        kind, part = related[relation]
        if kind == "worksheet":
            reader = CellReader(package, title, strings, formats)
            cells = tuple(islice(reader.cells(part), room + 1))
            room -= len(cells)
            if room < 0:
                raise package.unsafe(f"it has more than {MAX_CELLS:,} cells")
            yield Sheet(title, cells, hidden=hidden)


def _global_names(names: etree._Element) -> dict[str, str]:
    """The names that hold for the whole workbook, and what they stand for, as written."""
    return {
        name.get("name", ""): name.text or "" for name in names if name.get("localSheetId") is None
    }


def _tables(names: Mapping[str, str], titles: set[str]) -> tuple[Table, ...]:
    """The tables whose fields the names say; a field whose cells are gone is left out."""
    tables: dict[tuple[str, int], dict[str, Range]] = {}
    for name, text in names.items():
        match = _TABLE_FIELD.fullmatch(name)
        if match:
            fields = tables.setdefault((match[1], int(match[2])), {})
            if place := _place(text, titles):
                fields[match[3]] = place
    return tuple(Table(kind, number, fields) for (kind, number), fields in sorted(tables.items()))


def _place(text: str, titles: set[str]) -> Range | None:
    """The cells a field stands in: on a sheet of the workbook, and no more than a column has."""
    found = reference(text)
    if found is None or found.sheet not in titles:
        return None
    place = found.range(found.sheet)
    rows, columns = place.shape
    return place if rows * columns <= MAX_ROW else None


def _saved_by(package: Package) -> str:
    """The program that saved the file, and its version: ``LibreOffice/7.4.7.2``."""
    program = version = ""
    for kind, part in relations(package, "").values():
        if kind == "extended-properties" and part in package:
            for element in elements(package, part, _PROGRAM, _VERSION):
                if element.tag == _PROGRAM:
                    program = (element.text or "").partition("$")[0].strip()
                else:
                    version = (element.text or "").strip()
    return program if "/" in program else f"{program} {version}".strip()
