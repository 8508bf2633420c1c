"""A workbook computed again: every formula cell, in the order the formulas ask for.

A formula that needs a cell not computed yet is put off until that cell is. The order found this
way is kept, so that computing again with other inputs puts off next to nothing. It is found by
evaluating, and not by sorting the references beforehand, because OFFSET, INDEX and INDIRECT
make references as they go, and because a whole column would be a million edges.
"""

from __future__ import annotations

import time
from functools import cached_property
from typing import TYPE_CHECKING, cast

from xlmetrics.engine.blocks import blocks
from xlmetrics.engine.cells import WAITING, Cells, Entry, NotReady, grid, size
from xlmetrics.engine.columns import Column, each
from xlmetrics.engine.compiler import Compiler
from xlmetrics.engine.ordering import column_by_column
from xlmetrics.engine.scope import Scope
from xlmetrics.engine.values import NA, Fault, Unchecked, finite
from xlmetrics.formula import FormulaFault
from xlmetrics.memory import uncollected
from xlmetrics.model import NotChecked

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from xlmetrics.address import Address, Range
    from xlmetrics.engine.blocks import Block, Formulas
    from xlmetrics.engine.cells import Operand
    from xlmetrics.engine.columns import Together
    from xlmetrics.model import Cell, Result, Value, Workbook

LIMIT = 60.0
"""Seconds after which the cells that are left are not checked."""


class Calculation:
    """The formulas of a workbook, each shape compiled once, ready to be computed many times."""

    def __init__(self, workbook: Workbook, seconds: float = LIMIT) -> None:
        self._seconds = seconds
        self._formulas: Formulas = {}
        titles = [sheet.title for sheet in workbook.sheets]
        self._cells = Cells(titles)
        self._cells.hidden = {sheet.title: sheet.hidden_rows for sheet in workbook.sheets}
        self._compiler = Compiler(self._cells.sheet, workbook, titles)
        with uncollected():
            self._cells.fill((cell.address, self._entry(cell)) for cell in workbook.cells.values())
            self._addresses = [cell.address for cell in workbook.formulas()]
            self._order = column_by_column({at: f[1] for at, f in self._formulas.items()})

    def values(self, changed: Mapping[Address, Value] | None = None) -> dict[Address, Result]:
        """The value of every formula cell, with ``changed`` in place of what the file holds."""
        cells = self._cells.copy()
        for address, value in (changed or {}).items():
            cells[address] = value
        cells.deadline = time.monotonic() + self._seconds
        run = _Run(self._formulas, cells)
        with uncollected():
            run.settle_all(self._blocks)
        if len(run.order) == len(self._formulas) and run.order != self._order:
            self._order = run.order
            del self._blocks
        return cells.results(self._addresses)

    @cached_property
    def _blocks(self) -> list[Block]:
        return blocks(self._order, self._formulas, self._compiler.together)

    def _entry(self, cell: Cell) -> Entry:
        if cell.formula is None:
            return cell.value
        try:
            evaluate, ranges = self._compiler.compile(cell)
        except FormulaFault as fault:
            return NotChecked(f"cannot be read: {fault}")
        except Unchecked as unchecked:
            return NotChecked(str(unchecked))
        self._formulas[cell.address] = evaluate, ranges, cell.array
        if cell.dynamic and cell.array:
            self._cells.spills[cell.address] = cell.array
        if evaluate in self._compiler.subtotals:
            self._cells.subtotals.add(cell.address)
        return WAITING


class _Run:
    """One computation: fills in the cells that wait, those first that others need.

    ``order`` is the order in which they were found.
    """

    def __init__(self, formulas: Formulas, cells: Cells) -> None:
        self._formulas = formulas
        self._cells = cells
        self.order: list[Address] = []
        self._arrays: dict[Range, Operand] = {}

    def settle_all(self, all_blocks: Iterable[Block]) -> None:
        """Compute cells, and before each what it needs."""
        for block in all_blocks:
            if not (block.together and self._settle_together(block, block.together)):
                self._settle_each(block.addresses)

    def _settle_together(self, block: Block, together: Together) -> bool:
        """Compute those that wait, all at once; False where none is, since that cannot be."""
        column = Column(block.addresses, block.ranges, self._cells)
        column = column.part(self._cells.waiting(block.addresses))
        if not column:
            return True
        try:
            self._cells.check_time()
            results = cast("list[Value]", each(_shown, together(column)))
        except Exception:  # noqa: BLE001 # whatever it is, it is met again one by one
            return False
        self._cells.settle_column(column.addresses, results)
        self.order += column.addresses
        return True

    def _settle_each(self, addresses: Iterable[Address]) -> None:
        for address in addresses:
            if self._cells[address] is WAITING:
                try:
                    self._finish(address, self._compute(address))
                except NotReady:
                    self._settle(address)

    def _settle(self, address: Address) -> None:
        needed = [address]
        begun: dict[Address, None] = {}  # put off, each for the sake of the next
        while needed:
            address = needed[-1]
            if self._cells[address] is not WAITING:
                needed.pop()
                begun.pop(address, None)
                continue
            begun[address] = None
            try:
                self._finish(address, self._compute(address))
            except NotReady as missing:
                if not self._closes_circle(missing.addresses, begun):
                    needed.extend(missing.addresses)

    def _closes_circle(self, missing: list[Address], begun: dict[Address, None]) -> bool:
        for address in missing:
            if address in begun:
                circle = list(begun)
                circle = circle[circle.index(address) :]
                for member in circle:
                    self._finish(
                        member, NotChecked(f"circular: needs itself by way of {circle[-1]}")
                    )
                return True
        return False

    def _finish(self, address: Address, result: Result) -> None:
        self._cells.settle(address, result)
        self.order.append(address)

    def _compute(self, address: Address) -> Result:
        try:
            self._cells.check_time()
            return _shown(self._evaluate(address))
        except Fault as fault:
            return fault.error
        except Unchecked as unchecked:
            return NotChecked(str(unchecked))
        except NotReady:
            raise
        except RecursionError:
            return NotChecked("nested too deeply")
        except Exception as fault:  # noqa: BLE001 # our own fault says nothing about the workbook
            return NotChecked(f"cannot be computed: {fault!r}")

    def _evaluate(self, address: Address) -> Operand:
        evaluate, ranges, array = self._formulas[address]
        if array is None:
            return evaluate(Scope(address, ranges, self._cells))
        if array not in self._arrays:
            self._arrays[array] = evaluate(Scope(array.first, ranges, self._cells))
        found = self._arrays[array]
        if array.first in self._cells.spills and size(found) != array.shape:
            raise Unchecked(f"it spills over other cells than {array.a1}, which the file holds")
        return _part(found, address.row - array.top, address.column - array.left)


def _part(operand: Operand, down: int, across: int) -> Value:
    """What an array formula puts into one of its cells; #N/A beyond the values it has."""
    rows = grid(operand)
    row = rows[0] if len(rows) == 1 else rows[down] if down < len(rows) else [NA]
    return row[0] if len(row) == 1 else row[across] if across < len(row) else NA


def _shown(operand: Operand) -> Value:
    """What a cell shows of the outcome: the first value of an array, 0 for a blank."""
    value = operand[0][0] if isinstance(operand, list) else cast("Value", operand)
    if type(value) is float:
        return finite(value)
    return 0 if value is None else value
