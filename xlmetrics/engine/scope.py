"""The place where a formula is evaluated, and how functions meet errors and arrays there."""

from __future__ import annotations

from collections.abc import Callable
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from xlmetrics.engine.cells import MAX_CELLS, Area, Cells, Grid, Operand, grid
from xlmetrics.engine.values import NA, Fault, Unchecked

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from xlmetrics.address import Address, Range


class Scope(NamedTuple):
    """The place where a formula stands: its cell, what its references mean, the values there.

    ``variables`` are those of LET and LAMBDA, each by a key of its own.
    """

    address: Address
    ranges: Sequence[Range]
    cells: Cells
    variables: Mapping[object, Operand] = MappingProxyType({})

    def area(self, number: int) -> Area:
        """What the reference with this number points at."""
        return Area(self.ranges[number], self.cells)


Evaluate = Callable[[Scope], Operand]
"""A compiled formula or part of one."""


def attempt(body: Callable[..., Operand], *operands: object) -> Operand:
    """What a function gives, an error included."""
    try:
        return body(*operands)
    except Fault as fault:
        return fault.error


def broadcast(body: Callable[..., Operand], *operands: Operand) -> Grid:
    """One result for each value of the arrays; single rows, columns and values are repeated.

    Mends a fault of formulas 1.3.4: where the arrays differ in size the cell is missing from
    the solution. In Excel the values beyond the smaller array are #N/A.
    """
    grids = [grid(operand) for operand in operands]
    height = max(map(len, grids))
    width = max(len(rows[0]) for rows in grids)
    if height * width > MAX_CELLS:
        raise Unchecked("the array is too large")
    stretched = [_stretch(rows, height, width) for rows in grids]
    return [
        [attempt(body, *values) for values in zip(*rows, strict=True)]  # type: ignore[misc] # values
        for rows in zip(*stretched, strict=True)
    ]


def _stretch(grid: Grid, height: int, width: int) -> Grid:
    rows = [row * width if len(row) == 1 else row + [NA] * (width - len(row)) for row in grid]
    return rows * height if len(rows) == 1 else rows + [[NA] * width] * (height - len(rows))
