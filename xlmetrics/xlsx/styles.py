"""How each look is drawn: fonts, fills, frames. An input differs by more than its colour."""

from __future__ import annotations

from typing import TYPE_CHECKING

from openpyxl.cell.cell import Cell as DrawnCell
from openpyxl.styles import Alignment, Border, Font, PatternFill, Protection, Side
from openpyxl.styles.differential import DifferentialStyle

from xlmetrics.model import Look

if TYPE_CHECKING:
    from openpyxl.workbook.workbook import Workbook as Book

    from xlmetrics.model import Cell

INK, BLUE, AMBER, GREY = "FF1F2933", "FF1F4E9E", "FFE08E0B", "FF646B75"
PALE = "FFD5DAE1"
_RED = "FFB42318"

_HAIRLINE = Side(style="thin", color=PALE)
_DOTS = Side(style="dotted", color="FF9AA5B1")
_FRAME = Side(style="dashed", color="FF8A6D00")
_LINE = Side(style="medium", color=INK)

_TABLE = Border(bottom=_HAIRLINE)
_INPUT = Border(left=_FRAME, right=_FRAME, top=_FRAME, bottom=_FRAME)
_WORKING = Border(left=_DOTS, right=_DOTS, top=_DOTS, bottom=_DOTS)
_HEADING = Border(bottom=_LINE)
_RESULT = Border(bottom=_HAIRLINE)

FONT = "Calibri"


def _font(**kind: object) -> Font:
    return Font(**{"name": FONT, "size": 11, "color": INK} | kind)


def _fill(colour: str) -> PatternFill:
    return PatternFill("solid", start_color=colour, end_color=colour)


_HATCHED = PatternFill("lightUp", start_color="FFF3D6D2", end_color="FFFFFFFF")

_TOP = Alignment(vertical="top")
_TOP_LEFT = Alignment(vertical="top", horizontal="left")
_TOP_RIGHT = Alignment(vertical="top", horizontal="right")
_WORDS = Alignment(vertical="bottom", wrap_text=True)
_WORDS_RIGHT = Alignment(vertical="bottom", horizontal="right", wrap_text=True)
_INDENTED = Alignment(vertical="top", horizontal="left", indent=1)
_MIDDLE = Alignment(vertical="center", horizontal="left", indent=1)
_WRAPPED_INDENTED = Alignment(vertical="top", horizontal="left", indent=1, wrap_text=True)
_WRAPPED = Alignment(vertical="top", horizontal="left", wrap_text=True)

