"""The value that each formula cell carries: what the reference says of the inputs placed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.expected import expectations
from xlmetrics.model import NotChecked

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

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


def by_sheet(
    cells: Iterable[Cell], tables: Sequence[Table], titles: Iterable[str]
) -> dict[str, list[Cell]]:
    """The cells of each sheet, every formula with its value."""
    done: dict[str, list[Cell]] = {title: [] for title in titles}
    for cell in with_values(list(cells), tables):
        done[cell.address.sheet].append(cell)
    return done


def _shown(expected: Result) -> Value:
    """What a cell of ours must show; a template's inputs leave nothing unchecked."""
    if isinstance(expected, NotChecked):
        raise TypeError(str(expected))
    return expected
