"""What of a cell's style matters: its number format, and whether it is unlocked."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from openpyxl.styles.numbers import BUILTIN_FORMATS

from xlmetrics.xlsx.xml import MAIN, parse

if TYPE_CHECKING:
    from xlmetrics.xlsx.package import Package


class CellStyle(NamedTuple):
    """The number format of a cell, and whether one may type in it on a protected sheet."""

    number_format: str
    unlocked: bool


PLAIN = CellStyle("General", unlocked=False)


def read_styles(package: Package, name: str | None) -> list[CellStyle]:
    """The cell styles of a workbook in the order in which its cells number them."""
    if name is None or name not in package:
        return []
    root = parse(package, name)
    formats = {
        element.get("numFmtId"): element.get("formatCode") or "General"
        for element in root.iter(f"{MAIN}numFmt")
    }
    styles = []
    for element in root.iterfind(f"{MAIN}cellXfs/{MAIN}xf"):
        number = element.get("numFmtId") or "0"
        builtin = BUILTIN_FORMATS.get(int(number)) if number.isdecimal() else None
        protection = element.find(f"{MAIN}protection")
        unlocked = protection is not None and protection.get("locked") in ("0", "false")
        styles.append(CellStyle(formats.get(number) or builtin or "General", unlocked))
    return styles
