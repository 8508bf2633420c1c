"""What cells are placed on: a sheet under construction, and the panel beside its tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.address import Address, Range
from xlmetrics.model import Cell, Highlight, Look, Role

if TYPE_CHECKING:
    from collections.abc import Sequence

    from xlmetrics.model import Validation, Value

SCORE = "0.000"
LARGE_SCORE = "[>=1000000]0.000E+00;0.000"
WHOLE = "0"
TEXT = "@"
PANEL_COLUMN = 7
BELOW_HEADER = 3
"""Where the panel begins when row 1 stays in view and is repeated on every page."""


class Canvas:
    """The cells of one sheet, as they are placed."""

    def __init__(self, title: str, score: str = SCORE) -> None:
        self.title = title
        self.score = score
        self.cells: list[Cell] = []
        self.validations: list[Validation] = []
        self.highlights: list[Highlight] = []
        self.merged: list[Range] = []
        self.widths: dict[int, float] = {}
        self.heights: dict[int, float] = {}

    def at(self, row: int, column: int) -> Address:
        """The address of a row and a column of this sheet."""
        return Address(self.title, row, column)

    def area(self, top: int, left: int, bottom: int, right: int | None = None) -> Range:
        """A range of this sheet; one column wide unless ``right`` is given."""
        return Range(self.title, top, left, bottom, left if right is None else right)

    def label(
        self, row: int, column: int, value: Value, look: Look = Look.LABEL, link: str | None = None
    ) -> Range:
        """Place fixed text or a fixed number; text can never become a formula."""
        number_format = TEXT if isinstance(value, str) else "General"
        return self._add(
            Cell(
                self.at(row, column),
                Role.LABEL,
                value,
                look=look,
                number_format=number_format,
                link=link,
            )
        )

    def headings(self, row: int, column: int, titles: Sequence[str], numbers: int = 0) -> None:
        """Place a row of column headings; the last ``numbers`` of them stand over numbers."""
        for offset, title in enumerate(titles, numbers - len(titles)):
            look = Look.HEADING if offset < 0 else Look.NUMBER_HEADING
            self.label(row, column + offset + len(titles) - numbers, title, look)

    def input(self, row: int, column: int, value: Value, number_format: str = "General") -> Range:
        """Place an input: yellow and unlocked."""
        place = self.at(row, column)
        return self._add(
            Cell(place, Role.INPUT, value, look=Look.INPUT, number_format=number_format)
        )

    def formula(
        self,
        row: int,
        column: int,
        formula: str,
        *,
        look: Look = Look.STEP,
        number_format: str | None = None,
    ) -> Range:
        """Place a formula; its value is filled in when the whole sheet stands."""
        return self._add(
            Cell(
                self.at(row, column),
                Role.FORMULA,
                formula=formula,
                look=look,
                number_format=number_format or self.score,
            )
        )

    def highlight(self, where: Range, formula: str, kind: str) -> None:
        """Draw cells as ``kind`` wherever ``formula``, written for the top left cell, holds."""
        self.highlights.append(Highlight(where, formula, kind))

    def extent(self) -> Range:
        """From A1 to the last row and the last column used."""
        bottom = max(cell.address.row for cell in self.cells)
        right = max(cell.address.column for cell in self.cells)
        return self.area(1, 1, bottom, right)

    def _add(self, cell: Cell) -> Range:
        self.cells.append(cell)
        return Range.between(cell.address, cell.address)


class Panel:
    """Groups of lines to the right of the tables, placed from the top down."""

    def __init__(self, canvas: Canvas, top: int, column: int = PANEL_COLUMN) -> None:
        self.canvas = canvas
        self.column = column
        self.top = self.row = top

    def group(self, *titles: str, numbers: int = 0) -> None:
        """Begin a group, a blank line below the last."""
        self.row += self.row > self.top
        self.canvas.headings(self.row, self.column, titles, numbers)
        self.row += 1

    def line(self, label: Value, value: Value = None, look: Look = Look.LABEL) -> Range:
        """A label and a fixed value; gives the place of the value."""
        self.canvas.label(self.row, self.column, label, look)
        place = self.canvas.label(self.row, self.column + 1, value, Look.NOTE)
        self.row += 1
        return place

    def count(self, label: str, formula: str) -> Range:
        """A label and a count that a formula keeps; gives the place of the count."""
        self.canvas.label(self.row, self.column, label)
        place = self.canvas.formula(self.row, self.column + 1, formula, number_format=WHOLE)
        self.row += 1
        return place
