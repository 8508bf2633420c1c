"""Read a workbook file: its cells, its names, and the tables of measures written into it.

Formulas and the values cached beside them are read in the same pass. What is not needed to
recompute and check (looks, links, charts, validations) is passed over.
"""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from xlmetrics.errors import UnreadableFile
from xlmetrics.files.limits import MAX_CELLS, distinct
from xlmetrics.files.package import Package
from xlmetrics.files.sniff import STRICT
from xlmetrics.files.tables import tables_named
from xlmetrics.files.xml import elements, root_tag
from xlmetrics.memory import uncollected
from xlmetrics.model import Sheet, Workbook
from xlmetrics.xlsx.parts import SPREADSHEET, relations
from xlmetrics.xlsx.read_hidden import hidden_rows
from xlmetrics.xlsx.read_sheet import CellReader
from xlmetrics.xlsx.read_styles import cell_formats
from xlmetrics.xlsx.read_tables import list_objects
from xlmetrics.xlsx.strings import shared_strings

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from lxml import etree

    from xlmetrics.address import Address

_SHEETS, _NAMES = SPREADSHEET + "sheets", SPREADSHEET + "definedNames"
_RESERVED = "_xlnm."
_STRICT = "{http://purl.oclc.org/ooxml/spreadsheetml/main}"
_ID = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
_PROPERTIES = "{http://schemas.openxmlformats.org/officeDocument/2006/extended-properties}"
_PROGRAM, _VERSION = _PROPERTIES + "Application", _PROPERTIES + "AppVersion"


def read_workbook(path: Path) -> Workbook:
    """Read an .xlsx or .xlsm file.

    Raises:
        UnreadableFile: it is something else, is damaged, or is not safe to open.
    """
    return read_package(Package(path))


def read_package(package: Package) -> Workbook:
    """Read a workbook whose file has been opened; raises UnreadableFile, as ``read_workbook``."""
    main = _main_part(package)
    listed: list[_Listed] = []
    known: dict[str | None, dict[str, str]] = {}
    for element in elements(package, main, _SHEETS, _NAMES):
        if element.tag == _SHEETS:
            listed = [_listed(sheet) for sheet in element]
        else:
            known = _names(element)
    names = known.get(None, {})
    local = {sheet.title: known[str(at)] for at, sheet in enumerate(listed) if str(at) in known}
    titles = distinct(package, [sheet.title for sheet in listed])
    with uncollected():
        sheets = tuple(_sheets(package, main, listed))
        tables = tables_named([names, *local.values()], titles)
        excels = list_objects(package, _worksheets(package, main, listed))
        workbook = Workbook(
            sheets,
            tables,
            names,
            saved_by=_saved_by(package),
            list_objects=excels,
            local_names=local,
            has_prefixes=True,
        )
        if len(workbook.cells) < sum(len(sheet.cells) for sheet in sheets):
            raise package.damaged(f"{_doubled(sheets)} stands in it twice")
    return workbook


def sheet_parts(path: Path) -> dict[str, str]:
    """The titles of the sheets that hold cells, by the part of the file each stands in.

    Parts are named in lower case. Raises UnreadableFile, as ``read_workbook``.
    """
    package = Package(path)
    main = _main_part(package)
    related = relations(package, main)
    sheets = (_listed(sheet) for found in elements(package, main, _SHEETS) for sheet in found)
    return {related[relation].part.lower(): title for title, relation, _ in sheets}


def main_part(path: Path) -> str:
    """The part of a file that lists the sheets; raises UnreadableFile, as ``read_workbook``."""
    return _main_part(Package(path))


def saved_by(path: Path) -> str:
    """The program that saved a file, by its own word; empty where none is known."""
    try:
        return _saved_by(Package(path))
    except UnreadableFile:
        return ""


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
                raise package.too_large(f"it has more than {MAX_CELLS:,} cells")
            rows = hidden_rows(package, part, reader.hidden) if reader.hidden else {}
            yield Sheet(title, cells, hidden=hidden, hidden_rows=rows)


def _worksheets(package: Package, main: str, listed: list[_Listed]) -> list[tuple[str, str]]:
    """The titles of the sheets that hold cells, and the part each stands in."""
    related = relations(package, main)
    found = [(sheet.title, related[sheet.relation]) for sheet in listed]
    return [(title, part) for title, (kind, part) in found if kind == "worksheet"]


def _names(names: etree._Element) -> dict[str | None, dict[str, str]]:
    """What names stand for, as written, by the number of the sheet they belong to, if to one.

    Excel's own, such as the print area of a sheet, are passed over.
    """
    found: dict[str | None, dict[str, str]] = {None: {}}
    for element in names:
        name = element.get("name", "")
        if not name.startswith(_RESERVED):
            found.setdefault(element.get("localSheetId"), {})[name] = element.text or ""
    return found


def _saved_by(package: Package) -> str:
    """The program that saved the file, and its version: ``LibreOffice/7.4.7.2``.

    Nothing else hangs on it: where that part cannot be read, nobody is named.
    """
    with suppress(UnreadableFile):
        return _program(package)
    return ""


def _program(package: Package) -> str:
    program = version = ""
    for kind, part in relations(package, "").values():
        if kind == "extended-properties" and part in package:
            for element in elements(package, part, _PROGRAM, _VERSION):
                if element.tag == _PROGRAM:
                    program = (element.text or "").partition("$")[0].strip()
                else:
                    version = (element.text or "").strip()
    return program if "/" in program else f"{program} {version}".strip()
