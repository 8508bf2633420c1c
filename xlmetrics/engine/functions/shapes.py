"""How large a range is, and ranges made of ranges."""

from __future__ import annotations

from xlmetrics.address import Range
from xlmetrics.engine.cells import Area, Operand, size
from xlmetrics.engine.table import function
from xlmetrics.engine.values import NULL, VALUE, Fault
from xlmetrics.model import ErrorValue


@function("ROWS")
def rows(operand: Operand) -> int:
    """How many rows."""
    return size(sound(operand))[0]


@function("COLUMNS")
def columns(operand: Operand) -> int:
    """How many columns."""
    return size(sound(operand))[1]


@function(":")
def span(one: Operand, other: Operand) -> Area:
    """The smallest range that holds both: ``B2:INDEX(B2:B7,3)``."""
    first, last = area_of(one), area_of(other)
    if first.range.sheet != last.range.sheet:
        raise Fault(VALUE)
    (sheet, top, left, bottom, right), end = first.range, last.range
    whole = Range(
        sheet,
        min(top, end.top),
        min(left, end.left),
        max(bottom, end.bottom),
        max(right, end.right),
    )
    return Area(whole, first.cells)


@function(" ")
def intersection(one: Operand, other: Operand) -> Area:
    """The cells of both ranges: ``B:B 4:4``; #NULL! if there are none."""
    first, last = area_of(one), area_of(other)
    (sheet, top, left, bottom, right), end = first.range, last.range
    common = Range(
        sheet,
        max(top, end.top),
        max(left, end.left),
        min(bottom, end.bottom),
        min(right, end.right),
    )
    if sheet != end.sheet or common.top > common.bottom or common.left > common.right:
        raise Fault(NULL)
    return Area(common, first.cells)


def area_of(operand: Operand) -> Area:
    """The reference that must stand here."""
    if isinstance(sound(operand), Area):
        return operand  # type: ignore[return-value] # just seen
    raise Fault(VALUE)


def sound(operand: Operand) -> Operand:
    """The operand, unless it is an error, which is raised."""
    if isinstance(operand, ErrorValue):
        raise Fault(operand)
    return operand
