"""Which columns of a table hold grades, and which the rank of the first relevant result."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from xlmetrics.formula import references_in
from xlmetrics.roles.grades import read_grade
from xlmetrics.roles.grid import is_typed, number_of, text_of
from xlmetrics.roles.model import Meaning
from xlmetrics.roles.words import cut_in

if TYPE_CHECKING:
    from collections.abc import Iterable

    from xlmetrics.model import Cell, Value
    from xlmetrics.roles.runs import Run
    from xlmetrics.roles.tables import Table

_ROUNDED = 0.05
"""So far the reciprocal of a rank may be from it, times the rank, where it was rounded."""


def first_rank_runs(table: Table) -> list[Run]:
    """The columns that hold the rank of the first relevant result of each query."""
    said = table.saying(Meaning.FIRST_RANK)
    if said or grade_runs(table) or not table.saying("RR"):
        return said
    return [run for run in table.saying(Meaning.RANK) if not _only_numbers(table, run)]


def _only_numbers(table: Table, run: Run) -> bool:
    """Whether a column numbers the rows of a table, and not its reciprocals are shown."""
    numbers = [number_of(table.grid.get(row, run.column)) for row in table.rows]
    if len(numbers) < 2 or numbers != list(range(1, len(numbers) + 1)):
        return False
    shown = [number_of(table.grid.get(row, table.saying("RR")[0].column)) for row in table.rows]
    return any(
        figure is None or abs(figure * place - 1) > _ROUNDED
        for place, figure in enumerate(shown, start=1)
    )


def grade_runs(table: Table) -> list[Run]:
    """The columns of grades: those said to be, or else unknown ones beside ranks.

    Of grades in words those are taken for which a formula looks the words up.
    """
    said = [run for run in table.saying(Meaning.GRADE) if len(run.rows) > 1]
    valued = [run for run in table.columns.values() if _words_of(table, run)]
    if valued:
        return valued
    if said and _counts_documents(table):
        return []
    if not said:
        said = [run for run in table.saying(Meaning.GAIN) if is_typed_column(table, run)]
    if said or not table.saying(Meaning.RANK):
        return said
    unknown = (r for r in table.columns.values() if not r.said.what and not cut_in(r.label))
    return [run for run in unknown if _holds_grades(table, run)]


def settle_systems(tables: Iterable[Table]) -> None:
    """Say what stands under the name of a system, ``engine A``, in a table of ranks.

    Numbers are the grades of what it returned, or where grades stand beside them, its documents.
    """
    for table in tables:
        what = Meaning.DOCUMENT if table.saying(Meaning.GRADE) else Meaning.GRADE
        for run in table.saying(Meaning.SYSTEM) if table.saying(Meaning.RANK) else ():
            if all(number_of(cell) is not None for cell in _held(table, run)):
                table.say(run, what)


def _held(table: Table, run: Run) -> list[Cell | None]:
    """What stands in a column in the rows of its table."""
    own = set(run.rows)
    return [table.grid.get(row, run.column) for row in table.rows if row in own]


_LOOKUP = re.compile(r"LOOKUP\(|MATCH\(", re.IGNORECASE)


def _words_of(table: Table, run: Run) -> Run | None:
    """The column of grades in words of which another has the numbers, and reads nothing else."""
    cell = table.grid.get(run.rows[-1], run.column) if run.rows else None
    formula = cell.formula if cell else None
    if cell is None or not formula:
        return None
    read = set(references_in(formula, cell.address.sheet))
    own = {each.first for each in read if each.shape == (1, 1)}
    if len(read) > 1 and not _LOOKUP.search(formula):
        return None
    words = (each for each in table.saying(Meaning.GRADE) if each is not run and len(each.rows) > 1)
    keys = ((each, (run.rows[-1], each.column)) for each in words)
    return next(
        (
            each
            for each, key in keys
            if table.grid.address(*key) in own and text_of(table.grid.get(*key))
        ),
        None,
    )


def _counts_documents(table: Table) -> bool:
    """Whether documents are counted: the relevant, and beside them others or those returned."""
    if table.saying("returned") and not table.saying(Meaning.RANK):
        return True
    labels = [run.label for run in table.columns.values()]
    return any(len(label) > 1 and read_grade(label) == 0 for label in labels)


def is_typed_column(table: Table, run: Run) -> bool:
    """Whether a column has several cells, and all of them were typed."""
    cells = [table.grid.get(row, run.column) for row in run.rows]
    return len(cells) > 1 and all(map(is_typed, cells))


def _holds_grades(table: Table, run: Run) -> bool:
    """Whether an unknown column holds small whole numbers, or letters, and does not count rows."""
    grades = [read_grade(_shown(cell)) for cell in _held(table, run)]
    if len(grades) < 2 or grades == list(range(1, len(grades) + 1)) or _is_derived(table, run):
        return False
    return all(grade is not None and 0 <= grade <= 10 and grade == int(grade) for grade in grades)


def _is_derived(table: Table, run: Run) -> bool:
    """Whether the last cell of a column is computed from others of it, or from a whole column.

    So is one from a range that grows down to its row, whatever stands there.
    """
    rows = set(run.rows).intersection(table.rows)
    cell = table.grid.get(max(rows), run.column) if rows else None
    formula = cell.formula if cell else None
    if cell is None or formula is None:
        return False
    along = int(table.grid.turned)
    end = cell.address[along + 1]
    for place in references_in(formula, cell.address.sheet):
        row, column = table.grid.place(place.first)
        inside = place.sheet == table.grid.title and row in rows
        several = place.shape[along] > 1
        if inside and (column == run.column or (several and column in table.columns)):
            return True
        if several and place.last[along + 1] == end:
            return True
    return False


def _shown(cell: Cell | None) -> Value:
    return None if cell is None else cell.value
