"""How each look is drawn: fonts, fills, frames. An input differs by more than its colour."""

from __future__ import annotations

from openpyxl.styles import Alignment, Border, Font, PatternFill, Protection, Side
from openpyxl.styles.differential import DifferentialStyle

from xlmetrics.model import Look

_GREY, _INK, _BLUE, _RED = "FF646B75", "FF1F2933", "FF1F4E9E", "FFB42318"

_HAIRLINE = Side(style="thin", color="FFD5DAE1")
_FRAME = Side(style="dashed", color="FF8A6D00")
_LINE = Side(style="medium", color="FF1F2933")

_TABLE = Border(bottom=_HAIRLINE)
_INPUT = Border(left=_FRAME, right=_FRAME, top=_FRAME, bottom=_FRAME)
_HEADING = Border(bottom=_LINE)
_RESULT = Border(bottom=_HAIRLINE)

_FONT = "Calibri"


def _font(**kind: object) -> Font:
    return Font(**{"name": _FONT, "size": 11, "color": _INK} | kind)


def _fill(colour: str) -> PatternFill:
    return PatternFill("solid", start_color=colour, end_color=colour)


_TOP = Alignment(vertical="top")
_TOP_LEFT = Alignment(vertical="top", horizontal="left")
_TOP_RIGHT = Alignment(vertical="top", horizontal="right")
_WRAPPED = Alignment(vertical="top", horizontal="left", wrap_text=True)

STYLES: dict[Look, dict[str, object]] = {
    Look.PLAIN: {"font": _font()},
    Look.TITLE: {"font": _font(bold=True, size=16)},
    Look.HEADING: {"font": _font(bold=True), "fill": _fill("FFE8ECF1"), "border": _HEADING},
    Look.NUMBER_HEADING: {
        "font": _font(bold=True),
        "fill": _fill("FFE8ECF1"),
        "border": _HEADING,
        "alignment": Alignment(horizontal="right"),
    },
    Look.LABEL: {"font": _font(), "border": _TABLE, "alignment": _TOP},
    Look.RANK: {"font": _font(), "border": _TABLE, "alignment": _TOP_LEFT},
    Look.INPUT: {
        "font": _font(color=_BLUE, bold=True),
        "fill": _fill("FFFFFF99"),
        "border": _INPUT,
        "alignment": _TOP_RIGHT,
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
    Look.LINK: {
        "font": _font(color=_BLUE, underline="single"),
        "border": _TABLE,
        "alignment": _TOP,
    },
}

HIGHLIGHTS = {
    "beyond": DifferentialStyle(font=Font(color=_GREY, italic=True)),
    "warning": DifferentialStyle(
        font=Font(color=_RED, bold=True), fill=PatternFill(bgColor="FFFDE8E6", fill_type="solid")
    ),
    "invalid": DifferentialStyle(font=Font(color=_RED, strike=True)),
}
