"""The columns of a sheet, or its rows, as lines of formulas and numbers without a gap."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from xlmetrics.rules.grid import NUMBER, TEXT

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from xlmetrics.rules.grid import Grid, Place


class Lines(NamedTuple):
    """The columns of a sheet, which run ``down``, or its rows."""

    grid: Grid
    down: bool

    def segments(self) -> Iterator[list[Place]]:
        """Places without a gap that hold formulas and numbers, where there are formulas."""
        for line, positions in (self.grid.columns if self.down else self.grid.rows).items():
            for segment in self._segments(line, positions):
                yield [self._place(line, at) for at in segment]

    def _place(self, line: int, at: int) -> Place:
        return (at, line) if self.down else (line, at)

    def _segments(self, line: int, positions: Sequence[int]) -> Iterator[list[int]]:
        marks = self.grid.marks
        segment: list[int] = []
        formulas = 0
        for at in positions:
            mark = marks[self._place(line, at)]
            if segment and (at != segment[-1] + 1 or mark == TEXT):
                if formulas > 1:
                    yield segment
                segment, formulas = [], 0
            if mark != TEXT:
                segment.append(at)
                formulas += mark != NUMBER
        if formulas > 1:
            yield segment

    def beside(self, place: Place) -> tuple[Place, Place]:
        """The places on the other axis, in the lines before and after."""
        row, column = place
        if self.down:
            return (row, column - 1), (row, column + 1)
        return (row - 1, column), (row + 1, column)

    def before(self, place: Place, steps: int = 1) -> Place:
        """The place so many steps back in its own line."""
        row, column = place
        return (row - steps, column) if self.down else (row, column - steps)
