"""Which columns of a table hold grades, and which the rank of the first relevant result."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from xlmetrics.formula import FormulaFault, references
from xlmetrics.roles.grades import read_grade
from xlmetrics.roles.grid import is_typed, number_of, text_of
from xlmetrics.roles.model import Meaning

if TYPE_CHECKING:
    from xlmetrics.address import Range
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
    return [
        run for run in table.columns.values() if not run.said.what and _holds_grades(table, run)
    ]


_LOOKUP = re.compile(r"LOOKUP\(|MATCH\(", re.IGNORECASE)


def _words_of(table: Table, run: Run) -> Run | None:
    """The column of grades in words of which another has the numbers, and reads nothing else."""
    cell = table.grid.get(run.rows[-1], run.column) if run.rows else None
    formula = cell.formula if cell else None
    if cell is None or not formula:
        return None
    read = set(_read(formula, cell.address.sheet))
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


def _read(formula: str, title: str) -> list[Range]:
    try:
        return list(references(formula, title))
    except FormulaFault:
        return []


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
    grades = [read_grade(_shown(table.grid.get(row, run.column))) for row in run.rows]
    if len(grades) < 2 or grades == list(range(1, len(grades) + 1)) or _runs_on(table, run):
        return False
    return all(grade is not None and 0 <= grade <= 10 and grade == int(grade) for grade in grades)


def _runs_on(table: Table, run: Run) -> bool:
    """Whether the last cell of a column is computed from others of it."""
    cell = table.grid.get(run.rows[-1], run.column)
    formula = cell.formula if cell else None
    if cell is None or formula is None:
        return False
    column = {table.grid.address(row, run.column) for row in run.rows}
    return any(place.first in column for place in _read(formula, cell.address.sheet))


def _shown(cell: Cell | None) -> Value:
    return None if cell is None else cell.value
