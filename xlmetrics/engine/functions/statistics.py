"""Ranks, spread, and the functions that choose a reduction by number.

Mends in formulas 1.3.4: SUBTOTAL and AGGREGATE are not known; texts that read as numbers are
counted or fail the function.
"""

from __future__ import annotations

import math
from itertools import chain
from typing import TYPE_CHECKING

from xlmetrics.engine.cells import Area, Operand, filled, grid
from xlmetrics.engine.functions import reductions
from xlmetrics.engine.functions.reductions import mean, numbers, numeric, summed
from xlmetrics.engine.scope import broadcast
from xlmetrics.engine.table import ALL, function
from xlmetrics.engine.values import DIV0, NA, NUM, VALUE, Fault, Unchecked, finite, number, whole
from xlmetrics.model import ErrorValue, Hiding

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from xlmetrics.model import Value

FIRST = slice(0, 1)
SECOND = slice(1, 2)


@function("RANK", "RANK.EQ", single=(0, 2))
def rank(value: Value, among: Operand, ascending: Value = None) -> float:
    """The place of a number among others, 1 for the largest; equal numbers share the best place."""
    of, others = number(value), list(numbers(among))
    if of not in others:
        raise Fault(NA)
    up = ascending is not None and number(ascending) != 0
    return 1.0 + sum(other < of if up else other > of for other in others)


@function("RANK.AVG", single=(0, 2))
def average_rank(value: Value, among: Operand, ascending: Value = None) -> float:
    """The place of a number among others; equal numbers share the middle of their places."""
    equal = sum(other == number(value) for other in numbers(among))
    return rank(value, among, ascending) + (equal - 1) / 2


@function("PRODUCT")
def product(*operands: Operand) -> float:
    """The product of the numbers; 0 of none."""
    found = list(numbers(*operands))
    return finite(math.prod(found)) if found else 0.0


@function("SUMSQ")
def sum_of_squares(*operands: Operand) -> float:
    """The sum of the squares."""
    return finite(summed(value * value for value in numbers(*operands)))


@function("MEDIAN")
def median(*operands: Operand) -> float:
    """The middle number."""
    return _quantile(list(numbers(*operands)), 0.5)


@function("PERCENTILE", "PERCENTILE.INC", single=SECOND)
def percentile(values: Operand, share: Value) -> float:
    """The number below which a share of the numbers lie, interpolated."""
    return _quantile(list(numbers(values)), number(share))


@function("QUARTILE", "QUARTILE.INC", single=SECOND)
def quartile(values: Operand, quarter: Value) -> float:
    """The number below which so many quarters of the numbers lie, interpolated."""
    return _quantile(list(numbers(values)), whole(quarter) / 4)


def _quantile(found: list[float], share: float) -> float:
    if not found or not 0 <= share <= 1:
        raise Fault(NUM)
    found.sort()
    place = share * (len(found) - 1)
    low = math.floor(place)
    high = min(low + 1, len(found) - 1)
    return found[low] + (found[high] - found[low]) * (place - low)


@function("VAR", "VAR.S")
def sample_variance(*operands: Operand) -> float:
    """The variance estimated from a sample."""
    return _variance(list(numbers(*operands)), 1)


@function("VARP", "VAR.P")
def variance(*operands: Operand) -> float:
    """The variance of the numbers."""
    return _variance(list(numbers(*operands)), 0)


@function("STDEV", "STDEV.S")
def sample_deviation(*operands: Operand) -> float:
    """The standard deviation estimated from a sample."""
    return math.sqrt(sample_variance(*operands))


@function("STDEVP", "STDEV.P")
def deviation(*operands: Operand) -> float:
    """The standard deviation of the numbers."""
    return math.sqrt(variance(*operands))


def _variance(found: list[float], less: int) -> float:
    if len(found) <= less:
        raise Fault(DIV0)
    middle = mean(found)
    return summed((value - middle) ** 2 for value in found) / (len(found) - less)


@function("CORREL", "PEARSON", arrays=ALL)
def correlation(one: Operand, other: Operand) -> float:
    """How two lists go together, from -1 to 1, by the pairs that are both numbers.

    Mends a fault of formulas 1.3.4: a list that does not vary is #NUM!, in Excel #DIV/0!.
    """
    lefts, rights = _pairs(one, other)
    spread = _variance(lefts, 0) * _variance(rights, 0) if lefts else 0.0
    if spread == 0:
        raise Fault(DIV0)
    middles = mean(lefts), mean(rights)
    together = summed(
        (left - middles[0]) * (right - middles[1])
        for left, right in zip(lefts, rights, strict=True)
    )
    return together / len(lefts) / math.sqrt(spread)


