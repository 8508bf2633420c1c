"""The value that each formula cell carries: what the reference says of the inputs placed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.expected import expectations
from xlmetrics.model import NotChecked

if TYPE_CHECKING:
    from collections.abc import Sequence

    from xlmetrics.address import Address
    from xlmetrics.model import Cell, Result, Table, Value


def with_values(cells: Sequence[Cell], tables: Sequence[Table]) -> tuple[Cell, ...]:
    """Give every formula cell the value that the reference computes from the inputs placed.

    A table may look at the figures of those before it.
    """
    placed = {cell.address: cell.value for cell in cells}

    def value(address: Address) -> Value:
        return placed.get(address)

    for table in tables:
        for expectation in expectations(table, value):
            placed[expectation.address] = _shown(expectation.value)
    return tuple(
        cell if cell.formula is None else cell._replace(value=placed[cell.address])
        for cell in cells
    )


def _shown(expected: Result) -> Value:
    """What a cell of ours must show; a template's inputs leave nothing unchecked."""
    if isinstance(expected, NotChecked):
        raise TypeError(str(expected))
    return expected
