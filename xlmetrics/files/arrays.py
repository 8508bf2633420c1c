"""Array formulas, which one cell has and many show."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.address import MAX_ROW

if TYPE_CHECKING:
    from xlmetrics.address import Address, Range
    from xlmetrics.files.package import Package

    Formula = tuple[str, Range | None]
    """A formula, and the range that it fills as an array formula."""

MAX_FILLED = MAX_ROW
"""So many cells of a sheet may be filled by array formulas and data tables."""

FILL = 128
"""What it takes to fill a cell, as the package counts bytes."""


class Arrays:
    """The cells of one sheet that array formulas fill, though another cell has the formula.

    ``filling`` are those still to come; a reader takes out each that it meets, top down.
    """

    def __init__(self, package: Package) -> None:
        self._package = package
        self.filling: dict[Address, Formula] = {}
        self._filled = 0

    def fill(self, text: str, area: Range) -> Formula:
        """Note that a formula fills a range; raises UnreadableFile where that is too large."""
        rows, columns = area.shape
        self._filled += rows * columns
        if self._filled > MAX_FILLED:
            raise self._package.unsafe(f"{area.first} fills {area.a1}, which is too large")
        self._package.spend(FILL * rows * columns)
        if rows * columns > 1:
            self.filling |= dict.fromkeys(area.addresses(), (text, area))
            self.filling.pop(area.first)
        return text, area