STYLES: dict[Look, dict[str, object]] = {
    Look.PLAIN: {"font": _font()},
    Look.TITLE: {"font": _font(bold=True, size=16)},
    Look.SUBTITLE: {"font": _font(bold=True, size=12)},
    Look.INTRO: {"font": _font(), "alignment": _TOP_LEFT},
    Look.ASIDE: {"font": _font(), "alignment": _INDENTED},
    Look.HEADING: {
        "font": _font(bold=True),
        "fill": _fill("FFE8ECF1"),
        "border": _HEADING,
        "alignment": _WORDS,
    },
    Look.NUMBER_HEADING: {
        "font": _font(bold=True),
        "fill": _fill("FFE8ECF1"),
        "border": _HEADING,
        "alignment": _WORDS_RIGHT,
    },
    Look.LABEL: {"font": _font(), "border": _TABLE, "alignment": _TOP},
    Look.RANK: {"font": _font(), "border": _TABLE, "alignment": _TOP_LEFT},
    Look.INPUT: {
        "font": _font(color=BLUE, bold=True),
        "fill": _fill("FFFFFF99"),
        "border": _INPUT,
        "alignment": _TOP_RIGHT,
        "protection": Protection(locked=False),
    },
    Look.WORKING: {
        "font": _font(),
        "border": _WORKING,
        "alignment": _TOP_RIGHT,
        "protection": Protection(locked=False),
    },
    Look.GIVEN: {"font": _font(bold=True), "border": _TABLE, "alignment": _TOP_RIGHT},
    Look.WORDS_INPUT: {
        "font": _font(color=BLUE),
        "fill": _fill("FFFFFF99"),
        "border": _INPUT,
        "alignment": _WRAPPED,
        "protection": Protection(locked=False),
    },
    Look.STEP: {"font": _font(), "border": _TABLE, "alignment": _TOP},
    Look.RESULT: {
        "font": _font(bold=True),
        "fill": _fill("FFE8ECF1"),
        "border": _RESULT,
        "alignment": _TOP,
    },
    Look.NOTE: {"font": _font(), "border": _TABLE, "alignment": _WRAPPED},
    Look.VERDICT: {
        "font": _font(bold=True, size=18),
        "fill": _fill("FFE3F1E7"),
        "border": Border(top=_LINE),
        "alignment": _MIDDLE,
    },
    Look.REASON: {
        "font": _font(),
        "fill": _fill("FFE3F1E7"),
        "border": _HEADING,
        "alignment": _WRAPPED_INDENTED,
    },
    Look.LINK: {
        "font": _font(color=BLUE, underline="single"),
        "border": _TABLE,
        "alignment": _TOP,
    },
    Look.FIGURE_LABEL: {"font": _font(color=GREY), "alignment": _TOP_RIGHT},
    Look.FIGURE: {"font": _font(bold=True), "alignment": _TOP_LEFT},
    Look.WRAPPED_LINK: {
        "font": _font(color=BLUE, underline="single"),
        "border": _TABLE,
        "alignment": _WRAPPED,
    },
    Look.WRONG: {
        "font": _font(color=_RED, italic=True),
        "fill": _HATCHED,
        "border": _TABLE,
        "alignment": _TOP,
    },
    Look.WRONG_HEADING: {
        "font": _font(color=_RED, bold=True, italic=True),
        "fill": _HATCHED,
        "border": _HEADING,
        "alignment": _WORDS_RIGHT,
    },
}

_FIRST = frozenset("=+-@#'.0123456789")


def _reads_as_other(text: str) -> bool:
    """Whether a program would take the text for something else when it is typed again."""
    return (
        text[:1] in _FIRST
        or (len(text) <= 5 and text.lower() in ("true", "false"))
        or text[:1].isdecimal()
    )


class StyleIds:
    """The numbers under which an openpyxl workbook knows styles, one for all cells alike."""

    def __init__(self, book: Book) -> None:
        self._book = book
        self._ids: dict[tuple[Look, str, bool], int] = {}

    def __getitem__(self, cell: Cell) -> int:
        value = cell.value
        prefixed = type(value) is str and cell.formula is None and _reads_as_other(value)
        key = cell.look, cell.number_format, prefixed
        found = self._ids.get(key)
        if found is None:
            found = self._ids[key] = self._new(*key)
        return found

    def _new(self, look: Look, number_format: str, prefixed: bool) -> int:  # noqa: FBT001
        drawn = DrawnCell(self._book.worksheets[0])
        for aspect, value in STYLES[look].items():
            setattr(drawn, aspect, value)
        drawn.number_format = number_format
        drawn.quotePrefix = prefixed
        return int(drawn.style_id)


HIGHLIGHTS = {
    "beyond": DifferentialStyle(font=Font(color=GREY, italic=True)),
    "chosen": DifferentialStyle(
        font=Font(color=INK, bold=True), fill=PatternFill(bgColor="FFE3F1E7", fill_type="solid")
    ),
    "warning": DifferentialStyle(
        font=Font(color=_RED, bold=True), fill=PatternFill(bgColor="FFFDE8E6", fill_type="solid")
    ),
    "right": DifferentialStyle(font=Font(color="FF1B7F3B", bold=True)),
    "group": DifferentialStyle(border=Border(top=Side(style="thin", color=INK))),
    "invalid": DifferentialStyle(font=Font(color=_RED, strike=True)),
}
