"""All that is known of the sheets while their figures are being found."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from xlmetrics.roles.flags import without_flags
from xlmetrics.roles.lists import cells_of, first_rank_runs, lists
from xlmetrics.roles.model import Line, Meaning
from xlmetrics.roles.qrels import without_qrels
from xlmetrics.roles.seeds import seeds
from xlmetrics.roles.senses import Sense
from xlmetrics.roles.sensing import Sensing
from xlmetrics.roles.tracing import Tracing
from xlmetrics.roles.unlabelled import first_ranks_read, lists_read, without_ideals

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from xlmetrics.address import Address
    from xlmetrics.model import Workbook
    from xlmetrics.roles.formulas import Formulas
    from xlmetrics.roles.grid import Grid
    from xlmetrics.roles.lists import Listed
    from xlmetrics.roles.runs import Run
    from xlmetrics.roles.tables import Table


@dataclass
class Sheets:
    """The tables, lists and senses of a workbook.

    ``first_ranks`` are lines of them, ``owner`` says whose list a judged cell is of, ``claimed``
    are the cells under headings that are something else.
    """

    workbook: Workbook
    grids: Mapping[str, Grid]
    formulas: Formulas
    tables: Sequence[Table]
    listed: list[Listed]
    first_ranks: list[Line]
    sensing: Sensing
    tracing: Tracing
    owner: dict[Address, Listed] = field(default_factory=dict)
    claimed: frozenset[Address] = frozenset()
    of_table: dict[int, list[Listed]] = field(default_factory=dict)

    def lists_in(self, table: Table) -> list[Listed]:
        """The lists that stand in a table."""
        return self.of_table.get(id(table), [])

    def list_in_row(self, table: Table, row: int, column: int) -> Listed | None:
        """The list that lies in a row of a table whose headings are ranks.

        Of several the one before a column, where each has its figures after it; else the first.
        """
        found = self._by_row.get((id(table), row), [])
        if not found or not _parted(table, found):
            return next(iter(found), None)
        before = [each for each in found if each.rows[0] < column]
        return before[-1] if before else found[0]

    def first_rank_beside(self, grid: Grid, row: int) -> Address | None:
        """The first relevant rank that stands in a row of a grid."""
        return self._first_by_row.get((grid.title, grid.turned, row))

    @cached_property
    def _by_row(self) -> dict[tuple[int, int], list[Listed]]:
        found: dict[tuple[int, int], list[Listed]] = {}
        for each in self.listed:
            if each.table is not None and each.table.ranks:
                found.setdefault((id(each.table), each.column), []).append(each)
        return found

    @cached_property
    def _first_by_row(self) -> dict[tuple[str, bool, int], Address]:
        found: dict[tuple[str, bool, int], Address] = {}
        for cell in (cell for line in self.first_ranks for cell in line.cells):
            found.setdefault((cell.sheet, False, cell.row), cell)
            found.setdefault((cell.sheet, True, cell.column), cell)
        return found

    @cached_property
    def by_name(self) -> dict[str, list[Listed]]:
        """The lists by the names of their queries, and of their systems."""
        found: dict[str, list[Listed]] = {}
        for each in self.listed:
            for name in {each.name, each.system} - {""}:
                found.setdefault(name, []).append(each)
        return found

    @cached_property
    def by_sheet(self) -> dict[str, list[Listed]]:
        """The lists by the sheets on which they stand."""
        found: dict[str, list[Listed]] = {}
        for each in self.listed:
            found.setdefault(each.grades[0].sheet, []).append(each)
        return found

    def trace_lines(self) -> None:
        """From now on count what reads a step of a list as reading the list."""
        lines: dict[Address, Listed] = {}
        shared: set[Address] = set()
        for each in self.listed:
            for cell in (cell for line in each.lines.values() for cell in line.cells):
                if lines.setdefault(cell, each) is not each:
                    shared.add(cell)
        lines = {at: each for at, each in lines.items() if at not in shared}
        grades = cells_of(self.listed)
        self.tracing = Tracing(self.formulas, self.sensing, lines | grades)


def _parted(table: Table, found: Sequence[Listed]) -> bool:
    """Whether figures stand between the lists of one row."""
    first, last = found[0].rows[-1], found[-1].rows[0]
    return any(first < run.column < last and run.said.measure for run in table.columns.values())


def study(
    workbook: Workbook, grids: Mapping[str, Grid], formulas: Formulas, tables: Sequence[Table]
) -> Sheets:
    """Find the lists and what every cell holds, those too that no heading names."""
    listed = without_flags([each for table in tables for each in lists(table)], formulas)
    listed = without_qrels(listed, formulas)
    first = [line for table in tables for line in _first_ranks(table)]
    said = seeds(tables, listed)
    sensing = Sensing(workbook, grids, formulas, said)
    for cell in workbook.formulas():
        sensing.of(cell.address)
    more = lists_read(sensing.hints, grids, cells_of(listed))
    taken = {cell for line in first for cell in line.cells}
    lines = [
        line
        for line in first_ranks_read(sensing.hints, grids, workbook)
        if taken.isdisjoint(line.cells)
    ]
    if more or lines:
        listed, first = [*listed, *without_ideals(more, listed)], [*first, *lines]
        said = {
            **{cell: Sense(Meaning.RANK) for each in more for cell in each.ranks},
            **{cell: Sense(Meaning.FIRST_RANK) for line in lines for cell in line.cells},
            **said,
            **{cell: Sense(Meaning.GRADE) for each in more for cell in each.grades},
        }
        sensing = Sensing(workbook, grids, formulas, said)
    sheets = Sheets(
        workbook, grids, formulas, tables, listed, first, sensing,
        Tracing(formulas, sensing, cells_of(listed)), cells_of(listed), frozenset(said),
    )  # fmt: skip
    for each in listed:
        sheets.of_table.setdefault(id(each.table), []).append(each)
    return sheets


def _first_ranks(table: Table) -> list[Line]:
    return [
        Line(
            Meaning.FIRST_RANK,
            tuple(_cells(table, run)),
            run.label,
            table.label_at(run),
            "its heading" if run.said.what == Meaning.FIRST_RANK
            else "ranks, one a query, beside reciprocal ranks",
        )
        for run in first_rank_runs(table)
    ]  # fmt: skip


def _cells(table: Table, run: Run) -> list[Address]:
    """The cells of a column, down to the last row that has a query or a rank."""
    cells = table.cells(run)
    keys = [run, *table.saying(Meaning.QUERY)[:1]]
    used = [any(table.grid.get(row, key.column) for key in keys) for row in table.rows]
    while used and not used[-1]:
        used.pop()
    return cells[: len(used)]
