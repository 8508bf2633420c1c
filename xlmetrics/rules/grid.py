"""The cells of one sheet by row and column, each as a mark: what sort of thing stands there."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from xlmetrics.address import Address
    from xlmetrics.model import Cell, Sheet

NUMBER = "#"
TEXT = '"'

TOTALS = re.compile(
    r"\b(?:totals?|sums?|averages?|avg|means?|medians?|overall|all|m[ar]{1,2}p?|macro|micro|st\.?\s?dev"
    r"|min|max|count|summe|mittel(?:wert)?|durchschnitt|gesamt|moyenne|total[e]?s?|media|promedio"
    r"|ortalama|toplam|rata-rata|среднее|итого|сумма|всего)\b",
    re.IGNORECASE,
)
"""What is said beside or over a cell that takes others together."""

_FUNCTION_OR_TEXT = re.compile(r'"(?:[^"]|"")*"|[^\W\d][\w.]*\(')

Place = tuple[int, int]
"""Row and column."""


class Grid:
    """The marks of a sheet: the shape of a formula, ``NUMBER`` or ``TEXT``; blank cells have none.

    A formula without a reference, ``=4/7`` or ``=1/LOG(3,2)``, is a number that somebody typed.
    """

    def __init__(self, sheet: Sheet, shapes: Mapping[Address, str]) -> None:
        self.title = sheet.title
        self.cells: dict[Place, Cell] = {}
        self.marks: dict[Place, str] = {}
        for cell in sheet.cells:
            mark = _mark(cell, shapes)
            if mark:
                _, row, column = cell.address
                self.cells[row, column] = cell
                self.marks[row, column] = mark

    @cached_property
    def columns(self) -> dict[int, list[int]]:
        """The rows that are not blank, in order, for each column."""
        return _lines(self.marks, lambda place: (place[1], place[0]))

    @cached_property
    def rows(self) -> dict[int, list[int]]:
        """The columns that are not blank, in order, for each row."""
        return _lines(self.marks, lambda place: place)

    def text(self, place: Place) -> str | None:
        """The text in a cell; None where there is another thing or none."""
        if self.marks.get(place) != TEXT:
            return None
        return str(self.cells[place].value)

    def texts_left(self, place: Place) -> Iterator[str]:
        """What stands as text to the left of a cell, nearest first, on up to 12 columns."""
        row, column = place
        for at in range(column - 1, max(0, column - 13), -1):
            if (found := self.text((row, at))) is not None:
                yield found

    def heading(self, place: Place) -> str:
        """The nearest text above a cell; empty where there is none."""
        row, column = place
        texts = self._texts.get(column, [])
        at = bisect_left(texts, row)
        return str(self.cells[texts[at - 1], column].value) if at else ""

    @cached_property
    def _texts(self) -> dict[int, list[int]]:
        """The rows with texts, in order, for each column."""
        texts = {place: mark for place, mark in self.marks.items() if mark == TEXT}
        return _lines(texts, lambda place: (place[1], place[0]))


def is_formula(mark: str | None) -> bool:
    """Whether a mark is the shape of a formula."""
    return mark is not None and mark not in (NUMBER, TEXT)


def sort_of(mark: str | None) -> str | None:
    """A formula, a number, a text or nothing."""
    return "=" if is_formula(mark) else mark


def _mark(cell: Cell, shapes: Mapping[Address, str]) -> str | None:
    if cell.formula is not None:
        shape = shapes[cell.address]
        return shape if _looks_around(shape) else NUMBER
    if isinstance(cell.value, int | float):
        return NUMBER
    return None if cell.value in (None, "") else TEXT


@lru_cache(maxsize=16_384)
def _looks_around(shape: str) -> bool:
    """Whether a formula refers to cells or has names, not only numbers, texts and functions."""
    return "[" in shape or any(map(str.isalpha, _FUNCTION_OR_TEXT.sub("", shape)))


def _lines(places: Mapping[Place, str], turned: Callable[[Place], Place]) -> dict[int, list[int]]:
    lines: dict[int, list[int]] = defaultdict(list)
    for line, at in sorted(map(turned, places)):
        lines[line].append(at)
    return lines
