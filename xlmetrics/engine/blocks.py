"""Formulas that follow each other in a column, put together by their shape.

Those of one shape may be computed together, if there are enough of them to be worth it.
"""

from __future__ import annotations

from operator import contains
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from xlmetrics.address import Address, Range
    from xlmetrics.engine.columns import Together
    from xlmetrics.engine.scope import Evaluate

    Ranges = tuple[Range, ...]
    Formulas = dict[Address, tuple[Evaluate, Ranges, Range | None]]
    """Compiled formulas, where their references point, and the cells of an array formula."""

FEW, MANY = 8, 100
"""How many formulas are computed together, at least and at most."""


class Block(NamedTuple):
    """Formulas in one column, and where their references point; how they are computed together."""

    addresses: list[Address]
    ranges: list[Ranges]
    together: Together | None


def blocks(
    order: Iterable[Address], formulas: Formulas, together: Callable[[Evaluate], Together | None]
) -> list[Block]:
    """The formulas in their order."""
    found: list[Block] = []
    for evaluate, addresses, ranges in _filled_down(order, formulas):
        is_array = formulas[addresses[0]][2] is not None
        alone = is_array or len(addresses) < FEW or _go_on(addresses, ranges)
        how = None if alone else together(evaluate)
        for start in range(0, len(addresses), MANY):
            end = start + MANY
            found.append(Block(addresses[start:end], ranges[start:end], how))
    return found


def _filled_down(
    order: Iterable[Address], formulas: Formulas
) -> list[tuple[Evaluate, list[Address], list[Ranges]]]:
    """Formulas of one shape that follow each other in one column."""
    found = []
    shape = sheet = column = None
    addresses: list[Address] = []
    ranges: list[Ranges] = []
    for address in order:
        evaluate, points, _ = formulas[address]
        if evaluate is not shape or address[2] != column or address[0] != sheet:
            shape, (sheet, _, column) = evaluate, address
            addresses, ranges = [], []
            found.append((evaluate, addresses, ranges))
        addresses.append(address)
        ranges.append(points)
    return found


def _go_on(addresses: Sequence[Address], ranges: Sequence[Ranges]) -> bool:
    """Whether each formula needs the one before or after it, as a running sum does."""
    needed = [(addresses[1], area) for area in ranges[0]]
    needed += [(addresses[0], area) for area in ranges[1]]
    return any(contains(area, address) for address, area in needed)
