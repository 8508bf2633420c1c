"""The values of a workbook while it is being computed, and the areas that look at them."""

from __future__ import annotations

import math
import time
from collections import defaultdict
from itertools import chain
from operator import itemgetter
from typing import TYPE_CHECKING, cast

from xlmetrics.address import MAX_COLUMN, MAX_ROW, Address, Range
from xlmetrics.engine.values import VALUE, Unchecked
from xlmetrics.model import NotChecked, Result, Value

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from xlmetrics.model import Hiding

Grid = list[list[Value]]
"""Rows of values: what an array formula computes with."""

MAX_CELLS = 4_000_000
"""More cells than this in one array are not computed."""


class _Waiting:
    """Stands in a formula cell that is not computed yet."""


WAITING = _Waiting()
_ROW = itemgetter(1)
_NO_VALUES = frozenset({_Waiting, NotChecked})

Entry = Result | _Waiting


class NotReady(Exception):
    """Cells that must be computed first."""

    def __init__(self, addresses: list[Address]) -> None:
        super().__init__()
        self.addresses = addresses


class Cells:
    """Values by sheet and column, then by row; whole columns end with the last row in use.

    ``subtotals`` are the cells that other subtotals pass over, ``spills`` the ranges over which
    dynamic arrays spill, by the cell of the formula; ``hidden`` are the rows that each sheet does
    not show. ``ordered`` keeps the numbers of areas that
    have been sorted: what a cell shows is settled once it has been read. After ``deadline``, by
    the clock of ``time.monotonic``, nothing is computed.
    """

    def __init__(self, titles: Iterable[str]) -> None:
        self._titles = {title.casefold(): title for title in titles}
        self.subtotals: set[Address] = set()
        self.spills: dict[Address, Range] = {}
        self.hidden: dict[str, Mapping[int, Hiding]] = {}
        self.deadline = math.inf
        self.ordered: dict[Range, list[float]] = {}
        self._columns: dict[tuple[str, int], dict[int, Entry]] = {}
        self._bottom = self._right = 1

    def copy(self) -> Cells:
        """The same cells, to be computed independently."""
        twin = Cells(self._titles.values())
        twin.subtotals, twin.spills, twin.hidden = self.subtotals, self.spills, self.hidden
        twin._columns = {where: dict(column) for where, column in self._columns.items()}
        twin._bottom, twin._right = self._bottom, self._right
        return twin

    def check_time(self) -> None:
        """Raise Unchecked where there is no time left."""
        if time.monotonic() > self.deadline:
            raise Unchecked("the workbook takes too long to compute")

    def fill(self, entries: Iterable[tuple[Address, Entry]]) -> None:
        """Put in all that a workbook holds."""
        columns: defaultdict[tuple[str, int], dict[int, Entry]] = defaultdict(dict)
        for (sheet, row, column), entry in entries:
            columns[sheet, column][row] = entry
        self._columns = dict(columns)
        self._bottom = max((max(rows) for rows in columns.values()), default=1)
        self._right = max((column for _, column in columns), default=1)

    def settle(self, address: Address, result: Result) -> None:
        """Put what a formula gives into its cell, which is there."""
        sheet, row, column = address
        self._columns[sheet, column][row] = result

    def waiting(self, addresses: Sequence[Address]) -> list[bool]:
        """Which cells of a column are not computed yet."""
        sheet, _, column = addresses[0]
        entries = map(self._columns[sheet, column].get, map(_ROW, addresses))
        return [entry is WAITING for entry in entries]

    def settle_column(self, addresses: Sequence[Address], results: Iterable[Result]) -> None:
        """Put what formulas of one column give into their cells, which are there."""
        sheet, _, column = addresses[0]
        self._columns[sheet, column].update(zip(map(_ROW, addresses), results, strict=True))

    def __setitem__(self, address: Address, entry: Entry) -> None:
        sheet, row, column = address
        self._columns.setdefault((sheet, column), {})[row] = entry
        self._bottom = max(self._bottom, row)
        self._right = max(self._right, column)

    def __getitem__(self, address: Address) -> Entry:
        sheet, row, column = address
        return self._columns[sheet, column][row]

    def results(self, addresses: Iterable[Address]) -> dict[Address, Result]:
        """What computing these cells has given."""
        columns = self._columns
        found = ((at, columns[at[0], at[2]][at[1]]) for at in addresses)
        return {
            address: NotChecked("was never computed") if isinstance(entry, _Waiting) else entry
            for address, entry in found
        }

    def sheet(self, title: str) -> str:
        """The title of a sheet as it is spelt; formulas may write it in any case."""
        try:
            return self._titles[title.casefold()]
        except KeyError:
            raise Unchecked(f"there is no sheet {title!r}") from None

    def value(self, sheet: str, row: int, column: int) -> Value:
        """What a cell shows; raises NotReady or Unchecked where that is not known."""
        entries = self._columns.get((sheet, column))
        entry = entries.get(row) if entries else None
        if type(entry) in _NO_VALUES:
            raise self._why(Range(sheet, row, column, row, column))
        return cast("Value", entry)

    def values(self, places: Sequence[Range]) -> list[Value]:
        """What several cells show; quick where they stand in one column."""
        sheets, rows, columns, _, _ = zip(*places, strict=True)
        if len(set(sheets)) == len(set(columns)) == 1:
            entries = self._columns.get((sheets[0], columns[0]), {})
            found = list(map(entries.get, rows))
            if _NO_VALUES.isdisjoint(map(type, found)):
                return cast("list[Value]", found)
        return [self.value(sheet, row, column) for sheet, row, column, _, _ in places]

    def column(self, area: Range, column: int) -> list[Value]:
        """The values of an area in one of its columns."""
        entries = self._columns.get((area.sheet, column))
        if not entries:
            return [None] * (area.bottom - area.top + 1)
        found = list(map(entries.get, range(area.top, area.bottom + 1)))
        return self._known(found, area)

    def filled(self, area: Range) -> Iterator[Value]:
        """The values that are not blank, column by column."""
        for column in range(area.left, min(area.right, self._right) + 1):
            inside = [entry for _, entry in self._entries(area, column)]
            yield from [value for value in self._known(inside, area) if value is not None]

    def _entries(self, area: Range, column: int) -> Iterable[tuple[int, Entry]]:
        """What one column holds of an area, by the shorter way."""
        entries = self._columns.get((area.sheet, column), {})
        if len(entries) > area.bottom - area.top:
            rows = range(area.top, area.bottom + 1)
            return zip(rows, map(entries.get, rows), strict=True)
        return [(row, e) for row, e in entries.items() if area.top <= row <= area.bottom]

    def clipped(self, area: Range) -> Range:
        """The part of whole columns or rows that can hold anything, on any sheet."""
        bottom, right = area.bottom, area.right
        if bottom == MAX_ROW:
            bottom = max(self._bottom, area.top)
        if right == MAX_COLUMN:
            right = max(self._right, area.left)
        return area._replace(bottom=bottom, right=right)

    def _known(self, entries: list[Entry], area: Range) -> list[Value]:
        if _NO_VALUES.isdisjoint(map(type, entries)):
            return cast("list[Value]", entries)
        raise self._why(area)

    def _why(self, area: Range) -> Exception:
        entries = {
            Address(area.sheet, row, column): entry
            for column in range(area.left, min(area.right, self._right) + 1)
            for row, entry in self._entries(area, column)
        }
        for address, entry in entries.items():
            if isinstance(entry, NotChecked):
                return _inherited(address, entry)
        return NotReady([at for at, entry in entries.items() if isinstance(entry, _Waiting)])


