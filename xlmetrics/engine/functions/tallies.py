"""The most frequent number, places in percent, and reductions that count texts as 0."""

from __future__ import annotations

import math
from collections import Counter
from decimal import ROUND_DOWN, Decimal
from typing import TYPE_CHECKING

from xlmetrics.engine.cells import Area, Operand, filled
from xlmetrics.engine.functions.reductions import mean, numbers
from xlmetrics.engine.functions.statistics import sample_variance, variance
from xlmetrics.engine.table import function
from xlmetrics.engine.values import NA, NUM, Fault, number, whole
from xlmetrics.model import ErrorValue

if TYPE_CHECKING:
    from collections.abc import Iterator

    from xlmetrics.model import Value

AFTER_FIRST = slice(1, None)


@function("MODE", "MODE.SNGL")
def most_frequent(*operands: Operand) -> float:
    """The number that comes most often, of several the first; #N/A where none comes twice."""
    found = Counter(numbers(*operands))
    most = max(found.values(), default=0)
    if most < 2:
        raise Fault(NA)
    return next(value for value, times in found.items() if times == most)


@function("PERCENTRANK", "PERCENTRANK.INC", single=AFTER_FIRST)
def percent_rank(values: Operand, value: Value, digits: Value = 3.0) -> float:
    """Which share of the other numbers lie below, interpolated, and cut off after some digits."""
    found, of = sorted(numbers(values)), number(value)
    places = whole(digits)
    if not found or places < 1:
        raise Fault(NUM)
    if not found[0] <= of <= found[-1]:
        raise Fault(NA)
    if len(found) == 1:
        return 1.0
    below = sum(other < of for other in found)
    place = float(below)
    if of not in found:
        low, high = found[below - 1], found[below]
        place += (of - low) / (high - low) - 1
    share = Decimal(format(place / (len(found) - 1), ".15g"))
    return float(share.quantize(Decimal(1).scaleb(-min(places, 15)), ROUND_DOWN))


def _with_texts(*operands: Operand) -> Iterator[float]:
    """What the functions in A see in ranges: texts as 0, logical values as 0 and 1."""
    for operand in operands:
        if not isinstance(operand, Area | list):
            yield number(operand)
            continue
        for value in filled(operand):
            if isinstance(value, ErrorValue):
                raise Fault(value)
            yield 0.0 if isinstance(value, str) else number(value)


@function("AVERAGEA")
def average(*operands: Operand) -> float:
    """The mean of all that is not blank."""
    return mean(list(_with_texts(*operands)))


@function("MAXA")
def largest(*operands: Operand) -> float:
    """The largest of all that is not blank."""
    return max(_with_texts(*operands), default=0.0)


@function("MINA")
def smallest(*operands: Operand) -> float:
    """The smallest of all that is not blank."""
    return min(_with_texts(*operands), default=0.0)


@function("VARA")
def sample_variance_of_all(*operands: Operand) -> float:
    """The variance estimated from all that is not blank."""
    return sample_variance([list(_with_texts(*operands))])


@function("VARPA")
def variance_of_all(*operands: Operand) -> float:
    """The variance of all that is not blank."""
    return variance([list(_with_texts(*operands))])


@function("STDEVA")
def sample_deviation_of_all(*operands: Operand) -> float:
    """The standard deviation estimated from all that is not blank."""
    return math.sqrt(sample_variance_of_all(*operands))


@function("STDEVPA")
def deviation_of_all(*operands: Operand) -> float:
    """The standard deviation of all that is not blank."""
    return math.sqrt(variance_of_all(*operands))
