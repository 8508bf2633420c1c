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
from xlmetrics.errors import XlmetricsError
from xlmetrics.model import NotChecked
from xlmetrics.xlsx.rows import type_and_text

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from xlmetrics.model import Result, Value

_ANY = r"(?:[A-Za-z_][\w.-]*:)?"
_ATTRIBUTES = r"""(?:\s(?:[^>"']|"[^"]*"|'[^']*')*?)?"""
_ROW_OR_CELL = re.compile(
    rf"<{_ANY}row(?P<row>{_ATTRIBUTES})/?>"
    rf"|<(?P<open>(?P<prefix>{_ANY})c{_ATTRIBUTES})(?:/>|(?<!/)>(?P<content>.*?)</{_ANY}c\s*>)",
    re.DOTALL,
)
_FORMULA = re.compile(rf"<{_ANY}f{_ATTRIBUTES}(?:/>|(?<!/)>.*?</{_ANY}f\s*>)", re.DOTALL)
_TYPE = re.compile(r"""\s+t\s*=\s*(?:"([^"]*)"|'([^']*)')""")
_REFERENCE = re.compile(r"""\sr\s*=\s*["']([A-Za-z]*)([0-9]+)["']""")
_EXTENSIONS = re.compile(rf"<{_ANY}extLst\b")
_BEYOND_EDITING = re.compile(r"<!--|<!\[CDATA\[")
_OTHER_ENCODING = re.compile(rb"""^<\?xml[^>]*encoding\s*=\s*["'](?!utf-?8["'])""", re.IGNORECASE)


def fill_values(
    source: Path, titles: Mapping[str, str], values: Mapping[Address, Result]
) -> tuple[bytes, set[Address]]:
    """The content of a workbook file with these values beside its formulas, and where they stand.

    ``titles`` gives the sheet that stands in each part of the file, by the part's name in lower
    case. A formula whose value is ``NotChecked`` keeps what stands beside it, and a cell that the
    file does not have gets none. The parts keep their order, names and dates.

    Raises:
        XlmetricsError: a sheet is spelled in a way that cannot be edited without loss.
    """
    out = BytesIO()
    written: set[Address] = set()
    with ZipFile(source) as old, ZipFile(out, "w", ZIP_DEFLATED) as new:
        for member in old.infolist():
            content = old.read(member)
            title = titles.get(member.filename.lstrip("/").lower())
            if title is not None:
                text = _editable(source, title, content)
                content = _fill_sheet(text, title, values, written).encode("utf-8")
            new.writestr(member, content)
    return out.getvalue(), written


def _editable(source: Path, title: str, content: bytes) -> str:
    """The text of a sheet; comments, marked sections and old encodings are left to others."""
    try:
        text = "" if _OTHER_ENCODING.match(content) else content.decode("utf-8")
    except UnicodeDecodeError:
        text = ""
    if not text or _BEYOND_EDITING.search(text):
        raise XlmetricsError(
            f"{source}: the sheet {title!r} is spelled in a way that values cannot be put into. "
            "Open the file in a spreadsheet program and save it, which puts them there."
        )
    return text


def _fill_sheet(
    text: str, title: str, values: Mapping[Address, Result], written: set[Address]
) -> str:
    row, column = 0, 0

    def filled(match: re.Match[str]) -> str:
        nonlocal row, column
        attributes = match["row"] if match["open"] is None else match["open"]
        reference = _REFERENCE.search(attributes)
        if match["open"] is None:
            row, column = int(reference[2]) if reference else row + 1, 0
            return match[0]
        column = column_number(reference[1]) if reference else column + 1
        value = values.get(Address(title, row, column))
        if value is None or isinstance(value, NotChecked):
            return match[0]
        written.add(Address(title, row, column))
        return _with_value(match, value)

    return _ROW_OR_CELL.sub(filled, text)


def _with_value(cell: re.Match[str], value: Value) -> str:
    """The cell with its value; a member of an array formula has no formula of its own."""
    kind, text = type_and_text(value)
    prefix, content = cell["prefix"], cell["content"] or ""
    was = _TYPE.search(cell["open"])
    opening = cell["open"]
    if (was[1] or was[2] if was else "n") != kind:
        opening = _TYPE.sub("", opening) + ("" if kind == "n" else f' t="{kind}"')
    space = ' xml:space="preserve"' if text != text.strip() else ""
    found = _EXTENSIONS.search(content)
    extensions = content[found.start() :] if found else ""
    formula = _FORMULA.search(content)
    shown = formula[0] if formula else ""
    return f"<{opening}>{shown}<{prefix}v{space}>{escape(text)}</{prefix}v>{extensions}</{prefix}c>"
