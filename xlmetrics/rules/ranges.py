"""Ranges that stop short of cells which are like their own, or begin after such cells."""

from __future__ import annotations

import re
from collections import defaultdict
from operator import contains
from typing import TYPE_CHECKING, NamedTuple

from xlmetrics.address import Address, Range
from xlmetrics.formula import references_in
from xlmetrics.rules.cutoffs import stated_cutoffs
from xlmetrics.rules.grid import TEXT, TOTALS, is_formula, sort_of
from xlmetrics.rules.reads import places

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from xlmetrics.rules.grid import Grid, Place
    from xlmetrics.rules.regions import Deviant, Regions

MOST = 2
"""More cells than these are left out on purpose: a cut-off, another block."""

_WHOLE = re.compile(r"(?<![\w.$\[])\d+(?![\w.\]])")


class ShortRange(NamedTuple):
    """A formula with a range that leaves out the cells ``omitted``."""

    address: Address
    formula: str
    place: Range
    omitted: Range
    instead: str


def short_ranges(regions: Regions) -> dict[Address, ShortRange]:
    """The formulas that leave out adjoining cells, each with the first of its ranges that does."""
    found: dict[Address, ShortRange] = {}
    for deviant in regions.deviants:
        short = _shorter_than_its_region(deviant)
        if short:
            found[deviant.address] = short
    search = _Search(regions.grids)
    for short in search.found():
        found.setdefault(short.address, short)
    return found


def _shorter_than_its_region(deviant: Deviant) -> ShortRange | None:
    address, formula, instead = deviant.address, deviant.formula, deviant.instead
    if formula is None or deviant.typed:
        return None
    ours, theirs = references_in(formula, address.sheet), references_in(instead, address.sheet)
    if len(ours) != len(theirs):
        return None
    differing = [(mine, their) for mine, their in zip(ours, theirs, strict=True) if mine != their]
    if not differing:
        return None
    if not all(_is_within(mine, their) for mine, their in differing):
        return None
    mine, their = differing[0]
    if mine.last != their.last:
        omitted = Range.between(_after(mine), their.last)
    else:
        omitted = Range.between(their.first, _before(mine))
    if contains(their, address) or _grows(their, address):
        return None
    return ShortRange(address, formula, mine, omitted, instead)


def _grows(place: Range, address: Address) -> bool:
    """Whether a range ends, or begins, beside the cell, as those of running totals do."""
    if place.left == place.right:
        return address.row in (place.top, place.bottom)
    return address.column in (place.left, place.right)


def _is_within(short: Range, whole: Range) -> bool:
    ends = contains(whole, short.first) and contains(whole, short.last)
    return ends and short.first != short.last


def _after(place: Range) -> Address:
    across = place.left == place.right
    sheet, row, column = place.last
    return Address(sheet, row + 1, column) if across else Address(sheet, row, column + 1)


def _before(place: Range) -> Address:
    across = place.left == place.right
    sheet, row, column = place.first
    return Address(sheet, row - 1, column) if across else Address(sheet, row, column - 1)


class _Search:
    """The ranges of formulas that stand by themselves: totals, and what takes lists together."""

    def __init__(self, grids: Mapping[str, Grid]) -> None:
        self._grids = grids
        self._read: list[tuple[Grid, Place, str, list[Range]]] = []
        self._starts: dict[tuple[str, int, int], set[int]] = defaultdict(set)
        self._ends: dict[tuple[str, int, int], set[int]] = defaultdict(set)
        self._lengths: dict[tuple[str, int, int, int], set[int]] = defaultdict(set)
        self._stated: frozenset[int] | None = None
        for grid in grids.values():
            for place, mark in grid.marks.items():
                if ":" in mark and is_formula(mark):
                    filled = _is_filled(grid, place, mark)
                    if not filled or _begins(grid, place, mark):
                        self._note(grid, place, fixed=filled)

    def _note(self, grid: Grid, place: Place, *, fixed: bool) -> None:
        """Take note of the ranges of a formula; of one that is filled, those alone that stay."""
        formula = grid.cells[place].formula or ""
        ranges = list(places(grid.marks[place], Address(grid.title, *place)))
        if fixed:
            ranges = [each for each in ranges if each.absolute in formula]
        ranges = [_numbers(each) for each in ranges]
        self._read.append((grid, place, formula, ranges))
        for each in ranges:
            if each.sheet in self._grids and _is_vector(each):
                down = each.left == each.right
                line = each.left if down else each.top
                first, last = (each.top, each.bottom) if down else (each.left, each.right)
                self._starts[each.sheet, down, line].add(first)
                self._ends[each.sheet, down, line].add(last)
                self._lengths[each.sheet, down, line, first].add(last)

    def found(self) -> Iterator[ShortRange]:
        for grid, place, formula, ranges in self._read:
            for each in ranges:
                if _is_vector(each) and each.sheet in self._grids:
                    omitted = self._omitted(grid, place, formula, ranges, each)
                    if omitted:
                        yield ShortRange(
                            Address(grid.title, *place),
                            formula,
                            each,
                            omitted,
                            _longer(formula, each, omitted),
                        )
                        break

    def _omitted(
        self, grid: Grid, place: Place, formula: str, ranges: list[Range], each: Range
    ) -> Range | None:
        line = _Line(self._grids[each.sheet], each)
        if each.sheet == grid.title and _stands_in(grid, place, line):
            return None
        key = each.sheet, line.down, line.line
        for step, edge, stops in (
            (1, line.last, self._starts[key]),
            (-1, line.first, self._ends[key]),
        ):
            outside = line.beyond(edge, step, stops)
            if not outside or len(outside) > MOST or len(outside) >= line.length:
                continue
            where = line.range(min(outside), max(outside))
            if contains(where, Address(grid.title, *place)) or _mentions(
                ranges, each, where, line.down
            ):
                continue
            if step == 1 and self._is_cut(formula, line, key):
                continue
            return where
        return None

    def _is_cut(self, formula: str, line: _Line, key: tuple[str, int, int]) -> bool:
        """Whether the range may end here by a cut-off: one that is stated, or the next."""
        if str(line.length) in _WHOLE.findall(formula):
            return True
        ends = self._lengths[(*key, line.first)]
        full = max(line.all_of_it)
        if sum(end < full for end in ends) > 1:
            return True
        if self._stated is None:
            self._stated = frozenset(stated_cutoffs(self._grids))
        return any(line.length in (stated, stated + 1) for stated in self._stated)


