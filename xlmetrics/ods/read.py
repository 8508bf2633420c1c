"""Read an OpenDocument spreadsheet: its cells, its names, and the tables of measures in it.

Formulas become Excel's, errors get Excel's names, dates its serial numbers, so that nobody
downstream need know which program a workbook came from. Dates count from the day that makes
1 March 1900 number 61, as in Excel, whatever day zero the file has.
"""

from __future__ import annotations

import re
from contextlib import suppress
from typing import TYPE_CHECKING

from xlmetrics.errors import UnreadableFile
from xlmetrics.files import limits
from xlmetrics.files.limits import distinct
from xlmetrics.files.package import Package
from xlmetrics.files.sniff import ENCRYPTED_ODS, NO_SPREADSHEET
from xlmetrics.files.tables import tables_named
from xlmetrics.files.xml import elements
from xlmetrics.memory import uncollected
from xlmetrics.model import Sheet, Workbook
from xlmetrics.ods.formula import excel_formula, excel_reference
from xlmetrics.ods.read_sheet import SheetReader
from xlmetrics.ods.styles import STYLE_TAGS, Styles
from xlmetrics.ods.vocabulary import CONTENT, MANIFEST, META, OFFICE, TABLE, depth

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from lxml import etree

    from xlmetrics.model import Cell

_SPREADSHEET = f"{OFFICE}spreadsheet"
_TABLE, _ROW, _COLUMN = (TABLE + name for name in ("table", "table-row", "table-column"))
_AROUND = frozenset(
    f"{TABLE}{name}"
    for name in (
        *("table-rows", "table-row-group", "table-header-rows"),
        *("table-columns", "table-column-group", "table-header-columns"),
    )
)
_RANGE, _EXPRESSION = f"{TABLE}named-range", f"{TABLE}named-expression"
_NAME, _STYLE = f"{TABLE}name", f"{TABLE}style-name"
_ADDRESS, _MEANING = f"{TABLE}cell-range-address", f"{TABLE}expression"
_DEPTH = 3
"""So many elements stand around a sheet; more around one that is part of an embedded object."""

_GENERATOR = f"{META}generator"
_ENCRYPTION = f"{MANIFEST}encryption-data"
_PARTS = ("META-INF/manifest.xml", "styles.xml", "meta.xml")
_COPY_OF_ANOTHER_FILE = re.compile(r"'(?:[^']|'')*+'#")


def read_workbook(path: Path) -> Workbook:
    """Read an .ods or .fods file.

    Raises:
        UnreadableFile: it is something else, is encrypted, is damaged, or is not safe to open.
    """
    return read_package(Package(path))


def read_package(package: Package) -> Workbook:
    """Read a workbook whose file has been opened; raises UnreadableFile, as ``read_workbook``."""
    if not package.is_open_document:
        raise package.foreign()
    manifest, styles, meta = (part if part in package else None for part in _PARTS)
    if manifest and any(True for _ in elements(package, manifest, _ENCRYPTION)):
        raise package.foreign(ENCRYPTED_ODS)
    document = _Document(package)
    if styles:
        document.styles.read(package, styles)
    if meta:
        with suppress(UnreadableFile):
            document.saved_by = next(map(_saved_by, elements(package, meta, _GENERATOR)), "")
    with uncollected():
        document.read()
    titles = distinct(package, [sheet.title for sheet in document.sheets])
    local = document.local_names
    return Workbook(
        tuple(document.sheets),
        tables_named([document.names, *local.values()], titles),
        _spelled(local) | document.names,
        saved_by=document.saved_by,
        local_names=local,
    )


def _spelled(local_names: Mapping[str, Mapping[str, str]]) -> dict[str, str]:
    """Names of a sheet as formulas on the others write them: ``Sheet1.rate``."""
    return {
        f"{title}.{name}": meaning
        for title, names in local_names.items()
        for name, meaning in names.items()
    }


