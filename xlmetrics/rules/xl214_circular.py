"""XL214 circular: a formula needs its own result.

What it does: looks for formulas that refer to themselves, straight or by way of others.

Why it is bad: programs show 0, an error, or what the last of so many rounds gave.

Example: `=SUM(C2:C8)` in C8.

Use instead: `=SUM(C2:C7)`.
"""

from __future__ import annotations

from operator import contains
from typing import TYPE_CHECKING

from xlmetrics.formula import references_in
from xlmetrics.model import Finding, NotChecked

if TYPE_CHECKING:
    from collections.abc import Iterator

    from xlmetrics.address import Address, Range
    from xlmetrics.model import Cell
    from xlmetrics.rules.evidence import Evidence

CODE = "XL214"
_CIRCLE = "circular: "
_NAMED = 4


def find(evidence: Evidence) -> Iterator[Finding]:
    """One finding a circle, on a cell that refers to itself if there is one."""
    circles: dict[str, list[Cell]] = {}
    for cell in evidence.workbook.formulas():
        gives = evidence.recomputed.get(cell.address)
        if isinstance(gives, NotChecked) and gives.reason.startswith(_CIRCLE):
            circles.setdefault(gives.reason, []).append(cell)
    for circle in circles.values():
        selfish = [cell for cell in circle if counts_itself(cell.formula or "", cell.address)]
        first = (selfish or circle)[0]
        if selfish:
            message = "the formula counts its own cell"
        else:
            names = [str(cell.address) for cell in circle]
            more = " …" if len(names) > _NAMED else ""
            message = (
                f"these formulas need each other in a circle: {', '.join(names[:_NAMED])}{more}"
            )
        yield Finding(
            CODE,
            first.address,
            message,
            first.value,
            formula=first.formula,
            instead=_without_itself(first) or None,
        )


def counts_itself(formula: str, address: Address) -> bool:
    """Whether a formula refers to the cell in which it stands."""
    return any(contains(place, address) for place in references_in(formula, address.sheet))


def _without_itself(cell: Cell) -> str:
    """The formula with its range drawn back from its own cell; empty where that is no end of it."""
    formula, address = cell.formula or "", cell.address
    for place in references_in(formula, address.sheet):
        if not contains(place, address) or place.shape == (1, 1):
            continue
        shorter = None
        if place.left == place.right and place.bottom == address.row:
            shorter = place._replace(bottom=place.bottom - 1)
        elif place.top == place.bottom and place.right == address.column:
            shorter = place._replace(right=place.right - 1)
        if shorter and place.a1 in formula:
            return formula.replace(place.a1, _spelt(shorter))
    return ""


def _spelt(place: Range) -> str:
    return f"{place.first.a1}:{place.last.a1}"