def _stands_in(grid: Grid, place: Place, line: _Line) -> bool:
    """Whether a formula stands among the cells of its range, or grows with them."""
    own, across = place if line.down else place[::-1]
    if own in (line.first, line.last):
        row, column = place
        steps = ((-1, 0), (1, 0)) if line.down else ((0, -1), (0, 1))
        return any(
            is_formula(grid.marks.get((row + down, column + right))) for down, right in steps
        )
    return line.first < own < line.last and across == line.line


class _Line:
    """The column or row of a range, and how it goes on."""

    def __init__(self, grid: Grid, place: Range) -> None:
        self._grid = grid
        self.down = place.left == place.right
        self.line = place.left if self.down else place.top
        self.first, self.last = (
            (place.top, place.bottom) if self.down else (place.left, place.right)
        )
        self.length = self.last - self.first + 1

    @property
    def all_of_it(self) -> list[int]:
        """The range and what is like it beyond its end."""
        return [self.last, *self.beyond(self.last, 1, set())]

    def place(self, at: int) -> Place:
        return (at, self.line) if self.down else (self.line, at)

    def range(self, first: int, last: int) -> Range:
        return Range(self._grid.title, *self.place(first), *self.place(last))

    def beyond(self, edge: int, step: int, stops: set[int]) -> list[int]:
        """The places beyond an edge that are like it; no more than are needed to see that."""
        marks = self._grid.marks
        mark = marks.get(self.place(edge))
        if mark is None or mark == TEXT or marks.get(self.place(edge - step)) != mark:
            return []
        found: list[int] = []
        at = edge + step
        while marks.get(self.place(at)) == mark and at not in stops and len(found) <= MOST:
            found.append(at)
            at += step
        return found if all(self._like(edge, each) for each in found) else []

    def _like(self, one: int, other: int) -> bool:
        """Whether the same sorts of cells stand beside two places, and no total is meant."""
        grid = self._grid
        here, there = self.place(one), self.place(other)
        turn = (0, 1) if self.down else (1, 0)
        for side in (-1, 1):
            beside = [
                sort_of(grid.marks.get((row + side * turn[0], column + side * turn[1])))
                for row, column in (here, there)
            ]
            if beside[0] != beside[1]:
                return False
        if _first_sort(grid, here, self.down) != _first_sort(grid, there, self.down):
            return False
        labels = grid.texts_left(there) if self.down else iter([grid.heading(there)])
        return not any(map(TOTALS.search, labels))


def _first_sort(grid: Grid, place: Place, down: bool) -> tuple[int, str | None]:  # noqa: FBT001
    row, column = place
    at = (grid.rows[row] if down else grid.columns[column])[0]
    return at, sort_of(grid.marks.get((row, at) if down else (at, column)))


def _is_vector(place: Range) -> bool:
    rows, columns = place.shape
    return min(rows, columns) == 1 < max(rows, columns) < 100_000


def _numbers(place: Range) -> Range:
    """The last column of a table that is looked up in, or the range itself."""
    rows, columns = place.shape
    return place._replace(left=place.right) if 1 < columns < rows else place


def _begins(grid: Grid, place: Place, mark: str) -> bool:
    row, column = place
    return mark not in (grid.marks.get((row - 1, column)), grid.marks.get((row, column - 1)))


def _is_filled(grid: Grid, place: Place, mark: str) -> bool:
    """Whether a formula is filled from one above or beside, with a range that moves or grows."""
    row, column = place
    marks = grid.marks
    down = mark in (marks.get((row - 1, column)), marks.get((row + 1, column)))
    across = mark in (marks.get((row, column - 1)), marks.get((row, column + 1)))
    return (down and "R[" in mark) or (across and not down and "C[" not in mark)


def _mentions(ranges: list[Range], short: Range, omitted: Range, down: bool) -> bool:  # noqa: FBT001
    """Whether the formula looks at the rows left out by another of its references."""
    low, high = (omitted.top, omitted.bottom) if down else (omitted.left, omitted.right)
    for each in ranges:
        if each is short or each.sheet != omitted.sheet:
            continue
        first, last = (each.top, each.bottom) if down else (each.left, each.right)
        if first <= high and low <= last:
            return True
    return False


def _longer(formula: str, short: Range, omitted: Range) -> str:
    """The formula with the range drawn over what it leaves out."""
    whole = Range(
        short.sheet,
        min(short.top, omitted.top),
        min(short.left, omitted.left),
        max(short.bottom, omitted.bottom),
        max(short.right, omitted.right),
    )
    for old, new in ((short.a1, whole.a1), (short.absolute, whole.absolute)):
        if old in formula:
            return formula.replace(old, new)
    return ""
