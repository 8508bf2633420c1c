"""The shape of every formula of a workbook: what stays the same when it is filled down or across.

A formula that is the one above it filled down has its shape, which is known by writing that out;
the others are cut at their references, which takes a fraction of the time of all their tokens.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from xlmetrics.address import MAX_ROW
from xlmetrics.formula import FormulaFault, cut_at_references, reference, shape

if TYPE_CHECKING:
    from collections.abc import Iterable

    from xlmetrics.address import Address
    from xlmetrics.model import Cell

_MOVING_ROW = re.compile(r"(?<=[A-Za-z])[0-9]+")
_SPACES = re.compile(r"\s+")
_PREFIX = re.compile(r"_XL(?:FN|WS|PM|UDF)\.")
_PATIENCE = 3
"""After so many formulas that did not go on, a column is taken for one that is not filled down."""


def shapes(cells: Iterable[Cell]) -> dict[Address, str]:
    """The shape of each formula; of one that is no formula, its text.

    Cells of an array formula are seen from its first cell, and have a shape no other has.
    """
    columns: dict[tuple[str, int], _Column] = {}
    found = {}
    for cell in cells:
        address, formula = cell.address, cell.formula or ""
        if cell.array is not None:
            found[address] = "{" + _read(formula, cell.array.first) + "}"
            continue
        sheet, row, column = address
        above = columns.get((sheet, column))
        if above is None:
            above = columns[sheet, column] = _Column()
        found[address] = above.shape(formula, row, address)
    return found


class _Column:
    """The last formula of a column that was read, from which those below are guessed.

    ``text`` has ``%d`` in place of each of the ``rows`` that move when it is filled down.
    """

    __slots__ = ("failures", "least", "most", "row", "rows", "seen", "text")

    def __init__(self) -> None:
        self.text: str | None = None
        self.rows: list[int] = []
        self.row = self.least = self.most = self.failures = 0
        self.seen = ""

    def shape(self, formula: str, row: int, address: Address) -> str:
        down = row - self.row
        if (
            self.text is not None
            and self.least <= down <= self.most
            and formula == self.text % tuple([at + down for at in self.rows])
        ):
            self.failures = 0
            return self.seen
        self.seen = _read(formula, address)
        self.failures += 1
        self.text = None
        if self.failures < _PATIENCE or row % 64 == 0:
            self._learn(formula, row)
        return self.seen

    def _learn(self, formula: str, row: int) -> None:
        pieces = cut_at_references(formula)
        if pieces is None:
            return
        pieces = [piece.replace("%", "%%") for piece in pieces]
        rows: list[int] = []
        for at in range(1, len(pieces), 2):
            if pieces[at][0] == '"':
                continue
            title, mark, area = pieces[at].rpartition("!")
            if area[0].isdigit():  # whole rows, which move and have no letters
                return
            rows += map(int, _MOVING_ROW.findall(area))
            pieces[at] = title + mark + _MOVING_ROW.sub("%d", area)
        self.text, self.rows, self.row = "".join(pieces), rows, row
        self.least, self.most = 1 - min(rows, default=1), MAX_ROW - max(rows, default=1)


def _read(formula: str, address: Address) -> str:
    pieces = cut_at_references(formula)
    if pieces is None:
        try:
            return shape(formula, address)
        except FormulaFault:
            return formula
    pieces[0] = pieces[0][1:]
    for at, piece in enumerate(pieces):
        if at % 2 == 0:
            pieces[at] = _plain(piece)
        elif piece[0] != '"' and (found := reference(piece)):
            pieces[at] = found.shape(address)
    return "".join(pieces)


@lru_cache(maxsize=65_536)
def _plain(text: str) -> str:
    """What stands between references, without what makes no difference."""
    return _PREFIX.sub("", _SPACES.sub("", text).upper())
