"""What every figure of a table must be: the reference, applied to the table's own inputs.

One definition serves both ways: ``layout`` takes from here the value each formula cell carries,
and ``check`` compares with it what a file says.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.errors import BadMeasureInput
from xlmetrics.expected import answers, catalogued, worked_example
from xlmetrics.expected.expectation import Expectation, Mistake, not_checked
from xlmetrics.quantities import ALL_KINDS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from xlmetrics.address import Address
    from xlmetrics.expected.expectation import ValueOf
    from xlmetrics.model import Result, Table

__all__ = ["Expectation", "Mistake", "expectations", "inputs", "unfit"]


def expectations(table: Table, value: ValueOf) -> Iterator[Expectation]:
    """What each figure of a table must be, given what stands in its input cells.

    Where an input is unusable, the figures that hang on it are ``NotChecked`` with the reason.

    Raises:
        KeyError: the table is of no known kind.
    """
    if table.kind in ALL_KINDS:
        yield from catalogued.expectations(ALL_KINDS[table.kind], table, value)
        return
    if table.kind in answers.ANSWERS:
        yield from answers.ANSWERS[table.kind](table, value)
        return
    try:
        yield from list(worked_example.EXPECTED[table.kind](table, value))
    except BadMeasureInput as problem:
        yield from not_checked(table, str(problem), worked_example.CALCULATED)


def unfit(table: Table) -> str | None:
    """Why nothing can be expected of a table: cells are gone, or cannot be what they should be."""
    if table.kind in ALL_KINDS:
        return catalogued.unfit(ALL_KINDS[table.kind], table)
    if table.kind in answers.ANSWERS:
        return answers.complaint(table)
    shape = worked_example.SHAPES.get(table.kind)
    return shape.complaint(table) if shape else f"no kind of table is called {table.kind}"


def inputs(table: Table) -> Iterator[tuple[Address, Callable[[Result], object]]]:
    """The input cells of a table, each with what reads it."""
    if table.kind in ALL_KINDS:
        given = ALL_KINDS[table.kind].given
        reads = {name: each.read for name, each in given.items() if not each.fixed}
    else:
        reads = worked_example.INPUTS.get(table.kind, {})
    for field, read in reads.items():
        if field in table.fields:
            for address in table[field].addresses():
                yield address, read
