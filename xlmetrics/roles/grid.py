"""A sheet as rows and columns of cells, and the same sheet turned on its side.

Tables are looked for with their headings on top. Turned on its side, a sheet shows those whose
headings stand at the left; so nothing beyond this module knows that there are two ways.
"""

from __future__ import annotations

import math
import re
from bisect import bisect_left, bisect_right
from functools import cached_property
from typing import TYPE_CHECKING

from xlmetrics.address import Address
from xlmetrics.model import is_number

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from xlmetrics.model import Cell, Sheet

_NUMBER = re.compile(r"([+-]?[0-9]{1,15}(?:[.,][0-9]{1,15})?)\s*(%?)")

_WIDEST = 1000
"""Rows at either end of a sheet among which tables may lie on their sides."""

Place = tuple[int, int]
"""Row and column in a grid, which of a turned grid are column and row of the sheet."""


class Grid:
    """The cells of a sheet that hold anything, by place; ``turned`` where rows are columns."""

    def __init__(
        self,
        title: str,
        cells: dict[Place, Cell],
        merged: Sequence[tuple[int, int, int, int]] = (),
        *,
        turned: bool = False,
    ) -> None:
        self.title = title
        self.cells = cells
        self.merged = merged
        self.turned = turned

    @classmethod
    def of(cls, sheet: Sheet) -> Grid:
        """The grid of a sheet as it stands."""
        held = (cell for cell in sheet.cells if not is_blank(cell))
        merged = [place[1:] for place in sheet.merged]
        return cls(sheet.title, {cell.address[1:]: cell for cell in held}, merged)

    def turn(self) -> Grid:
        """The same cells with rows for columns."""
        cells = {(column, row): cell for (row, column), cell in self.cells.items()}
        merged = [(left, top, right, bottom) for top, left, bottom, right in self.merged]
        return Grid(self.title, cells, merged, turned=not self.turned)

    def on_its_side(self) -> Grid:
        """The same sheet turned; of one with very many rows the first and the last of them.

        What lies on its side among so many rows would be wider than anybody reads.
        """
        if len(self.rows) <= 2 * _WIDEST:
            return self.turn()
        rows = list(self.rows)
        kept = {*rows[:_WIDEST], *rows[-_WIDEST:]}
        cells = {place: cell for place, cell in self.cells.items() if place[0] in kept}
        return Grid(self.title, cells, self.merged, turned=self.turned).turn()

    def address(self, row: int, column: int) -> Address:
        """The address on the sheet of a place of the grid."""
        return Address(self.title, column, row) if self.turned else Address(self.title, row, column)

    def place(self, address: Address) -> Place:
        """The place in the grid of an address on the sheet."""
        return (address.column, address.row) if self.turned else (address.row, address.column)

    def get(self, row: int, column: int) -> Cell | None:
        """The cell at a place, unless it is blank."""
        return self.cells.get((row, column))

    def at(self, address: Address) -> Cell | None:
        """The cell at an address on the sheet, unless it is blank."""
        return self.get(*self.place(address))

    @cached_property
    def rows(self) -> dict[int, list[int]]:
        """The columns in use of each row, from left to right, rows from the top."""
        found: dict[int, list[int]] = {}
        for row, column in sorted(self.cells):
            found.setdefault(row, []).append(column)
        return found

    @cached_property
    def columns(self) -> dict[int, list[int]]:
        """The rows in use of each column, from the top."""
        found: dict[int, list[int]] = {}
        for row, column in sorted(self.cells):
            found.setdefault(column, []).append(row)
        return found

    @cached_property
    def alone(self) -> dict[int, str]:
        """The texts that stand alone in their rows, by row."""
        return {
            row: text
            for row, columns in self.rows.items()
            if len(columns) == 1 and (text := text_of(self.get(row, columns[0])))
        }

    def below(self, row: int, column: int) -> int | None:
        """The next row in use under a place."""
        rows = self.columns.get(column, [])
        at = bisect_right(rows, row)
        return rows[at] if at < len(rows) else None

    def between(self, column: int, top: int, bottom: int) -> Sequence[int]:
        """The rows in use of a column, from ``top`` to ``bottom``."""
        rows = self.columns.get(column, [])
        return rows[bisect_left(rows, top) : bisect_right(rows, bottom)]

    def ends(self, column: int, top: int, bottom: int, most: int) -> Sequence[int]:
        """The first few rows in use of a column between two rows, and the last."""
        rows = self.columns.get(column, [])
        first, end = bisect_left(rows, top), bisect_right(rows, bottom)
        if end - first <= most:
            return rows[first:end]
        return [*rows[first : first + most], rows[end - 1]]

    def texts(self) -> Iterable[tuple[Place, str]]:
        """Every text that was typed, row by row."""
        for row, columns in self.rows.items():
            for column in columns:
                text = text_of(self.cells[row, column])
                if text:
                    yield (row, column), text


def is_blank(cell: Cell | None) -> bool:
    """Whether a cell shows nothing: there is none, or only spaces were typed."""
    if cell is None or cell.formula is not None:
        return cell is None
    return cell.value is None or (isinstance(cell.value, str) and not cell.value.strip())


def is_typed(cell: Cell | None) -> bool:
    """Whether something was typed into a cell, and no formula."""
    return cell is not None and cell.formula is None


def text_of(cell: Cell | None) -> str:
    """The text that was typed into a cell; nothing for anything else."""
    if cell is None or cell.formula is not None or not isinstance(cell.value, str):
        return ""
    return cell.value.strip()


def shown(cell: Cell | None) -> str:
    """What a cell that names something shows, as text."""
    if cell is None or cell.value is None:
        return ""
    number = number_of(cell)
    return f"{number:g}" if number is not None else str(cell.value).strip()


def number_of(cell: Cell | None) -> float | None:
    """The number that a cell shows, as text too: ``3 ``, ``83.33%``."""
    if cell is None:
        return None
    if is_number(cell.value):
        return float(cell.value) if math.isfinite(cell.value) else None
    number = _NUMBER.fullmatch(cell.value.strip()) if isinstance(cell.value, str) else None
    if number is None:
        return None
    return float(number[1].replace(",", ".")) / (100 if number[2] else 1)


def is_figure(cell: Cell | None) -> bool:
    """Whether a cell shows a number or has a formula that may."""
    return cell is not None and (cell.formula is not None or number_of(cell) is not None)
