"""Functions from many values to one: sums, counts, extremes, the k-th largest.

Mends in formulas 1.3.4: text that reads like a number is summed and counted, and fails
AVERAGE, MAX, MIN and LARGE. Excel leaves text in cells alone, which hides the mistake that a
grade typed as text makes.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, cast

from xlmetrics.engine.cells import Area, Operand, filled
from xlmetrics.engine.table import function
from xlmetrics.engine.values import DIV0, NUM, Fault, Unchecked, number, number_in
from xlmetrics.model import ErrorValue

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from xlmetrics.model import Value

SECOND = slice(1, 2)


def numbers(*operands: Operand) -> Iterator[float]:
    """What SUM sees: numbers; texts and logical values in cells and arrays are none.

    A text written out as an argument, ``SUM("3")``, is read as one.
    """
    for operand in operands:
        if isinstance(operand, Area | list):
            yield from numeric(filled(operand))
        else:
            yield number(operand)


def numeric(values: Iterable[Value]) -> Iterator[float]:
    """The numbers among the values; raises the first error."""
    for value in values:
        kind = type(value)
        if kind is float or kind is int:
            yield cast("float", value)
        elif kind is ErrorValue:
            raise Fault(cast("ErrorValue", value))


@function("SUM")
def total(*operands: Operand) -> float:
    """The sum."""
    return summed(numbers(*operands))


def summed(found: Iterable[float]) -> float:
    """The sum, by the same digits on every machine."""
    try:
        return math.fsum(found)
    except OverflowError:
        raise Fault(NUM) from None


@function("AVERAGE")
def average(*operands: Operand) -> float:
    """The mean of the numbers; #DIV/0! of none."""
    return mean(list(numbers(*operands)))


def mean(found: list[float]) -> float:
    """The mean; #DIV/0! of no numbers."""
    if not found:
        raise Fault(DIV0)
    return summed(found) / len(found)


@function("MAX")
def largest(*operands: Operand) -> float:
    """The largest number; 0 of none."""
    return max(numbers(*operands), default=0.0)


@function("MIN")
def smallest(*operands: Operand) -> float:
    """The smallest number; 0 of none."""
    return min(numbers(*operands), default=0.0)


@function("LARGE", single=SECOND)
def kth_largest(values: Operand, k: Value) -> float:
    """The k-th largest number; #NUM! beyond the last."""
    return _kth(values, k, descending=True)


@function("SMALL", single=SECOND)
def kth_smallest(values: Operand, k: Value) -> float:
    """The k-th smallest number; #NUM! beyond the last."""
    return _kth(values, k, descending=False)


def _kth(values: Operand, k: Value, *, descending: bool) -> float:
    found = _ordered(values)
    place = number(k)
    if place != int(place):
        raise Unchecked(f"the {place:g}-th of the numbers depends on the program")
    if not 1 <= place <= len(found):
        raise Fault(NUM)
    return found[-int(place)] if descending else found[int(place) - 1]


def _ordered(values: Operand) -> list[float]:
    """The numbers from the smallest up; of an area, once for all cells that ask for it.

    An ideal ranking asks for each of its ranks in turn, over the same grades.
    """
    if not isinstance(values, Area):
        return sorted(numbers(values))
    known = values.cells.ordered
    if values.range not in known:
        known[values.range] = sorted(numbers(values))
    return known[values.range]


@function("COUNT")
def count(*operands: Operand) -> int:
    """How many numbers there are; errors count as none."""
    return sum(_counts(operand) for operand in operands)


def _counts(operand: Operand) -> int:
    if isinstance(operand, Area | list):
        return sum(
            isinstance(value, (int, float)) and not isinstance(value, bool)
            for value in filled(operand)
        )
    if isinstance(operand, str):
        return number_in(operand) is not None
    return not isinstance(operand, ErrorValue)


@function("COUNTA")
def count_filled(*operands: Operand) -> int:
    """How many cells are not blank; an empty text counts."""
    return sum(
        sum(1 for _ in filled(operand)) if isinstance(operand, Area | list) else 1
        for operand in operands
    )


@function("COUNTBLANK")
def count_blank(area: Operand) -> int:
    """How many cells are blank or hold an empty text."""
    if not isinstance(area, Area):
        raise Unchecked("Excel does not let an array be entered where a range must stand")
    rows, columns = area.range.shape
    return rows * columns - sum(value != "" for value in area.filled())
