"""Other inputs that a table allows: a formula must be right on them too."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.model import is_number

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from random import Random

    from xlmetrics.address import Address, Range
    from xlmetrics.model import Table, Value, Workbook


def perturb(workbook: Workbook, tables: Iterable[Table], random: Random) -> dict[Address, Value]:
    """New values for every input of the tables, drawn from what each may hold.

    Grades come from the scale, some blank, some all alike; ranks lie within and beyond the
    cut-off, some ``none``; cut-offs run from 1 to beyond the longest list. Inputs in which a
    formula stands are left alone.
    """
    changed: dict[Address, Value] = {}
    longest = max(place.shape[0] for table in tables for place in table.fields.values())
    k = random.randint(1, longest + 2)
    for table in tables:
        if "k" in table.fields:
            changed[table["k"].first] = k
        if "judged" in table.fields:
            changed |= _draw(table["judged"], [None, *_scale(table, workbook)], random)
        if "first_rank" in table.fields:
            changed |= _draw(table["first_rank"], [None, "none", *range(1, k + 4)], random)
    return {
        address: value
        for address, value in changed.items()
        if address not in workbook.cells or workbook.cells[address].formula is None
    }


def _draw(where: Range, choices: Sequence[Value], random: Random) -> dict[Address, Value]:
    few = random.sample(choices, k=random.randint(1, len(choices)))
    return {address: random.choice(few) for address in where.addresses()}


def _scale(table: Table, workbook: Workbook) -> list[Value]:
    if "scale" not in table.fields:
        return []
    values = map(workbook.value, table["scale"].addresses())
    return [value for value in values if is_number(value)]
