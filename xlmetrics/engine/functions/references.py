"""Where ranges stand and how large they are, and ranges made of ranges.

Mends in formulas 1.3.4: OFFSET is not known, nor is INDIRECT of more than a written-out
reference.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.address import MAX_COLUMN, MAX_ROW, Range
from xlmetrics.engine.cells import Area, Grid, Operand, one_value, size
from xlmetrics.engine.table import ALL, function
from xlmetrics.engine.values import NULL, REF, VALUE, Fault, Unchecked, logical, text, whole
from xlmetrics.formula import reference
from xlmetrics.model import ErrorValue

if TYPE_CHECKING:
    from xlmetrics.engine.scope import Evaluate, Scope
    from xlmetrics.model import Value

AFTER_FIRST = slice(1, None)


@function("ROWS")
def rows(operand: Operand) -> int:
    """How many rows."""
    return size(sound(operand))[0]


@function("COLUMNS")
def columns(operand: Operand) -> int:
    """How many columns."""
    return size(sound(operand))[1]


@function("ROW", lazy=True)
def row(scope: Scope, operand: Evaluate | None = None) -> int | Grid:
    """The number of the row, or of each row of a range."""
    if operand is None:
        return scope.address.row
    area = area_of(operand(scope))
    _, top, _, bottom, _ = area.cells.clipped(area.range)
    return top if top == bottom else [[float(number)] for number in range(top, bottom + 1)]


@function("COLUMN", lazy=True)
def column(scope: Scope, operand: Evaluate | None = None) -> int | Grid:
    """The number of the column, or of each column of a range."""
    if operand is None:
        return scope.address.column
    area = area_of(operand(scope))
    _, _, left, _, right = area.cells.clipped(area.range)
    return left if left == right else [[float(number) for number in range(left, right + 1)]]


@function("OFFSET", single=AFTER_FIRST)
def offset(
    start: Operand, down: Value, across: Value, height: Value = None, width: Value = None
) -> Area:
    """The range so many rows down and columns across, of another size if one is given."""
    area = area_of(start)
    rows, columns = area.range.shape
    return Area(
        _within_sheet(
            area.range.sheet,
            (area.range.top + whole(down), rows if height is None else whole(height)),
            (area.range.left + whole(across), columns if width is None else whole(width)),
        ),
        area.cells,
    )


def _within_sheet(sheet: str, rows: tuple[int, int], columns: tuple[int, int]) -> Range:
    (top, bottom), (left, right) = _span(*rows), _span(*columns)
    if not (1 <= top <= bottom <= MAX_ROW and 1 <= left <= right <= MAX_COLUMN):
        raise Fault(REF)
    return Range(sheet, top, left, bottom, right)


def _span(first: int, count: int) -> tuple[int, int]:
    """First and last of so many; a negative count runs backwards."""
    return (first, first + count - 1) if count >= 0 else (first + count + 1, first)


@function("INDIRECT", single=ALL, lazy=True)
def indirect(scope: Scope, written: Evaluate, a1: Evaluate = lambda _: True) -> Area:
    """The range that a text names, in the A1 style."""
    name = text(one_value(written(scope)))
    if not logical(one_value(a1(scope))):
        raise Unchecked("INDIRECT in the R1C1 style")
    found = reference(name)
    if found is None:
        raise Unchecked(f"INDIRECT of {name!r}, which is no reference")
    area = found.range(scope.address.sheet)
    return Area(area._replace(sheet=scope.cells.sheet(area.sheet)), scope.cells)


@function("sign@", "SINGLE", lazy=True)
def single(scope: Scope, operand: Evaluate) -> Operand:
    """``@A1:A9``: the one cell in the formula's own row or column."""
    found = operand(scope)
    if isinstance(found, Area):
        return found.seen_from(scope.address)
    return found[0][0] if isinstance(found, list) else found


@function("ANCHORARRAY", lazy=True)
def spilled(scope: Scope, anchor: Evaluate) -> Area:
    """``A1#``: the cells over which the values of a formula spill."""
    area = area_of(anchor(scope))
    cells, first = area.cells, area.range.first
    if area.range.shape != (1, 1) or first not in cells.spills:
        raise Unchecked(f"nothing spills from {area.range.a1} as the file has it")
    cells.value(*first)  # which is not checked where they would be other cells
    return Area(cells.spills[first], cells)


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