def _saved_by(generator: etree._Element) -> str:
    """The program that saved the file, and its version: ``LibreOffice/7.4.7.2``."""
    return (generator.text or "").partition("$")[0].strip()


class _Document:
    """Takes the parts of a document in the order in which they come."""

    def __init__(self, package: Package) -> None:
        self._package = package
        self._table: etree._Element | None = None
        self._reader: SheetReader | None = None
        self._cells: list[Cell] = []
        self._room = limits.MAX_CELLS
        self.styles = Styles()
        self.sheets: list[Sheet] = []
        self.names: dict[str, str] = {}
        self.local_names: dict[str, dict[str, str]] = {}
        self.saved_by = ""

    def read(self) -> None:
        """Read all sheets and names."""
        take: dict[str, Callable[[etree._Element], None]] = {
            _ROW: self._row,
            _COLUMN: self._column,
            _TABLE: self._end_of_table,
            _RANGE: self._name,
            _EXPRESSION: self._name,
            _GENERATOR: self._generator,
        }
        take |= dict.fromkeys(STYLE_TAGS, self.styles.add)
        for element in elements(self._package, CONTENT, *take, whole=(_ROW,)):
            take[str(element.tag)](element)
        if not self.sheets:
            raise self._package.foreign(NO_SPREADSHEET)

    def _generator(self, element: etree._Element) -> None:
        """Note who saved a file that is one piece of XML, not an object embedded in it."""
        if depth(element) == 2:
            self.saved_by = _saved_by(element)

    def _row(self, element: etree._Element) -> None:
        if reader := self._of_sheet(element):
            cells = self._cells
            for cell in reader.cells(element):
                cells.append(cell)
                self._room -= 1
                if self._room < 0:
                    raise self._package.too_large(f"it has more than {limits.MAX_CELLS:,} cells")

    def _column(self, element: etree._Element) -> None:
        if reader := self._of_sheet(element):
            reader.column(element)

    def _of_sheet(self, element: etree._Element) -> SheetReader | None:
        """Who reads the sheet of a row or column; None where it is part of something in one."""
        around = element.getparent()
        while around is not None and around.tag in _AROUND:
            around = around.getparent()
        if around is None or around.tag != _TABLE:
            return None
        if around is not self._table:
            if depth(around) != _DEPTH:
                return None
            self._table = around
            self._reader = SheetReader(self._package, around.get(_NAME, ""), self.styles)
        return self._reader

    def _end_of_table(self, element: etree._Element) -> None:
        parent = element.getparent()
        if parent is None or parent.tag != _SPREADSHEET or depth(element) != _DEPTH:
            return
        title = element.get(_NAME, "")
        if not _COPY_OF_ANOTHER_FILE.match(title):
            hidden = self.styles.hides(element.get(_STYLE, ""))
            rows = self._reader.hidden if self._reader and element is self._table else {}
            self.sheets.append(Sheet(title, tuple(self._cells), hidden=hidden, hidden_rows=rows))
            if len(self.sheets) > limits.MAX_SHEETS:
                raise self._package.unsafe(f"it has more than {limits.MAX_SHEETS:,} sheets")
        self._cells = []

    def _name(self, element: etree._Element) -> None:
        """Note a name that holds for the whole workbook, or for the sheet in which it stands."""
        names = self._scope(element)
        if names is not None:
            place = element.get(_ADDRESS, "")
            if element.tag == _RANGE:
                meaning = excel_reference(place) or place
            else:
                meaning = excel_formula(element.get(_MEANING, "")).removeprefix("=")
            names[element.get(_NAME, "")] = meaning

    def _scope(self, element: etree._Element) -> dict[str, str] | None:
        """Where a name belongs; None where it is part of an embedded object."""
        if depth(element) == _DEPTH + 1:
            return self.names
        around = element.getparent()
        sheet = None if around is None else around.getparent()
        if sheet is None or sheet.tag != _TABLE or depth(sheet) != _DEPTH:
            return None
        return self.local_names.setdefault(sheet.get(_NAME, ""), {})
