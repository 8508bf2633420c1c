"""The order in which formulas are first tried: column by column, those that others need first.

It is a guess that saves putting formulas off; whether a value is there shows when it is asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from xlmetrics.address import Address, Range

    Column = tuple[str, int]


def column_by_column(ranges: Mapping[Address, Sequence[Range]]) -> list[Address]:
    """The formulas, given where the references of each point; every column from the top down.

    The formula in the middle of a column speaks for the others, which mostly are filled down, and
    the corners of a range for the columns between. Columns that need each other stand as they may.
    """
    columns: dict[Column, list[Address]] = {}
    for address in ranges:
        sheet, _, column = address
        columns.setdefault((sheet, column), []).append(address)
    needs = {
        column: _corners(ranges[addresses[len(addresses) // 2]])
        for column, addresses in columns.items()
    }
    ordered = _after_their_needs(needs, sorted(columns, key=lambda column: column[1]))
    return [address for column in ordered for address in columns[column]]


def _corners(ranges: Sequence[Range]) -> list[Column]:
    return [(sheet, at) for sheet, _, left, _, right in ranges for at in {left, right}]


def _after_their_needs(
    needs: Mapping[Column, Sequence[Column]], columns: Sequence[Column]
) -> list[Column]:
    ordered: list[Column] = []
    met: set[Column] = set()
    for column in columns:
        path = [column] if column not in met else []
        met.add(column)
        while path:
            ahead = [other for other in needs[path[-1]] if other in needs and other not in met]
            if ahead:
                met.add(ahead[0])
                path.append(ahead[0])
            else:
                ordered.append(path.pop())
    return ordered
