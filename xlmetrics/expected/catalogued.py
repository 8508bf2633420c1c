"""The tables made of catalogued quantities: each says itself what it must be."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.errors import BadMeasureInput
from xlmetrics.expected.expectation import Expectation, Mistake
from xlmetrics.expected.shape import Shape
from xlmetrics.inputs import Unusable
from xlmetrics.model import NotChecked
from xlmetrics.quantities import Seen, in_a1

if TYPE_CHECKING:
    from collections.abc import Iterator

    from xlmetrics.address import Address
    from xlmetrics.expected.expectation import ValueOf
    from xlmetrics.model import Result, Table
    from xlmetrics.quantities import Kind, Quantity


def expectations(kind: Kind, table: Table, value: ValueOf) -> Iterator[Expectation]:
    """What each quantity of the table must be."""
    seen = Seen(kind, table, value)
    for name in table.fields:
        if name in kind.quantities:
            quantity = kind.quantities[name]
            places = list(table[name].addresses())
            values = _values(quantity, seen, len(places))
            for place, must in zip(places, values, strict=True):
                measure = _measure(quantity, place, table)
                mistaken = _mistaken(kind, quantity, table, seen, place)
                yield Expectation(place, measure, must, mistaken)


def unfit(kind: Kind, table: Table) -> str | None:
    """Why nothing can be expected of the table."""
    known = {part.name for part in kind.parts}
    unknown = [field for field in table.fields if field not in known and field != "scale"]
    if unknown:
        return f"nothing that {kind.name} tables have is called {', '.join(unknown)}"
    groups: dict[str, list[str]] = {}
    for part in kind.needed(name for name in table.fields if name in known):
        groups.setdefault(part.rows, []).append(part.name)
    singles = groups.pop("", [])
    columns = tuple(map(tuple, groups.values()))
    lists = tuple(name for group in columns for name in group)
    quantities = kind.quantities.values()
    grids = {each.name: each.across for each in quantities if each.across and each.name in lists}
    return Shape(tuple(singles), lists, columns, grids, kind.most_rows).complaint(table)


def _values(quantity: Quantity, seen: Seen, rows: int) -> list[Result]:
    """What the reference says, row by row."""
    try:
        found = quantity.value(seen) if quantity.rows else [quantity.value(seen)]
    except (Unusable, BadMeasureInput) as problem:
        return [NotChecked(str(problem))] * rows
    return [*found]


def _mistaken(
    kind: Kind, quantity: Quantity, table: Table, seen: Seen, place: Address
) -> Mistake | None:
    if quantity.effect_of:
        return Mistake("", _plain(quantity.name), 0, "")
    if not quantity.code:
        return None
    right = kind.quantities[quantity.instead_of]
    [value] = _values(right, seen, 1)
    try:
        formula = in_a1(right.formula, table.fields, place)
    except KeyError:
        formula = ""
    return Mistake(quantity.code, _plain(right.name), value, formula)


def _measure(quantity: Quantity, place: Address, table: Table) -> str:
    """A quantity as a report names it: ``discounted gain, row 3``."""
    name, where = _plain(quantity.name), table[quantity.name]
    if not quantity.rows:
        return name
    column = f", column {place.column - where.left + 1}" if quantity.across else ""
    return f"{name}, row {place.row - where.top + 1}{column}"


def _plain(name: str) -> str:
    return name.replace("_", " ")
