"""XL206 error value: a measure shows an error.

What it does: looks for measure cells whose formula gives an error where the measure has a value.

Why it is bad: the error spreads to every mean and comparison built on the figure.

Example: `=1/B19` where B19 is `none`.

Use instead: `=IFERROR(1/B19,0)`: a query without a hit scores 0.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.model import ErrorValue, Finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from xlmetrics.rules.evidence import Evidence

CODE = "XL206"


def find(evidence: Evidence) -> Iterator[Finding]:
    """Measure cells that give an error they should not."""
    for each, gives, formula in evidence.wrong_figures():
        if isinstance(gives, ErrorValue):
            message = f"{each.measure}: the formula gives an error where the measure has a value"
            yield Finding(CODE, each.address, message, gives, each.value, formula)
