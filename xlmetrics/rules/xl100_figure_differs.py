"""XL100 figure differs: a formula gives another value than the measure it stands for.

What it does: holds the recomputed value of each measure cell against the reference, applied to
the inputs in the file.

Why it is bad: the figure is wrong, and nothing on the sheet shows it.

Example: `=B4/LOG(A4,2)` for the discounted gain at rank 3.

Use instead: `=B4/LOG(A4+1,2)`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.model import ErrorValue, Finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from xlmetrics.rules.evidence import Evidence

CODE = "XL100"


def find(evidence: Evidence) -> Iterator[Finding]:
    """Measure cells whose formula gives a wrong value."""
    for each, gives, formula in evidence.wrong_figures():
        if not isinstance(gives, ErrorValue):
            message = f"{each.measure}: the formula gives another value than the measure"
            yield Finding(CODE, each.address, message, gives, each.value, formula)
