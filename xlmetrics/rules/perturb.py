"""Other inputs that a table allows: a formula must be right on them too."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.model import is_number
from xlmetrics.quantities import ALL_KINDS, GRADED

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
    beyond the longest list, and far beyond; answers are those of
    the decisions, some blank or others; what else a table has, from what it usually is. A
    formula in an input gives way to a value.
    """
    changed: dict[Address, Value] = {}
    longest = max(place.shape[0] for table in tables for place in table.fields.values())
    k = random.choice([random.randint(1, longest + 2), random.choice(FAR)])
    for table in tables:
        if "k" in table.fields:
            changed[table["k"].first] = k
        scale = _scale(table, workbook)
        for name in filter(table.fields.__contains__, GRADED):
            changed |= _draw(table[name], scale, [None, "n/a"], random)
        if "first_rank" in table.fields:
            ranks = [*range(1, min(k, longest) + 4), *FAR, k, k + 1]
            changed |= _draw(table["first_rank"], ranks, [None, "none", "no hit"], random)
        if "answer" in table.fields and _is_typed(workbook, table["answer"].first):
            changed |= _draw(table["answer"], [0, 1, 0.5], [None, "n/a"], random)
        changed |= _replies(table, workbook, random)
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


def _is_typed(workbook: Workbook, place: Address) -> bool:
    cell = workbook.cells.get(place)
    return cell is None or cell.formula is None


def _replies(table: Table, workbook: Workbook, random: Random) -> dict[Address, Value]:
    """For each question an answer that a decision is for, in capitals or not, or another, or none.

    Every other time all questions are answered; nothing where there are none.
    """
    if "reply" not in table.fields:
        return {}
    odd: list[Value] = random.choice([[], [None, "another"]])
    changed: dict[Address, Value] = {}
    for number, place in enumerate(table["reply"].addresses(), 1):
        column = table.fields.get(f"condition_{number}")
        found = map(workbook.value, column.addresses()) if column else ()
        texts = sorted({text for text in found if isinstance(text, str)})
        changed[place] = random.choice([*texts, *map(str.upper, texts), *odd] or [None])
    return changed


def _scale(table: Table, workbook: Workbook) -> list[Value]:
    if "scale" not in table.fields:
        return []
    values = map(workbook.value, table["scale"].addresses())
    return [value for value in values if is_number(value)]
