"""The sheet that a student works on: numbers are given, all that is calculated is left to them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.layout.canvas import Canvas
from xlmetrics.model import Cell, Look, Role

if TYPE_CHECKING:
    from collections.abc import Mapping

    from xlmetrics.address import Address, Range
    from xlmetrics.model import Value


class ExerciseCanvas(Canvas):
    """A canvas on which inputs are locked; formulas, unless ``answered``, are cells to work in."""

    def __init__(self, title: str, *, answered: bool) -> None:
        super().__init__(title)
        self._answered = answered

    def input(self, row: int, column: int, value: Value, number_format: str = "General") -> Range:
        """Place a number that is given."""
        place = self.at(row, column)
        return self._add(
            Cell(place, Role.INPUT, value, look=Look.GIVEN, number_format=number_format)
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
        """Place a formula where answers are shown, else a cell to work it out in."""
        if self._answered:
            return super().formula(row, column, formula, look=look, number_format=number_format)
        return self._add(Cell(self.at(row, column), Role.INPUT, look=Look.WORKING))

    def answer(self, row: int, column: int) -> Range:
        """Place a cell to answer in: yellow and unlocked."""
        return super().input(row, column, None)

    def tell(self, texts: Mapping[Address, Value]) -> None:
        """Put texts into cells to work in; where answers are shown, their formulas stay."""
        if not self._answered:
            self.cells = [
                cell._replace(role=Role.LABEL, value=texts[cell.address], look=Look.NOTE)
                if cell.address in texts
                else cell
                for cell in self.cells
            ]

    def fill_in(self, place: Address, formula: str, number_format: str) -> None:
        """Put a formula into a cell to answer in."""
        self.cells = [
            cell._replace(role=Role.FORMULA, formula=formula, number_format=number_format)
            if cell.address == place
            else cell
            for cell in self.cells
        ]

    def feedback(
        self, row: int, column: int, formula: str, look: Look, number_format: str
    ) -> Range:
        """Place a formula that stays, whoever works on the sheet."""
        return super().formula(row, column, formula, look=look, number_format=number_format)
