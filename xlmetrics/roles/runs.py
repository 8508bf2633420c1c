"""Runs of cells under a heading: the columns of what may be a table."""

from __future__ import annotations

from operator import contains
from typing import TYPE_CHECKING, NamedTuple

from xlmetrics.formula import references_in
from xlmetrics.model import ErrorValue, is_number
from xlmetrics.roles.beneath import by_values
from xlmetrics.roles.grades import read_grade
from xlmetrics.roles.grid import is_figure, is_typed, text_of
from xlmetrics.roles.headings import (
    NAMES,
    is_of_figures,
    read_heading,
    rows_of_headings,
    spanning,
    texts_above,
)
from xlmetrics.roles.model import Meaning
from xlmetrics.roles.words import MEASURES, NOTHING, Said, understand

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from collections.abc import Set as AbstractSet

    from xlmetrics.address import Address
    from xlmetrics.model import Cell
    from xlmetrics.roles.grid import Grid

_GRADED = frozenset({Meaning.GRADE, Meaning.JUDGED, Meaning.IDEAL_GRADE})
_TYPED = frozenset({Meaning.RANK, Meaning.FIRST_RANK, *_GRADED})
"""Meanings of what mostly is typed."""

_SEVERAL = 2
"""What goes over the first so many typed cells at once is a total of them."""

_GAP = 2
"""Blank rows that may stand between a heading and what it is for."""


class Run(NamedTuple):
    """Cells under a heading: rows in use of one column.

    ``heading`` is the row of the lowest text above them, ``label`` what is read there, and
    ``above`` the text over that.
    """

    column: int
    heading: int
    label: str
    said: Said
    rows: Sequence[int]
    above: str = ""


def runs(grid: Grid, headed: AbstractSet[Address] = frozenset()) -> Iterator[Run]:
    """Every run of a grid that has a heading, column by column.

    None goes over a gap to cells that are ``headed`` from elsewhere.
    """
    spanned = spanning(grid)
    headings = frozenset(rows_of_headings(grid))
    for column, rows in grid.columns.items():
        for run in _down(grid, column, rows, spanned, headings):
            yield run._replace(rows=[*_before_headed(grid, run, headed)])


def _before_headed(grid: Grid, run: Run, headed: AbstractSet[Address]) -> Iterator[int]:
    last = run.rows[0] if run.rows else 0
    for row in run.rows:
        if row - last > 1 and grid.address(row, run.column) in headed:
            return
        yield row
        last = row


def _down(
    grid: Grid,
    column: int,
    rows: list[int],
    spanned: dict[tuple[int, int], str],
    headings: AbstractSet[int],
) -> Iterator[Run]:
    at = 0
    starts = _starts(grid, rows)
    while at < len(rows) - 1:
        label = text_of(grid.get(rows[at], column))
        start = starts[at]
        if not label or start == len(rows) or _is_no_heading(grid, rows[at], column, label):
            at += 1
            continue
        own, above = texts_above(grid, rows[at], column, spanned)
        said, full = read_heading(label, own, above)
        far = rows[start] - rows[at] > _GAP + start - at and not _may_be_far(said)
        end = start if far else _end(grid, column, rows, start, said, label, headings)
        if end > start:
            held = [row for row in rows[start:end] if not _is_aside(grid, row, column)]
            if said.what in _TYPED:
                held = [*_without_totals(grid, column, held)]
            said = by_values(grid, column, said, held)
            if grid.turned and _is_of_block(grid, column, rows[at], held):
                said = NOTHING
            yield Run(column, rows[at], full, said, held, above[0] if above else "")
        at = max(end, at + 1) if end > start else at + 1


def _without_totals(grid: Grid, column: int, rows: Sequence[int]) -> Iterator[int]:
    """The rows of what was typed, without formulas over several cells of it.

    What the label of a row says of them is left to it.
    """
    typed: list[Address] = []
    for row in rows:
        cell = grid.get(row, column)
        if cell is None or is_typed(cell):
            if len(typed) < _SEVERAL:
                typed.append(grid.address(row, column))
        elif len(typed) == _SEVERAL and _is_over(cell, typed) and not _is_labelled(grid, row):
            continue
        yield row


def _is_labelled(grid: Grid, row: int) -> bool:
    said = understand(text_of(grid.get(row, grid.rows[row][0])))
    return said is not None and not isinstance(said.what, Meaning)


