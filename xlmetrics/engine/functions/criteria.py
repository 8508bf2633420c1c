"""Counting and adding up where a criterion holds.

Mends in formulas 1.3.4: "<>0" drops texts and blank cells; ">0" lets text that reads like a
number through; wildcards mind upper and lower case.
"""

from __future__ import annotations

import fnmatch
import operator
import re
from itertools import chain
from typing import TYPE_CHECKING

from xlmetrics.address import MAX_COLUMN, MAX_ROW, Range
from xlmetrics.engine.cells import Area, Operand
from xlmetrics.engine.functions.reductions import mean, numeric, summed
from xlmetrics.engine.table import function
from xlmetrics.engine.values import VALUE, Fault, Unchecked, compare, kind, number_in, same
from xlmetrics.model import ErrorValue

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from xlmetrics.model import Value

    Criterion = Callable[[Value], bool]

SECOND = slice(1, 2)
EVERY_SECOND = slice(1, None, 2)
EVERY_THIRD = slice(2, None, 2)

_PARTS = re.compile(r"(<>|<=|>=|=|<|>)?(.*)", re.DOTALL)
_ERROR = re.compile(r"#(?:NULL!|DIV/0!|VALUE!|REF!|NAME\?|NUM!|N/A)", re.IGNORECASE)
_COMPARED = {"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}


def criterion(given: Value) -> Criterion:
    """What a criterion such as 3, "none", ">=2", "<>", "a*" asks of a cell."""
    if given is None:
        given = 0.0
    if not isinstance(given, str):
        return lambda value: _is(value, given)
    match = _PARTS.fullmatch(given)
    sign, operand = (match[1], match[2]) if match else (None, given)
    if sign in _COMPARED:
        return _compared(_COMPARED[sign], _meant(operand))
    holds = _equal(operand, blank_only=sign is not None)
    return (lambda value: not holds(value)) if sign == "<>" else holds


def _meant(operand: str) -> Value:
    """What is written after the sign: a number, TRUE or FALSE, an error, a text."""
    if operand.upper() in ("TRUE", "FALSE"):
        return operand.upper() == "TRUE"
    if _ERROR.fullmatch(operand):
        return ErrorValue(operand.upper())
    return _read_as_number(operand)


def _is(value: Value, meant: Value) -> bool:
    """Equal, where a text that reads like the number sought is taken for it."""
    if kind(meant) is float and isinstance(value, str):
        value = _read_as_number(value)
    return kind(value) is kind(meant) and same(value, meant)


def _read_as_number(text: str) -> Value:
    return text if (found := number_in(text)) is None else found


def _equal(operand: str, *, blank_only: bool) -> Criterion:
    if not operand:
        return lambda value: value is None or (value == "" and not blank_only)
    meant = _meant(operand)
    if isinstance(meant, str):
        pattern = wildcards(meant)
        return lambda value: isinstance(value, str) and pattern.fullmatch(value) is not None
    return lambda value: _is(value, meant)


def wildcards(text: str) -> re.Pattern[str]:
    """The wildcards * and ?, each taken literally after a ~."""
    glob = re.sub(r"~([~*?])|\[", lambda found: f"[{found[1] or '['}]", text)
    return re.compile(fnmatch.translate(glob), re.IGNORECASE)


def _compared(holds: Callable[[int, int], bool], bound: Value) -> Criterion:
    """Larger or smaller, among values of the same kind only."""
    if isinstance(bound, ErrorValue):
        raise Unchecked(f"what lies beyond {bound} depends on the program")
    wanted = kind(bound)
    return lambda value: kind(value) is wanted and holds(compare(value, bound), 0)


def selected(values: Area, pairs: Sequence[Operand]) -> list[Value]:
    """The values in the places where every criterion holds of its range."""
    places = range(0, len(pairs), 2)
    areas = [_area(pairs[place]) for place in places]
    if any(area.range.shape != values.range.shape for area in areas):
        raise Fault(VALUE)
    criteria = [criterion(pairs[place + 1]) for place in places]  # type: ignore[arg-type] # single
    columns = [chain.from_iterable(area.grid()) for area in (values, *areas)]
    return [
        value
        for value, *others in zip(*columns, strict=True)
        if all(holds(other) for holds, other in zip(criteria, others, strict=True))
    ]


def _area(operand: Operand) -> Area:
    if isinstance(operand, Area):
        return operand
    if isinstance(operand, ErrorValue):
        raise Fault(operand)
    raise Unchecked("Excel does not let an array be entered where a range must stand")


@function("SUMIFS", single=EVERY_THIRD)
def sum_ifs(values: Operand, *pairs: Operand) -> float:
    """The sum of the numbers in the places where every criterion holds."""
    return summed(numeric(selected(_area(values), _paired(pairs))))


@function("AVERAGEIFS", single=EVERY_THIRD)
def average_ifs(values: Operand, *pairs: Operand) -> float:
    """The mean of the numbers in the places where every criterion holds."""
    return mean(list(numeric(selected(_area(values), _paired(pairs)))))


@function("MAXIFS", single=EVERY_THIRD)
def max_ifs(values: Operand, *pairs: Operand) -> float:
    """The largest number in the places where every criterion holds; 0 of none."""
    return max(numeric(selected(_area(values), _paired(pairs))), default=0.0)


@function("MINIFS", single=EVERY_THIRD)
def min_ifs(values: Operand, *pairs: Operand) -> float:
    """The smallest number in the places where every criterion holds; 0 of none."""
    return min(numeric(selected(_area(values), _paired(pairs))), default=0.0)


@function("SUMIF", single=SECOND)
def sum_if(where: Operand, wanted: Value, values: Operand = None) -> float:
    """The sum of the numbers in the places where the criterion holds."""
    return summed(numeric(selected(_beside(values, where), (where, wanted))))


@function("AVERAGEIF", single=SECOND)
def average_if(where: Operand, wanted: Value, values: Operand = None) -> float:
    """The mean of the numbers in the places where the criterion holds."""
    return mean(list(numeric(selected(_beside(values, where), (where, wanted)))))


@function("COUNTIF", single=SECOND)
def count_if(where: Operand, wanted: Value) -> int:
    """In how many places the criterion holds."""
    return count_ifs(where, wanted)


@function("COUNTIFS", single=EVERY_SECOND)
def count_ifs(*pairs: Operand) -> int:
    """In how many places every criterion holds of its range."""
    areas = [_area(pair) for pair in _paired(pairs)[::2]]
    count = len(selected(areas[0], pairs))
    if all(criterion(wanted)(None) for wanted in pairs[1::2]):  # type: ignore[arg-type] # single
        count += _left_out(areas[0])
    return count


def _left_out(area: Area) -> int:
    """How many cells of whole columns lie, blank, beyond those in use."""
    rows, columns = area.range.shape
    read = area.cells.clipped(area.range)
    return rows * columns - read.shape[0] * read.shape[1]


def _paired(pairs: Sequence[Operand]) -> Sequence[Operand]:
    if not pairs or len(pairs) % 2:
        raise Unchecked("a range without its criterion")
    return pairs


def _beside(values: Operand, where: Operand) -> Area:
    """The cells added up: as many as are looked at, from the first one given."""
    looked_at = _area(where)
    if values is None:
        return looked_at
    given = _area(values)
    height, width = looked_at.range.shape
    sheet, top, left, _, _ = given.range
    bottom, right = min(top + height - 1, MAX_ROW), min(left + width - 1, MAX_COLUMN)
    return Area(Range(sheet, top, left, bottom, right), given.cells)
