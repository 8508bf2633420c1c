"""XL213 frozen formula: a formula of Google Sheets came here as the value it had.

What it does: looks for what Google Sheets writes into an .xlsx file for a formula that Excel does
not know: `IFERROR(__xludf.DUMMYFUNCTION("…"),value)`.

Why it is bad: Excel and LibreOffice show the value of the day of the export, whatever the inputs
become.

Example: `=IFERROR(__xludf.DUMMYFUNCTION("AVERAGE(FILTER(C2:C9,C2:C9>0))"),0.55)`.

Use instead: a formula that Excel knows, or the file in Google Sheets.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from xlmetrics.model import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from xlmetrics.rules.evidence import Evidence

CODE = "XL213"
_FROZEN = re.compile(r'__xludf\.DUMMYFUNCTION\(\s*"((?:[^"]|"")*)"', re.IGNORECASE)
_SPILLED = '"COMPUTED_VALUE"'


def find(evidence: Evidence) -> Iterator[Finding]:
    """Frozen formulas; cells into which one of them spilled are told with it."""
    for cell in evidence.workbook.formulas():
        frozen = _FROZEN.search(cell.formula or "")
        if frozen is None:
            continue
        was = frozen[1].replace('""', '"')
        if was.strip("= ").upper() == _SPILLED:
            continue
        yield Finding(
            CODE,
            cell.address,
            f"the value is frozen: in Google Sheets the formula was ={was.removeprefix('=')}, "
            "which no longer runs here",
            evidence.value(cell.address),
            formula=cell.formula,
        )
