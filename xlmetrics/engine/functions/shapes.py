"""Arrays put together, taken apart and put in another order."""

from __future__ import annotations

from functools import cmp_to_key
from itertools import chain
from typing import TYPE_CHECKING

from xlmetrics.engine.cells import MAX_CELLS, Grid, Operand, grid, one_value, size
from xlmetrics.engine.functions.arrays import CALC, direction_of, in_order, transpose
from xlmetrics.engine.functions.references import sound
from xlmetrics.engine.table import function
from xlmetrics.engine.values import NA, VALUE, Fault, Unchecked, logical, whole
from xlmetrics.model import ErrorValue

if TYPE_CHECKING:
    from collections.abc import Sequence

    from xlmetrics.model import Value

AFTER_FIRST = slice(1, None)


@function("VSTACK")
def below_each_other(*operands: Operand) -> Grid:
    """The arrays below each other; #N/A where one is narrower."""
    grids = [grid(operand) for operand in operands]
    width = max(len(rows[0]) for rows in grids)
    if sum(map(len, grids)) * width > MAX_CELLS:
        raise Unchecked("the array is too large")
    return [row + [NA] * (width - len(row)) for rows in grids for row in rows]


@function("HSTACK")
def beside_each_other(*operands: Operand) -> Grid:
    """The arrays beside each other; #N/A where one is shorter."""
    turned: list[Operand] = [_turned(operand) for operand in operands]
    return _turned(below_each_other(*turned))


def _turned(operand: Operand) -> Grid:
    return [list(column) for column in zip(*grid(operand), strict=True)]


@function("TOCOL", single=AFTER_FIRST)
def to_column(operand: Operand, ignored: Value = 0.0, by_column: Value = False) -> Grid:  # noqa: FBT002 # as Excel has it
    """All values in one column, with or without blanks (1), errors (2) or both (3)."""
    kind = whole(ignored)
    if not 0 <= kind <= 3:
        raise Fault(VALUE)
    rows = transpose(operand) if logical(by_column) else grid(sound(operand))
    kept = [value for value in chain.from_iterable(rows) if not _is_ignored(value, kind)]
    if not kept:
        raise Fault(CALC)
    return [[value] for value in kept]


def _is_ignored(value: Value, kind: int) -> bool:
    return (value is None and kind in (1, 3)) or (isinstance(value, ErrorValue) and kind in (2, 3))


@function("TOROW", single=AFTER_FIRST)
def to_row(operand: Operand, ignored: Value = 0.0, by_column: Value = False) -> Grid:  # noqa: FBT002 # as Excel has it
    """All values in one row."""
    return transpose(to_column(operand, ignored, by_column))


@function("CHOOSEROWS")
def chosen_rows(operand: Operand, *places: Operand) -> Grid:
    """These rows, counted from the end if negative."""
    rows = grid(sound(operand))
    return [rows[place] for place in _places(places, len(rows))]


@function("CHOOSECOLS")
def chosen_columns(operand: Operand, *places: Operand) -> Grid:
    """These columns, counted from the end if negative."""
    return transpose(chosen_rows(transpose(operand), *places))


def _places(operands: Sequence[Operand], count: int) -> list[int]:
    found = [whole(value) for operand in operands for row in grid(operand) for value in row]
    if any(not 1 <= abs(place) <= count for place in found):
        raise Fault(VALUE)
    return [place - 1 if place > 0 else place for place in found]


@function("SORTBY", single=slice(2, None, 2))
def sort_by(operand: Operand, *keys: Operand) -> Grid:
    """The rows, or the columns, by what stands beside them."""
    rows = grid(sound(operand))
    if size(keys[0])[0] == 1 < size(keys[0])[1]:
        return transpose(sort_by(transpose(operand), *map(_turned_key, keys)))
    if any(size(key) != (len(rows), 1) for key in keys[::2]):
        raise Fault(VALUE)
    columns = [[value for [value] in grid(sound(key))] for key in keys[::2]]
    orders = [direction_of(one_value(order)) for order in [*keys[1::2], None][: len(columns)]]

    def order_of(one: int, other: int) -> int:
        for column, order in zip(columns, orders, strict=True):
            if found := in_order(column[one], column[other], order):
                return found
        return 0

    return [rows[place] for place in sorted(range(len(rows)), key=cmp_to_key(order_of))]


def _turned_key(key: Operand) -> Operand:
    return key if size(key) == (1, 1) else transpose(key)
