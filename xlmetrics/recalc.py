"""Recalc: a copy of a workbook in which every formula carries its value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from xlmetrics.engine import Calculation
from xlmetrics.errors import XlmetricsError
from xlmetrics.model import NotChecked
from xlmetrics.read import read_workbook
from xlmetrics.xlsx.fill import fill_values
from xlmetrics.xlsx.read import sheet_parts
from xlmetrics.xlsx.save import replace_file

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from xlmetrics.address import Address
    from xlmetrics.model import Result


_NO_CELL = NotChecked("the file has no cell there to hold a value")


@dataclass(frozen=True, slots=True)
class Recalculated:
    """How many formulas got their value, and why the others kept what stood beside them."""

    filled: int
    not_checked: Mapping[Address, NotChecked]


def recompute(path: Path) -> dict[Address, Result]:
    """The value of every formula of a workbook (.xlsx, .ods), by its cell.

    Raises:
        UnreadableFile: the file is no workbook, is damaged, or is not safe to open.
    """
    return Calculation(read_workbook(path)).values()


def recalc(path: Path, copy: Path) -> Recalculated:
    """Write a copy of an .xlsx workbook with the value beside each formula, and no other change.

    A formula that cannot be computed keeps what stands beside it.

    Raises:
        UnreadableFile: the file is no workbook, is damaged, or is not safe to open.
        XlmetricsError: the copy would take the place of a file.
    """
    if copy.exists():
        raise XlmetricsError(f"{copy}: is there already. Give the copy another name with -o.")
    if copy.suffix.lower() not in (".xlsx", ".xlsm"):
        raise XlmetricsError(f"{copy}: the copy is an .xlsx workbook. Name it {copy.stem}.xlsx.")
    values = recompute(path)
    content, written = fill_values(path, sheet_parts(path), values)
    replace_file(copy, content)
    left = {
        address: value if isinstance(value, NotChecked) else _NO_CELL
        for address, value in values.items()
        if address not in written
    }
    return Recalculated(len(written), left)
