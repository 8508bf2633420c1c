"""XL215 external link: a formula reads another workbook.

What it does: looks for references to other files, `[1]Sheet1!A1` or `'[runs.xlsx]Run 1'!A1`.

Why it is bad: who has this file alone sees the values of the last time it was linked, and cannot
check them.

Example: `=[1]Sheet1!C7` for a grade.

Use instead: the values themselves, pasted into this workbook.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from xlmetrics.formula import FormulaFault, tokens
from xlmetrics.model import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from xlmetrics.rules.evidence import Evidence

CODE = "XL215"
_FILE = re.compile(r"\[([^\[\]]+)\]")


def find(evidence: Evidence) -> Iterator[Finding]:
    """Formulas with an external reference."""
    for cell in evidence.workbook.formulas():
        formula = cell.formula or ""
        if "[" not in formula or "!" not in formula:
            continue
        try:
            links = [word.text for word in tokens(formula) if word.kind == "external"]
        except FormulaFault:
            continue
        if links:
            file = _FILE.search(links[0])
            named = f"{file[1]} " if file and not file[1].isdigit() else ""
            yield Finding(
                CODE,
                cell.address,
                f"the formula reads another workbook, {named}at {links[0]}, which is not here to "
                "be checked; paste the values",
                cell.value,
                formula=formula,
            )
