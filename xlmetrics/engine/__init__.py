"""Values of formula cells, computed as Excel would, or not checked with a reason."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.engine.calculation import Calculation

if TYPE_CHECKING:
    from xlmetrics.address import Address
    from xlmetrics.model import Result, Workbook

__all__ = ["Calculation", "recompute"]


def recompute(workbook: Workbook) -> dict[Address, Result]:
    """The value of every formula cell, from the inputs the workbook holds."""
    return Calculation(workbook).values()
