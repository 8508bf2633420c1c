"""Tables in plain text (.csv, .tsv), read as a workbook of one sheet, as Excel would open them.

What parts the cells, and whether the comma or the point stands before decimals, is found out from
the whole text. What spells a number, a percentage, a logical value or an error is one; an
id such as ``04567`` or ``891e3``, which Excel would mangle, and a date stay text.
"""

from __future__ import annotations

import csv
import io
import re
from itertools import islice
from typing import TYPE_CHECKING

from xlmetrics.address import MAX_COLUMN, MAX_ROW, Address
from xlmetrics.errors import UnreadableFile
from xlmetrics.files.limits import MAX_CELLS
from xlmetrics.files.sniff import Foreign
from xlmetrics.files.source import Source
from xlmetrics.model import Cell, ErrorValue, Role, Sheet, Workbook
from xlmetrics.text import title_from

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path
    from typing import Literal

MAX_BYTES = 2**27
MAX_FIELD = 2**20
LOOKED_AT = 200
"""So many rows say what parts the cells."""

_SEPARATORS = {"\t": "tabs", ";": "semicolons", "|": "bars", ",": "commas"}
_TOLD = re.compile(r"sep=(.)(?:\r\n|\r|\n)", re.IGNORECASE)
_JSON = re.compile(r'\s*(?:\{\s*["}]|\[\s*[\[{"])')
_GOOGLE = re.compile(r'\s*\{[^{}]{0,2000}"(?:doc_id|url"\s*:\s*"https://docs\.google)')
_A_WORKBOOK = "Give a workbook, or a table saved as .csv."
_NO_TABLE = Foreign("this is plain text, but no table", _A_WORKBOOK)
_NOT_PLAIN = Foreign("this is JSON, not a table", _A_WORKBOOK)
_SHORTCUT = Foreign(
    "this is a shortcut to a sheet of Google, not the sheet itself",
    "Open it in the browser and download it (File, Download, Microsoft Excel).",
)

_WITH_POINT = re.compile(r"[-+]?(?:[0-9]{1,3}(?:,[0-9]{3})+|[0-9]*)\.[0-9]+(?:[eE][-+]?[0-9]+)?%?")
_WITH_COMMA = re.compile(r"[-+]?(?:[0-9]{1,3}(?:\.[0-9]{3})+|[0-9]*),[0-9]+(?:[eE][-+]?[0-9]+)?%?")
_IN_THOUSANDS = re.compile(r"[-+]?[1-9][0-9]{0,2}(?:[.,][0-9]{3})+%?")
_NUMBER = re.compile(
    r"([-+]?(?:0|[1-9][0-9]{0,14})?(?:\.([0-9]{1,30}))?"
    r"(?:[eE][-+][0-9]{1,2}|(?<=\.[0-9])[eE][0-9]{1,2})?)(\s?%)?"
)
_SPACE_IN_NUMBER = re.compile("(?<=[0-9])[\u00a0\u202f\u2009](?=[0-9]{3}(?![0-9]))")
_ERRORS = frozenset({"#N/A", "#DIV/0!", "#NAME?", "#NULL!", "#NUM!", "#REF!", "#VALUE!"})
_LOGICAL = {"TRUE": True, "FALSE": False}
_QUOTED = re.compile(r'="([^"]*)"')
_FORMULA = re.compile(r"=[-+]?[A-Za-z0-9_($\"'.]")


def read_plain(path: Path, content: bytes) -> Workbook:
    """Read a table of plain text; what was found out of it stands in ``left_open``.

    Raises:
        UnreadableFile: it is too large, no text, or text but no table; its quotes do not match.
    """
    if len(content) > MAX_BYTES:
        mend = "Leave rows out, or split it."
        raise UnreadableFile(path, f"this text is larger than {MAX_BYTES // 2**20} MiB", mend)
    csv.field_size_limit(MAX_FIELD)
    source = Source(path, lambda: (content, False))
    told = _TOLD.match(source.text)
    text = source.text[told.end() :] if told else source.text
    separator = told[1] if told else _separator(path, text)
    rows = _rows(path, text, separator)
    decimal = _decimal(rows, separator)
    title = title_from(path.stem)
    cells = tuple(_cells(title, rows, decimal))
    understood = [f"parted by {_SEPARATORS.get(separator, repr(separator))}"]
    understood += ["0,5 is 0.5"] if decimal == "," else []
    understood += [] if any(each.formula for each in cells) else ["there are values only"]
    understood += source.remarks
    return Workbook((Sheet(title, cells),), left_open={"plain text": "; ".join(understood)})


