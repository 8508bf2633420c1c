"""Array formulas, which one cell has and many show."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.address import MAX_ROW

if TYPE_CHECKING:
    from collections.abc import Iterator

    from xlmetrics.address import Address, Range
    from xlmetrics.files.package import Package

    Formula = tuple[str, Range | None]
    """A formula, and the range that it fills as an array formula."""

MAX_FILLED = MAX_ROW
"""So many cells of a sheet may be filled by array formulas and data tables."""

FILL = 128
"""What it takes to fill a cell, as the package counts bytes."""


class Arrays:
    """The cells of one sheet that array formulas fill, as they are met top down."""

    def __init__(self, package: Package) -> None:
        self._package = package
        self._filling: dict[Address, Formula] = {}
        self._filled = 0

    def filling(self, address: Address) -> Formula | None:
        """The array formula or data table that fills a cell, though another cell has it.

        Asked once for each cell.
        """
        return self._filling.pop(address, None) if self._filling else None

    def left_over(self) -> Iterator[tuple[Address, Formula]]:
        """The cells that array formulas fill and that the file does not have."""
        yield from self._filling.items()

    def fill(self, text: str, area: Range) -> Formula:
        """Note that a formula fills a range; raises UnreadableFile where that is too large."""
        rows, columns = area.shape
        self._filled += rows * columns
        if self._filled > MAX_FILLED:
            raise self._package.unsafe(f"{area.first} fills {area.a1}, which is too large")
        self._package.spend(FILL * rows * columns)
        if rows * columns > 1:
            self._filling |= dict.fromkeys(area.addresses(), (text, area))
            self._filling.pop(area.first)
        return text, area
