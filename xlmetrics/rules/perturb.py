"""Other inputs that a table allows: a formula must be right on them too."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.model import is_number
from xlmetrics.quantities import ALL_KINDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from random import Random

    from xlmetrics.address import Address, Range
    from xlmetrics.model import Table, Value, Workbook

FAR = (10, 20, 50, 100, 1_000, 100_000)
"""Cut-offs and ranks that people write into formulas, and one that nobody does."""

ODD = 0.5


def perturb(workbook: Workbook, tables: Iterable[Table], random: Random) -> dict[Address, Value]:
    """New values for every input of the tables, drawn from what each may hold.

    Grades come from the scale, some blank, some text, some all alike; ranks lie within and
    beyond the cut-off and far out, some ``none``, blank or other text; cut-offs run from 1 to
    beyond the longest list, and far beyond; what else a table has, from what it usually is. A
    formula in an input gives way to a value.
    """
    changed: dict[Address, Value] = {}
    longest = max(place.shape[0] for table in tables for place in table.fields.values())
    k = random.choice([random.randint(1, longest + 2), random.choice(FAR)])
    for table in tables:
        if "k" in table.fields:
            changed[table["k"].first] = k
        if "judged" in table.fields:
            scale = _scale(table, workbook)
            changed |= _draw(table["judged"], scale, [None, "n/a"], random)
        if "first_rank" in table.fields:
            ranks = [*range(1, min(k, longest) + 4), *FAR, k, k + 1]
            changed |= _draw(table["first_rank"], ranks, [None, "none", "no hit"], random)
        for given in ALL_KINDS[table.kind].given.values() if table.kind in ALL_KINDS else ():
            if given.usual and given.name in table.fields:
                changed |= _draw(table[given.name], given.usual, given.odd, random)
    return changed


def _draw(
    where: Range, usual: Sequence[Value], odd: Sequence[Value], random: Random
) -> dict[Address, Value]:
    """A value for each cell, from a few of those that it may hold; odd ones only now and then."""
    few = random.sample(usual, k=random.randint(1, len(usual))) if usual else [None]
    if odd and random.random() < ODD:
        few += random.sample(odd, k=random.randint(1, len(odd)))
    return {address: random.choice(few) for address in where.addresses()}


def _scale(table: Table, workbook: Workbook) -> list[Value]:
    if "scale" not in table.fields:
        return []
    values = map(workbook.value, table["scale"].addresses())
    return [value for value in values if is_number(value)]
