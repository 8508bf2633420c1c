"""Small sheets made for the tests of what is read from them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.address import Address, Range
from xlmetrics.model import Cell, Role, Sheet, Value, Workbook

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

Cells = dict[str, Value]


def book(sheets: Mapping[str, Cells], merged: Sequence[str] = ()) -> Workbook:
    """A workbook of cells by address; text that starts with = is a formula without a value."""
    return Workbook(
        tuple(
            Sheet(
                title,
                tuple(cell(Address.parse(title, a1), value) for a1, value in cells.items()),
                merged=tuple(Range.parse(title, area) for area in merged),
            )
            for title, cells in sheets.items()
        )
    )


def cell(address: Address, value: Value) -> Cell:
    """A typed cell, or a formula that was never calculated."""
    if isinstance(value, str) and value.startswith("="):
        return Cell(address, Role.FORMULA, None, value, calculated=False)
    return Cell(address, Role.LABEL if isinstance(value, str) else Role.INPUT, value)


def shown(cells: Sequence[Address]) -> str:
    """Cells as the cases write them: the first and the last, with the sheet where it is not S."""
    names = [each.a1 if each.sheet == "S" else str(each) for each in cells]
    return names[0] if len(names) == 1 else f"{names[0]}:{names[-1]}" if names else ""
