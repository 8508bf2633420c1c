"""Functions of texts, and of complex numbers, which Excel writes as texts.

Mends in formulas 1.3.4: TRIM leaves spaces between words; VALUE("50%") is #VALUE!; IMLOG2(8)
is "2.9999999999999996".
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from xlmetrics.engine.cells import Operand, grid
from xlmetrics.engine.table import ALL, function
from xlmetrics.engine.values import (
    NUM,
    VALUE,
    Fault,
    Unchecked,
    fitting,
    logical,
    number,
    text,
    whole,
)
from xlmetrics.text import MAX_LENGTH

if TYPE_CHECKING:
    from xlmetrics.model import Value


EVERY = math.inf


@function("CONCAT")
def concatenate(*operands: Operand) -> str:
    """The texts in a row."""
    return join_texts("", 0.0, *operands)


@function("TEXTJOIN", single=slice(0, 2))
def join_texts(between: Value, skip: Value, *operands: Operand) -> str:
    """The texts with something between them; empty ones may be skipped."""
    values = [text(value) for operand in operands for row in grid(operand) for value in row]
    return fitting(text(between).join(value for value in values if value or not logical(skip)))


@function("REPT", single=ALL)
def repeat(value: Value, times: Value) -> str:
    """The text so many times."""
    repeated, count = text(value), whole(times)
    if count < 0 or len(repeated) * count > MAX_LENGTH:
        raise Fault(VALUE)
    return repeated * count


@function("SUBSTITUTE", single=ALL)
def substitute(value: Value, old: Value, new: Value, instance: Value = EVERY) -> str:
    """The text with another in place of a part, wherever that stands or the n-th time only."""
    whole_text, part, other = text(value), text(old), text(new)
    times = whole_text.count(part) if part else 0
    if instance != EVERY:
        before = whole(instance)
        if before < 1:
            raise Fault(VALUE)
        if before > times:
            return whole_text
        pieces = whole_text.split(part, before)
        return fitting(part.join(pieces[:-1]) + other + pieces[-1])
    if len(whole_text) + times * (len(other) - len(part)) > MAX_LENGTH:
        raise Fault(VALUE)
    return whole_text.replace(part, other) if part else whole_text


@function("TRIM", single=ALL)
def trim(value: Value) -> str:
    """The words with one space between them."""
    return " ".join(word for word in text(value).split(" ") if word)


@function("UPPER", single=ALL)
def upper(value: Value) -> str:
    """The text in capitals, letter for letter."""
    return "".join(letter.upper() if len(letter.upper()) == 1 else letter for letter in text(value))


@function("VALUE", single=ALL)
def value_of(value: Value) -> float:
    """The number a text reads as."""
    if isinstance(value, bool):
        raise Fault(VALUE)
    return number(value)


@function("IMLOG2", single=ALL)
def complex_log2(value: Value) -> str:
    """The logarithm to base 2, as text."""
    return text(math.log2(_positive(value)))


@function("IMLN", single=ALL)
def complex_ln(value: Value) -> str:
    """The natural logarithm, as text."""
    return text(math.log(_positive(value)))


@function("IMLOG10", single=ALL)
def complex_log10(value: Value) -> str:
    """The logarithm to base 10, as text."""
    return text(math.log10(_positive(value)))


@function("IMREAL", single=ALL)
def real_part(value: Value) -> float:
    """The number itself, if it is real."""
    return _real(value)


@function("IMABS", single=ALL)
def modulus(value: Value) -> float:
    """The number without its sign, if it is real."""
    return abs(_real(value))


def _positive(value: Value) -> float:
    found = _real(value)
    if found == 0:
        raise Fault(NUM)
    if found < 0:
        raise Unchecked("the logarithm is not real")
    return found


def _real(value: Value) -> float:
    if isinstance(value, bool):
        raise Fault(VALUE)
    if isinstance(value, str) and value.rstrip()[-1:] in ("i", "j"):
        raise Unchecked(f"{value!r} is not real")
    return number(value)
