"""Read the cells of one sheet: each formula with the value stored beside it."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from xlmetrics.address import Address, Range, column_number
from xlmetrics.errors import UnreadableFile
from xlmetrics.model import Cell, ErrorValue, Role
from xlmetrics.xlsx.read_styles import PLAIN
from xlmetrics.xlsx.shared_formula import shifted
from xlmetrics.xlsx.xml import MAIN, elements, unescaped

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lxml.etree import _Element

    from xlmetrics.model import Value
    from xlmetrics.xlsx.package import Package
    from xlmetrics.xlsx.read_styles import CellStyle

DATA_TABLE = "=TABLE()"
"""What stands for a cell of a data table, which no engine of ours computes."""

MAX_ARRAY = 1_000_000
"""Cells of an array formula beyond which its members are not told apart from values."""

_CELL, _FORMULA, _VALUE, _INLINE = (f"{MAIN}{tag}" for tag in ("c", "f", "v", "is"))
_DIGITS = "0123456789"
_AGAIN = "Open it in a spreadsheet program and save it again."


def read_cells(
    package: Package,
    part: str,
    title: str,
    texts: Sequence[str],
    styles: Sequence[CellStyle],
) -> Iterator[Cell]:
    """The cells of a sheet that hold something, or may be typed in.

    Raises:
        UnreadableFile: a value cannot be what its cell says it is; names the cell.
    """
    reader = _SheetReader(title, texts, styles)
    try:
        for row in elements(package, part, "row"):
            yield from reader.row(row)
    except _BadCell as bad:
        raise UnreadableFile(
            package.path, f"sheet {title!r}, cell {bad.where}: {bad.what}", _AGAIN
        ) from None
    yield from reader.left_over_members()


class _BadCell(ValueError):
    def __init__(self, where: str, what: str) -> None:
        super().__init__(what)
        self.where, self.what = where, what


class _SheetReader:
    def __init__(self, title: str, texts: Sequence[str], styles: Sequence[CellStyle]) -> None:
        self.title, self.texts, self.styles = title, texts, styles
        self.shared: dict[str, tuple[str, Address]] = {}
        self.arrays: dict[Address, tuple[str, Range]] = {}
        self.columns: dict[str, int] = {}
        self.last_row = 0

    def row(self, row: _Element) -> Iterator[Cell]:
        number = row.get("r")
        self.last_row = int(number) if number and number.isdecimal() else self.last_row + 1
        column = 0
        for element in row:
            if element.tag != _CELL:
                continue
            reference = element.get("r")
            column = self._column(reference) if reference else column + 1
            cell = self._cell(element, Address(self.title, self.last_row, column))
            if cell is not None:
                yield cell

    def left_over_members(self) -> Iterator[Cell]:
        """Members of an array formula for which the file stores nothing."""
        for address, (formula, place) in self.arrays.items():
            yield Cell(address, Role.FORMULA, None, formula, calculated=False, array=place)

    def _column(self, reference: str) -> int:
        letters = reference.rstrip(_DIGITS)
        if letters not in self.columns:
            if not (letters.isascii() and letters.isalpha() and len(letters) <= 3):
                raise _BadCell(reference, "is no address of a cell")
            self.columns[letters] = column_number(letters)
        return self.columns[letters]

    def _cell(self, element: _Element, address: Address) -> Cell | None:
        formula: str | None = None
        array: Range | None = None
        stored: str | None = None
        kind = element.get("t", "n")
        for child in element:
            if child.tag == _VALUE:
                stored = child.text
            elif child.tag == _FORMULA:
                formula, array = self._formula(child, address)
            elif child.tag == _INLINE:
                stored = "".join(run.text or "" for run in child.iter(f"{MAIN}t"))
        if formula is None and address in self.arrays:
            formula, array = self.arrays.pop(address)
        style = self._style(element.get("s"))
        if formula is None and stored is None and not style.unlocked:
            return None
        calculated = stored is not None or (kind == "str" and element.find(_VALUE) is not None)
        value = "" if stored is None and calculated else self._value(stored, kind, address)
        role = Role.FORMULA if formula is not None else self._role(style)
        return Cell(
            address,
            role,
            value,
            formula,
            calculated or formula is None,
            array,
            number_format=style.number_format,
        )

    def _style(self, index: str | None) -> CellStyle:
        if index and index.isdecimal() and int(index) < len(self.styles):
            return self.styles[int(index)]
        return PLAIN

    @staticmethod
    def _role(style: CellStyle) -> Role:
        return Role.INPUT if style.unlocked else Role.LABEL

    def _formula(self, element: _Element, address: Address) -> tuple[str, Range | None]:
        kind, text = element.get("t"), "=" + unescaped(element.text or "")
        if kind == "dataTable":
            return DATA_TABLE, None
        if kind == "shared":
            group = element.get("si") or ""
            if element.text:
                self.shared[group] = text, address
            elif group in self.shared:
                master, origin = self.shared[group]
                return shifted(
                    master, address.row - origin.row, address.column - origin.column
                ), None
        if kind == "array":
            try:
                place = Range.parse(self.title, element.get("ref") or address.a1)
            except ValueError:
                raise _BadCell(address.a1, "its array formula fills no range of cells") from None
            if math.prod(place.shape) <= MAX_ARRAY:
                members = set(place.addresses()) - {address}
                self.arrays |= dict.fromkeys(members, (text, place))
            return text, place
        return text, None

    def _value(self, stored: str | None, kind: str, address: Address) -> Value:
        if stored is None:
            return None
        match kind:
            case "n":
                return _number(stored, address)
            case "s":
                return self._shared_text(stored, address)
            case "b":
                return stored.strip() in ("1", "true")
            case "e":
                return ErrorValue(stored.strip())
            case _:
                return unescaped(stored)

    def _shared_text(self, stored: str, address: Address) -> str:
        try:
            return self.texts[int(stored)]
        except (ValueError, IndexError):
            raise _BadCell(address.a1, f"there is no shared text {stored!r} in the file") from None


def _number(stored: str, address: Address) -> float | int:
    text = stored.strip()
    try:
        if text.removeprefix("-").isdecimal() and len(text) < 16:
            return int(text)
        number = float(text)
    except ValueError:
        number = math.nan
    if not math.isfinite(number) or "_" in text:
        raise _BadCell(address.a1, f"holds {stored!r}, which is no number")
    return number
