"""Where things stand: the address of a cell and the rectangle of a range, 1-based as in Excel."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_ROW = 1_048_576
MAX_COLUMN = 16_384

_A1 = re.compile(r"\$?([A-Za-z]{1,3})\$?([0-9]{1,7})")
_PLAIN_TITLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_LIKE_A_CELL = re.compile(r"[A-Za-z]{1,3}[0-9]+|[Rr][0-9]*[Cc]?[0-9]*|[Cc][0-9]*")


def column_letters(column: int) -> str:
    """The letters of a column: 1 is A, 27 is AA."""
    letters = ""
    while column > 0:
        column, rest = divmod(column - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters


def column_number(letters: str) -> int:
    """The number of a column: A is 1, AA is 27."""
    number = 0
    for letter in letters.upper():
        number = number * 26 + ord(letter) - ord("A") + 1
    return number


def quote_title(title: str) -> str:
    """A sheet title as a formula must spell it: quoted unless it is a plain word."""
    if _PLAIN_TITLE.fullmatch(title) and not _LIKE_A_CELL.fullmatch(title):
        return title
    return "'" + title.replace("'", "''") + "'"


def unquoted(title: str) -> str:
    """A sheet title as it is, from one that a formula spells."""
    return title[1:-1].replace("''", "'") if title.startswith("'") else title


class Address(NamedTuple):
    """One cell of a workbook."""

    sheet: str
    row: int
    column: int

    @classmethod
    def parse(cls, sheet: str, a1: str) -> Address:
        """Read ``B2`` or ``$B$2``; raises ValueError for anything else."""
        match = _A1.fullmatch(a1)
        if not match:
            raise ValueError(f"{a1!r} is not a cell address")
        address = cls(sheet, int(match[2]), column_number(match[1]))
        if not (1 <= address.row <= MAX_ROW and address.column <= MAX_COLUMN):
            raise ValueError(f"{a1!r} lies outside a sheet")
        return address

    @property
    def a1(self) -> str:
        """The address within its sheet: ``B2``."""
        return f"{column_letters(self.column)}{self.row}"

    @property
    def absolute(self) -> str:
        """The address within its sheet, anchored: ``$B$2``."""
        return f"${column_letters(self.column)}${self.row}"

    def __str__(self) -> str:
        return f"{quote_title(self.sheet)}!{self.a1}"


class Range(NamedTuple):
    """A rectangle of cells on one sheet, both corners included."""

    sheet: str
    top: int
    left: int
    bottom: int
    right: int

    @classmethod
    def parse(cls, sheet: str, a1: str) -> Range:
        """Read ``B2:B7``, ``$B$2:$B$7`` or ``B2``; raises ValueError for anything else."""
        first, _, last = a1.partition(":")
        one = Address.parse(sheet, first)
        other = Address.parse(sheet, last or first)
        return cls(
            sheet,
            min(one.row, other.row),
            min(one.column, other.column),
            max(one.row, other.row),
            max(one.column, other.column),
        )

    @classmethod
    def between(cls, first: Address, last: Address) -> Range:
        """The rectangle from its top left to its bottom right cell."""
        return cls(first.sheet, first.row, first.column, last.row, last.column)

    @property
    def first(self) -> Address:
        """The top left cell."""
        return Address(self.sheet, self.top, self.left)

    @property
    def last(self) -> Address:
        """The bottom right cell."""
        return Address(self.sheet, self.bottom, self.right)

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return self.bottom - self.top + 1, self.right - self.left + 1

    @property
    def a1(self) -> str:
        """The range within its sheet: ``B2:B7``, or ``B2`` for a single cell."""
        return self.first.a1 if self.shape == (1, 1) else f"{self.first.a1}:{self.last.a1}"

    @property
    def absolute(self) -> str:
        """The range within its sheet, anchored: ``$B$2:$B$7``."""
        if self.shape == (1, 1):
            return self.first.absolute
        return f"{self.first.absolute}:{self.last.absolute}"

    def addresses(self) -> Iterator[Address]:
        """Every cell, row by row."""
        for row in range(self.top, self.bottom + 1):
            for column in range(self.left, self.right + 1):
                yield Address(self.sheet, row, column)

    def __contains__(self, address: object) -> bool:
        return (
            isinstance(address, Address)
            and address.sheet == self.sheet
            and self.top <= address.row <= self.bottom
            and self.left <= address.column <= self.right
        )

    def __str__(self) -> str:
        return f"{quote_title(self.sheet)}!{self.a1}"
