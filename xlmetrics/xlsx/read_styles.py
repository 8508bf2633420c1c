"""What a reader needs of the styles: how a cell shows numbers, and whether it may be typed in."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from xlmetrics.files.xml import elements
from xlmetrics.xlsx.parts import SPREADSHEET

if TYPE_CHECKING:
    from xlmetrics.files.package import Package

_CODES, _STYLES, _STYLE, _PROTECTION = (
    SPREADSHEET + name for name in ("numFmts", "cellXfs", "xf", "protection")
)

_BUILT_IN = {
    "1": "0",
    "2": "0.00",
    "3": "#,##0",
    "4": "#,##0.00",
    "9": "0%",
    "10": "0.00%",
    "11": "0.00E+00",
    "12": "# ?/?",
    "13": "# ??/??",
    "14": "mm-dd-yy",
    "15": "d-mmm-yy",
    "16": "d-mmm",
    "17": "mmm-yy",
    "18": "h:mm AM/PM",
    "19": "h:mm:ss AM/PM",
    "20": "h:mm",
    "21": "h:mm:ss",
    "22": "m/d/yy h:mm",
    "37": "#,##0_);(#,##0)",
    "38": "#,##0_);[Red](#,##0)",
    "39": "#,##0.00_);(#,##0.00)",
    "40": "#,##0.00_);[Red](#,##0.00)",
    "41": r'_(* #,##0_);_(* \(#,##0\);_(* "-"_);_(@_)',
    "42": r'_("$"* #,##0_);_("$"* \(#,##0\);_("$"* "-"_);_(@_)',
    "43": r'_(* #,##0.00_);_(* \(#,##0.00\);_(* "-"??_);_(@_)',
    "44": r'_("$"* #,##0.00_)_("$"* \(#,##0.00\)_("$"* "-"??_)_(@_)',
    "45": "mm:ss",
    "46": "[h]:mm:ss",
    "47": "mmss.0",
    "48": "##0.0E+0",
    "49": "@",
}


class Format(NamedTuple):
    """How a cell shows numbers, and whether it stays open when the sheet is protected."""

    number_format: str = "General"
    unlocked: bool = False


PLAIN = Format()


def cell_formats(package: Package, part: str) -> dict[str, Format]:
    """The formats, by the number with which cells name them."""
    codes = dict(_BUILT_IN)
    formats: dict[str, Format] = {}
    for element in elements(package, part, _CODES, _STYLES):
        if element.tag == _CODES:
            codes |= {code.get("numFmtId", ""): code.get("formatCode", "") for code in element}
            continue
        for number, style in enumerate(element.iterchildren(_STYLE)):
            protection = style.find(_PROTECTION)
            unlocked = protection is not None and protection.get("locked") in ("0", "false")
            code = codes.get(style.get("numFmtId", ""), PLAIN.number_format)
            formats[str(number)] = Format(code, unlocked)
    return formats
