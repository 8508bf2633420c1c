"""Who says what a formula gives: our engine, LibreOffice, or both; and what if they disagree.

The value stored in the file is a third witness, as good as the program that saved it.
"""

from __future__ import annotations

import tempfile
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

from xlmetrics.engine.libreoffice import recalculate
from xlmetrics.errors import XlmetricsError
from xlmetrics.files.package import Package
from xlmetrics.model import ErrorValue, NotChecked, agree
from xlmetrics.xlsx.read import read_workbook

if TYPE_CHECKING:
    from collections.abc import Mapping

    from xlmetrics.address import Address
    from xlmetrics.model import Result, Workbook


class Engine(StrEnum):
    """Who recomputes a workbook."""

    FORMULAS = "formulas"
    LIBREOFFICE = "libreoffice"
    BOTH = "both"


def testimony(
    engine: Engine, path: Path, workbook: Workbook, ours: dict[Address, Result]
) -> dict[Address, Result]:
    """The value of every formula cell, by the engine chosen.

    Of two that disagree neither is taken: the cell is ``NotChecked``, and the reason tells both
    values and the one stored in the file.

    Raises:
        XlmetricsError: LibreOffice is asked for and is not installed, or cannot read the file.
    """
    if engine is Engine.FORMULAS or not ours:
        return ours
    theirs = _by_libreoffice(path, ours)
    if engine is Engine.LIBREOFFICE:
        return theirs
    return {
        address: _reconciled(workbook, address, value, theirs[address])
        for address, value in ours.items()
    }


def _by_libreoffice(path: Path, formulas: Mapping[Address, Result]) -> dict[Address, Result]:
    """What LibreOffice shows, once the values stored in the file are taken out."""
    if Package(path).is_open_document:
        raise XlmetricsError(
            f"{path}: LibreOffice recalculates .xlsx workbooks only here. Save it as .xlsx, or "
            "leave out --engine."
        )
    with tempfile.TemporaryDirectory(prefix="xlmetrics-") as folder:
        (copy,) = recalculate([path], Path(folder))
        shown = read_workbook(copy)
    return {address: shown.value(address) for address in formulas}


def _reconciled(workbook: Workbook, address: Address, ours: Result, theirs: Result) -> Result:
    if isinstance(ours, NotChecked):
        return NotChecked(f"{ours.reason}; LibreOffice gives {_told(theirs)}")
    both_errors = isinstance(ours, ErrorValue) and isinstance(theirs, ErrorValue)
    if both_errors or agree(ours, theirs):
        return ours
    program = workbook.saved_by or "an unknown program"
    cell = workbook.cells[address]
    stored = f"stored by {program}: {_told(cell.value)}" if cell.calculated else "none is stored"
    return NotChecked(
        f"witnesses disagree: formulas {_told(ours)}, LibreOffice {_told(theirs)}, {stored}"
    )


def _told(value: Result) -> str:
    return "blank" if value is None else str(value)
