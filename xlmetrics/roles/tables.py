"""Tables on a sheet: runs of cells whose headings stand in one row, and the rows they share."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from xlmetrics.roles.grid import is_figure, number_of, text_of
from xlmetrics.roles.model import Meaning
from xlmetrics.roles.runs import Run, runs
from xlmetrics.roles.words import MEASURES, Said, understand

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from xlmetrics.address import Address
    from xlmetrics.roles.grid import Grid

_KEYS = (Meaning.RANK, Meaning.QUERY, Meaning.DOCUMENT)
"""Headings of which a second one begins another table beside the first."""

_APART = 3
"""Blank rows that part what stands above them from what follows."""


class Total(NamedTuple):
    """A row of a table that sums up those above it, and what its label says."""

    row: int
    said: Said
    label: str
    label_at: Address


@dataclass
class Table:
    """Columns with headings in one row, by their place, and the rows that they share.

    ``ranks`` are the places of columns whose headings are ranks: 1, 2, 3, … .
    """

    grid: Grid
    heading: int
    columns: dict[int, Run]
    rows: list[int] = field(default_factory=list)
    totals: list[Total] = field(default_factory=list)
    ranks: list[int] = field(default_factory=list)

    def saying(self, *what: Meaning | str) -> list[Run]:
        """Its columns that are said to hold this, from left to right."""
        return [run for run in self.columns.values() if run.said.what in what]

    def cells(self, run: Run) -> list[Address]:
        """The places of a column in the rows of the table, blank ones too."""
        return [self.grid.address(row, run.column) for row in self.rows]

    def label_at(self, run: Run) -> Address:
        """Where the heading of a column stands."""
        return self.grid.address(run.heading, run.column)

    @property
    def weight(self) -> int:
        """How much of it is understood."""
        known = sum(min(len(run.rows), 3) for run in self.columns.values() if run.said.what)
        return known + 2 * len(self.ranks)

    def claimed(self) -> Iterator[Address]:
        """The cells that it accounts for."""
        totals = [total.row for total in self.totals]
        for run in self.columns.values():
            if run.said.what:
                yield self.label_at(run)
                yield from (self.grid.address(row, run.column) for row in (*self.rows, *totals))
        for total in self.totals:
            yield total.label_at
        for column in self.ranks:
            yield from (self.grid.address(row, column) for row in (self.heading, *self.rows))


def tables(grid: Grid) -> list[Table]:
    """The tables of a sheet, whichever way they stand, those best understood first.

    No cell is in two: what a better table accounts for is left out of the others.
    """
    turned = grid.turn()
    found = [*_tables(grid), *_tables(turned)]
    found.sort(key=lambda table: -table.weight)
    taken: set[Address] = set()
    kept = []
    for table in found:
        table.columns = {
            at: run for at, run in table.columns.items() if not _is_taken(table, run, taken)
        }
        heads = [table.grid.address(table.heading, at) for at in table.ranks]
        table.ranks = [] if taken.intersection(heads) else table.ranks
        if any(run.said.what for run in table.columns.values()):
            taken.update(table.claimed())
            kept.append(table)
    return kept


def _is_taken(table: Table, run: Run, taken: set[Address]) -> bool:
    first = table.grid.address(run.rows[0], run.column) if run.rows else table.label_at(run)
    return table.label_at(run) in taken or first in taken


def _tables(grid: Grid) -> Iterator[Table]:
    """The tables whose headings stand on top."""
    by_row = _rows_of_headings(grid)
    for row, found in sorted(by_row.items()):
        if any(run.said.what for run in found):
            for part in _side_by_side(sorted(found)):
                table = Table(grid, row, {run.column: run for run in part})
                _find_ranks(table)
                _find_rows(table)
                if table.rows or table.totals:
                    yield table


def _rows_of_headings(grid: Grid) -> dict[int, list[Run]]:
    """The runs whose headings stand in one row, or in the two rows of one heading."""
    by_row: dict[int, list[Run]] = {}
    for run in runs(grid):
        by_row.setdefault(run.heading, []).append(run)
    for row in sorted(by_row):
        if row + 1 in by_row:
            lower = {run.column for run in by_row[row + 1]}
            if all(run.rows[0] > row + 1 and run.column not in lower for run in by_row[row]):
                by_row[row + 1] += by_row.pop(row)
    return by_row


def _side_by_side(found: list[Run]) -> Iterator[list[Run]]:
    """Parts of a row of headings, each a table: a second rank or query begins another."""
    part: list[Run] = []
    for run in found:
        said = {each.said.what for each in part}
        if run.said.what in _KEYS and run.said.what in said and said - set(_KEYS) - {""}:
            yield part
            part = []
        part.append(run)
    if part:
        yield part


def _find_ranks(table: Table) -> None:
    """Headings that count 1, 2, 3 beside others that are understood: a row holds a list."""
    row = table.grid.rows.get(table.heading, [])
    best: list[int] = []
    current: list[int] = []
    for column in row:
        rank = _rank_in(table.grid, table.heading, column)
        goes_on = rank == len(current) + 1 and (not current or column == current[-1] + 1)
        current = [*current, column] if goes_on else [column] if rank == 1 else []
        best = max(best, current, key=len)
    if len(best) > 1 and any(table.grid.below(table.heading, at) for at in best):
        table.ranks = best
        for column in best:
            table.columns.pop(column, None)


def _rank_in(grid: Grid, row: int, column: int) -> int | None:
    """The rank that a heading says: 1, ``Rank 1``, ``#1``, ``d1``."""
    cell = grid.get(row, column)
    number = number_of(cell)
    if number is not None:
        return int(number) if number == int(number) else None
    text = text_of(cell)
    digits = "".join(filter(str.isdigit, text))
    letters = text.rstrip("0123456789").strip(" #@:._-").casefold()
    if len(text) > 12 or not digits or not text.endswith(digits) or letters in _MEASURED:
        return None
    return int(digits)


