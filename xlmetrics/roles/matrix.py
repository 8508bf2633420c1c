"""Headings that count 1, 2, 3: each row under them is a list of its own."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from xlmetrics.roles.grid import number_of, text_of
from xlmetrics.roles.model import Meaning
from xlmetrics.roles.words import understand

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from xlmetrics.roles.grid import Grid
    from xlmetrics.roles.runs import Run

_COUNTED = (Meaning.RANK, Meaning.DOCUMENT, Meaning.GRADE)
_SHORT = frozenset({"d", "r", "rel", "hit"})
_LONGEST = 16
_LINES = 4
"""Of the rows under the ranks so many are asked whether they are lines of one list."""

_SLIP = 2
"""So much more than the rank before it a rank may be."""
_NAMES = (Meaning.QUERY, Meaning.SYSTEM, Meaning.DOCUMENT, Meaning.RANK)


def ranks_in(grid: Grid, heading: int, known: Sequence[Run]) -> list[list[int]]:
    """The columns whose headings are the ranks from 1 up, beside others that are understood.

    Of several such stretches those are given that are as long as the longest. Where the rows
    below are said to be grades or steps, it is one list that lies on its side.
    """
    if not known:
        return []
    found = list(_counting(grid, heading))
    best = max(found, key=len, default=[])
    below = sorted({row for at in best for row in grid.between(at, heading + 1, heading + _LINES)})
    below = below or [row for at in best if (row := grid.below(heading, at)) is not None]
    if len(best) < 2 or not below or _names_lines(grid, below, best[0]):
        return []
    return [each for each in found if len(each) == len(best)]


def _counting(grid: Grid, heading: int) -> Iterator[list[int]]:
    """The stretches of headings that count up from 1, or from 0; with a slip, if few are wrong."""
    stretch: list[tuple[int, int]] = []
    letters = ""
    for column in grid.rows.get(heading, []):
        rank, before = _rank_in(grid, heading, column)
        alike = before == letters or not stretch
        letters = before
        if stretch and alike and rank is not None and _follows((column, rank), stretch[-1]):
            stretch.append((column, rank))
            continue
        if _counts(stretch):
            yield [column for column, _ in stretch]
        stretch = [(column, rank)] if rank in (0, 1) else []
    if _counts(stretch):
        yield [column for column, _ in stretch]


def _follows(one: tuple[int, int], before: tuple[int, int]) -> bool:
    return one[0] == before[0] + 1 and 0 <= one[1] - before[1] <= _SLIP


def _counts(stretch: Sequence[tuple[int, int]]) -> bool:
    """Whether at least two of three steps are of one rank, and all are where there are few."""
    odd = sum(other[1] - one[1] != 1 for one, other in pairwise(stretch))
    return len(stretch) > 1 and odd <= (len(stretch) - 1) // 3


def _names_lines(grid: Grid, rows: Sequence[int], column: int) -> bool:
    """Whether the row under the ranks, or under the documents, is said to be one line of a list."""
    said = (_said_before(grid, row, column) for row in rows)
    what = next((each for each in said if each != Meaning.DOCUMENT), None)
    return isinstance(what, Meaning) and what not in _NAMES


def _said_before(grid: Grid, row: int, column: int) -> Meaning | str | None:
    before = [at for at in grid.rows[row] if at < column]
    said = understand(text_of(grid.get(row, before[-1]))) if before else None
    return said.what if said else None


def _rank_in(grid: Grid, row: int, column: int) -> tuple[int | None, str]:
    """The rank that a heading says, and what stands before it: 1, ``Rank 1``, ``#1``, ``d1``."""
    cell = grid.get(row, column)
    number = number_of(cell)
    if number is not None:
        return (int(number) if number == int(number) else None), ""
    text = text_of(cell)
    digits = "".join(filter(str.isdigit, text))
    letters = text.rstrip("0123456789").strip(" #@:._-")
    if len(text) > _LONGEST or not digits or not text.endswith(digits):
        return None, ""
    said = understand(letters)
    known = not letters or letters.casefold() in _SHORT or (said and said.what in _COUNTED)
    return (int(digits) if known else None), letters.casefold()