def _is_over(cell: Cell, cells: Sequence[Address]) -> bool:
    """Whether a formula is over all of some cells at once."""
    places = references_in(cell.formula or "", cell.address.sheet)
    return any(all(contains(place, each) for each in cells) for place in places)


def _is_of_block(grid: Grid, column: int, heading: int, rows: Sequence[int]) -> bool:
    """Whether the text at the left of a row is that of a block: rows follow that have none.

    The same cells are in use in each of the two next rows.
    """
    return all(
        grid.get(heading, column + step) is None
        and all(grid.get(row, column + step) is not None for row in rows)
        for step in (1, 2)
    )


def _may_be_far(said: Said) -> bool:
    """Whether blanks may stand first under a heading: figures of some, grades where few are any."""
    return bool(said.measure) or (said.what == Meaning.GRADE and said.whole)


def _starts(grid: Grid, rows: list[int]) -> list[int]:
    """For each of these rows which one comes next that is no line of text alone."""
    starts = []
    start = len(rows)
    for place in range(len(rows) - 1, -1, -1):
        starts.append(start)
        start = start if rows[place] in grid.alone else place
    return starts[::-1]


def _is_no_heading(grid: Grid, row: int, column: int, label: str) -> bool:
    return _is_grade(grid, row, column, label) or _is_of_total(grid, row, column)


def _is_aside(grid: Grid, row: int, column: int) -> bool:
    """Whether what stands here parts a run and is none of it."""
    return row in grid.alone or _is_of_total(grid, row, column)


def _is_of_total(grid: Grid, row: int, column: int) -> bool:
    """Whether a text under a figure is the label of the figure after it: a total of those above."""
    text = text_of(grid.get(row, column))
    if not text or not (
        is_figure(grid.get(row - 1, column)) and is_figure(grid.get(row, column + 1))
    ):
        return False
    said = understand(text)
    return said is not None and said.what in MEASURES


def _is_grade(grid: Grid, row: int, column: int, label: str) -> bool:
    """Whether a word for a grade, such as R, is no heading, since no other stands beside it."""
    if read_grade(label) is None or len(label) > 1:
        return False
    return not _is_headed_beside(grid, row, column)


def _is_headed_beside(grid: Grid, row: int, column: int) -> bool:
    """Whether a heading stands on either side of a place."""
    beside = [text_of(grid.get(row, column + step)) for step in (-1, 1)]
    return any(understand(text) for text in beside if text and read_grade(text) is None)


def _end(
    grid: Grid,
    column: int,
    rows: list[int],
    start: int,
    said: Said,
    label: str,
    headings: AbstractSet[int],
) -> int:
    """Where the run stops that starts here; ``start`` itself where none does.

    Texts that stand alone in their rows part a run and do not end it. Its own heading, which stands
    there once more, does, and so do other ``headings``.
    """
    cell = grid.get(rows[start], column)
    if said.what not in NAMES and not _is_value(cell, said):
        return start
    in_words = said.what in _GRADED and bool(text_of(cell))
    for at in range(start, len(rows)):
        text = text_of(grid.get(rows[at], column))
        is_heading = text == label or rows[at] in headings
        if said.what in NAMES:
            is_heading = rows[at] in headings and is_of_figures(grid, rows[at])
        if is_heading and not in_words:
            return at
        aside = not text or _is_aside(grid, rows[at], column)
        none = read_grade(text) == 0 and not _is_headed_beside(grid, rows[at], column)
        if not aside and not none and not _belongs(text, said, in_words=in_words):
            return at
    return len(rows)


def _is_value(cell: Cell | None, said: Said) -> bool:
    if cell is None:
        return False
    if (
        cell.formula is not None
        or isinstance(cell.value, bool | ErrorValue)
        or is_number(cell.value)
    ):
        return True
    return bool(said.what) and _stands_for_value(text_of(cell))


def _stands_for_value(text: str) -> bool:
    """Whether a text can be a value: a grade in words, or that there is none."""
    known = understand(text)
    if known is not None and known.what == "missed":
        return True
    return read_grade(text) is not None


def _belongs(text: str, said: Said, *, in_words: bool) -> bool:
    """Whether a text within a run is one of its values, and not the heading of what follows.

    Grades are written ``in_words`` from the first on, or not at all.
    """
    if in_words and read_grade(text) is not None:
        return True
    known = understand(text)
    if known is None or known.what == "missed":
        return True
    return said.what in NAMES and not known.whole
