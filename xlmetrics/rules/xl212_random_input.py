"""XL212 random input: a number on which figures hang is drawn anew at each calculation.

What it does: looks for RAND, RANDBETWEEN and RANDARRAY; NOW and TODAY are noted where another
formula reads them.

Why it is bad: the same file shows other figures each time it is opened, and none can be repeated.

Example: `=RANDBETWEEN(0,3)` for a grade.

Use instead: the number itself, typed or pasted as a value.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from xlmetrics.model import Finding, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from xlmetrics.rules.evidence import Evidence

CODE = "XL212"
_RANDOM = re.compile(r"(?<![\w.])(RAND|RANDBETWEEN|RANDARRAY)\(", re.IGNORECASE)
_CLOCK = re.compile(r"(?<![\w.])(NOW|TODAY)\(", re.IGNORECASE)
_TEXT = re.compile(r'"(?:[^"]|"")*"')


def find(evidence: Evidence) -> Iterator[Finding]:
    """Formulas that give another value each time."""
    for cell in evidence.workbook.formulas():
        formula = cell.formula or ""
        if not is_volatile(formula):
            continue
        bare = _TEXT.sub("", formula)
        if drawn := _RANDOM.search(bare):
            yield Finding(
                CODE,
                cell.address,
                f"{drawn[1].upper()} gives another number at each calculation; paste it as a value",
                evidence.value(cell.address),
                formula=formula,
            )
        elif (clock := _CLOCK.search(bare)) and evidence.reads.covers(cell.address):
            yield Finding(
                CODE,
                cell.address,
                f"{clock[1].upper()} gives another value at each calculation, and formulas read it",
                evidence.value(cell.address),
                formula=formula,
                severity=Severity.NOTE,
            )


def is_volatile(formula: str | None) -> bool:
    """Whether a formula draws numbers or looks at the clock."""
    text = formula or ""
    if not any(map(text.upper().__contains__, ("RAND", "NOW(", "TODAY("))):
        return False
    bare = _TEXT.sub("", text)
    return bool(_RANDOM.search(bare) or _CLOCK.search(bare))
