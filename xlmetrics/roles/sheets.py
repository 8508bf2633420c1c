"""All that is known of the sheets while their figures are being found."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from xlmetrics.address import Range
from xlmetrics.roles.columns import first_rank_runs, settle_systems
from xlmetrics.roles.flags import without_flags
from xlmetrics.roles.keys import name_queries
from xlmetrics.roles.listed import cells_of, without_crossing
from xlmetrics.roles.lists import lists
from xlmetrics.roles.model import Line, Meaning
from xlmetrics.roles.qrels import without_qrels
from xlmetrics.roles.raters import join_raters, name_pools
from xlmetrics.roles.seeds import seeds
from xlmetrics.roles.senses import Sense
from xlmetrics.roles.sensing import Sensing
from xlmetrics.roles.sources import read_sources, without_sources
from xlmetrics.roles.steps import OF_RANKS
from xlmetrics.roles.tracing import Tracing
from xlmetrics.roles.unlabelled import first_ranks_read, lists_read, without_ideals
from xlmetrics.roles.words import plain

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from xlmetrics.address import Address
    from xlmetrics.model import Workbook
    from xlmetrics.roles.formulas import Formulas
    from xlmetrics.roles.grid import Grid
    from xlmetrics.roles.listed import Listed
    from xlmetrics.roles.runs import Run
    from xlmetrics.roles.tables import Table


_ASKED = 5
"""Of the cells of a column so many are asked for what formulas read in them."""


@dataclass
class Sheets:
    """The tables, lists and senses of a workbook.

    ``first_ranks`` are lines of them, ``owner`` says whose list a judged cell is of, ``claimed``
    are the cells under headings that are something else. ``judging`` are the tables, by their ids,
    that hold nothing but judgments of documents for lists elsewhere.
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
    judging: frozenset[int] = frozenset()

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

    def first_rank_beside(
        self, grid: Grid, row: int, column: int, heading: str = ""
    ) -> Address | None:
        """The first relevant rank in a row of a grid, for a figure under a heading.

        Of several that whose heading has a word in common with it that the others lack, ``before``;
        else the last before the column, or the first.
        """
        found = self._first_by_row.get((grid.title, grid.turned, row), {})
        words = {at: set(self._first_headings[cell].split()) for at, cell in found.items()}
        own = set(plain(heading).split())
        common = {word for word in own if all(word in each for each in words.values())}
        named = [at for at in found if (own - common) & words[at]]
        if len(named) == 1 and len(found) > 1:
            return found[named[0]]
        before = [at for at in found if at < column]
        return found[max(before) if before else min(found)] if found else None

    @cached_property
    def _first_headings(self) -> dict[Address, str]:
        return {cell: plain(line.label) for line in self.first_ranks for cell in line.cells}

    @cached_property
    def _by_row(self) -> dict[tuple[int, int], list[Listed]]:
        found: dict[tuple[int, int], list[Listed]] = {}
        for each in self.listed:
            if each.table is not None and each.table.ranks:
                found.setdefault((id(each.table), each.column), []).append(each)
        return found

    @cached_property
    def _first_by_row(self) -> dict[tuple[str, bool, int], dict[int, Address]]:
        found: dict[tuple[str, bool, int], dict[int, Address]] = {}
        for cell in (cell for line in self.first_ranks for cell in line.cells):
            found.setdefault((cell.sheet, False, cell.row), {})[cell.column] = cell
            found.setdefault((cell.sheet, True, cell.column), {})[cell.row] = cell
        return found

    @cached_property
    def judged(self) -> frozenset[Address]:
        """The cells of all grades, those of documents not returned too."""
        return frozenset(at for each in self.listed for at in (*each.grades, *each.judged))

    @cached_property
    def by_name(self) -> dict[str, list[Listed]]:
        """The lists by the names of their queries, and of their systems."""
        found: dict[str, list[Listed]] = {}
        for each in self.listed:
            for name in {each.name, each.system} - {""}:
                found.setdefault(name, []).append(each)
        return found

    def named(self, name: str) -> list[Listed]:
        """The lists of a name, or of the one that begins with it: ``Q1`` is ``Q1: cats``."""
        found = self.by_name.get(name, [])
        if found or not name:
            return found
        longer = [each for each in self.by_name if _begins(each, name)]
        return self.by_name[longer[0]] if len(longer) == 1 else []

    @cached_property
    def by_sheet(self) -> dict[str, list[Listed]]:
        """The lists by the sheets on which they stand."""
        found: dict[str, list[Listed]] = {}
        for each in self.listed:
            found.setdefault(each.grades[0].sheet, []).append(each)
        return found

    def forget(self, lists: Sequence[Listed]) -> None:
        """Take lists for none."""
        self.listed = [each for each in self.listed if each not in lists]
        self.of_table = {
            table: [each for each in held if each not in lists]
            for table, held in self.of_table.items()
        }
        for cached in ("judged", "by_name", "by_sheet", "_by_row"):
            self.__dict__.pop(cached, None)

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


