"""Grades of several raters, of which the column that joins them is the grade."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.roles.columns import is_typed_column
from xlmetrics.roles.grid import text_of
from xlmetrics.roles.model import Meaning
from xlmetrics.roles.words import understand

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from xlmetrics.address import Address
    from xlmetrics.roles.formulas import Formulas
    from xlmetrics.roles.runs import Run
    from xlmetrics.roles.tables import Table

_ASKED = 5
"""Of the rows of a table so many are asked whether they join the grades of raters."""

_VAGUE = ("", Meaning.GRADE, "mean", "total", "spread", "pooled")
"""What headings say over the grades of raters, and over what joins them."""

_WIDEST = 20
"""No more raters than this grade one document."""


def join_raters(tables: Iterable[Table], formulas: Formulas) -> None:
    """Say of a column that is computed from the grades of raters in its row that it is the grade.

    The columns of the raters themselves then say nothing.
    """
    for table in tables:
        vague = [run for run in table.columns.values() if run.said.what in _VAGUE]
        raters = [run for run in vague if is_typed_column(table, run)]
        if len(raters) < 2 or not table.saying(Meaning.RANK):
            continue
        joined = next((run for run in vague if _joins(table, run, raters, formulas)), None)
        if joined is not None:
            for rater in raters:
                table.say(rater, "")
            table.say(joined, Meaning.GRADE)


def name_pools(tables: Iterable[Table]) -> None:
    """Say of the grades beside the names of all judged documents that they are the pool's."""
    for table in tables:
        graded = table.saying(Meaning.GRADE)
        for run in graded if len(graded) > 1 else ():
            said = understand(text_of(table.grid.get(run.heading, run.column - 1)))
            if said is not None and said.what == Meaning.JUDGED:
                table.say(run, Meaning.JUDGED)


def _joins(table: Table, run: Run, raters: Sequence[Run], formulas: Formulas) -> bool:
    """Whether each cell of a column reads the grades of raters in its own row, and no others."""
    return len(run.rows) > 1 and all(
        _joins_at(table, table.grid.address(row, run.column), raters, row, formulas)
        for row in run.rows[:_ASKED]
    )


def _joins_at(
    table: Table, cell: Address, raters: Sequence[Run], row: int, formulas: Formulas
) -> bool:
    written = formulas.at(cell)
    if written is None or any(max(place.shape) > _WIDEST for place in written.read):
        return False
    read = {at for place in written.read for at in place.addresses()}
    graded = {table.grid.address(row, rater.column) for rater in raters}
    return len(read & graded) > 1 and read <= graded
