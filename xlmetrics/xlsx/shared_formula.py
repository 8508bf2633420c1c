"""Shared formulas: the file writes a formula that is filled down once, for its first cell."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from xlmetrics.address import MAX_COLUMN, MAX_ROW, column_letters, column_number
from xlmetrics.formula import reference

_PIECE = re.compile(
    r"""
      "(?:[^"]|"")*"                               # a text
    | '(?:[^']|'')*'                               # the title of a sheet
    | \[(?:[^\[\]']|'.|\[(?:[^\[\]']|'.)*\])*\]    # a column of a table, another workbook
    | (?P<reference>
          \$?[A-Za-z]{1,3}\$?[0-9]{1,7}(?::\$?[A-Za-z]{1,3}\$?[0-9]{1,7})?
        | \$?[A-Za-z]{1,3}:\$?[A-Za-z]{1,3}
        | \$?[0-9]{1,7}:\$?[0-9]{1,7}
      )(?![\w.(!\[])
    | [\w.\\?]+                                    # a function, a name, a number
    """,
    re.VERBOSE,
)
_CORNER = re.compile(r"(?:(\$?)([A-Za-z]+))?(?:(\$?)([0-9]+))?")
_OUTSIDE = "#REF!"

_letters = cache(column_letters)


class _Corner(NamedTuple):
    """A corner of a reference: numbers where it moves with the cell, else text (or nothing)."""

    column: int | str
    row: int | str

    def moved(self, down: int, across: int) -> str:
        """The corner as seen from a cell so many rows below and columns to the right."""
        column, row = self
        if isinstance(column, int):
            column = _letters(column + across) if 0 < column + across <= MAX_COLUMN else _OUTSIDE
        if isinstance(row, int):
            row = str(row + down) if 0 < row + down <= MAX_ROW else _OUTSIDE
        return column + row


_Pieces = list[str | list[_Corner]]


class SharedFormula:
    """A formula as it stands in one cell, to be written out for the others."""

    def __init__(self, text: str, row: int, column: int) -> None:
        self._row = row
        self._column = column
        self._pieces = _split(text)
        self._columns: dict[int, tuple[str, list[int]]] = {}

    def knows(self, column: int) -> bool:
        """Whether it has been written out for a cell of this column, which makes others easy."""
        return column - self._column in self._columns

    def at(self, row: int, column: int) -> str:
        """The formula as the cell in this place has it; what leaves the sheet is ``#REF!``."""
        down, across = row - self._row, column - self._column
        if across not in self._columns:
            self._columns[across] = _in_column(self._pieces, across)
        text, rows = self._columns[across]
        moved = [row + down for row in rows]
        if moved and (min(moved) < 1 or max(moved) > MAX_ROW):
            return "".join([_moved(piece, down, across) for piece in self._pieces])
        return text % tuple(moved)


def _split(text: str) -> _Pieces:
    pieces: _Pieces = []
    end = 0
    for match in _PIECE.finditer(text):
        if match["reference"] and reference(match[0]):
            pieces.append(text[end : match.start()])
            pieces.append([_corner(corner) for corner in match[0].split(":")])
            end = match.end()
    return [*pieces, text[end:]]


def _in_column(pieces: _Pieces, across: int) -> tuple[str, list[int]]:
    """The formula moved across, with ``%d`` for each row that moves, and these rows."""
    text, rows = [], []
    for piece in pieces:
        if isinstance(piece, str):
            text.append(piece.replace("%", "%%"))
            continue
        moving = [corner.row for corner in piece if isinstance(corner.row, int)]
        marked = [c._replace(row="%d") if isinstance(c.row, int) else c for c in piece]
        text.append(_moved(marked, 0, across))
        rows += moving if text[-1] != _OUTSIDE else []
    return "".join(text), rows


def _corner(text: str) -> _Corner:
    column_mark, letters, row_mark, digits = _CORNER.findall(text)[0]
    return _Corner(
        column_number(letters) if letters and not column_mark else column_mark + letters,
        int(digits) if digits and not row_mark else row_mark + digits,
    )


def _moved(piece: str | list[_Corner], down: int, across: int) -> str:
    if isinstance(piece, str):
        return piece
    moved = ":".join([corner.moved(down, across) for corner in piece])
    return _OUTSIDE if _OUTSIDE in moved else moved
