"""XL210 grade off the scale: a grade is not one of the scale the table names.

What it does: holds each grade against the scale.

Why it is bad: one grade of 30 for 3 outweighs every other document.

Example: `7` on a scale of 0 to 3; a text where a grade belongs is noted too.

Use instead: a grade of the scale, or a blank for a document that was not judged.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.inputs import reads_as_number, shown
from xlmetrics.model import Finding, Severity, is_number
from xlmetrics.quantities import GRADED

if TYPE_CHECKING:
    from collections.abc import Iterator

    from xlmetrics.rules.evidence import Evidence

CODE = "XL210"


def find(evidence: Evidence) -> Iterator[Finding]:
    """Grades off the scale, and text that counts as not judged."""
    for table in evidence.tables:
        if "scale" not in table.fields:
            continue
        scale = [evidence.value(address) for address in table["scale"].addresses()]
        grades = ", ".join(map(shown, scale))
        judged = [table[name] for name in GRADED if name in table.fields]
        for address in (address for place in judged for address in place.addresses()):
            grade = evidence.value(address)
            if is_number(grade) and grade not in scale:
                yield Finding(CODE, address, f"the grade is not on the scale {grades}", grade)
            elif isinstance(grade, str) and not reads_as_number(grade):
                yield Finding(
                    CODE,
                    address,
                    "text where a grade belongs: the document counts as not judged",
                    grade,
                    severity=Severity.NOTE,
                )
