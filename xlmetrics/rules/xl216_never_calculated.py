"""XL216 never calculated: formulas without a stored value.

What it does: looks for formula cells beside which nothing is stored, and for files in which 0 is
stored beside every formula, as some libraries do.

Why it is bad: previews, mail, pandas and Protected View show nothing, or 0.

Example: a workbook written by a script.

Use instead: open the file in a spreadsheet program and save it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.model import Finding, NotChecked, Severity, agree, is_number
from xlmetrics.text import counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from xlmetrics.model import Cell
    from xlmetrics.rules.evidence import Evidence

CODE = "XL216"


def find(evidence: Evidence) -> Iterator[Finding]:
    """One note for the file; the formulas themselves may be right."""
    bare = never_calculated(evidence)
    if bare:
        count = counted(len(bare), "formula has", "formulas have")
        yield Finding(
            CODE,
            bare[0].address,
            f"{count} never been calculated, so previews show nothing; open the file in a "
            "spreadsheet program and save it",
            formula=bare[0].formula,
            severity=Severity.NOTE,
        )


def never_calculated(evidence: Evidence) -> list[Cell]:
    """The formula cells without a stored value, or with a 0 stored for form's sake."""
    cells = list(evidence.workbook.formulas())
    all_zero = all(is_number(cell.value) and cell.value == 0 for cell in cells)
    if all_zero and any(_differs_from_zero(evidence, cell) for cell in cells):
        return cells
    return [cell for cell in cells if not cell.calculated]


def _differs_from_zero(evidence: Evidence, cell: Cell) -> bool:
    gives = evidence.recomputed[cell.address]
    return not isinstance(gives, NotChecked) and not agree(gives, 0)
