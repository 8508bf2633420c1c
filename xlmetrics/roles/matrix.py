"""Headings that count 1, 2, 3: each row under them is a list of its own."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from xlmetrics.address import MAX_ROW
from xlmetrics.formula import references_in
from xlmetrics.roles.grades import HIGHEST_GRADE, read_grade
from xlmetrics.roles.grid import is_typed, number_of, text_of
from xlmetrics.roles.model import Meaning
from xlmetrics.roles.words import understand

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from xlmetrics.model import Cell
    from xlmetrics.roles.grid import Grid
    from xlmetrics.roles.runs import Run

_COUNTED = (Meaning.RANK, Meaning.DOCUMENT, Meaning.GRADE)
_SHORT = frozenset({
    "d", "r", "rel", "hit", "c", "p", "res", "top", "item", "rec", "ctx", "chunk", "passage", "out",
    "n", "k", "ans", "answer", "link", "slot", "card", "img", "pic", "product", "song", "track",
    "job", "movie", "film", "doc", "result", "url", "pos", "h", "g", "grade", "x",
})  # fmt: skip
_LONGEST = 16
_LINES = 4
"""Of the rows under the ranks so many are asked whether they are lines of one list."""

_LOWEST = 10
"""Not all grades are above this."""

_SLIP = 2
"""So much more than the rank before it a rank may be."""
STEPS = frozenset({
    Meaning.DISCOUNT, Meaning.WEIGHT, Meaning.GAIN, Meaning.DISCOUNTED_GAIN, Meaning.CUMULATED_GAIN,
    Meaning.IDEAL_DISCOUNTED_GAIN, Meaning.HITS_SO_FAR, Meaning.PRECISION_AT_RANK,
    Meaning.PRECISION_AT_HIT, Meaning.RECALL_AT_RANK, "P", "R", "DCG", "IDCG", "nDCG", "AP",
})  # fmt: skip
_OF_SUMS = frozenset({
    Meaning.GAIN, Meaning.DISCOUNTED_GAIN, Meaning.CUMULATED_GAIN, Meaning.IDEAL_GRADE,
    Meaning.IDEAL_GAIN, Meaning.IDEAL_DISCOUNTED_GAIN,
})  # fmt: skip
_SHARED = (Meaning.DOCUMENT, Meaning.DISCOUNT, Meaning.WEIGHT)
"""Of rows that are named so there may be one above all lists."""

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
    below = [row for row in _below(grid, heading, best) if row <= heading + _LINES]
    below = below or [row for at in best if (row := grid.below(heading, at)) is not None]
    if len(best) < 2 or not below or _names_lines(grid, below, best[0]):
        return []
    if _holds_names(grid, below[0], best) or not _may_be_grades(grid, below, best):
        return []
    return [each for each in found if len(each) == len(best)]


def _below(grid: Grid, heading: int, columns: Sequence[int]) -> list[int]:
    """The rows in use under some headings."""
    return sorted({row for at in columns for row in grid.between(at, heading + 1, MAX_ROW)})


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


def is_step_row(grid: Grid, row: int, column: int) -> bool:
    """Whether a row under ranks is said to be weights for all lists, or a step of one."""
    before = (at for at in reversed(grid.rows.get(row, [])) if at < column)
    said = (understand(text) for at in before if (text := text_of(grid.get(row, at))))
    nearest = next((each for each in said if each), None)
    return nearest is not None and nearest.what in STEPS


def is_weight_row(grid: Grid, row: int, ranks: Sequence[int], rank_row: int) -> bool:
    """Whether a row under ranks holds weights or discounts, the same for all lists.

    It says so, or each of its cells is computed from the rank above it alone.
    """
    if _said_before(grid, row, ranks[0]) in (Meaning.DISCOUNT, Meaning.WEIGHT):
        return True
    return all(_is_of_rank(grid, row, at, rank_row) for at in ranks)


def _is_of_rank(grid: Grid, row: int, column: int, rank_row: int) -> bool:
    cell = grid.get(row, column)
    if cell is None or not cell.formula:
        return False
    read = {place.first for place in references_in(cell.formula, cell.address.sheet)}
    return read == {grid.address(rank_row, column)}


def _names_lines(grid: Grid, rows: Sequence[int], column: int) -> bool:
    """Whether the row under the ranks, or under the documents, is said to be one line of a list."""
    said = {row: _said_before(grid, row, column) for row in rows}
    known = {row: each for row, each in said.items() if each and each not in _SHARED}
    what = next(iter(known.values()), "")
    alike = [row for row, each in known.items() if each == what and is_typed(grid.get(row, column))]
    again = len(alike) > 1 and _OF_SUMS.isdisjoint(known.values())
    return isinstance(what, Meaning) and what not in _NAMES and not again


def _holds_names(grid: Grid, row: int, columns: Sequence[int]) -> bool:
    """Whether a row holds under each rank what is no grade: the documents of one list."""
    return all(_is_name(grid.get(row, at)) for at in columns)


def _may_be_grades(grid: Grid, rows: Sequence[int], columns: Sequence[int]) -> bool:
    """Whether not all typed numbers under some headings are high, and few are shares of 1."""
    cells = (grid.get(row, at) for row in rows for at in columns)
    numbers = map(number_of, filter(is_typed, cells))
    typed = [number for number in numbers if number is not None]
    shares = sum(0 < number < 1 for number in typed)
    return not typed or (min(typed) <= _LOWEST and 2 * shares <= len(typed))


def _is_name(cell: Cell | None) -> bool:
    number = number_of(cell)
    if number is not None:
        return number > HIGHEST_GRADE
    text = text_of(cell)
    return bool(text) and read_grade(text) is None


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
    if "@" in text and (whole := understand(text)) and whole.measure:
        return None, ""
    said = understand(letters)
    known = not letters or letters.casefold() in _SHORT or (said and said.what in _COUNTED)
    return (int(digits) if known else None), letters.casefold()
