"""What a heading says whose words have two meanings: that is told by what stands under it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.roles.grid import number_of, text_of
from xlmetrics.roles.model import Meaning
from xlmetrics.roles.words import Said

if TYPE_CHECKING:
    from collections.abc import Sequence

    from xlmetrics.roles.grid import Grid

_MOST_HITS = 50
"""A share of 100 percent may stand under the same heading."""


def by_values(grid: Grid, column: int, said: Said, rows: Sequence[int]) -> Said:
    """What a heading says whose word has two meanings, by the numbers that stand under it.

    ``R`` over whole numbers counts the relevant documents; ``Query 2`` over 1, 2, 3 is the name of
    what is ranked there; grades that are put in order by ``LARGE`` are the ideal;
    what ``engine A`` has in its rows are documents.
    """
    if said.what == Meaning.GRADE and _are_ordered(grid, column, rows):
        return Said(Meaning.IDEAL_GRADE)
    if said.what == "Success" and _counts_hits(grid, column, rows):
        return Said(Meaning.HITS_SO_FAR, said.k)
    if said.what == Meaning.SYSTEM and not said.whole and _mostly_differ(grid, column, rows):
        return Said(Meaning.DOCUMENT)
    lone = said.what == "R" and said.k is None and said.whole
    named = said.what == Meaning.QUERY and not said.whole
    numbers = _whole_numbers(grid, column, rows)
    if not numbers or not (lone or named or said.what in (Meaning.DOCUMENT, "relevant")):
        return said
    return _by_numbers(said, numbers)


def _by_numbers(said: Said, numbers: Sequence[float]) -> Said:
    """What R, a query or a document says over nothing but whole numbers."""
    if said.what == "relevant":
        return Said(Meaning.RANK) if numbers == [*range(1, len(numbers) + 1)] else said
    if said.what == Meaning.DOCUMENT:
        return Said(Meaning.GRADE) if set(numbers) == {0, 1} else said
    if said.what == Meaning.QUERY:
        ranks = numbers == list(range(1, len(numbers) + 1))
        return Said(Meaning.RANK) if ranks else said
    return Said("relevant") if max(numbers) > 1 else said


def _whole_numbers(grid: Grid, column: int, rows: Sequence[int]) -> list[float]:
    """The typed whole numbers of a run; none if it holds anything else."""
    cells = [cell for row in rows if (cell := grid.get(row, column))]
    typed = [number_of(cell) for cell in cells if cell.formula is None]
    numbers = [number for number in typed if number is not None and number == int(number)]
    return numbers if len(numbers) == len(cells) > 1 else []


def _mostly_differ(grid: Grid, column: int, rows: Sequence[int]) -> bool:
    """Whether under ``engine A``, the name of one system, nearly every row has another text."""
    texts = [text_of(grid.get(row, column)) for row in rows]
    return len(texts) > 2 and all(texts) and 4 * len(set(texts)) >= 3 * len(texts)


def _counts_hits(grid: Grid, column: int, rows: Sequence[int]) -> bool:
    """Whether under ``hits@5`` hits are counted, and not told whether there is any."""
    shown = [number_of(grid.get(row, column)) for row in rows]
    numbers = [number for number in shown if number is not None]
    whole = all(number == int(number) for number in numbers)
    return whole and 1 < max(numbers, default=0) <= _MOST_HITS


def _are_ordered(grid: Grid, column: int, rows: Sequence[int]) -> bool:
    """Whether every cell of a run takes the next largest of others."""
    written = [cell.formula or "" for row in rows if (cell := grid.get(row, column))]
    return len(written) > 1 and all(each.upper().startswith("=LARGE(") for each in written)
