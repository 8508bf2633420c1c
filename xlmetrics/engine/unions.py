"""Several ranges in one argument: unions, ``(A1:A3,C1)``, and 3-D references, ``S1:S3!A1``.

A mend in formulas 1.3.4: a 3-D reference is an error, which aborts the load. Functions that take
any number of ranges are given each range by itself; those that take one are given its numbers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.engine.cells import Area, filled
from xlmetrics.engine.tree import Call, Node, Sheets
from xlmetrics.engine.values import Unchecked

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from xlmetrics.engine.cells import Grid, Operand
    from xlmetrics.engine.scope import Evaluate, Scope

UNION = ","

_APART = frozenset(
    {"SUM", "COUNT", "COUNTA", "AVERAGE", "MAX", "MIN", "PRODUCT", "SUMSQ", "MEDIAN", "GEOMEAN"}
    | {"HARMEAN", "STDEV", "STDEV.S", "STDEVP", "STDEV.P", "VAR", "VAR.S", "VARP", "VAR.P"}
)
_TOGETHER = {"LARGE": 0, "SMALL": 0, "RANK": 1, "RANK.EQ": 1, "RANK.AVG": 1}
"""Which argument of these may be a union of ranges."""

_NOT_ON_SHEETS = frozenset({"RANK", "RANK.EQ", "RANK.AVG"})


def takes(function: str, place: int, node: Node) -> bool:
    """Whether this argument of the function is several ranges, and may be."""
    if isinstance(node, Sheets):
        return function in _APART or (function in _TOGETHER and function not in _NOT_ON_SHEETS)
    union = isinstance(node, Call) and node.function == UNION
    return union and (function in _APART or _TOGETHER.get(function) == place)


def united(function: str, ranges: Sequence[Evaluate]) -> list[Evaluate]:
    """What the function is given in place of the argument."""
    return list(ranges) if function in _APART else [_together(ranges)]


def members(node: Node) -> Iterator[Node]:
    """The parts of a union, which may be unions themselves."""
    if isinstance(node, Call) and node.function == UNION:
        for part in node.arguments:
            yield from members(part)
    else:
        yield node


def _together(ranges: Sequence[Evaluate]) -> Evaluate:
    def together(scope: Scope) -> Grid:
        return [[value] for evaluate in ranges for value in filled(evaluate(scope))] or [[None]]

    return together


def on_one_sheet(ranges: Sequence[Evaluate]) -> list[Evaluate]:
    """The ranges of a union, each of which must be one, on the sheet of the first."""

    def sheet(operand: Operand) -> str:
        if not isinstance(operand, Area):
            raise Unchecked("a union of anything but ranges")
        return operand.range.sheet

    def checked(evaluate: Evaluate) -> Evaluate:
        def found(scope: Scope) -> Operand:
            operand = evaluate(scope)
            if sheet(operand) != sheet(ranges[0](scope)):
                raise Unchecked("a union of ranges on several sheets")
            return operand

        return found

    return [checked(evaluate) for evaluate in ranges]
