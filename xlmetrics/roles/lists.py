"""The lists of results in tables: which rows are one query's, which of them were returned."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.roles.columns import grade_runs
from xlmetrics.roles.grades import read_grade
from xlmetrics.roles.grid import number_of, shown, text_of
from xlmetrics.roles.groups import groups
from xlmetrics.roles.listed import Listed, is_graded, marks
from xlmetrics.roles.model import Meaning
from xlmetrics.roles.naming import title_above
from xlmetrics.roles.rows import lists_in_rows
from xlmetrics.roles.words import says_missed

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from xlmetrics.address import Address
    from xlmetrics.roles.groups import Group
    from xlmetrics.roles.runs import Run
    from xlmetrics.roles.tables import Table


def lists(table: Table) -> Iterator[Listed]:
    """The lists of a table, those of one query after another."""
    if table.ranks:
        yield from lists_in_rows(table)
        return
    for run in grade_runs(table):
        ranked = _nearest(table.saying(Meaning.RANK), run)
        found = groups(table, _graded_rows(table, run, ranked), ranked)
        most = sum(len(group.rows) + len(group.missed) for group in found)
        if len(found) == 1 or any(len(group.rows) > 1 for group in found):
            for group in found:
                if group.rows:
                    yield _list(table, run, ranked, group, most)


def _graded_rows(table: Table, run: Run, ranked: Run | None) -> list[int]:
    """The rows that have a grade or a rank; a sum under grades that were typed is no grade."""
    grid = table.grid
    ranks = {
        row for row in table.rows if ranked and number_of(grid.get(row, ranked.column)) is not None
    }
    cells = {row: grid.get(row, run.column) for row in table.rows}
    graded = {row for row, cell in cells.items() if is_graded(cell)}
    computed = {row for row in graded if (cell := cells[row]) and cell.formula is not None}
    if 2 * len(computed) < len(graded):
        graded -= computed - ranks
    return sorted(graded | ranks)


def _list(table: Table, run: Run, ranked: Run | None, group: Group, most: int) -> Listed:
    """One list: those of its rows that have a rank were returned, all of them are judged."""
    grid = table.grid
    returned = _returned(table, ranked, group.rows)
    ranked_rows = set(returned)
    left = [row for row in group.rows if row not in ranked_rows]
    rows = [*returned, *left, *group.missed]
    pool = _nearest(table.saying(Meaning.JUDGED), run)
    judged = (
        [
            grid.address(row, pool.column)
            for row in pool.rows
            if is_graded(grid.get(row, pool.column))
        ]
        if pool
        else [grid.address(row, run.column) for row in rows if is_graded(grid.get(row, run.column))]
    )
    several = len(grade_runs(table)) > 1
    named = table.saying(Meaning.GRADE)
    return Listed(
        name=group.query
        or ("" if named or not several else run.label)
        or title_above(table)
        or grid.title,
        grades=[grid.address(row, run.column) for row in returned],
        judged=judged,
        ranks=[grid.address(row, ranked.column) for row in returned] if ranked else [],
        system=group.system or (_system(run) if several else ""),
        table=table,
        grid=grid,
        rows=returned,
        span=rows,
        column=run.column,
        most=most,
        documents=_documents(table, run, returned),
        marked=ranked is not None and marks(grid.get(row, run.column) for row in returned),
    )


def _documents(table: Table, run: Run, rows: Sequence[int]) -> list[Address]:
    """The cells that name the documents of a list: under such a heading, or all texts before it."""
    named = _nearest(table.saying(Meaning.DOCUMENT), run)
    columns = [named.column] if named else range(run.column - 1, 0, -1)
    for column in columns:
        cells = [table.grid.get(row, column) for row in rows]
        if cells and all(text_of(cell) or (named and cell is not None) for cell in cells):
            texts = [shown(cell) for cell in cells]
            if not named and all(read_grade(text) is not None for text in texts):
                continue
            return [table.grid.address(row, column) for row in rows] if _are_names(texts) else []
        if all(cell is None for cell in cells):
            return []
    return []


def _are_names(texts: Sequence[str]) -> bool:
    """Whether texts name different things, and are no grades in words."""
    graded = all(read_grade(text) is not None for text in texts)
    return 2 * len(set(texts)) > len(texts) and not graded


def _system(run: Run) -> str:
    """The system of one of several columns of grades: what stands above it, or beside the word."""
    return run.above or ("" if run.said.what and run.said.whole else run.label)


def _nearest(runs: Sequence[Run], run: Run) -> Run | None:
    """The last of some columns that stands before a column; else the first."""
    before = [each for each in runs if each.column < run.column]
    return before[-1] if before else next(iter(runs), None)


def _returned(table: Table, ranked: Run | None, rows: list[int]) -> list[int]:
    """The rows with a rank, in the order of the ranks; all of them where few have one.

    A row in which a text says that its document was not returned is none either way.
    """
    rows = _not_missed(table, rows) or rows
    if ranked is None:
        return rows
    cells = {row: table.grid.get(row, ranked.column) for row in rows}
    if any(cell and cell.formula is not None and cell.value is None for cell in cells.values()):
        return rows
    ranks = {row: rank for row, cell in cells.items() if (rank := number_of(cell)) is not None}
    return sorted(ranks, key=ranks.__getitem__) if len(ranks) * 2 >= len(rows) else rows


def _not_missed(table: Table, rows: list[int]) -> list[int]:
    """The rows that no text, in them or in the last row before that has one, says were missed."""
    kept = []
    missed = False
    for row in rows:
        texts = [*filter(None, (text_of(table.grid.get(row, at)) for at in table.columns))]
        missed = any(map(says_missed, texts)) or (missed and not texts)
        if not missed:
            kept.append(row)
    return kept
