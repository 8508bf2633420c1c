"""What MAP, REDUCE and their kin do with a function that is called again and again.

Of a range the function is given ranges, so that it may count or move about in them.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, cast

from xlmetrics.engine.cells import MAX_CELLS, Area, Grid, Operand, one_value, size
from xlmetrics.engine.functions.references import sound
from xlmetrics.engine.values import VALUE, Fault, Unchecked, whole

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from xlmetrics.model import Value

    Applied = Callable[..., Operand]


def for_each(function: Applied, *operands: Operand) -> Grid:
    """MAP: what the function makes of the values in the same places."""
    if len({size(operand) for operand in operands}) > 1:
        raise Unchecked("MAP over arrays of different size")
    grids = [_items(operand) for operand in operands]
    return [
        [_value(function(*items)) for items in zip(*rows, strict=True)]
        for rows in zip(*grids, strict=True)
    ]


def by_row(function: Applied, operand: Operand) -> Grid:
    """BYROW: one value for each row."""
    return [[_value(function(row))] for row in _rows(operand)]


def by_column(function: Applied, operand: Operand) -> Grid:
    """BYCOL: one value for each column."""
    return [[_value(function(column)) for column in _columns(operand)]]


def reduced(function: Applied, first: Operand, operand: Operand) -> Operand:
    """REDUCE: the outcome so far and the next value, again and again."""
    outcome = first
    for item in chain.from_iterable(_items(operand)):
        outcome = function(outcome, item)
    return outcome


def scanned(function: Applied, first: Operand, operand: Operand) -> Grid:
    """SCAN: each of the outcomes on the way."""
    outcome = first
    found: Grid = []
    for row in _items(operand):
        found.append([])
        for item in row:
            outcome = _value(function(outcome, item))
            found[-1].append(outcome)
    return found


def made(function: Applied, rows: Operand, columns: Operand) -> Grid:
    """MAKEARRAY: a value for each row and column, by their numbers."""
    height, width = whole(one_value(rows)), whole(one_value(columns))
    if height < 1 or width < 1:
        raise Fault(VALUE)
    if height * width > MAX_CELLS:
        raise Unchecked("the array is too large")
    return [
        [_value(function(float(row), float(column))) for column in range(1, width + 1)]
        for row in range(1, height + 1)
    ]


def _value(operand: Operand) -> Value:
    value = one_value(operand)
    if value is None:
        raise Unchecked("a LAMBDA gives a blank cell")
    return value


def _items(operand: Operand) -> Sequence[Sequence[Operand]]:
    """Row by row: the cells of a range, each as a range; the values of an array."""
    if isinstance(operand, Area):
        return [_columns(row) for row in _rows(operand)]
    return operand if isinstance(operand, list) else [[sound(operand)]]


def _rows(operand: Operand) -> list[Operand]:
    if isinstance(operand, list):
        return [[row] for row in operand]
    area = _bounded(operand)
    rows = range(area.range.top, area.range.bottom + 1)
    return [Area(area.range._replace(top=row, bottom=row), area.cells) for row in rows]


def _columns(operand: Operand) -> list[Operand]:
    if isinstance(operand, list):
        return [[[value] for value in column] for column in zip(*operand, strict=True)]
    area = _bounded(operand)
    columns = range(area.range.left, area.range.right + 1)
    return [Area(area.range._replace(left=one, right=one), area.cells) for one in columns]


def _bounded(operand: Operand) -> Area:
    if not isinstance(sound(operand), Area):
        raise Unchecked("a single value stands where a range is gone through")
    area = cast("Area", operand)
    if area.cells.clipped(area.range) != area.range:
        raise Unchecked("a LAMBDA for each of whole columns or rows")
    return area
