"""Native charts: what openpyxl draws, made readable on a screen, in print and without colour.

Series differ by lightness and also by dash and marker. Beside each reference stand the values of
the cells, so that previews show the chart. openpyxl has no place for a text that stands for the
chart, nor for the wish that ``#N/A`` be a gap. Checked against openpyxl 3.1.5.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from openpyxl.chart import BarChart, LineChart, ScatterChart
from openpyxl.chart.axis import ChartLines
from openpyxl.chart.data_source import (
    AxDataSource,
    NumData,
    NumDataSource,
    NumRef,
    NumVal,
    StrData,
    StrRef,
    StrVal,
)
from openpyxl.chart.legend import Legend
from openpyxl.chart.marker import Marker
from openpyxl.chart.series import Series as DrawnSeries
from openpyxl.chart.series import SeriesLabel, XYSeries
from openpyxl.chart.shapes import GraphicalProperties
from openpyxl.chart.text import RichText, Text
from openpyxl.chart.title import Title
from openpyxl.drawing.line import LineProperties
from openpyxl.drawing.spreadsheet_drawing import (
    AnchorMarker,
    SpreadsheetDrawing,
    TwoCellAnchor,
)
from openpyxl.drawing.text import (
    CharacterProperties,
    Font,
    Paragraph,
    ParagraphProperties,
    RegularTextRun,
    RichTextProperties,
)
from openpyxl.xml.functions import SubElement, register_namespace

from xlmetrics.address import quote_title
from xlmetrics.model import is_number
from xlmetrics.xlsx.strings import escaped
from xlmetrics.xlsx.styles import AMBER, BLUE, FONT, GREY, INK, PALE

if TYPE_CHECKING:
    from openpyxl.drawing.graphic import GraphicFrame

    from xlmetrics.address import Range
    from xlmetrics.model import Chart, Series, Value, Workbook


class _Stroke(NamedTuple):
    """How a series is told from the others: in lines and points, and in filled bars."""

    line: str
    dash: str
    marker: str
    fill: str


_STROKES = (
    _Stroke(BLUE, "solid", "circle", BLUE),
    _Stroke(AMBER, "dash", "square", AMBER),
    _Stroke(INK, "sysDot", "triangle", PALE),
    _Stroke(GREY, "lgDashDot", "diamond", INK),
)

_CROWDED = 40
"""Points of a line beyond which their markers would hide it."""

_POINT = 12_700
"""English metric units, in which drawings are measured."""

_UPWARDS = -5_400_000
"""A quarter turn, in the sixty-thousandths of a degree of drawings."""

_NOT_AVAILABLE = "http://schemas.microsoft.com/office/drawing/2017/03/chart"
_NOT_AVAILABLE_ID = "{56B9EC1D-385E-4148-901F-78D8002777C0}"
register_namespace("c16r3", _NOT_AVAILABLE)


class Drawing(SpreadsheetDrawing):  # type: ignore[misc]
    """The charts of a sheet, each with its name and the text that stands for it."""

    __elements__ = SpreadsheetDrawing.__elements__

    def __init__(self, workbook: Workbook, title: str) -> None:
        super().__init__()
        (self._drawn,) = (sheet.charts for sheet in workbook.sheets if sheet.title == title)
        self.charts = [_native(chart, workbook) for chart in self._drawn]

    def _chart_frame(self, idx: int) -> GraphicFrame:
        frame = super()._chart_frame(idx)
        properties = frame.nvGraphicFramePr.cNvPr
        properties.name = self._drawn[idx - 1].title
        properties.descr = self._drawn[idx - 1].alt
        return frame


def chart_tree(chart: Any) -> Any:
    """The XML of a native chart, in which ``#N/A`` is a gap as a blank is."""
    tree = chart._write()  # noqa: SLF001
    extensions = SubElement(tree.find("chart"), "extLst")
    extension = SubElement(extensions, "ext", {"uri": _NOT_AVAILABLE_ID})
    options = SubElement(extension, f"{{{_NOT_AVAILABLE}}}dataDisplayOptions16")
    SubElement(options, f"{{{_NOT_AVAILABLE}}}dispNaAsBlank", {"val": "1"})
    return tree


def _native(chart: Chart, workbook: Workbook) -> Any:
    native = _of_kind(chart)
    native.title = _title(chart.title, 11, bold=True)
    native.anchor = _anchor(chart.where)
    native.legend = _legend() if len(chart.series) > 1 else None
    native.roundedCorners = False
    native.graphical_properties = GraphicalProperties(solidFill="FFFFFF", ln=_line(PALE, 0.75))
    for axis, title in ((native.x_axis, chart.x_title), (native.y_axis, chart.y_title)):
        axis.title = _title(title, 10, turned=axis is native.y_axis)
        axis.delete = False
        axis.majorGridlines = None
        axis.majorTickMark, axis.minorTickMark = "out", "none"
        axis.tickLblPos = "low"
        axis.spPr = GraphicalProperties(ln=_line(GREY, 0.75))
        axis.txPr = _text_properties(10)
    native.x_axis.axPos, native.x_axis.number_format = "b", "General"
    native.y_axis.crossBetween = "midCat" if chart.kind == "scatter" else "between"
    native.y_axis.majorGridlines = ChartLines(spPr=GraphicalProperties(ln=_line(PALE, 0.75)))
    native.y_axis.number_format = _axis_format(chart, workbook)
    native.y_axis.scaling.min, native.y_axis.scaling.max = chart.y_min, chart.y_max
    if (chart.y_min, chart.y_max) == (0, 1):
        native.y_axis.majorUnit = 0.2
    for number, (series, stroke) in enumerate(
        zip(chart.series, _STROKES[: len(chart.series)], strict=True)
    ):
        native.append(_series(chart, series, stroke, number, workbook))
    return native


