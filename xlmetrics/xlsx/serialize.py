"""openpyxl's own writer, changed: values, headers, charts, and the same bytes always.

openpyxl writes a formula without its value, so that previews, pandas and Protected View show
nothing, reads codes such as ``&[Path]`` out of the text of a page header, and stamps the time of
saving into the file. Checked against openpyxl 3.1.5.
"""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING, Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from openpyxl.worksheet._writer import WorksheetWriter
from openpyxl.writer.excel import ExcelWriter
from openpyxl.xml.constants import ARC_APP, ARC_CORE, DCTERMS_NS
from openpyxl.xml.functions import Element, SubElement, fromstring, tostring

from xlmetrics.address import Address
from xlmetrics.model import ErrorValue
from xlmetrics.text import length
from xlmetrics.xlsx.charts import Drawing, chart_tree
from xlmetrics.xlsx.strings import escaped

if TYPE_CHECKING:
    from openpyxl.cell.cell import Cell as DrawnCell
    from openpyxl.workbook.workbook import Workbook as Book
    from openpyxl.worksheet.worksheet import Worksheet

    from xlmetrics.model import Value, Workbook

APPLICATION = "xlmetrics"
MAX_HEADER = 250
"""Characters of a page header, of the 255 that Excel takes with its codes."""

_EPOCH = (1980, 1, 1, 0, 0, 0)
_PROPERTIES = (
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
    '<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties">'
    f"<Application>{APPLICATION}</Application></Properties>"
)
_XML_SPACE = "{http://www.w3.org/XML/1998/namespace}space"


def serialize(book: Book, workbook: Workbook) -> bytes:
    """The .xlsx file of an openpyxl workbook, with the cached values of ``workbook``."""
    out = BytesIO()
    with _Archive(out, "w", ZIP_DEFLATED) as archive:
        _BookWriter(book, archive, workbook).write_data()
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
    def __init__(self, book: Book, archive: ZipFile, workbook: Workbook) -> None:
        super().__init__(book, archive)
        self._source = workbook

    def _write_charts(self) -> None:
        for chart in self._charts:
            self._archive.writestr(chart.path[1:], tostring(chart_tree(chart)))
            self.manifest.append(chart)

    def write_worksheet(self, ws: Worksheet) -> None:
        """Write one sheet through our own cell writer, its charts as we draw them."""
        drawing = Drawing(self._source, ws.title)
        ws._drawing, ws._charts = drawing, drawing.charts  # noqa: SLF001
        out = BytesIO()
        writer = _SheetWriter(ws, out, self._source)
        writer.write()
        ws._rels = writer._rels  # noqa: SLF001
        self._archive.writestr(ws.path[1:], out.getvalue())
        self.manifest.append(ws)


class _SheetWriter(WorksheetWriter):  # type: ignore[misc]
    def __init__(self, ws: Worksheet, out: BytesIO, workbook: Workbook) -> None:
        super().__init__(ws, out)
        self._source = workbook

    def write_row(self, xf: Any, row: list[DrawnCell], row_idx: int) -> None:
        """Write the cells of a row, each formula with its value."""
        title = self.ws.title
        drawn_as = (
            dict(self.ws.row_dimensions[row_idx]) if row_idx in self.ws.row_dimensions else {}
        )
        element = Element("row", {"r": str(row_idx), **drawn_as})
        for drawn in row:
            cached = self._source.value(Address(title, row_idx, drawn.column))
            element.append(_cell_element(drawn, cached))
            if drawn.hyperlink:
                self.ws._hyperlinks.append(drawn.hyperlink)  # noqa: SLF001
        xf.write(element)

    def write_header(self) -> None:
        """Write what is printed above and below the page: the title, and the number of the page."""
        element = Element("headerFooter")
        SubElement(element, "oddHeader").text = "&C" + _header_text(self._source.title)
        SubElement(element, "oddFooter").text = "&R&P / &N"
        self.xf.send(element)


def _header_text(title: str) -> str:
    """A title as a page header spells it, cut where Excel would call the file damaged."""
    kept = title
    while length(kept) + kept.count("&") > MAX_HEADER:
        kept = kept[:-1]
    cut = "…" if kept != title else ""
    return escaped(kept.replace("&", "&&") + cut)


def _cell_element(drawn: DrawnCell, cached: Value) -> Any:
    element = Element("c", {"r": drawn.coordinate, "s": str(drawn.style_id)})
    value = drawn._value  # noqa: SLF001
    if drawn.data_type == "f":
        SubElement(element, "f").text = value[1:]
        value = cached
    if value is None:
        return element
    kind, text = type_and_text(value)
    if drawn.data_type == "e":
        kind = "e"
    if kind == "str" and drawn.data_type == "s":
        element.set("t", "inlineStr")
        target = SubElement(SubElement(element, "is"), "t")
    else:
        if kind != "n":
            element.set("t", kind)
        target = SubElement(element, "v")
    if text != text.strip():
        target.set(_XML_SPACE, "preserve")
    target.text = text
    return element


def type_and_text(value: Value) -> tuple[str, str]:
    """The type letter of a value and how the format spells it."""
    match value:
        case bool():
            return "b", str(int(value))
        case int() | float():
            return "n", repr(value).removesuffix(".0")
        case ErrorValue():
            return "e", value.name
        case _:
            return "str", escaped(str(value)).replace("\r", "_x000D_")
