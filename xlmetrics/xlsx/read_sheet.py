"""The cells of a sheet: what stands in each, and the formula together with its cached value.

A value that is not what its type says (``NaN`` or ``1,5`` where a number should be) is kept as
the text it is, so that it is found in its cell instead of failing the whole file. A cell that
names what is not in the file (a shared text, a shared formula) makes the file damaged.
"""

from __future__ import annotations

from string import digits
from typing import TYPE_CHECKING

from xlmetrics.address import MAX_COLUMN, MAX_ROW, Address, column_number
from xlmetrics.files.values import number, serial
from xlmetrics.files.xml import elements
from xlmetrics.model import Cell, ErrorValue, Look, Role
from xlmetrics.xlsx.parts import SPREADSHEET
from xlmetrics.xlsx.read_formulas import FormulaReader
from xlmetrics.xlsx.read_hidden import is_hidden
from xlmetrics.xlsx.read_styles import PLAIN
from xlmetrics.xlsx.strings import joined, unescaped

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from lxml import etree

    from xlmetrics.files.package import Package
    from xlmetrics.model import Value
    from xlmetrics.xlsx.read_styles import Format

_ROWS, _ROW, _CELL, _FORMULA, _VALUE, _INLINE = (
    SPREADSHEET + name for name in ("sheetData", "row", "c", "f", "v", "is")
)
_COMPUTED, _INPUT, _LABEL, _LOOK = Role.FORMULA, Role.INPUT, Role.LABEL, Look.PLAIN
"""Members of enumerations, which take their time to be looked up for every cell."""

_BOOLEANS = {"1": True, "true": True, "0": False, "false": False}
_TEXTS = ("str", "inlineStr")


class _Columns(dict[str, int]):
    """The numbers of column letters, each worked out once."""

    def __missing__(self, letters: str) -> int:
        if not (letters.isascii() and letters.isalpha() and len(letters) <= 3):
            raise ValueError(letters)
        number = column_number(letters)
        if number > MAX_COLUMN:
            raise ValueError(letters)
        return self.setdefault(letters, number)


class CellReader:
    """Reads the cells of one sheet; ``hidden`` are those of its rows that are not shown."""

    def __init__(
        self,
        package: Package,
        title: str,
        strings: Sequence[str],
        formats: Mapping[str, Format],
    ) -> None:
        self._package = package
        self._title = title
        self._strings = strings
        self._formats = formats
        self._columns = _Columns()
        self._formulas = FormulaReader(package)
        self._filling = self._formulas.filling
        self.hidden: list[int] = []

    def cells(self, part: str) -> Iterator[Cell]:
        """The cells that hold something, and the unlocked ones, which are there to be filled."""
        row = 0
        for element in elements(self._package, part, _ROW, _ROWS):
            if element.tag == _ROWS:
                break
            try:
                row = int(element.get("r", row + 1))
            except ValueError:
                raise self._damaged(f"has a row {element.get('r')!r}") from None
            if is_hidden(element):
                self.hidden.append(row)
            yield from self._row(element, row)
        for address, (text, array) in self._filling.items():
            yield Cell(address, Role.FORMULA, None, text, calculated=False, array=array)

    def _row(self, row: etree._Element, at: int) -> list[Cell]:
        """The cells of a row, whose addresses may be left out where they follow."""
        title, columns, read = self._title, self._columns, self._cell
        found: list[Cell] = []
        column = 0
        for element in row.iterchildren(_CELL):
            a1 = element.get("r")
            if a1 is None:
                column += 1
            else:
                letters = a1.rstrip(digits)
                try:
                    column, written = columns[letters], int(a1[len(letters) :])
                except ValueError:
                    raise self._damaged(f"has a cell {a1!r}") from None
                at = at if written == at else written  # one number for the cells of a row
            if not (0 < at <= MAX_ROW and column <= MAX_COLUMN):
                raise self._damaged("has cells outside a sheet")
            if cell := read(element, Address(title, at, column)):
                found.append(cell)
        return found

    def _cell(self, element: etree._Element, address: Address) -> Cell | None:
        formula = self._filling.pop(address, None) if self._filling else None
        value: Value = None
        for child in element:
            tag = child.tag
            if tag == _VALUE:
                kind, text = element.get("t", "n"), child.text or ""
                is_number = text and kind == "n"
                value = number(text) if is_number else self._value(kind, text, address)
            elif tag == _FORMULA:
                formula = self._formulas.read(child, address) or formula
            elif tag == _INLINE:
                value = joined(child)
        shown_as, unlocked = self._formats.get(element.get("s", "0"), PLAIN)
        if formula is not None:
            text, array = formula
            dynamic = array is not None and element.get("cm", "0") != "0"
            calculated = value is not None
            return Cell(
                address, _COMPUTED, value, text, calculated, array, _LOOK, shown_as, None, dynamic
            )
        if value is None and not unlocked:
            return None
        role = _INPUT if unlocked else _LABEL
        return Cell(address, role, value, number_format=shown_as)

    def _value(self, kind: str, text: str, address: Address) -> Value:
        """The value of a cell of this type; an empty ``v`` is an empty text, or no value."""
        if not text:
            return "" if kind in _TEXTS else None
        if kind == "s":
            return self._shared_string(text, address)
        return _READ.get(kind, unescaped)(text)

    def _shared_string(self, text: str, address: Address) -> str:
        if text.isdecimal() and text.isascii() and len(text) < 10:
            at = int(text)
            if at < len(self._strings):
                return self._strings[at]
        raise self._package.damaged(f"{address} shows shared text {text}, which is missing")

    def _damaged(self, what: str) -> Exception:
        return self._package.damaged(f"the sheet {self._title!r} {what}")


_READ: Mapping[str, Callable[[str], Value]] = {
    "b": lambda text: _BOOLEANS.get(text, text),
    "e": ErrorValue,
    "d": serial,
}
