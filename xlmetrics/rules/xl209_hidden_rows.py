"""XL209 hidden rows: a total counts rows that nobody sees.

What it does: looks for formulas over a range of which some rows are hidden, by hand or by a
filter, and hold numbers. SUBTOTAL and AGGREGATE, which can leave them out, are not told.

Why it is bad: what the reader adds up is not what the total says.

Example: `=AVERAGE(C2:C11)` where a filter hides two of the queries.

Use instead: `=SUBTOTAL(101,C2:C11)`, if they must not count; if they must, show them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.address import Range
from xlmetrics.formula import references_in
from xlmetrics.model import Finding
from xlmetrics.rules.grid import TEXT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from xlmetrics.rules.evidence import Evidence

CODE = "XL209"
_MOST = 5
_SINGLE = 3


def find(evidence: Evidence) -> Iterator[Finding]:
    """The first formula for each column of which hidden rows are counted."""
    hidden = {
        sheet.title: sorted(sheet.hidden_rows)
        for sheet in evidence.workbook.sheets
        if sheet.hidden_rows
    }
    if not evidence.is_foreign or not hidden:
        return
    told: set[tuple[str, int, int]] = set()
    for cell in evidence.workbook.formulas():
        formula, address = cell.formula or "", cell.address
        if "SUBTOTAL(" in formula.upper() or "AGGREGATE(" in formula.upper():
            continue
        if address.row in hidden.get(address.sheet, ()):
            continue
        counted = [
            (place, rows)
            for place in _places(references_in(formula, address.sheet))
            if (rows := _counted(evidence, place, hidden.get(place.sheet, [])))
        ]
        columns = {(place.sheet, place.left, place.right) for place, _ in counted}
        if columns - told:
            place, rows = counted[0]
            told |= columns
            listed = ", ".join(map(str, rows[:_MOST])) + (" …" if len(rows) > _MOST else "")
            yield Finding(
                CODE,
                address,
                f"{place.a1} has hidden rows ({listed}), which are counted; show them, or "
                "leave them out with SUBTOTAL or AGGREGATE",
                evidence.value(address),
                formula=formula,
            )


def _places(seen: list[Range]) -> Iterator[Range]:
    """The ranges of a formula, and the stretch of three or more single cells of a column."""
    yield from (place for place in seen if place.shape != (1, 1))
    columns: dict[tuple[str, int], set[int]] = {}
    for place in seen:
        if place.shape == (1, 1):
            columns.setdefault((place.sheet, place.left), set()).add(place.top)
    for (sheet, column), rows in columns.items():
        if len(rows) >= _SINGLE and max(rows) - min(rows) == len(rows) - 1:
            yield Range(sheet, min(rows), column, max(rows), column)


def _counted(evidence: Evidence, place: Range, hidden: list[int]) -> list[int]:
    """The hidden rows of a range that hold numbers; none where all of its rows are hidden."""
    within = [row for row in hidden if place.top <= row <= place.bottom]
    if not within or len(within) == place.shape[0] or place.shape[1] > 64:
        return []
    marks = evidence.regions.grids[place.sheet].marks
    return [
        row
        for row in within
        if any(
            marks.get((row, column), TEXT) != TEXT for column in range(place.left, place.right + 1)
        )
    ]