def _begins(longer: str, name: str) -> bool:
    return longer.startswith(name) and not longer[len(name) :][:1].isalnum()


def _parted(table: Table, found: Sequence[Listed]) -> bool:
    """Whether figures stand between the lists of one row."""
    first, last = found[0].rows[-1], found[-1].rows[0]
    return any(first < run.column < last and run.said.measure for run in table.columns.values())


def study(
    workbook: Workbook, grids: Mapping[str, Grid], formulas: Formulas, tables: Sequence[Table]
) -> Sheets:
    """Find the lists and what every cell holds, those too that no heading names."""
    name_queries(tables)
    join_raters(tables, formulas)
    name_pools(tables)
    settle_systems(tables)
    every = without_crossing([each for table in tables for each in lists(table)])
    every = without_flags(every, formulas)
    listed = without_qrels(every, formulas)
    judging = {id(each.table) for each in every} - {id(each.table) for each in listed}
    first = [line for table in tables for line in _first_ranks(table)]
    said = seeds(tables, listed)
    sensing = Sensing(workbook, grids, formulas, said)
    for cell in workbook.formulas():
        sensing.of(cell.address)
    graded = [
        table
        for table in tables
        if not listed_in(table, listed) and _is_graded(table, sensing.hints)
    ]
    listed += without_flags([each for table in graded for each in lists(table)], formulas)
    more = lists_read(sensing.hints, grids, cells_of(listed))
    taken = {cell for line in first for cell in line.cells}
    lines = [
        line
        for line in first_ranks_read(sensing.hints, grids, workbook)
        if taken.isdisjoint(line.cells)
    ]
    if more or lines or graded:
        listed, first = [*listed, *without_ideals(more, listed, sensing)], [*first, *lines]
        said = {
            **{cell: Sense(Meaning.RANK) for each in more for cell in each.ranks},
            **{cell: Sense(Meaning.FIRST_RANK) for line in lines for cell in line.cells},
            **said,
            **{cell: Sense(Meaning.GRADE) for each in more for cell in each.grades},
            **{cell: Sense(Meaning.GRADE) for table in graded for cell in _grades(table, listed)},
        }
        sensing = Sensing(workbook, grids, formulas, said)
    for each in listed:
        read_sources(each, formulas)
    listed = without_sources(listed)
    sheets = Sheets(
        workbook, grids, formulas, tables, listed, first, sensing,
        Tracing(formulas, sensing, cells_of(listed)), cells_of(listed), frozenset(said),
        judging=frozenset(judging),
    )  # fmt: skip
    for each in listed:
        sheets.of_table.setdefault(id(each.table), []).append(each)
    return sheets


def _is_graded(table: Table, hints: Mapping[Range, Meaning]) -> bool:
    """Whether formulas read a column of a ranked table as grades, which is then said to be that."""
    if table.ranks or not table.saying(Meaning.RANK):
        return False
    for run in [*table.columns.values()]:
        cells = {Range.between(at, at) for at in table.cells(run)[:_ASKED]}
        if run.said.what not in OF_RANKS and any(hints.get(at) == Meaning.GRADE for at in cells):
            table.say(run, Meaning.GRADE)
            return True
    return False


def listed_in(table: Table, listed: Sequence[Listed]) -> bool:
    """Whether any list stands in a table."""
    return any(each.table is table for each in listed)


def _grades(table: Table, listed: Sequence[Listed]) -> list[Address]:
    return [at for each in listed if each.table is table for at in each.judged]


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
