"""XL218 table incomplete: some cells of a table are gone, so that nothing in it can be checked.

What it does: looks for tables whose names in the file lack cells that their measures need.

Why it is bad: whatever the figures show, nobody can say whether it is right.

Example: a row deleted through the table and the panel beside it.

Use instead: build the workbook anew, or undo what removed the cells.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.address import Address
from xlmetrics.model import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from xlmetrics.rules.evidence import Evidence

CODE = "XL218"


def find(evidence: Evidence) -> Iterator[Finding]:
    """The tables that cannot be checked."""
    for table, reason in evidence.unfit:
        places = sorted(place.first for place in table.fields.values())
        where = places[0] if places else Address(evidence.workbook.sheets[0].title, 1, 1)
        yield Finding(
            CODE, where, f"the table {table.kind} {table.number} cannot be checked: {reason}"
        )
