"""The cut-offs that a workbook states, by which ranges may end on purpose."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from xlmetrics.roles.words import understand
from xlmetrics.rules.grid import NUMBER, TEXT

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from xlmetrics.rules.grid import Grid

_CUTOFF = re.compile(r"(?:@\s*|\btop[\s-]?|\bfirst\s+|\bk\s*=\s*)(\d+)", re.IGNORECASE)
_LONGEST = 60
"""A text of more letters is no heading."""

_K = re.compile(r"\W*(?:k|n|cut.?off.*|depth)\W*", re.IGNORECASE)


def stated_cutoffs(grids: Mapping[str, Grid]) -> Iterator[int]:
    """The cut-offs that texts and cells named k state."""
    for grid in grids.values():
        yield from map(int, _CUTOFF.findall(grid.title))
        for place, mark in grid.marks.items():
            if mark == TEXT:
                text = str(grid.cells[place].value)
                yield from map(int, _CUTOFF.findall(text[:1_000]))
                said = understand(text) if len(text) <= _LONGEST else None
                if said is not None and said.k is not None:
                    yield said.k
                if _K.fullmatch(text[:_LONGEST]):
                    row, column = place
                    for beside in ((row, column + 1), (row + 1, column)):
                        value = grid.cells[beside].value if grid.marks.get(beside) == NUMBER else 0
                        if isinstance(value, int | float) and float(value).is_integer():
                            yield int(value)
