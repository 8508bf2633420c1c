"""XL203 row left out: a row stands at the edge of a table, and its formulas do not reach it.

What it does: looks for inputs directly below the last row of a table, and for ranked documents
between the returned list and the missed ones; on sheets that others built, for ranges that stop
one or two cells short of cells like their own where no cut-off says so, or begin after such cells.

Why it is bad: a query or a document is there for the reader, and no figure counts it.

Example: a query typed in a new row above MRR, which still takes the mean of the rows above.

Use instead: insert the row within the table, between two of its rows, and fill the formulas down.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.address import Address
from xlmetrics.inputs import reads_as_number
from xlmetrics.model import Finding, is_number
from xlmetrics.quantities import GRADED

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from xlmetrics.address import Range
    from xlmetrics.model import Result, Table
    from xlmetrics.rules.evidence import Evidence

CODE = "XL203"


def find(evidence: Evidence) -> Iterator[Finding]:
    """Inputs that no range of their table reaches, and ranges that leave out adjoining cells."""
    yield from _short_ranges(evidence)
    held = [_with_heads(place) for table in evidence.tables for place in table.fields.values()]
    for table in evidence.tables:
        for address in _below(evidence, table, held):
            yield Finding(
                CODE,
                address,
                "this row stands below its table, and no formula counts it; insert it between "
                "two rows of the table",
                evidence.value(address),
            )
        yield from _ranked_but_not_returned(evidence, table)


def _with_heads(place: Range) -> Range:
    """The cells of a field; over the columns of a grid stand grades, which are no inputs."""
    return place._replace(top=place.top - 1) if place.shape[1] > 1 else place


def _below(evidence: Evidence, table: Table, held: Sequence[Range]) -> Iterator[Address]:
    """Cells below the inputs of a table that hold what an input holds, and that no table has."""
    for field in (*GRADED, "first_rank"):
        if field in table.fields:
            sheet, row, column = table[field].last
            taken = {
                each
                for place in held
                if place.sheet == sheet and place.left <= column <= place.right
                for each in range(place.top, place.bottom + 1)
            }
            for address in sorted(evidence.workbook.cells):
                below = address.sheet == sheet and address.column == column and address.row > row
                if below and address.row not in taken and _is_input(evidence.value(address)):
                    yield address


def _is_input(value: Result) -> bool:
    return is_number(value) or reads_as_number(value) or value == "none"


def _ranked_but_not_returned(evidence: Evidence, table: Table) -> Iterator[Finding]:
    """Documents that have a rank and stand below the list, where only the ideal counts them."""
    if not {"grade", "judged", "rank"} <= set(table.fields):
        return
    last, ranks = table["grade"].bottom, table["rank"].left
    for sheet, row, _ in table["judged"].addresses():
        rank = evidence.value(Address(sheet, row, ranks))
        if row > last and (is_number(rank) or reads_as_number(rank)):
            yield Finding(
                CODE,
                Address(sheet, row, ranks),
                "this document has a rank but stands below the list, so DCG leaves it out; insert "
                "it between two ranks",
                rank,
            )


def _short_ranges(evidence: Evidence) -> Iterator[Finding]:
    """Means over queries have a rule of their own, XL103."""
    if not evidence.is_foreign:
        return
    means = {figure.address for figure in evidence.reading.figures if figure.is_mean}
    for each in evidence.short_ranges.values():
        if each.address not in means:
            yield Finding(
                CODE,
                each.address,
                f"the range {each.place.a1} leaves out {each.omitted.a1}, which is like the cells "
                "in it",
                evidence.value(each.address),
                formula=each.formula,
                instead=each.instead or None,
            )
