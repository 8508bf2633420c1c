"""Which cells of a workbook some formula reads."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from functools import lru_cache
from typing import TYPE_CHECKING

from xlmetrics.address import MAX_COLUMN, MAX_ROW, Range
from xlmetrics.formula import FormulaFault, references

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from xlmetrics.address import Address
    from xlmetrics.model import Workbook

NARROW = 64
"""Ranges of no more columns are noted column by column, others of no more rows row by row."""

_CORNER = r"R(\[-?\d+\]|\d+)C(\[-?\d+\]|\d+)"
_PLACE = re.compile(
    rf"""("(?:[^"]|"")*")|(?:('(?:[^']|'')+'|[^\s'"(),;&=<>*/+^-]+)!)?{_CORNER}(?::{_CORNER})?"""
)
_UNKNOWN = re.compile(r"\b(?:INDIRECT|OFFSET)\(|[^\W\d][\w.]*:[^\W\d][\w.]*!|'[^']*:[^']*'!")

Offset = tuple[bool, int]
"""Whether it counts from the cell of the formula, and how far."""


class Reads:
    """The cells that formulas read, by themselves or within ranges.

    ``blind`` is whether some formula makes references that cannot be known beforehand.
    """

    def __init__(self, workbook: Workbook, shapes: Mapping[Address, str]) -> None:
        self.blind = False
        self._cells: set[tuple[str, int, int]] = set()
        self._narrow: dict[tuple[str, int], set[tuple[int, int]]] = defaultdict(set)
        self._flat: dict[tuple[str, int], set[tuple[int, int]]] = defaultdict(set)
        self._wide: set[tuple[str, int, int, int, int]] = set()
        self._merged: dict[tuple[str, int], tuple[list[int], list[int]]] = {}
        for address, shape in shapes.items():
            for sheet, top, left, bottom, right in places(shape, address):
                self._add(sheet, top, left, bottom, right)
            if _UNKNOWN.search(shape):
                self.blind = True
        for text in [*workbook.names.values(), *_local(workbook)]:
            self._add_named(text)
        for table in workbook.list_objects:
            self._add(*table.data)

    def _add(self, sheet: str, top: int, left: int, bottom: int, right: int) -> None:
        if top == bottom and left == right:
            self._cells.add((sheet, top, left))
        elif right - left < NARROW:
            for column in range(left, right + 1):
                self._narrow[sheet, column].add((top, bottom))
        elif bottom - top < NARROW:
            for row in range(top, bottom + 1):
                self._flat[sheet, row].add((left, right))
        else:
            self._wide.add((sheet, top, left, bottom, right))

    def _add_named(self, text: str) -> None:
        try:
            for place in references(text, ""):
                self._add(*place)
        except FormulaFault:
            self.blind = True

    def covers(self, address: Address) -> bool:
        """Whether a formula reads this cell."""
        sheet, row, column = address
        if (sheet, row, column) in self._cells:
            return True
        if (sheet, column) in self._narrow:
            if (sheet, column) not in self._merged:
                self._merged[sheet, column] = _merged(self._narrow[sheet, column])
            tops, bottoms = self._merged[sheet, column]
            at = bisect_right(tops, row) - 1
            if at >= 0 and row <= bottoms[at]:
                return True
        if any(left <= column <= right for left, right in self._flat.get((sheet, row), ())):
            return True
        return any(
            sheet == title and top <= row <= bottom and left <= column <= right
            for title, top, left, bottom, right in self._wide
        )


def holds_any(rows: Mapping[tuple[str, int], list[int]], place: Range) -> bool:
    """Whether a range has any of some cells, given as rows in order for each column of a sheet."""
    for column in range(place.left, min(place.right, place.left + NARROW) + 1):
        found = rows.get((place.sheet, column))
        if found:
            at = bisect_left(found, place.top)
            if at < len(found) and found[at] <= place.bottom:
                return True
    return False


def places(shape: str, address: Address) -> Iterator[Range]:
    """The rectangles that a formula of this shape, standing there, refers to."""
    sheet, row, column = address
    for title, top, left, bottom, right in _offsets(shape):
        first = _at(top, row), _at(left, column)
        last = _at(bottom, row), _at(right, column)
        yield Range(
            title or sheet,
            max(1, min(first[0], last[0])),
            max(1, min(first[1], last[1])),
            min(MAX_ROW, max(first[0], last[0])),
            min(MAX_COLUMN, max(first[1], last[1])),
        )


@lru_cache(maxsize=16_384)
def _offsets(shape: str) -> tuple[tuple[str, Offset, Offset, Offset, Offset], ...]:
    found = []
    for text, title, top, left, bottom, right in _PLACE.findall(shape):
        if not text:
            name = title[1:-1].replace("''", "'") if title.startswith("'") else title
            corners = [_offset(each) for each in (top, left, bottom or top, right or left)]
            found.append((name, corners[0], corners[1], corners[2], corners[3]))
    return tuple(found)


def _offset(text: str) -> Offset:
    return (True, int(text[1:-1])) if text[0] == "[" else (False, int(text))


def _at(offset: Offset, origin: int) -> int:
    moves, by = offset
    return origin + by if moves else by


def _merged(stretches: set[tuple[int, int]]) -> tuple[list[int], list[int]]:
    """Stretches of rows, those that touch or overlap as one, as tops and bottoms in order."""
    tops: list[int] = []
    bottoms: list[int] = []
    for top, bottom in sorted(stretches):
        if bottoms and top <= bottoms[-1] + 1:
            bottoms[-1] = max(bottoms[-1], bottom)
        else:
            tops.append(top)
            bottoms.append(bottom)
    return tops, bottoms


def _local(workbook: Workbook) -> Iterator[str]:
    for names in workbook.local_names.values():
        yield from names.values()