def _of_kind(chart: Chart) -> Any:
    match chart.kind:
        case "line":
            return LineChart(marker=True, varyColors=False)
        case "bar":
            return BarChart(gapWidth=70, overlap=0, varyColors=False)
        case "scatter":
            return ScatterChart(scatterStyle="lineMarker", varyColors=False)


def _anchor(where: Range) -> TwoCellAnchor:
    """Over these cells; the corners are counted from 0, the lower one lies beyond."""
    return TwoCellAnchor(
        editAs="oneCell",
        _from=AnchorMarker(col=where.left - 1, row=where.top - 1),
        to=AnchorMarker(col=where.right, row=where.bottom),
    )


def _axis_format(chart: Chart, workbook: Workbook) -> str:
    """Percentages where the figures are shown as such, else as few digits as will do."""
    cell = workbook.cells.get(chart.series[0].values.first)
    return "0%" if cell is not None and "%" in cell.number_format else "General"


def _series(chart: Chart, series: Series, stroke: _Stroke, number: int, workbook: Workbook) -> Any:
    points = chart.kind == "scatter"
    drawn = (XYSeries if points else DrawnSeries)(idx=number, order=number)
    drawn.tx = _name(series.title, workbook)
    values = NumDataSource(numRef=_numbers(series.values, workbook))
    if points:
        drawn.xVal = AxDataSource(numRef=_numbers(chart.categories, workbook))
        drawn.yVal = values
    else:
        drawn.cat = _categories(chart.categories, workbook)
        drawn.val = values
    if chart.kind == "bar":
        drawn.invertIfNegative = False
        drawn.spPr = GraphicalProperties(solidFill=stroke.fill[2:], ln=_line(INK, 0.75))
        return drawn
    drawn.smooth = False
    drawn.spPr = GraphicalProperties(ln=_line(stroke.line, 2.25, stroke.dash))
    if points:
        drawn.spPr = GraphicalProperties(ln=LineProperties(noFill=True))
    crowded = chart.kind == "line" and series.values.shape[0] > _CROWDED
    drawn.marker = Marker(
        symbol="none" if crowded else stroke.marker,
        size=8 if points else 7,
        spPr=GraphicalProperties(solidFill=stroke.line[2:], ln=_line(stroke.line, 0.75)),
    )
    return drawn


def _name(title: Range | str, workbook: Workbook) -> SeriesLabel:
    if isinstance(title, str):
        return SeriesLabel(v=escaped(title))
    return SeriesLabel(strRef=_texts(title, workbook))


def _categories(where: Range, workbook: Workbook) -> AxDataSource:
    if any(isinstance(value, str) for value in _values(where, workbook)):
        return AxDataSource(strRef=_texts(where, workbook))
    return AxDataSource(numRef=_numbers(where, workbook))


def _numbers(where: Range, workbook: Workbook) -> NumRef:
    values = _values(where, workbook)
    points = [NumVal(idx=i, v=value) for i, value in enumerate(values) if is_number(value)]
    cache = NumData(formatCode="General", ptCount=len(values), pt=points)
    return NumRef(f=_reference(where), numCache=cache)


def _texts(where: Range, workbook: Workbook) -> StrRef:
    values = _values(where, workbook)
    points = [
        StrVal(idx=i, v=escaped(str(value))) for i, value in enumerate(values) if value is not None
    ]
    return StrRef(f=_reference(where), strCache=StrData(ptCount=len(values), pt=points))


def _values(where: Range, workbook: Workbook) -> list[Value]:
    return [workbook.value(address) for address in where.addresses()]


def _reference(where: Range) -> str:
    return f"{quote_title(where.sheet)}!{where.absolute}"


def _line(colour: str, points: float, dash: str = "solid") -> LineProperties:
    return LineProperties(solidFill=colour[2:], w=round(points * _POINT), prstDash=dash)


def _letters(size: int, *, bold: bool = False) -> CharacterProperties:
    return CharacterProperties(latin=Font(typeface=FONT), sz=size * 100, b=bold, solidFill=INK[2:])


def _title(text: str, size: int, *, bold: bool = False, turned: bool = False) -> Title:
    letters = _letters(size, bold=bold)
    paragraph = Paragraph(
        pPr=ParagraphProperties(defRPr=letters), r=[RegularTextRun(rPr=letters, t=text)]
    )
    body = RichTextProperties(rot=_UPWARDS, vert="horz") if turned else RichTextProperties()
    return Title(tx=Text(rich=RichText(bodyPr=body, p=[paragraph])), overlay=False)


def _text_properties(size: int) -> RichText:
    letters = _letters(size)
    paragraph = Paragraph(pPr=ParagraphProperties(defRPr=letters), r=[], endParaRPr=letters)
    return RichText(p=[paragraph])


def _legend() -> Legend:
    return Legend(legendPos="b", overlay=False, txPr=_text_properties(10))
