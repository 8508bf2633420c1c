"""Fill in the values beside the formulas of a workbook file, and change nothing else in it.

The text of a sheet is edited where a value stands, so that whatever else it holds (validations,
conditional formats, extensions of other programs) stays as it was, to the byte.
"""

from __future__ import annotations

import re
from io import BytesIO
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape
from zipfile import ZIP_DEFLATED, ZipFile

from xlmetrics.address import Address, column_number
from xlmetrics.model import NotChecked
from xlmetrics.xlsx.serialize import type_and_text

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from xlmetrics.model import Result, Value

_ANY = r"(?:[A-Za-z_][\w.-]*:)?"
_ROW_OR_CELL = re.compile(
    rf"<{_ANY}row(?P<row>(?:\s[^>]*)?)>"
    rf"|<(?P<open>{_ANY}c(?:\s[^>]*)?)(?:/>|(?<!/)>(?P<content>.*?)</{_ANY}c\s*>)",
    re.DOTALL,
)
_FORMULA = re.compile(rf"<(?P<prefix>{_ANY})f(?:\s[^>]*)?(?:/>|(?<!/)>.*?</{_ANY}f\s*>)", re.DOTALL)
_VALUE = re.compile(
    rf"<{_ANY}(?P<tag>v|is)(?:\s[^>]*)?(?:/>|(?<!/)>.*?</{_ANY}(?P=tag)\s*>)", re.DOTALL
)
_TYPE = re.compile(r"""\s+t\s*=\s*(?:"[^"]*"|'[^']*')""")
_REFERENCE = re.compile(r"""\sr\s*=\s*["']([A-Za-z]*)([0-9]+)["']""")


def fill_values(source: Path, titles: Mapping[str, str], values: Mapping[Address, Result]) -> bytes:
    """The content of a workbook file, with these values beside its formulas.

    ``titles`` gives the sheet that stands in each part of the file, by the part's name in lower
    case. A formula whose value is ``NotChecked`` keeps what stands beside it. The parts keep
    their order, names and dates.
    """
    out = BytesIO()
    with ZipFile(source) as old, ZipFile(out, "w", ZIP_DEFLATED) as new:
        for member in old.infolist():
            content = old.read(member)
            title = titles.get(member.filename.lstrip("/").lower())
            if title is not None:
                content = _fill_sheet(content, title, values)
            new.writestr(member, content)
    return out.getvalue()


def _fill_sheet(content: bytes, title: str, values: Mapping[Address, Result]) -> bytes:
    row, column = 0, 0

    def filled(match: re.Match[str]) -> str:
        nonlocal row, column
        attributes = match["row"] if match["open"] is None else match["open"]
        reference = _REFERENCE.search(attributes)
        if match["open"] is None:
            row, column = int(reference[2]) if reference else row + 1, 0
            return match[0]
        column = column_number(reference[1]) if reference else column + 1
        formula = _FORMULA.search(match["content"] or "")
        value = values.get(Address(title, row, column))
        if formula is None or value is None or isinstance(value, NotChecked):
            return match[0]
        return _with_value(match, formula, value)

    return _ROW_OR_CELL.sub(filled, content.decode("utf-8")).encode("utf-8")


def _with_value(cell: re.Match[str], formula: re.Match[str], value: Value) -> str:
    kind, text = type_and_text(value)
    prefix = formula["prefix"]
    opening = _TYPE.sub("", cell["open"]) + ("" if kind == "n" else f' t="{kind}"')
    space = ' xml:space="preserve"' if text != text.strip() else ""
    written = f"{formula[0]}<{prefix}v{space}>{escape(text)}</{prefix}v>"
    rest = _VALUE.sub("", cell["content"].replace(formula[0], "", 1))
    return f"<{opening}>{written}{rest}</{prefix}c>"
