"""Functions of arrays: SUMPRODUCT, and what Excel has had since dynamic arrays.

Mends in formulas 1.3.4: SEQUENCE, SORT's order and TAKE are not known; SUMPRODUCT counts texts
that read as numbers.
"""

from __future__ import annotations

from collections import Counter
from functools import cmp_to_key
from math import prod
from typing import TYPE_CHECKING

from xlmetrics.engine.cells import MAX_CELLS, Grid, Operand, grid, size
from xlmetrics.engine.functions.reductions import summed
from xlmetrics.engine.functions.references import sound
from xlmetrics.engine.table import ALL, function
from xlmetrics.engine.values import VALUE, Fault, Unchecked, compare, logical, number, whole
from xlmetrics.model import ErrorValue

if TYPE_CHECKING:
    from xlmetrics.model import Value

AFTER_FIRST = slice(1, None)
CALC = ErrorValue("#CALC!")


@function("SUMPRODUCT", arrays=ALL)
def sum_of_products(*arrays: Operand) -> float:
    """The sum of the products in the same places; what is no number counts as 0."""
    if len({size(array) for array in arrays}) > 1:
        raise Fault(next((a for a in arrays if isinstance(a, ErrorValue)), VALUE))
    grids = [grid(array) for array in arrays]
    return summed(
        prod(map(_factor, factors))
        for rows in zip(*grids, strict=True)
        for factors in zip(*rows, strict=True)
    )


def _factor(value: Value) -> float:
    if isinstance(value, ErrorValue):
        raise Fault(value)
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return value
    return 0.0


@function("ARRAYFORMULA", arrays=ALL)
def array_formula(operand: Operand) -> Operand:
    """Google's way to enter an array formula."""
    return operand


@function("TRANSPOSE", arrays=ALL)
def transpose(operand: Operand) -> Grid:
    """Rows made columns."""
    return [list(column) for column in zip(*grid(sound(operand)), strict=True)]


@function("MMULT", arrays=ALL)
def matrix_product(left: Operand, right: Operand) -> Grid:
    """The product of two matrices of numbers."""
    rows, columns = grid(sound(left)), transpose(right)
    if len(rows[0]) != len(columns[0]):
        raise Fault(VALUE)
    for value in (value for line in (*rows, *columns) for value in line):
        if isinstance(value, ErrorValue):
            raise Fault(value)
        if isinstance(value, bool | str) or value is None:
            raise Fault(VALUE)
    return [[sum_of_products([row], [column]) for column in columns] for row in rows]


@function("SEQUENCE", single=ALL)
def sequence(rows: Value, columns: Value = None, start: Value = None, step: Value = None) -> Grid:
    """Counting row by row."""
    height, width = whole(rows), 1 if columns is None else whole(columns)
    first, stride = (1.0 if given is None else number(given) for given in (start, step))
    if height < 1 or width < 1:
        raise Fault(CALC if min(height, width) == 0 else VALUE)
    if height * width > MAX_CELLS:
        raise Unchecked("the array is too large")
    return [
        [first + stride * (row * width + column) for column in range(width)]
        for row in range(height)
    ]


@function("SORT", single=AFTER_FIRST)
def sort(operand: Operand, by: Value = None, order: Value = None, by_column: Value = 0.0) -> Grid:
    """The rows by one of their values, blank cells last; Google's FALSE is descending."""
    if logical(by_column):
        return transpose(sort(transpose(operand), by, order))
    rows = grid(sound(operand))
    place = 1 if by is None else whole(by)
    direction = direction_of(order)
    if not 1 <= place <= len(rows[0]):
        raise Fault(VALUE)

    def order_of(one: list[Value], other: list[Value]) -> int:
        return in_order(one[place - 1], other[place - 1], direction)

    return sorted(rows, key=cmp_to_key(order_of))


def direction_of(order: Value) -> int:
    """1 for ascending, which is meant where nothing is said, -1 for descending."""
    direction = 1 if order is None else whole(order) or -1
    if abs(direction) != 1:
        raise Fault(VALUE)
    return direction


def in_order(left: Value, right: Value, direction: int) -> int:
    """Negative where the left value comes first; blank cells come last either way."""
    if isinstance(left, ErrorValue) or isinstance(right, ErrorValue):
        raise Unchecked("errors among the values that are sorted")
    if left is None or right is None:
        return (left is None) - (right is None)
    return direction * compare(left, right)


@function("FILTER", single=slice(2, 3))
def keep_where(operand: Operand, conditions: Operand, otherwise: Value = CALC) -> Operand:
    """The rows, or the columns, where the condition holds."""
    rows, holds = grid(sound(operand)), grid(sound(conditions))
    if len(holds) == 1 and len(holds[0]) > 1:
        kept = keep_where(transpose(operand), transpose(conditions), otherwise)
        return transpose(kept) if isinstance(kept, list) else kept
    if len(holds[0]) > 1 or len(holds) != len(rows):
        raise Fault(VALUE)
    return [row for row, [hold] in zip(rows, holds, strict=True) if logical(hold)] or otherwise


@function("UNIQUE", single=AFTER_FIRST)
def unique(operand: Operand, by_column: Value = None, once: Value = None) -> Grid:
    """Each row once, where it first stands; or those rows only that stand there once."""
    if logical(by_column):
        return transpose(unique(transpose(operand), None, once))
    rows = grid(sound(operand))
    keys = [tuple(map(_folded, row)) for row in rows]
    times = Counter(keys)
    first = dict(zip(reversed(keys), reversed(rows), strict=True))
    kept = [first[key] for key in times if times[key] == 1 or not logical(once)]
    if not kept:
        raise Fault(CALC)
    return kept


def _folded(value: Value) -> tuple[bool, Value]:
    return isinstance(value, bool), value.casefold() if isinstance(value, str) else value


@function("TAKE", single=AFTER_FIRST)
def take(operand: Operand, rows: Value = None, columns: Value = None) -> Grid:
    """So many rows and columns from the start, or from the end if negative."""
    taken = [row[_taken(columns)] for row in grid(sound(operand))[_taken(rows)]]
    if not taken or not taken[0]:
        raise Fault(CALC)
    return taken


@function("DROP", single=AFTER_FIRST)
def drop(operand: Operand, rows: Value = None, columns: Value = None) -> Grid:
    """All but so many rows and columns at the start, or at the end if negative."""
    left = [row[_dropped(columns)] for row in grid(sound(operand))[_dropped(rows)]]
    if not left or not left[0]:
        raise Fault(CALC)
    return left


def _taken(count: Value) -> slice:
    if count is None:
        return slice(None)
    return slice(whole(count)) if whole(count) >= 0 else slice(whole(count), None)


def _dropped(count: Value) -> slice:
    if count is None:
        return slice(None)
    return slice(whole(count), None) if whole(count) >= 0 else slice(whole(count))
