"""The formulas of a sheet as each cell has them, where the file writes them once for many cells."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.address import Range
from xlmetrics.files.arrays import Arrays
from xlmetrics.xlsx.shared_formula import SharedFormula

if TYPE_CHECKING:
    from lxml import etree

    from xlmetrics.address import Address
    from xlmetrics.files.arrays import Formula
    from xlmetrics.files.package import Package

WRITE = 4
"""What it takes to write out a character, as the package counts bytes."""


class FormulaReader:
    """Reads the formulas of one sheet, top down.

    ``filling`` holds the cells that array formulas and data tables fill and that are still to come.
    """

    def __init__(self, package: Package) -> None:
        self._package = package
        self._shared: dict[str | None, SharedFormula] = {}
        self._arrays = Arrays(package)
        self.filling = self._arrays.filling

    def read(self, element: etree._Element, address: Address) -> Formula | None:
        """The formula of a cell; None where the file leaves it empty."""
        kind, text = element.get("t"), "=" + (element.text or "").removeprefix("=")
        if kind == "shared":
            return self._of_group(element.get("si"), text, address), None
        if kind == "dataTable":
            return self._fill(element, _data_table(element), address)
        if text == "=":
            return None
        return self._fill(element, text, address) if kind == "array" else (text, None)

    def _of_group(self, group: str | None, text: str, address: Address) -> str:
        if text != "=":
            self._shared[group] = SharedFormula(text, address.row, address.column)
            return text
        if group not in self._shared:
            raise self._package.damaged(f"{address} shares a formula that is missing")
        shared = self._shared[group]
        is_new = not shared.knows(address.column)
        text = shared.at(address.row, address.column)
        self._package.spend(WRITE * len(text))
        self._package.toil(len(text) if is_new else len(text) // 8)
        return text

    def _fill(self, element: etree._Element, text: str, address: Address) -> Formula:
        try:
            area = Range.parse(address.sheet, element.get("ref", address.a1))
        except ValueError as error:
            raise self._package.damaged(f"{address} fills a range, but {error}") from None
        return self._arrays.fill(text, area)


def _data_table(element: etree._Element) -> str:
    """A data table as Excel shows it: ``TABLE``, which is no function, of its input cells."""
    first, second = element.get("r1", ""), element.get("r2", "")
    if element.get("dt2D") not in ("1", "true"):
        in_row = element.get("dtr") in ("1", "true")
        first, second = (first, "") if in_row else ("", first)
    return f"=TABLE({first},{second})"