@function("RSQ", arrays=ALL)
def determination(one: Operand, other: Operand) -> float:
    """The square of the correlation."""
    return correlation(one, other) ** 2


def _pairs(one: Operand, other: Operand) -> tuple[list[float], list[float]]:
    lefts, rights = ([v for row in grid(operand) for v in row] for operand in (one, other))
    if len(lefts) != len(rights):
        raise Fault(NA)
    pairs = [pair for pair in zip(lefts, rights, strict=True) if len(list(numeric(pair))) == 2]
    return [left for left, _ in pairs], [right for _, right in pairs]  # type: ignore[misc] # numbers


@function("GEOMEAN")
def geometric_mean(*operands: Operand) -> float:
    """The geometric mean; #NUM! where a number is not positive."""
    return math.exp(mean([math.log(value) for value in _positive(*operands)]))


@function("HARMEAN")
def harmonic_mean(*operands: Operand) -> float:
    """The harmonic mean; #NUM! where a number is not positive."""
    return 1 / mean([1 / value for value in _positive(*operands)])


def _positive(*operands: Operand) -> list[float]:
    found = list(numbers(*operands))
    if not found or min(found) <= 0:
        raise Fault(NUM)
    return found


_REDUCTIONS: tuple[Callable[..., float], ...] = (
    reductions.average,
    reductions.count,
    reductions.count_filled,
    reductions.largest,
    reductions.smallest,
    product,
    sample_deviation,
    deviation,
    reductions.total,
    sample_variance,
    variance,
    median,
)
_WITH_K: dict[int, Callable[[Operand, Value], float]] = {
    14: reductions.kth_largest,
    15: reductions.kth_smallest,
    16: percentile,
    17: quartile,
}
_IGNORES_ERRORS = (2, 3, 6, 7)
_IGNORES_HIDDEN = (1, 3, 5, 7)
_ALL = tuple(Hiding)


@function("SUBTOTAL", single=FIRST)
def subtotal(kind: Value, *areas: Operand) -> float:
    """One of eleven reductions, by its number, of what a filter leaves.

    From 101 on rows hidden by hand do not count either.
    """
    number = whole(kind) % 100
    if not (1 <= number <= 11 and 0 <= whole(kind) < 200):
        raise Fault(VALUE)
    left_out = _ALL if whole(kind) > 100 else (Hiding.BY_FILTER,)
    counted = [part for area in areas for part in _counted(area, left_out)]
    return _REDUCTIONS[number - 1](*counted)


@function("AGGREGATE", single=slice(0, 2), arrays=ALL)
def aggregate(kind: Value, options: Value, *operands: Operand) -> Operand:
    """One of nineteen reductions, by its number; the options say what does not count."""
    number, option = whole(kind), whole(options)
    if not 0 <= option <= 7:
        raise Fault(VALUE)
    if 1 <= number <= len(_REDUCTIONS):
        return _REDUCTIONS[number - 1](*(_aggregated(one, option) for one in operands))
    if number not in _WITH_K or len(operands) != 2:
        raise Unchecked(f"AGGREGATE by number {number}")
    values, of_k = _aggregated(operands[0], option), _WITH_K[number]
    return broadcast(lambda k: of_k(values, k), grid(operands[1]))


def _aggregated(operand: Operand, option: int) -> Operand:
    parts = _counted(operand, _ALL if option in _IGNORES_HIDDEN else ())
    ignores = option in _IGNORES_ERRORS
    values = chain.from_iterable(map(filled, parts))
    return [[value for value in values if not (ignores and isinstance(value, ErrorValue))]]


def _counted(operand: Operand, left_out: Sequence[Hiding]) -> Iterable[Operand]:
    """What is left of an operand without the rows hidden in one of these ways."""
    if not isinstance(operand, Area):
        return (operand,)
    if any(map(operand.range.__contains__, operand.cells.subtotals)):
        raise Unchecked("a subtotal of subtotals")
    hidden = operand.hidden()
    if Hiding.UNKNOWN in hidden.values() and left_out != _ALL:
        raise Unchecked("only Excel knows whether rows were hidden by a filter or by hand")
    if Hiding.BY_FILTER in hidden.values() and not left_out:
        raise Unchecked("whether AGGREGATE counts rows hidden by a filter is not known")
    return operand.without(row for row, how in hidden.items() if how in left_out)
