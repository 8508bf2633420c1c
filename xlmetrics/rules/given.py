"""The cells of a foreign sheet that were read as grades."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from xlmetrics.address import Address
    from xlmetrics.roles.model import Reading


def graded_lists(reading: Reading) -> Iterator[tuple[Address, ...]]:
    """The cells of each list that hold grades, those of documents not returned included.

    Of grades that are computed the cells too from which they are, a line for each rater.
    """
    for ranking in reading.rankings:
        yield tuple(dict.fromkeys((*ranking.grades, *ranking.judged)))
        down = len({cell.column for cell in ranking.grades}) == 1
        lines: dict[int, list[Address]] = defaultdict(list)
        for cell in ranking.sources:
            lines[cell.column if down else cell.row].append(cell)
        yield from map(tuple, lines.values())
