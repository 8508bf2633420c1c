"""Operators, and functions from numbers to a number.

Mends in formulas 1.3.4: ``--x`` does nothing; ``LOG(4,1)`` is #NUM!; ``ROUND(1.005,2)`` is 1.0.
"""

from __future__ import annotations

import math
from decimal import ROUND_DOWN, ROUND_HALF_UP, ROUND_UP, Decimal
from typing import TYPE_CHECKING

from xlmetrics.engine.table import ALL, function
from xlmetrics.engine.values import (
    DIV0,
    NUM,
    Fault,
    Unchecked,
    compare,
    finite,
    fitting,
    number,
    text,
    whole,
)

if TYPE_CHECKING:
    from xlmetrics.model import Value


@function("+", single=ALL)
def add(left: Value, right: Value) -> float:
    """``left + right``."""
    return number(left) + number(right)


@function("-", single=ALL)
def subtract(left: Value, right: Value) -> float:
    """``left - right``."""
    return number(left) - number(right)


@function("*", single=ALL)
def multiply(left: Value, right: Value) -> float:
    """``left * right``."""
    return finite(number(left) * number(right))


@function("/", single=ALL)
def divide(left: Value, right: Value) -> float:
    """``left / right``."""
    dividend, divisor = number(left), number(right)
    if divisor == 0:
        raise Fault(DIV0)
    return finite(dividend / divisor)


@function("^", "POWER", single=ALL)
def power(left: Value, right: Value) -> float:
    """``left ^ right``; 0^0 and roots of negative numbers are #NUM!."""
    base, exponent = number(left), number(right)
    if base == 0 and exponent <= 0:
        raise Fault(NUM if exponent == 0 else DIV0)
    try:
        return finite(math.pow(base, exponent))
    except (OverflowError, ValueError):
        raise Fault(NUM) from None


@function("sign-", single=ALL)
def negate(value: Value) -> float:
    """``-value``."""
    return 0.0 - number(value)


@function("sign+", single=ALL)
def keep(value: Value) -> Value:
    """``+value``: text stays text."""
    return value


@function("%", single=ALL)
def percent(value: Value) -> float:
    """``value%``."""
    return number(value) / 100


@function("&", "CONCATENATE", single=ALL)
def join(*values: Value) -> str:
    """``left & right``."""
    return fitting("".join(map(text, values)))


@function("=", single=ALL)
def equal(left: Value, right: Value) -> bool:
    """``left = right``."""
    return compare(left, right) == 0


@function("<>", single=ALL)
def unequal(left: Value, right: Value) -> bool:
    """``left <> right``."""
    return compare(left, right) != 0


@function("<", single=ALL)
def less(left: Value, right: Value) -> bool:
    """``left < right``."""
    return compare(left, right) < 0


@function(">", single=ALL)
def greater(left: Value, right: Value) -> bool:
    """``left > right``."""
    return compare(left, right) > 0


@function("<=", single=ALL)
def at_most(left: Value, right: Value) -> bool:
    """``left <= right``."""
    return compare(left, right) <= 0


@function(">=", single=ALL)
def at_least(left: Value, right: Value) -> bool:
    """``left >= right``."""
    return compare(left, right) >= 0


@function("LOG", single=ALL)
def log(value: Value, base: Value = 10.0) -> float:
    """The logarithm, to base 10 if none is given."""
    of, to = number(value), number(base)
    if of <= 0 or to <= 0:
        raise Fault(NUM)
    if to == 1:
        raise Fault(DIV0)
    if to == 2:
        return math.log2(of)
    return math.log10(of) if to == 10 else math.log(of) / math.log(to)


@function("LN", single=ALL)
def natural_log(value: Value) -> float:
    """The natural logarithm."""
    return log(value, math.e)


@function("LOG10", single=ALL)
def log10(value: Value) -> float:
    """The logarithm to base 10."""
    return log(value)


@function("EXP", single=ALL)
def exponential(value: Value) -> float:
    """E to the power of a number."""
    return power(math.e, value)


@function("SQRT", single=ALL)
def square_root(value: Value) -> float:
    """The square root."""
    if number(value) < 0:
        raise Fault(NUM)
    return math.sqrt(number(value))


@function("ABS", single=ALL)
def absolute(value: Value) -> float:
    """The number without its sign."""
    return abs(number(value))


@function("INT", single=ALL)
def floor(value: Value) -> float:
    """The next whole number below."""
    return float(math.floor(number(value)))


@function("MOD", single=ALL)
def modulo(value: Value, divisor: Value) -> float:
    """The remainder, with the sign of the divisor."""
    of, by = number(value), number(divisor)
    if by == 0:
        raise Fault(DIV0)
    return of - by * math.floor(of / by)


@function("QUOTIENT", single=ALL)
def quotient(value: Value, divisor: Value) -> float:
    """The whole part of a division."""
    return float(math.trunc(divide(value, divisor)))


@function("FACT", single=ALL)
def factorial(value: Value) -> float:
    """The factorial of the whole part."""
    if not 0 <= whole(value) <= 170:
        raise Fault(NUM)
    return float(math.factorial(whole(value)))


@function("COMBIN", single=ALL)
def combinations(of: Value, chosen: Value) -> float:
    """How many ways there are to choose some of so many."""
    if not 0 <= whole(chosen) <= whole(of):
        raise Fault(NUM)
    if whole(of) > 1000:
        raise Unchecked("too many to choose from")
    return finite(math.comb(whole(of), whole(chosen)))


@function("ROUND", single=ALL)
def round_half_up(value: Value, digits: Value) -> float:
    """Rounded half away from zero, on the 15 digits Excel sees."""
    return _rounded(value, digits, ROUND_HALF_UP)


@function("ROUNDUP", single=ALL)
def round_up(value: Value, digits: Value) -> float:
    """Rounded away from zero."""
    return _rounded(value, digits, ROUND_UP)


@function("ROUNDDOWN", "TRUNC", single=ALL)
def round_down(value: Value, digits: Value = 0.0) -> float:
    """Rounded towards zero."""
    return _rounded(value, digits, ROUND_DOWN)


def _rounded(value: Value, digits: Value, rounding: str) -> float:
    exact = Decimal(format(number(value), ".15g"))
    places = min(max(whole(digits), -400), 400)
    if -exact.as_tuple().exponent <= places:  # type: ignore[operator] # a finite number
        return number(value)
    return float(exact.quantize(Decimal(1).scaleb(-places), rounding))
