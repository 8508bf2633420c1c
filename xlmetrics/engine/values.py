"""Values as Excel takes them: what reads as a number, as text, as true; how two compare.

Mends in formulas 1.3.4: ``float()`` lets "1_0" and "nan" through and stops at "50%" and
"1,000"; ``0.1+0.2=0.3`` is FALSE, since Excel compares 15 digits.
"""

from __future__ import annotations

import re
from decimal import Decimal
from math import isfinite, trunc
from typing import cast

from xlmetrics.model import ErrorValue, Value
from xlmetrics.text import MAX_LENGTH

NULL = ErrorValue("#NULL!")
DIV0 = ErrorValue("#DIV/0!")
VALUE = ErrorValue("#VALUE!")
REF = ErrorValue("#REF!")
NAME = ErrorValue("#NAME?")
NUM = ErrorValue("#NUM!")
NA = ErrorValue("#N/A")

_NUMBER = re.compile(
    r" *([+-]?(?:[0-9]+\.?[0-9]*|[0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]*)?|\.[0-9]+)"
    r"(?:E[+-]?[0-9]{1,3})?) *(%?) *",
    re.IGNORECASE,
)
_BLANK: dict[type, Value] = {str: "", bool: False}
_ORDER = {float: 0, str: 1, bool: 2}
_NUMBERS = frozenset({int, float})
_LOGICAL = {"TRUE": True, "FALSE": False}
_MONTH = re.compile(r"jan|feb|mar|apr|may|june?|july?|aug|sep|oct|nov|dec|am\b|pm\b", re.IGNORECASE)
_LIKE_A_DATE = re.compile(r"(?=.*[0-9])[0-9\s.,:/()+%E$€£¥\xa0-]*", re.IGNORECASE)


class Fault(Exception):
    """An error on its way into the cell."""

    def __init__(self, error: ErrorValue) -> None:
        super().__init__(error.name)
        self.error = error


class Unchecked(Exception):
    """Something we do not know for certain: the cell is not checked, for this reason."""


def number(value: Value) -> float:
    """The value as an operand of arithmetic."""
    if type(value) is float:
        return value
    if isinstance(value, (int, float)):
        return finite(value)
    if value is None:
        return 0.0
    if isinstance(value, ErrorValue):
        raise Fault(value)
    if value.upper() in _LOGICAL:
        raise Unchecked(f"the text {value!r} in a calculation depends on the program")
    found = number_in(value)
    if found is None:
        raise Fault(VALUE)
    return found


def number_in(text: str) -> float | None:
    """The number a text reads as, None if it reads as none.

    Dates, times, fractions and currencies read as numbers too, by the language of the reader.
    """
    match = _NUMBER.fullmatch(text)
    if match:
        found = finite(float(match[1].replace(",", "")))
        return found / 100 if match[2] else found
    if _LIKE_A_DATE.fullmatch(_MONTH.sub("", text)):
        raise Unchecked(f"{text!r} may read as a date or an amount")
    return None


def whole(value: Value) -> int:
    """The value as a count, cut off after the point as Excel does."""
    return trunc(number(value))


def logical(value: Value) -> bool:
    """The value as a condition."""
    if not isinstance(value, str):
        return number(value) != 0
    if value.upper() in _LOGICAL:
        return _LOGICAL[value.upper()]
    if number_in(value) is None:
        raise Fault(VALUE)
    raise Unchecked(f"the text {value!r} as a condition depends on the program")


def text(value: Value) -> str:
    """The value as text: 15 digits, no trailing zeros."""
    match value:
        case None:
            return ""
        case bool():
            return str(value).upper()
        case str():
            return value
        case ErrorValue():
            raise Fault(value)
        case _:
            return _general(value)


def fitting(text: str) -> str:
    """The text; #VALUE! for one longer than a cell can hold."""
    if len(text) > MAX_LENGTH:
        raise Fault(VALUE)
    return text


def _general(number: float) -> str:
    digits = format(number or 0, ".15g")
    magnitude = abs(number)
    if magnitude == 0 or 1e-9 <= magnitude < 1e20:
        return format(Decimal(digits).normalize(), "f")
    mantissa, _, exponent = digits.partition("e")
    return f"{mantissa}E{int(exponent):+03d}"


def compare(left: Value, right: Value) -> int:
    """Negative, 0 or positive. Numbers come before texts before FALSE and TRUE."""
    if type(left) in _NUMBERS and type(right) in _NUMBERS:
        return _compare_numbers(cast("float", left), cast("float", right))
    for value in (left, right):
        if isinstance(value, ErrorValue):
            raise Fault(value)
    if left is None or right is None:
        return _compare_blank(left, right)
    if kind(left) is not kind(right):
        return _ORDER[kind(left)] - _ORDER[kind(right)]
    if isinstance(left, str) and isinstance(right, str):
        return _compare_texts(left, right)
    return _compare_numbers(number(left), number(right))


def same(left: Value, right: Value) -> bool:
    """Whether two values of one kind are the same."""
    if isinstance(left, ErrorValue) or left is None:
        return left == right
    return compare(left, right) == 0


def kind(value: Value) -> type:
    """What kind of value it is: float for all numbers, str, bool, ErrorValue, NoneType."""
    found = type(value)
    return float if found is int else found


def _compare_blank(left: Value, right: Value) -> int:
    """A blank cell is 0, an empty text or FALSE, whichever the other value is compared with."""
    blank = _BLANK.get(kind(right if left is None else left), 0)
    return compare(blank if left is None else left, blank if right is None else right)


def _compare_texts(left: str, right: str) -> int:
    left, right = left.casefold(), right.casefold()
    return (left > right) - (left < right)


def _compare_numbers(left: float, right: float) -> int:
    if left == right:
        return 0
    if abs(left - right) <= 1e-14 * abs(left) and _digits(left) == _digits(right):
        return 0
    return 1 if left > right else -1


def _digits(number: float) -> str:
    return format(number, ".15g")


def finite(value: float) -> float:
    """A number as Excel has them; raises #NUM! for one too large."""
    try:
        if isfinite(value):
            return float(value)
    except OverflowError:
        pass
    raise Fault(NUM)