_MEASURED = frozenset(name.casefold() for name in MEASURES) | {"p", "r", "precision", "recall"}


def _find_rows(table: Table) -> None:
    """The rows of the table, and the totals among and under them."""
    grid = table.grid
    used = sorted({row for at in (*table.columns, *table.ranks) for row in _rows_of(table, at)})
    last = table.heading
    for row in used:
        if row - last > _APART:
            break
        last = row
        total = _total(table, row)
        if total:
            table.totals.append(total)
        elif any(grid.get(row, at) for at in (*table.columns, *table.ranks)):
            table.rows.append(row)


def _rows_of(table: Table, column: int) -> Iterable[int]:
    run = table.columns.get(column)
    if run is not None:
        return run.rows
    end = max((rows[-1] for rows in (r.rows for r in table.columns.values()) if rows), default=0)
    return table.grid.between(column, table.heading + 1, end)


def _total(table: Table, row: int) -> Total | None:
    """The row as a total, if a label in it says so and it has no rank and no grade."""
    grid = table.grid
    for run in table.saying(Meaning.RANK, Meaning.GRADE):
        cell = grid.get(row, run.column)
        if cell is not None and cell.formula is None and number_of(cell) is not None:
            return None
    first = min((*table.columns, *table.ranks))
    for column in grid.rows.get(row, []):
        if not first - 2 <= column <= max((*table.columns, *table.ranks)):
            continue
        label = text_of(grid.get(row, column))
        said = understand(label) if label else None
        if said and said.what in (*MEASURES, "mean", "total") and _stands_before(grid, row, column):
            return Total(row, said, label, grid.address(row, column))
    return None


def _stands_before(grid: Grid, row: int, column: int) -> bool:
    """Whether a label has a figure after it in its row."""
    return any(at > column and is_figure(grid.get(row, at)) for at in grid.rows[row])
