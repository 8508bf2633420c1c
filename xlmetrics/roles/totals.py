"""Rows that sum up those above them: their labels, and how far each label reaches."""

from __future__ import annotations

import re
from itertools import count, pairwise, takewhile
from typing import TYPE_CHECKING, NamedTuple

from xlmetrics.roles.grades import read_grade
from xlmetrics.roles.grid import is_figure, is_typed, number_of, text_of
from xlmetrics.roles.model import Meaning
from xlmetrics.roles.words import MEASURES, Said, says_none, understand

if TYPE_CHECKING:
    from collections.abc import Sequence

    from xlmetrics.address import Address
    from xlmetrics.roles.grid import Grid

_BETWEEN = re.compile(r"\s*[/,;&+]\s*")
_BESIDE = 2
"""Columns beyond the table in which the figure of a label may stand."""

GIVEN = frozenset({"relevant", "k", "pooled", "spread", Meaning.QUERY})
"""Labels of numbers that stand with a list or a table and are no row and no figure of it."""


class Total(NamedTuple):
    """A label in a row of a table that sums up those above it.

    It is for the figures after it, down to the column ``until``.
    """

    row: int
    said: Said
    label: str
    label_at: Address
    until: int


def totals_in(
    grid: Grid, row: int, across: tuple[int, int], ranks: Sequence[int], grades: Sequence[int]
) -> list[Total]:
    """The labels of totals in a row, if it is no row of the table.

    ``across`` are the first and the last column of the table, ``ranks`` and ``grades`` those of
    its ranks and grades: a row with a rank and no label before it is no total, and with a grade
    only if its label leaves no doubt.
    """
    columns = [
        at
        for at in grid.rows.get(row, [])
        if across[0] <= at <= across[1]
        or (across[0] - 2 <= at < across[0] and not is_figure(grid.get(row + 1, at)))
    ]
    found = [(at, said) for at in columns if (said := _said(grid, row, at)) is not None]
    typed = [at for at in (*ranks, *grades) if _is_typed_number(grid, row, at)]
    ranked = any(_is_typed_number(grid, row, at) for at in ranks)
    doubt = not any((said.measure or said.what in GIVEN) and said.whole for _, said in found)
    if not found or (typed and (doubt or ranked or typed[0] < found[0][0])):
        return []
    ends = [*(at for at, _ in found[1:]), max(across[1], found[-1][0] + _BESIDE) + 1]
    return [
        Total(
            row, said, text_of(grid.get(row, at)), grid.address(row, at), _until(grid, row, at, end)
        )
        for (at, said), end in zip(found, ends, strict=True)
    ]


def _until(grid: Grid, row: int, label: int, end: int) -> int:
    """How far a label reaches before ``end``: not over a gap to what has headings of its own."""
    columns = [at for at in grid.rows[row] if label <= at < end]
    for one, other in pairwise(columns):
        if other - one > 1 and (_is_headed(grid, row - 1, other) or _is_text(grid, row, other)):
            return one
    return end - 1


def _is_headed(grid: Grid, row: int, column: int) -> bool:
    """Whether headings stand in a row from a column on, one of which is understood."""
    texts = takewhile(bool, (text_of(grid.get(row, at)) for at in count(column)))
    return any(understand(text) and read_grade(text) is None for text in texts)


def _is_text(grid: Grid, row: int, column: int) -> bool:
    """Whether a text, of which then is what follows, stands in a cell."""
    text = text_of(grid.get(row, column))
    return bool(text) and read_grade(text) is None and not says_none(text)


def _said(grid: Grid, row: int, column: int) -> Said | None:
    """What a label says that has a figure after it in its row, if it is of a total."""
    label = text_of(grid.get(row, column))
    said = _of_label(label) if label and read_grade(label) is None else None
    if said is not None and said.what == "F1" and _counts_on(grid, row, column, label):
        return None
    if said is None or said.what not in (*MEASURES, *GIVEN, "mean", "total"):
        return None
    if said.what == Meaning.QUERY and not (said.whole and is_figure(grid.get(row, column + 1))):
        return None
    after = any(at > column and is_figure(grid.get(row, at)) for at in grid.rows[row])
    return said if after else None


def _of_label(label: str) -> Said | None:
    """What a label says; of ``MRR / HR@3``, which names several, that means of them follow."""
    parts = [part for each in _BETWEEN.split(label) if (part := understand(each))]
    if len({part.measure for part in parts} - {""}) > 1 and any(part.mean for part in parts):
        return Said("mean")
    return understand(label)


def _counts_on(grid: Grid, row: int, column: int, label: str) -> bool:
    """Whether ``F1`` is the first of several names that count on: F2, F3."""
    letters = label.rstrip("0123456789")
    beside = (text_of(grid.get(row + step, column)) for step in (-1, 1))
    return any(text != label and text.rstrip("0123456789") == letters for text in beside if text)


def _is_typed_number(grid: Grid, row: int, column: int) -> bool:
    cell = grid.get(row, column)
    return is_typed(cell) and number_of(cell) is not None
