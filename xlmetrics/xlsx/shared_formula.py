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


class SharedFormula:
    """A formula as it stands in one cell, to be written out for the others."""

    def __init__(self, text: str, row: int, column: int) -> None:
        self._row = row
        self._column = column
        self._pieces = _split(text)

    def at(self, row: int, column: int) -> str:
        """The formula as the cell in this place has it; what leaves the sheet is ``#REF!``."""
        down, across = row - self._row, column - self._column
        return "".join(
            [
                piece if isinstance(piece, str) else _moved(piece, down, across)
                for piece in self._pieces
            ]
        )


def _split(text: str) -> list[str | list[_Corner]]:
    pieces: list[str | list[_Corner]] = []
    end = 0
    for match in _PIECE.finditer(text):
        if match["reference"] and reference(match[0]):
            pieces.append(text[end : match.start()])
            pieces.append([_corner(corner) for corner in match[0].split(":")])
            end = match.end()
    return [*pieces, text[end:]]


def _corner(text: str) -> _Corner:
    column_mark, letters, row_mark, digits = _CORNER.findall(text)[0]
    return _Corner(
        column_number(letters) if letters and not column_mark else column_mark + letters,
        int(digits) if digits and not row_mark else row_mark + digits,
    )


def _moved(corners: list[_Corner], down: int, across: int) -> str:
    moved = ":".join([corner.moved(down, across) for corner in corners])
    return _OUTSIDE if _OUTSIDE in moved else moved
