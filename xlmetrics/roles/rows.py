"""Lists that lie in rows: their grades stand under headings that are ranks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.roles.grid import is_typed, number_of, text_of
from xlmetrics.roles.groups import name_in
from xlmetrics.roles.listed import Listed, is_graded, marks
from xlmetrics.roles.matrix import STEPS, is_step_row
from xlmetrics.roles.model import Line, Meaning
from xlmetrics.roles.words import is_ideal, says_missed, understand

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from xlmetrics.roles.tables import Table


def lists_in_rows(table: Table) -> Iterator[Listed]:
    """A list in each row, whose grades stand under their ranks."""
    grid = table.grid
    turned = grid.turn()
    queries, systems = table.saying(Meaning.QUERY)[:1], table.saying(Meaning.SYSTEM)[:1]
    marked = _is_marked(table)
    stretches = [(table.ranks, table.above_ranks), *table.more_ranks]
    others = not all(is_ideal(above) for _, above in stretches)
    ideal = [at for ranks, above in stretches if others and is_ideal(above) for at in ranks]
    for ranks, above in stretches:
        if (ideal and is_ideal(above)) or _says_step(above) or _is_computed(table, ranks):
            continue
        for row in (row for row in table.rows if not is_step_row(grid, row, table.ranks[0])):
            columns = [at for at in ranks if is_graded(grid.get(row, at))]
            if marked and table.query(row):
                columns = ranks
            if len(columns) < 2 or _is_coded(table, row, ranks):
                continue
            last = ranks.index(columns[-1])
            pool = [at for at in ideal if is_graded(cell := grid.get(row, at)) and is_typed(cell)]
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


def _is_coded(table: Table, row: int, ranks: Sequence[int]) -> bool:
    """Whether a row has words, or codes, that are no grades, and the next computes these."""
    cells = [(table.grid.get(row, at), table.grid.get(row + 1, at)) for at in ranks]
    strange = any(text_of(cell) and not is_graded(cell) for cell, _ in cells)
    return strange and all(below and below.formula for cell, below in cells if cell)


def _is_computed(table: Table, ranks: Sequence[int]) -> bool:
    """Whether fractions are computed under some ranks, from grades that stand under the first."""
    cells = [table.grid.get(row, at) for row in table.rows for at in ranks]
    values = [number_of(cell) for cell in cells if cell]
    computed = ranks != table.ranks and all(cell.formula for cell in cells if cell)
    return computed and any(value is not None and value % 1 for value in values)


def _says_step(above: str) -> bool:
    """Whether a text over ranks says that steps towards a measure stand under them."""
    said = understand(above)
    return said is not None and said.what in STEPS


def _is_marked(table: Table) -> bool:
    """Whether one mark stands for what is relevant and a blank for what is not."""
    rows = [row for row in table.rows if not is_step_row(table.grid, row, table.ranks[0])]
    return marks(table.grid.get(row, at) for row in rows for at in table.ranks)


def _beyond(table: Table, row: int) -> list[int]:
    """The grades in a row of documents that were not returned, as the heading of the first says."""
    grid = table.grid
    found: list[int] = []
    for run in table.columns.values():
        said = says_missed(run.label) or (not run.said.what and says_missed(run.above))
        if said or run.said.what in ("missed", Meaning.JUDGED):
            at = run.column
            while is_graded(grid.get(row, at)) and (at == run.column or not _heads(table, at)):
                found.append(at)
                at += 1
    return found


def _heads(table: Table, column: int) -> bool:
    return column in table.columns or table.grid.get(table.heading, column) is not None


def _left_text(table: Table, row: int, ranks: Sequence[int]) -> str:
    """The nearest text before the grades of a row, which names it."""
    before = [at for at in table.grid.rows.get(row, []) if at < ranks[0]]
    texts = (text_of(table.grid.get(row, at)) for at in reversed(before))
    return next(filter(None, texts), "")
