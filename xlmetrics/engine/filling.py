"""Formulas filled down a column: each is what the one above becomes a row further down.

To write that out and compare takes a third of the time of finding the references in the text.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from xlmetrics.address import MAX_ROW, Range
from xlmetrics.formula import cut_at_references

if TYPE_CHECKING:
    from collections.abc import Sequence

    from xlmetrics.engine.scope import Evaluate

    Compiled = tuple[Evaluate, tuple[Range, ...]]
    """A formula as a function of its scope, and what its references mean."""

_MOVING_ROW = re.compile(r"(?<=[A-Za-z])[0-9]+")
_PATIENCE = 3
"""After so many formulas that did not go on, a column is taken for one that is not filled down."""


class FilledColumn:
    """The last formula of a column that was read, from which those below are guessed."""

    def __init__(self) -> None:
        self._formula: _Formula | None = None
        self._failures = 0

    def guess(self, formula: str, row: int) -> Compiled | None:
        """The formula compiled, if it is the one above filled down to this row; else None."""
        compiled = self._formula.filled_down(formula, row) if self._formula else None
        if compiled:
            self._failures = 0
        return compiled

    def learn(self, formula: str, row: int, compiled: Compiled) -> None:
        """Take note of a formula that was read instead."""
        self._failures += 1
        self._formula = _read(formula, row, compiled) if self._failures < _PATIENCE else None


class _Formula:
    """A formula with ``%d`` in place of each row that moves when it is filled down.

    ``rows`` are these rows; of the ranges, those that are ``moving`` move as a whole. A range that
    the formula names more than once is kept once.
    """

    def __init__(
        self, text: str, rows: Sequence[int], moving: Sequence[bool], row: int, compiled: Compiled
    ) -> None:
        self._text = text
        self._rows = rows
        self._row = row
        self._evaluate, ranges = compiled
        places = list(zip(ranges, moving, strict=True))
        self._places = list(dict.fromkeys(places))
        self._named = [self._places.index(each) for each in places]
        self._least, self._most = 1 - min(rows, default=1), MAX_ROW - max(rows, default=1)

    def filled_down(self, formula: str, row: int) -> Compiled | None:
        down = row - self._row
        if not self._least <= down <= self._most:
            return None
        if formula != self._text % tuple([row + down for row in self._rows]):
            return None
        places = [_moved(place, down) if moves else place for place, moves in self._places]
        return self._evaluate, tuple([places[at] for at in self._named])


def _moved(place: Range, down: int) -> Range:
    sheet, top, left, bottom, right = place
    first = top + down  # one number for both ends of a row: there may be millions of these
    return Range(sheet, first, left, first if top == bottom else bottom + down, right)


def _read(formula: str, row: int, compiled: Compiled) -> _Formula | None:
    """The formula to be filled down; None where a range would not move as a whole."""
    pieces = cut_at_references(formula)
    if pieces is None:
        return None
    rows: list[int] = []
    moving: list[bool] = []
    pieces = [piece.replace("%", "%%") for piece in pieces]
    for at in range(1, len(pieces), 2):
        if pieces[at][0] == '"':
            continue
        title, mark, area = pieces[at].rpartition("!")
        found = _MOVING_ROW.findall(area)
        if len(found) not in (0, area.count(":") + 1):
            return None
        rows += map(int, found)
        moving.append(bool(found))
        pieces[at] = title + mark + _MOVING_ROW.sub("%d", area)
    return _Formula("".join(pieces), rows, moving, row, compiled)