def _inherited(address: Address, unknown: NotChecked) -> Unchecked:
    """Why a cell is not checked that needs one which is not; the first cause is kept."""
    if unknown.reason.startswith("depends on "):
        return Unchecked(unknown.reason)
    return Unchecked(f"depends on {address}: {unknown.reason}")


class Area:
    """A reference: cells that a function may count, move about in, or read."""

    __slots__ = ("cells", "range")

    def __init__(self, area: Range, cells: Cells) -> None:
        self.range = area
        self.cells = cells

    def grid(self) -> Grid:
        """The values row by row, whole columns as far as they are in use."""
        area = self.cells.clipped(self.range)
        rows, columns = area.shape
        if rows * columns > MAX_CELLS:
            raise Unchecked(f"{self.range.a1} is too large")
        values = [self.cells.column(area, at) for at in range(area.left, area.right + 1)]
        if columns == 1:
            return [[value] for value in values[0]]
        return [list(row) for row in zip(*values, strict=True)]

    def filled(self) -> Iterator[Value]:
        """The values of the cells that are not blank."""
        return self.cells.filled(self.range)

    def hidden(self) -> dict[int, Hiding]:
        """Those of its rows that are not shown, from the top."""
        sheet, top, _, bottom, _ = self.range
        rows = self.cells.hidden.get(sheet, {})
        if len(rows) > bottom - top:
            return {row: rows[row] for row in range(top, bottom + 1) if row in rows}
        return {row: rows[row] for row in sorted(rows) if top <= row <= bottom}

    def without(self, rows: Iterable[int]) -> Iterator[Area]:
        """The parts between these of its rows, given from the top."""
        top = self.range.top
        for row in (*rows, self.range.bottom + 1):
            if top < row:
                yield Area(self.range._replace(top=top, bottom=row - 1), self.cells)
            top = row + 1

    def seen_from(self, address: Address) -> Value:
        """The one cell meant where a single value is asked for (implicit intersection)."""
        sheet, top, left, bottom, right = self.range
        row = top if top == bottom else address.row
        column = left if left == right else address.column
        if (top == bottom or left == right) and top <= row <= bottom and left <= column <= right:
            return self.cells.value(sheet, row, column)
        return VALUE


Operand = Value | Grid | Area
"""What an argument of a function may be: a single value, an array, a reference."""


def filled(operand: Operand) -> Iterable[Value]:
    """The values of an operand that are not blank."""
    if isinstance(operand, Area):
        return operand.filled()
    if isinstance(operand, list):
        return (value for value in chain.from_iterable(operand) if value is not None)
    return () if operand is None else (operand,)


def grid(operand: Operand) -> Grid:
    """The operand as rows of values."""
    if isinstance(operand, Area):
        return operand.grid()
    return operand if isinstance(operand, list) else [[operand]]


def size(operand: Operand) -> tuple[int, int]:
    """Rows and columns; of whole columns, all that the sheet has."""
    if isinstance(operand, Area):
        return operand.range.shape
    return (len(operand), len(operand[0])) if isinstance(operand, list) else (1, 1)


def one_value(operand: Operand) -> Value:
    """The single value that must stand here."""
    if not isinstance(operand, Area | list):
        return operand
    if size(operand) != (1, 1):
        raise Unchecked("an array stands where a single value was expected")
    return grid(operand)[0][0]
