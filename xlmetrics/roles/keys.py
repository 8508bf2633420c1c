"""Columns that name the query of each row under a heading that nobody knows: ``feed``, ``case``."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from xlmetrics.roles.grades import read_grade
from xlmetrics.roles.grid import number_of, shown, text_of
from xlmetrics.roles.model import Meaning
from xlmetrics.roles.runs import Run
from xlmetrics.roles.words import Said

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from xlmetrics.roles.tables import Table


def name_queries(tables: Sequence[Table]) -> None:
    """Take a column before ranks for queries, where another text comes as the ranks begin again.

    What stands under the same heading beside judgments are then queries too.
    """
    labels = {label for table in tables for label in _named(table)}
    for table in tables:
        if labels and not table.saying(Meaning.QUERY) and table.saying(Meaning.GRADE):
            for column in table.grid.rows[table.heading]:
                label = text_of(table.grid.get(table.heading, column))
                if label in labels:
                    _name(table, column, label)
                    break


def _named(table: Table) -> Iterator[str]:
    """The heading of the column of a table that names queries, which is taken for that."""
    ranked = table.saying(Meaning.RANK)[:1]
    if not ranked or table.ranks or table.saying(Meaning.QUERY, Meaning.SYSTEM):
        return
    for column in table.grid.rows[table.heading]:
        label = text_of(table.grid.get(table.heading, column))
        if column < ranked[0].column and label and _changes_with(table, column, ranked[0]):
            _name(table, column, label)
            yield label
            return


def _name(table: Table, column: int, label: str) -> None:
    rows = [row for row in table.rows if table.grid.get(row, column)]
    table.add(Run(column, table.heading, label, Said(Meaning.QUERY), rows))


def _changes_with(table: Table, column: int, ranked: Run) -> bool:
    """Whether each row has a text, and another one just where the ranks begin again."""
    grid = table.grid
    texts = [shown(grid.get(row, column)) for row in table.rows]
    ranks = [number_of(grid.get(row, ranked.column)) for row in table.rows]
    if not all(texts) or all(read_grade(text) is not None for text in texts):
        return False
    begins = [
        rank is not None and last is not None and rank <= last for last, rank in pairwise(ranks)
    ]
    return any(begins) and begins == [one != other for one, other in pairwise(texts)]
