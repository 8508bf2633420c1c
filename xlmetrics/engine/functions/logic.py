"""Conditions, and what kind of value stands in a cell.

Mends in formulas 1.3.4: text that reads like a number passes ISNUMBER.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.engine.cells import Area, Operand, filled, one_value
from xlmetrics.engine.scope import Evaluate, Scope, broadcast
from xlmetrics.engine.table import ALL, function
from xlmetrics.engine.values import NA, VALUE, Fault, Unchecked, compare, logical
from xlmetrics.model import ErrorValue

if TYPE_CHECKING:
    from xlmetrics.engine.cells import Grid
    from xlmetrics.model import Value

FIRST = slice(0, 1)


@function("IF", single=FIRST, lazy=True, choosy=True)
def choose(
    scope: Scope, condition: Evaluate, then: Evaluate, otherwise: Evaluate = lambda _: False
) -> Operand:
    """One of two values; the other is not even computed."""
    holds = condition(scope)
    if isinstance(holds, list):
        return broadcast(_either, holds, _read(then(scope)), _read(otherwise(scope)))
    return then(scope) if logical(holds) else otherwise(scope)  # type: ignore[arg-type] # no Area


def _either(holds: Value, then: Value, otherwise: Value) -> Value:
    return then if logical(holds) else otherwise


def _read(operand: Operand) -> Value | Grid:
    return operand.grid() if isinstance(operand, Area) else operand


@function("IFS", lazy=True, choosy=True)
def first_that_holds(scope: Scope, *pairs: Evaluate) -> Operand:
    """The value after the first condition that holds; #N/A if none does."""
    if len(pairs) % 2:
        raise Unchecked("a condition without its value")
    for condition, value in zip(pairs[::2], pairs[1::2], strict=True):
        if logical(one_value(condition(scope))):
            return value(scope)
    raise Fault(NA)


@function("SWITCH", lazy=True, choosy=True)
def switch(scope: Scope, wanted: Evaluate, first: Evaluate, *others: Evaluate) -> Operand:
    """The value after the first case that equals; the last one, if it has no case, otherwise."""
    sought, cases = one_value(wanted(scope)), (first, *others)
    for case, value in zip(cases[::2], cases[1::2], strict=False):
        if compare(sought, one_value(case(scope))) == 0:
            return value(scope)
    if len(cases) % 2:
        return cases[-1](scope)
    raise Fault(NA)


@function("IFERROR", single=ALL, choosy=True)
def if_error(value: Value, fallback: Value) -> Value:
    """The value, or the fallback in place of any error."""
    return fallback if isinstance(value, ErrorValue) else value


@function("IFNA", single=ALL, choosy=True)
def if_missing(value: Value, fallback: Value) -> Value:
    """The value, or the fallback in place of #N/A."""
    return fallback if value == NA else value


@function("AND")
def every(*operands: Operand) -> bool:
    """Whether every condition holds."""
    return all(_conditions(operands))


@function("OR")
def some(*operands: Operand) -> bool:
    """Whether some condition holds."""
    return any(_conditions(operands))


def _conditions(operands: tuple[Operand, ...]) -> list[bool]:
    """Logical values and numbers; text in cells is passed over. #VALUE! where there are none."""
    found: list[bool] = []
    for operand in operands:
        if isinstance(operand, Area | list):
            found += [logical(value) for value in filled(operand) if not isinstance(value, str)]
        else:
            found.append(logical(operand))
    if not found:
        raise Fault(VALUE)
    return found


@function("NOT", single=ALL)
def negation(value: Value) -> bool:
    """Whether the condition fails."""
    return not logical(value)


@function("TRUE")
def true() -> bool:
    """TRUE."""
    return True


@function("FALSE")
def false() -> bool:
    """FALSE."""
    return False


@function("NA")
def not_available() -> ErrorValue:
    """#N/A."""
    return NA


@function("ISNUMBER", single=ALL)
def is_number(value: Value) -> bool:
    """Whether it is a number; text that reads like one is not."""
    return isinstance(value, (int, float)) and not isinstance(value, bool)


@function("ISTEXT", single=ALL)
def is_text(value: Value) -> bool:
    """Whether it is a text."""
    return isinstance(value, str)


@function("ISBLANK", single=ALL)
def is_blank(value: Value) -> bool:
    """Whether the cell is blank; an empty text is not."""
    return value is None


@function("ISERROR", single=ALL)
def is_error(value: Value) -> bool:
    """Whether it is an error."""
    return isinstance(value, ErrorValue)


@function("ISERR", single=ALL)
def is_other_error(value: Value) -> bool:
    """Whether it is an error other than #N/A."""
    return isinstance(value, ErrorValue) and value != NA


@function("ISNONTEXT", single=ALL)
def is_no_text(value: Value) -> bool:
    """Whether it is anything but a text."""
    return not isinstance(value, str)


@function("ISLOGICAL", single=ALL)
def is_logical(value: Value) -> bool:
    """Whether it is TRUE or FALSE."""
    return isinstance(value, bool)


@function("ISNA", single=ALL)
def is_missing(value: Value) -> bool:
    """Whether it is #N/A."""
    return value == NA


@function("N", single=ALL)
def as_number(value: Value) -> Value:
    """The number, 1 for TRUE, the error, 0 for anything else."""
    if isinstance(value, ErrorValue):
        return value
    return float(value) if isinstance(value, (int, float)) else 0.0
