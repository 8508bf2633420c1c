"""The lists of results in tables: which rows are one query's, which of them were returned."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from xlmetrics.formula import FormulaFault, references
from xlmetrics.model import ErrorValue
from xlmetrics.roles.grades import read_grade
from xlmetrics.roles.grid import number_of, shown, text_of
from xlmetrics.roles.groups import groups, name_in
from xlmetrics.roles.matrix import STEPS, is_step_row
from xlmetrics.roles.model import Line, Meaning, Ranking
from xlmetrics.roles.naming import title_above
from xlmetrics.roles.words import is_ideal, says_missed, understand

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from xlmetrics.address import Address, Range
    from xlmetrics.model import Cell, Value
    from xlmetrics.roles.grid import Grid
    from xlmetrics.roles.groups import Group
    from xlmetrics.roles.runs import Run
    from xlmetrics.roles.tables import Table


_ROUNDED = 0.05
"""So far the reciprocal of a rank may be from it, times the rank, where it was rounded."""


@dataclass(eq=False)
class Listed:
    """A ranking while it is being put together.

    In ``grid`` the list goes down ``column``, through ``rows`` in the order of the ranks; ``span``
    are these and the rows of what was judged and not returned. All lists of its column in the
    table together have ``most`` rows. In one that is ``marked`` a blank is a document that is not
    relevant. ``sources`` are the typed cells from which grades are computed, ``documents`` the
    names of what was returned.
    """

    name: str
    grades: list[Address]
    judged: list[Address]
    ranks: list[Address] = field(default_factory=list)
    system: str = ""
    relevant: Address | None = None
    stated: int | None = None
    k: Address | None = None
    lines: dict[Meaning, Line] = field(default_factory=dict)
    table: Table | None = None
    grid: Grid | None = None
    rows: list[int] = field(default_factory=list)
    span: list[int] = field(default_factory=list)
    column: int = 0
    most: int = 0
    marked: bool = False
    sources: list[Address] = field(default_factory=list)
    documents: list[Address] = field(default_factory=list)

    @cached_property
    def row_set(self) -> frozenset[int]:
        """The rows of what was returned."""
        return frozenset(self.rows)

    @cached_property
    def _span(self) -> frozenset[int]:
        return frozenset(self.span)

    def is_beside(self, table: Table, row: int) -> bool:
        """Whether the list stands in this row of its table, or goes through it."""
        return self.column == row if table.ranks else row in self._span

    def ranking(self) -> Ranking:
        """The ranking as it is read."""
        return Ranking(
            self.name,
            tuple(self.grades),
            tuple(self.judged),
            tuple(self.ranks),
            self.system,
            self.relevant,
            self.k,
            dict(self.lines),
            self.marked,
            tuple(self.sources),
            tuple(self.documents),
            self.stated,
        )


def lists(table: Table) -> Iterator[Listed]:
    """The lists of a table, those of one query after another."""
    if table.ranks:
        yield from _matrix(table)
        return
    for run in _grade_runs(table):
        ranked = _nearest(table.saying(Meaning.RANK), run)
        found = groups(table, _graded_rows(table, run, ranked), ranked)
        most = sum(len(group.rows) + len(group.missed) for group in found)
        if len(found) == 1 or any(len(group.rows) > 1 for group in found):
            for group in found:
                if group.rows:
                    yield _list(table, run, ranked, group, most)


def first_rank_runs(table: Table) -> list[Run]:
    """The columns that hold the rank of the first relevant result of each query."""
    said = table.saying(Meaning.FIRST_RANK)
    if said or _grade_runs(table) or not table.saying("RR"):
        return said
    return [run for run in table.saying(Meaning.RANK) if not _only_numbers(table, run)]


def _only_numbers(table: Table, run: Run) -> bool:
    """Whether a column numbers the rows of a table, and not its reciprocals are shown."""
    numbers = [number_of(table.grid.get(row, run.column)) for row in table.rows]
    if len(numbers) < 2 or numbers != list(range(1, len(numbers) + 1)):
        return False
    shown = [number_of(table.grid.get(row, table.saying("RR")[0].column)) for row in table.rows]
    return any(
        figure is None or abs(figure * place - 1) > _ROUNDED
        for place, figure in enumerate(shown, start=1)
    )


def _grade_runs(table: Table) -> list[Run]:
    """The columns of grades: those said to be, or else unknown ones beside ranks.

    Of grades in words those are taken for which a formula looks the words up.
    """
    said = [run for run in table.saying(Meaning.GRADE) if len(run.rows) > 1]
    valued = [run for run in table.columns.values() if _words_of(table, run)]
    if valued:
        return valued
    if said and _counts_documents(table):
        return []
    if not said:
        said = [run for run in table.saying(Meaning.GAIN) if _is_typed(table, run)]
    if said or not table.saying(Meaning.RANK):
        return said
    return [
        run for run in table.columns.values() if not run.said.what and _holds_grades(table, run)
    ]


_LOOKUP = re.compile(r"LOOKUP\(|MATCH\(", re.IGNORECASE)


def _words_of(table: Table, run: Run) -> Run | None:
    """The column of grades in words of which another has the numbers, and reads nothing else."""
    cell = table.grid.get(run.rows[-1], run.column) if run.rows else None
    formula = cell.formula if cell else None
    if cell is None or not formula:
        return None
    read = set(_read(formula, cell.address.sheet))
    own = {each.first for each in read if each.shape == (1, 1)}
    if len(read) > 1 and not _LOOKUP.search(formula):
        return None
    words = (each for each in table.saying(Meaning.GRADE) if each is not run and len(each.rows) > 1)
    keys = ((each, (run.rows[-1], each.column)) for each in words)
    return next(
        (
            each
            for each, key in keys
            if table.grid.address(*key) in own and text_of(table.grid.get(*key))
        ),
        None,
    )


def _read(formula: str, title: str) -> list[Range]:
    try:
        return list(references(formula, title))
    except FormulaFault:
        return []


def _counts_documents(table: Table) -> bool:
    """Whether documents are counted: the relevant, and beside them others or those returned."""
    if table.saying("returned") and not table.saying(Meaning.RANK):
        return True
    labels = [run.label for run in table.columns.values()]
    return any(len(label) > 1 and read_grade(label) == 0 for label in labels)


def _is_typed(table: Table, run: Run) -> bool:
    cells = [table.grid.get(row, run.column) for row in run.rows]
    return len(cells) > 1 and all(cell is not None and cell.formula is None for cell in cells)


def _holds_grades(table: Table, run: Run) -> bool:
    """Whether an unknown column holds small whole numbers, or letters, and does not count rows."""
    grades = [read_grade(_shown(table.grid.get(row, run.column))) for row in run.rows]
    if len(grades) < 2 or grades == list(range(1, len(grades) + 1)) or _runs_on(table, run):
        return False
    return all(grade is not None and 0 <= grade <= 10 and grade == int(grade) for grade in grades)


def _runs_on(table: Table, run: Run) -> bool:
    """Whether the last cell of a column is computed from others of it."""
    cell = table.grid.get(run.rows[-1], run.column)
    formula = cell.formula if cell else None
    if cell is None or formula is None:
        return False
    column = {table.grid.address(row, run.column) for row in run.rows}
    return any(place.first in column for place in _read(formula, cell.address.sheet))


def _shown(cell: Cell | None) -> Value:
    return None if cell is None else cell.value


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
    several = len(_grade_runs(table)) > 1
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


def marks(cells: Iterable[Cell | None]) -> bool:
    """Whether one mark stands for what is relevant, and a blank for what is not."""
    held = {None if cell is None else read_grade(cell.value) for cell in cells}
    return held == {None, 1}


def _system(run: Run) -> str:
    """The system of one of several columns of grades: what stands above it, or beside the word."""
    return run.above or ("" if run.said.whole else run.label)


def _nearest(runs: Sequence[Run], run: Run) -> Run | None:
    """The last of some columns that stands before a column; else the first."""
    before = [each for each in runs if each.column < run.column]
    return before[-1] if before else next(iter(runs), None)


def _returned(table: Table, ranked: Run | None, rows: list[int]) -> list[int]:
    """The rows with a rank, in the order of the ranks; all of them where few have one.

    A row in which a text says that its document was not returned is none either way.
    """
    rows = [row for row in rows if not _is_missed(table, row)] or rows
    if ranked is None:
        return rows
    cells = {row: table.grid.get(row, ranked.column) for row in rows}
    if any(cell and cell.formula is not None and cell.value is None for cell in cells.values()):
        return rows
    ranks = {row: rank for row, cell in cells.items() if (rank := number_of(cell)) is not None}
    return sorted(ranks, key=ranks.__getitem__) if len(ranks) * 2 >= len(rows) else rows


def _is_missed(table: Table, row: int) -> bool:
    texts = (text_of(table.grid.get(row, at)) for at in table.columns)
    return any(text and says_missed(text) for text in texts)


def _matrix(table: Table) -> Iterator[Listed]:
    """A list in each row, whose grades stand under their ranks."""
    grid = table.grid
    turned = grid.turn()
    queries, systems = table.saying(Meaning.QUERY)[:1], table.saying(Meaning.SYSTEM)[:1]
    marked = _is_marked(table)
    stretches = [(table.ranks, table.above_ranks), *table.more_ranks]
    others = not all(is_ideal(above) for _, above in stretches)
    ideal = [at for ranks, above in stretches if others and is_ideal(above) for at in ranks]
    for ranks, above in stretches:
        if (ideal and is_ideal(above)) or _says_step(above):
            continue
        for row in (row for row in table.rows if not is_step_row(grid, row, table.ranks[0])):
            columns = [at for at in ranks if is_graded(grid.get(row, at))]
            if marked and table.query(row):
                columns = ranks
            if len(columns) < 2:
                continue
            last = ranks.index(columns[-1])
            pool = [at for at in ideal if is_graded(cell := grid.get(row, at)) and _is_input(cell)]
            judged = pool or [*columns, *_beyond(table, row)]
            found = Listed(
                name=name_in(table, row, queries) or _left_text(table, row, ranks) or grid.title,
                grades=[grid.address(row, at) for at in ranks[: last + 1]],
                judged=[grid.address(row, at) for at in judged],
                ranks=[grid.address(table.rank_row, at) for at in ranks[: last + 1]],
                system=name_in(table, row, systems) or (above if len(stretches) > 1 else ""),
                table=table,
                grid=turned,
                marked=marked,
                rows=list(ranks[: last + 1]),
                span=list(ranks[: last + 1]),
                column=row,
            )
            if ideal:
                cells = tuple(grid.address(row, at) for at in ideal)
                line = Line(Meaning.IDEAL_GRADE, cells, why="the heading above its ranks")
                found.lines[Meaning.IDEAL_GRADE] = line
            yield found


def _says_step(above: str) -> bool:
    """Whether a text over ranks says that steps towards a measure stand under them."""
    said = understand(above)
    return said is not None and said.what in STEPS


def _is_input(cell: Cell | None) -> bool:
    return cell is not None and cell.formula is None


def _is_marked(table: Table) -> bool:
    """Whether one mark stands for what is relevant and a blank for what is not."""
    rows = [row for row in table.rows if not is_step_row(table.grid, row, table.ranks[0])]
    return marks(table.grid.get(row, at) for row in rows for at in table.ranks)


def _beyond(table: Table, row: int) -> list[int]:
    """The grades in a row of documents that were not returned, as the heading of the first says."""
    grid = table.grid
    found: list[int] = []
    for run in table.columns.values():
        if run.said.what in ("missed", Meaning.JUDGED) or says_missed(run.label):
            at = run.column
            while is_graded(grid.get(row, at)) and (at == run.column or not _heads(table, at)):
                found.append(at)
                at += 1
    return found


def _heads(table: Table, column: int) -> bool:
    return table.grid.get(table.heading, column) is not None


def is_graded(cell: Cell | None) -> bool:
    """Whether a cell can be a grade: a number, a word for one, an error, or a formula."""
    return cell is not None and (
        cell.formula is not None
        or isinstance(cell.value, ErrorValue)
        or read_grade(cell.value) is not None
    )


def _left_text(table: Table, row: int, ranks: Sequence[int]) -> str:
    """The nearest text before the grades of a row, which names it."""
    before = [at for at in table.grid.rows.get(row, []) if at < ranks[0]]
    texts = (text_of(table.grid.get(row, at)) for at in reversed(before))
    return next(filter(None, texts), "")


def cells_of(listed: Iterable[Listed]) -> dict[Address, Listed]:
    """Which list each grade belongs to; what is judged for several belongs to none of them."""
    found: dict[Address, Listed] = {}
    several: set[Address] = set()
    for each in listed:
        for cell in {*each.judged, *each.grades}:
            if found.setdefault(cell, each) is not each:
                several.add(cell)
    own = {cell: each for each in listed for cell in each.grades}
    return {at: own.get(at, each) for at, each in found.items() if at in own or at not in several}