def _separator(path: Path, text: str) -> str:
    """What parts most rows, and these most alike."""
    if _JSON.match(text):
        raise UnreadableFile(path, *(_SHORTCUT if _GOOGLE.match(text) else _NOT_PLAIN))
    best = max(_SEPARATORS, key=lambda each: _fit(text, each))
    if not any(_fit(text, best)) or text.lstrip().startswith("<?xml"):
        raise UnreadableFile(path, *_NO_TABLE)
    return best


def _fit(text: str, separator: str) -> tuple[float, float, int]:
    """How many rows it parts, how many of them into as many cells, and into how many the first."""
    try:
        rows = list(
            islice(csv.reader(io.StringIO(text, newline=""), delimiter=separator), LOOKED_AT)
        )
    except csv.Error:
        return 0, 0, 0
    widths = [len(row) for row in rows if any(row)]
    parted = [width for width in widths if width > 1]
    if not parted:
        return 0, 0, 0
    alike = max(map(parted.count, set(parted)))
    return len(parted) / len(widths), alike / len(widths), widths[0]


def _rows(path: Path, text: str, separator: str) -> list[list[str]]:
    """The cells of each row."""
    try:
        return _parted(path, text, separator, csv.QUOTE_MINIMAL)
    except csv.Error as error:
        if separator == "\t":  # where quotes are often part of what people search for
            return _parted(path, text, separator, csv.QUOTE_NONE)
        mend = "Close or double them."
        raise UnreadableFile(path, f"has quotes that do not match ({error})", mend) from None


def _parted(path: Path, text: str, separator: str, quoting: Literal[0, 3]) -> list[list[str]]:
    rows: list[list[str]] = []
    count = 0
    lines = io.StringIO(text, newline="")
    for row in csv.reader(lines, delimiter=separator, quoting=quoting, strict=True):
        rows.append(row)
        count += len(row)
        if len(rows) > MAX_ROW or len(row) > MAX_COLUMN or count > MAX_CELLS:
            raise UnreadableFile(path, "this table is too large to check", "Split it.")
    return rows


def _decimal(rows: Sequence[Sequence[str]], separator: str) -> str:
    """Whether comma or point stands before decimals, by the numbers that can mean but one."""
    commas = points = in_thousands = 0
    for row in rows:
        for cell in row:
            if "," in cell or "." in cell:
                spelled = cell.strip()
                if _IN_THOUSANDS.fullmatch(spelled):
                    in_thousands += "," in spelled
                else:
                    commas += _WITH_COMMA.fullmatch(spelled) is not None
                    points += _WITH_POINT.fullmatch(spelled) is not None
    if separator == ";" and not points and in_thousands:
        commas += 1
    return "," if commas > points else "."


def _cells(title: str, rows: Sequence[Sequence[str]], decimal: str) -> Iterator[Cell]:
    for number, row in enumerate(rows, 1):
        for column, text in enumerate(row, 1):
            if text and not text.isspace():
                yield _cell(Address(title, number, column), text, decimal)


def _cell(at: Address, text: str, decimal: str) -> Cell:
    spelled = text.strip()
    if quoted := _QUOTED.fullmatch(spelled):  # how text is kept from becoming a number
        return Cell(at, Role.INPUT, quoted[1])
    if _FORMULA.match(spelled):
        return Cell(at, Role.FORMULA, None, spelled, calculated=False)
    number, number_format = _number(spelled, decimal)
    if number is not None:
        return Cell(at, Role.INPUT, number, number_format=number_format)
    if spelled.upper() in _LOGICAL:
        return Cell(at, Role.INPUT, _LOGICAL[spelled.upper()])
    if spelled in _ERRORS:
        return Cell(at, Role.INPUT, ErrorValue(spelled))
    return Cell(at, Role.LABEL, text)


def _number(spelled: str, decimal: str) -> tuple[float | int | None, str]:
    """The number a text spells, and the format that shows it so; None if it spells none."""
    if not any(map(str.isdecimal, spelled[-2:])) and not spelled.endswith(("%", ".")):
        return None, "General"
    plain = _SPACE_IN_NUMBER.sub("", spelled.replace("\N{MINUS SIGN}", "-"))
    mark = "." if decimal == "," else ","
    if mark in plain:
        known = _WITH_COMMA if decimal == "," else _WITH_POINT
        if not (_IN_THOUSANDS.fullmatch(plain) or known.fullmatch(plain)):
            return None, "General"
        plain = plain.replace(mark, "")
    match = _NUMBER.fullmatch(plain.replace(",", "."))
    if match is None or not any(map(str.isdigit, match[1])):
        return None, "General"
    digits, decimals, percent = match.groups()
    places = f"0.{'0' * len(decimals)}" if decimals else "0"
    if percent:
        return round(float(digits) / 100, len(decimals or "") + 2), f"{places}%"
    if digits.lstrip("+-").isdecimal():
        return int(digits), "General"
    return float(digits), places if decimals and "e" not in digits.lower() else "General"
