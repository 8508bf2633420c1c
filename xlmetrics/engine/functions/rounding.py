"""Rounding to multiples, and what whole numbers have in common.

The formulas package lacks them, or its CEILING.MATH counts differently below 0.
"""

from __future__ import annotations

import math
from decimal import ROUND_CEILING, ROUND_DOWN, ROUND_FLOOR, ROUND_HALF_UP, ROUND_UP, Decimal
from typing import TYPE_CHECKING

from xlmetrics.engine.functions.reductions import numbers
from xlmetrics.engine.table import ALL, function
from xlmetrics.engine.values import NUM, Fault, finite, number

if TYPE_CHECKING:
    from xlmetrics.engine.cells import Operand
    from xlmetrics.model import Value


@function("CEILING.MATH", single=ALL)
def ceiling(value: Value, step: Value = 1.0, mode: Value = 0.0) -> float:
    """The next multiple above; below 0 away from 0 if there is a mode."""
    away = number(mode) != 0 and number(value) < 0
    return _multiple(value, step, ROUND_UP if away else ROUND_CEILING)


@function("FLOOR.MATH", single=ALL)
def floor(value: Value, step: Value = 1.0, mode: Value = 0.0) -> float:
    """The next multiple below; below 0 towards 0 if there is a mode."""
    towards = number(mode) != 0 and number(value) < 0
    return _multiple(value, step, ROUND_DOWN if towards else ROUND_FLOOR)


@function("CEILING.PRECISE", "ISO.CEILING", single=ALL)
def precise_ceiling(value: Value, step: Value = 1.0) -> float:
    """The next multiple above, whatever the signs."""
    return _multiple(value, step, ROUND_CEILING)


@function("FLOOR.PRECISE", single=ALL)
def precise_floor(value: Value, step: Value = 1.0) -> float:
    """The next multiple below, whatever the signs."""
    return _multiple(value, step, ROUND_FLOOR)


@function("MROUND", single=ALL)
def nearest_multiple(value: Value, step: Value) -> float:
    """The nearest multiple, half away from 0; #NUM! where the signs differ."""
    if number(value) * number(step) < 0:
        raise Fault(NUM)
    return _multiple(value, step, ROUND_HALF_UP)


def _multiple(value: Value, step: Value, rounding: str) -> float:
    """A multiple of a step near a number, on the 15 digits that Excel sees."""
    by = Decimal(format(abs(number(step)), ".15g"))
    if by == 0:
        return 0.0
    times = Decimal(format(number(value), ".15g")) / by
    if abs(times) > 10**15:
        return number(value)
    return finite(float(times.quantize(Decimal(1), rounding) * by))


@function("GCD")
def common_divisor(*operands: Operand) -> float:
    """The largest whole number that divides all."""
    return float(math.gcd(*_counts(*operands)))


@function("LCM")
def common_multiple(*operands: Operand) -> float:
    """The smallest whole number that all divide."""
    return finite(math.lcm(*_counts(*operands)))


def _counts(*operands: Operand) -> list[int]:
    found = [math.trunc(value) for value in numbers(*operands)]
    if any(not 0 <= value < 2**53 for value in found):
        raise Fault(NUM)
    return found


@function("ISEVEN", single=ALL)
def is_even(value: Value) -> bool:
    """Whether the whole part is even."""
    return math.trunc(number(value)) % 2 == 0


@function("ISODD", single=ALL)
def is_odd(value: Value) -> bool:
    """Whether the whole part is odd."""
    return math.trunc(number(value)) % 2 == 1
