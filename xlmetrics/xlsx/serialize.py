"""openpyxl's own writer, changed: cells, headers, charts, and the same bytes always.

openpyxl writes a formula without its value, so that previews, pandas and Protected View show
nothing, takes several times as long over the cells as it must, reads codes such as ``&[Path]`` out
of the text of a page header, and stamps the time of saving into the file. Checked against openpyxl
3.1.5.
"""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING, Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from openpyxl.packaging.relationship import Relationship
from openpyxl.worksheet._writer import WorksheetWriter
from openpyxl.writer.excel import ExcelWriter
from openpyxl.xml.constants import ARC_APP, ARC_CORE, DCTERMS_NS, REL_NS
from openpyxl.xml.functions import Element, SubElement, fromstring, tostring

from xlmetrics.text import length
from xlmetrics.xlsx.charts import Drawing, chart_tree
from xlmetrics.xlsx.rows import extent, rows_of
from xlmetrics.xlsx.strings import escaped

if TYPE_CHECKING:
    from openpyxl.workbook.workbook import Workbook as Book
    from openpyxl.worksheet.worksheet import Worksheet

    from xlmetrics.model import Sheet, Workbook
    from xlmetrics.xlsx.styles import StyleIds

APPLICATION = "xlmetrics"
MAX_HEADER = 250
"""Characters of a page header, of the 255 that Excel takes with its codes."""

_EPOCH = (1980, 1, 1, 0, 0, 0)
_PROPERTIES = (
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
    '<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties">'
    f"<Application>{APPLICATION}</Application></Properties>"
)
_RELATION = f"{{{REL_NS}}}id"
_PLACE = "rows"
_EMPTY = f"<sheetData>{_PLACE}</sheetData>".encode()


def serialize(book: Book, workbook: Workbook, styles: StyleIds) -> bytes:
    """The .xlsx file of an openpyxl workbook, with the cells of ``workbook``."""
    out = BytesIO()
    with _Archive(out, "w", ZIP_DEFLATED) as archive:
        _BookWriter(book, archive, workbook, styles).write_data()
    return out.getvalue()


class _Archive(ZipFile):
    """A zip that says who wrote it, and not when."""

    def writestr(self, name: Any, data: Any, *_: Any, **__: Any) -> None:  # type: ignore[override]
        if name == ARC_APP:
            data = _PROPERTIES
        elif name == ARC_CORE:
            data = _without_dates(data)
        entry = ZipInfo(name, _EPOCH)
        entry.compress_type = ZIP_DEFLATED
        entry.external_attr = 0o644 << 16
        super().writestr(entry, data)


def _without_dates(core: bytes) -> bytes:
    tree = fromstring(core)
    for element in list(tree):
        if element.tag in (f"{{{DCTERMS_NS}}}created", f"{{{DCTERMS_NS}}}modified"):
            tree.remove(element)
    return bytes(tostring(tree))


class _BookWriter(ExcelWriter):  # type: ignore[misc]
    def __init__(self, book: Book, archive: ZipFile, workbook: Workbook, styles: StyleIds) -> None:
        super().__init__(book, archive)
        self._source = workbook
        self._sheets = {sheet.title: sheet for sheet in workbook.sheets}
        self._styles = styles

    def _write_charts(self) -> None:
        for chart in self._charts:
            self._archive.writestr(chart.path[1:], tostring(chart_tree(chart)))
            self.manifest.append(chart)

    def write_worksheet(self, ws: Worksheet) -> None:
        """Write one sheet, its cells and its charts as we draw them."""
        drawing = Drawing(self._source, ws.title)
        ws._drawing, ws._charts = drawing, drawing.charts  # noqa: SLF001
        out = BytesIO()
        sheet = self._sheets[ws.title]
        writer = _SheetWriter(ws, out, sheet, self._source.title)
        writer.write()
        ws._rels = writer._rels  # noqa: SLF001
        before, after = out.getvalue().split(_EMPTY)
        rows = rows_of(sheet, self._styles)
        self._archive.writestr(ws.path[1:], b"".join([before, rows, after]))
        self.manifest.append(ws)


class _SheetWriter(WorksheetWriter):  # type: ignore[misc]
    """Writes all of a sheet but its cells, for which it leaves a place."""

    def __init__(self, ws: Worksheet, out: BytesIO, sheet: Sheet, book_title: str) -> None:
        super().__init__(ws, out)
        self._sheet = sheet
        self._title = book_title

    def write_dimensions(self) -> None:
        """Say from where to where there are cells."""
        self.xf.send(Element("dimension", {"ref": extent(self._sheet)}))

    def write_rows(self) -> None:
        """Leave a place for the cells."""
        element = Element("sheetData")
        element.text = _PLACE
        self.xf.send(element)

    def write_hyperlinks(self) -> None:
        """Write links to addresses on the web and to places in the workbook."""
        links = Element("hyperlinks")
        for cell in self._sheet.cells:
            if not cell.link:
                continue
            link = SubElement(links, "hyperlink", {"ref": cell.address.a1})
            if cell.link.startswith("#"):
                link.set("location", cell.link[1:])
                continue
            target = Relationship(type="hyperlink", TargetMode="External", Target=cell.link)
            self._rels.append(target)
            link.set(_RELATION, target.id)
        if len(links):
            self.xf.send(links)

    def write_header(self) -> None:
        """Write what is printed above and below the page: the title, and the number of the page."""
        element = Element("headerFooter")
        SubElement(element, "oddHeader").text = "&C" + _header_text(self._title)
        SubElement(element, "oddFooter").text = "&R&P / &N"
        self.xf.send(element)


def _header_text(title: str) -> str:
    """A title as a page header spells it, cut where Excel would call the file damaged."""
    kept = title
    while length(kept) + kept.count("&") > MAX_HEADER:
        kept = kept[:-1]
    cut = "…" if kept != title else ""
    return escaped(kept.replace("&", "&&") + cut)
