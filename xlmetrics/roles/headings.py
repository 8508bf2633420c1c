"""Headings: which rows are some, and what several rows of them say together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.roles.grades import read_grade
from xlmetrics.roles.grid import is_figure, text_of
from xlmetrics.roles.model import Meaning
from xlmetrics.roles.words import NOTHING, RANKS, Said, is_ideal, understand

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from xlmetrics.roles.grid import Grid

NAMES = (Meaning.QUERY, Meaning.DOCUMENT, Meaning.SYSTEM)
"""Meanings of lines that hold text."""

_WIDEST = 1000
"""What spreads over more cells is no heading."""

_HEADINGS = 3
"""Rows that a heading may take."""

_ROW = 3
"""So many texts in a row may be headings."""


def rows_of_headings(grid: Grid) -> Iterator[int]:
    """The rows of texts and nothing else that are headings of what is below.

    That is where the first of several says so, where they are of figures, or where numbers follow
    a row of several that stands under none.
    """
    for row, columns in grid.rows.items():
        texts = [text_of(grid.get(row, at)) for at in columns] if len(columns) > 1 else []
        if not texts or not all(texts):
            continue
        several = len(texts) >= _ROW
        if is_of_figures(grid, row) or (
            several and (_names_what_is_below(texts[0]) or _is_over_numbers(grid, row))
        ):
            yield row


def _names_what_is_below(text: str) -> bool:
    said = understand(text)
    return said is not None and said.whole and said.what in (*NAMES, Meaning.RANK)


def _is_over_numbers(grid: Grid, row: int) -> bool:
    """Whether texts stand over numbers, and under a blank row, or one that is a title."""
    if row - 1 in grid.rows and row - 1 not in grid.alone:
        return False
    columns = grid.rows[row]
    figures = sum(is_figure(grid.get(row + 1, at)) for at in columns)
    return 2 * figures >= len(columns) and not any(
        read_grade(text_of(grid.get(row, at))) is not None for at in columns
    )


def is_of_figures(grid: Grid, row: int) -> bool:
    """Whether headings stand after a blank row, the second over figures of a measure."""
    columns = grid.rows[row]
    said = understand(text_of(grid.get(row, columns[1])))
    if said is None or not said.measure or grid.rows.get(row - 1):
        return False
    return is_figure(grid.get(row + 1, columns[1]))


def read_heading(label: str, own: int, above: Sequence[str]) -> tuple[Said, str]:
    """What the heading of a column says: its lowest row, or that with those above it.

    Of the texts ``above``, the first ``own`` stand in the column itself.
    """
    said = understand(label)
    if said is not None and said.what in NAMES:
        return said, label
    for count in range(1, len(above) + 1):
        full = " ".join([*reversed(above[:count]), label])
        together = understand(full)
        if together is not None and _says_more(together, said, above[0]):
            return together, full
    higher = understand(above[0]) if said is None and above else None
    if higher is not None and (own or higher.measure or higher.what in RANKS):
        return higher, f"{above[0]} {label}"
    return said or NOTHING, label


def _says_more(together: Said, alone: Said | None, above: str) -> bool:
    """Whether a heading, read with what stands above it, says the same and more of it.

    Under ``Ideal`` it says another thing: what is ideal.
    """
    if not together.whole or together == alone:
        return False
    return alone is None or together.what == alone.what or is_ideal(above)


def texts_above(
    grid: Grid, row: int, column: int, spanned: dict[tuple[int, int], str]
) -> tuple[int, list[str]]:
    """The texts right above a heading, the nearest first; and how many are of its column."""
    found: list[str] = []
    own = 0
    for up in range(1, _HEADINGS):
        text = text_of(grid.get(row - up, column))
        own += bool(text)
        text = text or spanned.get((row - up, column), "")
        if not text:
            break
        found.append(text)
    return own, found


def spanning(grid: Grid) -> dict[tuple[int, int], str]:
    """The text of merged headings at each place that they cover."""
    found: dict[tuple[int, int], str] = {}
    for top, left, bottom, right in grid.merged:
        text = text_of(grid.get(top, left))
        if text and (bottom - top + 1) * (right - left + 1) <= _WIDEST:
            for row in range(top, bottom + 1):
                found |= {(row, column): text for column in range(left, right + 1)}
    for row, columns in grid.rows.items():
        if len(columns) > 1 and all(text_of(grid.get(row, at)) for at in columns):
            found |= _spread(grid, row, columns)
    return found


def _spread(grid: Grid, row: int, columns: list[int]) -> dict[tuple[int, int], str]:
    """The headings of a row each at the places after it too, over the headings of the next row."""
    below = grid.rows.get(row + 1, [])
    lower = [at for at in below if text_of(grid.get(row + 1, at))]
    if not len(columns) < len(lower) <= _WIDEST:
        return {}
    starts = iter([*columns[1:], lower[-1] + 1])
    return {
        (row, at): text_of(grid.get(row, first))
        for first, end in zip(columns, starts, strict=True)
        for at in lower
        if first < at < end
    }
