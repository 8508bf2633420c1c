"""Finding a value: MATCH and INDEX, the LOOKUP family, CHOOSE.

Mends in formulas 1.3.4: ``MATCH(TRUE,INDEX(r>0,0),0)`` is #N/A, which turns a reciprocal rank
into 0.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from xlmetrics.address import Range
from xlmetrics.engine.cells import Area, Grid, Operand, grid, one_value, size
from xlmetrics.engine.functions.criteria import wildcards
from xlmetrics.engine.functions.references import sound
from xlmetrics.engine.table import function
from xlmetrics.engine.values import (
    NA,
    REF,
    VALUE,
    Fault,
    Unchecked,
    compare,
    kind,
    logical,
    same,
    whole,
)
from xlmetrics.model import ErrorValue

if TYPE_CHECKING:
    from collections.abc import Sequence

    from xlmetrics.engine.scope import Evaluate, Scope
    from xlmetrics.model import Value

FIRST = slice(0, 1)
AFTER_FIRST = slice(1, None)


@function("MATCH", single=(0, 2))
def match(wanted: Value, where: Operand, kind: Value = 1.0) -> int:
    """The position of a value: the same one (0), or the last not beyond it in a sorted list."""
    found = _position(wanted, _line(where), whole(kind))
    if found is None:
        raise Fault(NA)
    return found + 1


def _table(operand: Operand) -> Grid:
    if not isinstance(sound(operand), Area | list):
        raise Unchecked("a single value stands where a range is looked through")
    return grid(operand)


def _line(operand: Operand) -> list[Value]:
    rows = _table(operand)
    if len(rows) == 1:
        return rows[0]
    if len(rows[0]) > 1:
        raise Fault(NA)
    return [row[0] for row in rows]


def _position(wanted: Value, values: Sequence[Value], kind: int) -> int | None:
    if isinstance(wanted, ErrorValue):
        raise Fault(wanted)
    if wanted is None:
        wanted = 0.0
    if kind == 0:
        return next((at for at, value in enumerate(values) if _is(value, wanted)), None)
    return _last_not_beyond(wanted, values, descending=kind < 0)


def _is(value: Value, wanted: Value) -> bool:
    if isinstance(wanted, str):
        return isinstance(value, str) and wildcards(wanted).fullmatch(value) is not None
    return kind(value) is kind(wanted) and same(value, wanted)


def _last_not_beyond(wanted: Value, values: Sequence[Value], *, descending: bool) -> int | None:
    """Among the values of the same kind, which must be sorted: Excel halves the list blindly."""
    sign = -1 if descending else 1
    alike = [(at, value) for at, value in enumerate(values) if kind(value) is kind(wanted)]
    if any(sign * compare(one, other) > 0 for (_, one), (_, other) in pairwise(alike)):
        raise Unchecked("a sorted list is looked through, and this one is not sorted")
    return max((at for at, value in alike if sign * compare(value, wanted) <= 0), default=None)


@function("INDEX", single=AFTER_FIRST, arrays=FIRST)
def index(where: Operand, row: Value = None, column: Value = None, area: Value = 1.0) -> Operand:
    """The cell at a row and a column of a range or array; 0 or none is the whole row or column."""
    if whole(area) != 1:
        raise Unchecked("INDEX into several areas")
    rows, columns = size(where) if isinstance(where, Area) else size(_table(where))
    down, across = whole(row), whole(column)
    if rows == 1 and column is None:
        down, across = 0, down
    if down < 0 or across < 0:
        raise Fault(VALUE)
    if down > rows or across > columns:
        raise Fault(REF)
    if isinstance(where, Area):
        return _part(where, down, across)
    picked = grid(where)[down - 1 : down] if down else grid(where)
    values: Grid = [line[across - 1 : across] if across else line for line in picked]
    return values if size(values) != (1, 1) else values[0][0]


def _part(area: Area, down: int, across: int) -> Area:
    sheet, top, left, bottom, right = area.range
    if down:
        top = bottom = top + down - 1
    if across:
        left = right = left + across - 1
    return Area(Range(sheet, top, left, bottom, right), area.cells)


@function("VLOOKUP", single=(0, 2, 3))
def vertical_lookup(wanted: Value, table: Operand, column: Value, near: Value = 1.0) -> Value:
    """The value in a column of the row whose first cell is the one wanted."""
    rows = _table(table)
    return _looked_up(wanted, rows, whole(column), near)


@function("HLOOKUP", single=(0, 2, 3))
def horizontal_lookup(wanted: Value, table: Operand, row: Value, near: Value = 1.0) -> Value:
    """The value in a row of the column whose first cell is the one wanted."""
    columns = [list(column) for column in zip(*_table(table), strict=True)]
    return _looked_up(wanted, columns, whole(row), near)


def _looked_up(wanted: Value, lines: Grid, place: int, near: Value) -> Value:
    found = _position(wanted, [line[0] for line in lines], int(logical(near)))
    if place < 1:
        raise Fault(VALUE)
    if place > len(lines[0]):
        raise Fault(REF)
    if found is None:
        raise Fault(NA)
    return lines[found][place - 1]


@function("XMATCH", single=(0, 2, 3))
def exact_match(wanted: Value, where: Operand, mode: Value = 0.0, search: Value = 1.0) -> int:
    """The position of a value: the same one, or that next to it."""
    return _found(wanted, where, mode, search) + 1


@function("XLOOKUP", single=(0, 4, 5))
def exact_lookup(
    wanted: Value,
    where: Operand,
    values: Operand,
    otherwise: Operand = None,
    mode: Value = 0.0,
    search: Value = 1.0,
) -> Operand:
    """The value beside the one wanted, or what is given otherwise."""
    rows, columns = size(where)
    across = rows == 1 and columns > 1
    if size(sound(values))[across] != (columns if across else rows):
        raise Fault(VALUE)
    try:
        found = _found(wanted, where, mode, search)
    except Fault as fault:
        if fault.error != NA or otherwise is None:
            raise
        return otherwise
    return index(values, None if across else found + 1.0, found + 1.0 if across else None)


def _found(wanted: Value, where: Operand, mode: Value, search: Value) -> int:
    """The place of the first such value, or of the last if the search runs backwards."""
    kind_of_match, way = whole(mode), whole(search) or 1
    if kind_of_match not in (-1, 0, 1, 2) or way not in (-1, 1):
        raise Unchecked("a search by halves, or of a kind that is not known")
    if isinstance(wanted, ErrorValue):
        raise Fault(wanted)
    found = list(enumerate(_line(where)))[::way]
    for at, value in found:
        if _is(value, wanted) if kind_of_match == 2 else _is_exactly(value, wanted):
            return at
    if kind_of_match in (-1, 1):
        return _next(wanted, found, kind_of_match)
    raise Fault(NA)


def _is_exactly(value: Value, wanted: Value) -> bool:
    return kind(value) is kind(wanted) and same(value, wanted)


def _next(wanted: Value, places: Sequence[tuple[int, Value]], way: int) -> int:
    """The place of the largest value below the one wanted (-1), or the smallest above it (1)."""
    best: tuple[int, Value] | None = None
    for at, value in places:
        beyond = kind(value) is kind(wanted) and way * compare(value, wanted) > 0
        if beyond and (best is None or way * compare(value, best[1]) < 0):
            best = at, value
    if best is None:
        raise Fault(NA)
    return best[0]


@function("CHOOSE", single=FIRST, lazy=True, choosy=True)
def pick(scope: Scope, place: Evaluate, *values: Evaluate) -> Operand:
    """One of the values, by its number; the others are not computed."""
    chosen = whole(one_value(place(scope)))
    if not 1 <= chosen <= len(values):
        raise Fault(VALUE)
    return values[chosen - 1](scope)
