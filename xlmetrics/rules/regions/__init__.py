"""Regions of formulas filled down, across, or alike on several sheets, and what breaks them.

A line is a column or a row, cut where a cell is blank or holds text. Formulas of one shape in a
line are taken for one region, and what stands among them or at their ends is odd. It is told only
where nothing accounts for it: a total of its own line, the first step of a recurrence, cells that
are like their neighbours on the other axis, cells whose inputs are not like those of the others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.rules.grid import Grid
from xlmetrics.rules.regions.breaks import breaks
from xlmetrics.rules.regions.deviant import Deviant
from xlmetrics.rules.regions.lines import Lines
from xlmetrics.rules.regions.sheets import across_sheets
from xlmetrics.rules.shapes import shapes

if TYPE_CHECKING:
    from xlmetrics.address import Address
    from xlmetrics.model import Workbook

__all__ = ["Deviant", "Regions"]


class Regions:
    """What is odd on the sheets of a workbook, and the shapes of its formulas."""

    def __init__(self, workbook: Workbook) -> None:
        self.shapes = shapes(workbook.formulas())
        self.grids = {sheet.title: Grid(sheet, self.shapes) for sheet in workbook.sheets}
        found: dict[Address, Deviant] = {}
        for grid in self.grids.values():
            for down in (True, False):
                for deviant in breaks(Lines(grid, down)):
                    found.setdefault(deviant.address, deviant)
        for deviant in across_sheets(list(self.grids.values())):
            found.setdefault(deviant.address, deviant)
        self.deviants = tuple(found.values())
