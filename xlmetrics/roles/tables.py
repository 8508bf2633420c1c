"""Tables on a sheet: runs of cells whose headings stand in one row, and the rows they share."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from heapq import heapify, heappop, heappush
from itertools import islice, takewhile
from typing import TYPE_CHECKING, Literal, NamedTuple

from xlmetrics.address import MAX_ROW
from xlmetrics.roles.grid import is_figure, is_typed, number_of, shown, text_of
from xlmetrics.roles.headings import NAMES
from xlmetrics.roles.matrix import is_weight_row, ranks_in
from xlmetrics.roles.model import Meaning
from xlmetrics.roles.parts import GRADED, KEYS, by_heading_row, side_by_side
from xlmetrics.roles.totals import Total, totals_in
from xlmetrics.roles.words import Said, understand

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from collections.abc import Set as AbstractSet

    from xlmetrics.address import Address
    from xlmetrics.roles.grid import Grid
    from xlmetrics.roles.runs import Run

_HEADINGS = 3
"""So many texts in a row, one of which says what is named there, are headings."""

_APART = 3
"""Blank rows that part what stands above them from what follows."""


class Stretch(NamedTuple):
    """Columns whose headings are ranks, and the text above them."""

    columns: list[int]
    above: str


@dataclass
class Table:
    """Columns with headings in one row, by their place, and the rows that they share.

    ``ranks`` are the places of columns whose headings are ranks: 1, 2, 3, … , ``above_ranks`` the
    text above them; ``more_ranks`` are further such stretches of the same row. It is ``rank_row``,
    which mostly is that of the headings. ``sections`` are texts that stand alone in their rows,
    among those of the table.
    """

    grid: Grid
    heading: int
    columns: dict[int, Run]
    rows: list[int] = field(default_factory=list)
    totals: list[Total] = field(default_factory=list)
    ranks: list[int] = field(default_factory=list)
    above_ranks: str = ""
    more_ranks: list[Stretch] = field(default_factory=list)
    rank_row: int = 0
    sections: dict[int, str] = field(default_factory=dict)

    def saying(self, *what: Meaning | str) -> list[Run]:
        """Its columns that are said to hold this, from left to right."""
        return [run for each in what for run in self._said.get(each, ())]

    @cached_property
    def _said(self) -> dict[Meaning | str, list[Run]]:
        found: dict[Meaning | str, list[Run]] = {}
        for run in self.columns.values():
            found.setdefault(run.said.what, []).append(run)
        return found

    def say(self, run: Run, what: Meaning | Literal[""]) -> None:
        """Note what a column holds that its heading does not say, or that it is of no use."""
        self.add(run._replace(said=Said(what)))

    def add(self, run: Run) -> None:
        """Count another column in."""
        self.columns[run.column] = run
        self.__dict__.pop("_said", None)

    def cells(self, run: Run) -> list[Address]:
        """The places of a column in the rows of the table, blank ones too."""
        return [self.grid.address(row, run.column) for row in self.rows_of(run)]

    def rows_of(self, run: Run) -> list[int]:
        """The rows of the table in which a column holds what its heading says, or nothing."""
        own = set(run.rows)
        held = self.grid.get
        return [row for row in self.rows if row in own or held(row, run.column) is None]

    def label_at(self, run: Run) -> Address:
        """Where the heading of a column stands."""
        return self.grid.address(run.heading, run.column)

    @cached_property
    def first(self) -> int:
        """Its first column."""
        return min((*self.columns, *self.ranks))

    @cached_property
    def unnamed(self) -> int | None:
        """The first row that names no query, where those above it do."""
        if not self.saying(Meaning.QUERY):
            return None
        place = next((i for i, row in enumerate(self.rows) if not self.query(row)), 0)
        return self.rows[place] if place > 1 else None

    def query(self, row: int) -> str:
        """The query that a row names, or the text that stands first in it."""
        named = (self.saying(Meaning.QUERY) or self.saying(Meaning.SYSTEM))[:1]
        if named:
            return shown(self.grid.get(row, named[0].column))
        if len(self.columns) + len(self.ranks) > 1 or len(self.rows) > 1:
            return self._first_text(row)
        return ""

    def _first_text(self, row: int) -> str:
        """The text that stands first in a row, those before a gap left out if there are others."""
        found = ""
        last = self.first
        for at in reversed([*takewhile(lambda at: at <= self.first, self.grid.rows.get(row, []))]):
            if found and last - at > 1:
                break
            found = text_of(self.grid.get(row, at)) or found
            last = at
        return found

    @property
    def all_ranks(self) -> list[int]:
        """The places of all columns whose headings are ranks."""
        return [*self.ranks, *(at for each in self.more_ranks for at in each.columns)]

    @property
    def weight(self) -> int:
        """How much of it is understood; a second column of names, ``query 2``, tells no more.

        Figures without anything of which they could be are more likely the totals of other tables.
        """
        known = [run for run in self.columns.values() if run.said.what not in ("", *NAMES)]
        known += [run for name in NAMES for run in self.saying(name)[:1]]
        named = sum(min(len(run.rows), 3) for run in known)
        found = named + min(len(self.rows), 3) * len(self.ranks)
        sure = self.ranks or any(isinstance(run.said.what, Meaning) for run in known)
        return found if sure or self.saying("relevant", "returned") else found // 2

    def claimed(self) -> Iterator[Address]:
        """The cells that it accounts for."""
        totals = [total.row for total in self.totals]
        for run in self.columns.values():
            if run.said.what:
                yield self.label_at(run)
                yield from (self.grid.address(row, run.column) for row in (*self.rows, *totals))
        for total in self.totals:
            yield total.label_at
        for column in self.all_ranks:
            yield from (self.grid.address(row, column) for row in (self.rank_row, *self.rows))


def tables(grid: Grid) -> list[Table]:
    """The tables of a sheet, whichever way they stand, those best understood first.

    No cell is in two: what a better table accounts for is left out of the others.
    """
    found = [*_tables(grid)]
    found += _tables(grid.on_its_side(), frozenset(_headed(found)))
    waiting = [(-table.weight, place) for place, table in enumerate(found)]
    heapify(waiting)
    taken: set[Address] = set()
    kept = []
    while waiting:
        weight, place = heappop(waiting)
        table = found[place]
        _leave_out(table, taken)
        if -table.weight > weight:
            heappush(waiting, (-table.weight, place))
        elif any(run.said.what for run in table.columns.values()):
            taken.update(table.claimed())
            kept.append(table)
    return kept


def _headed(upright: Iterable[Table]) -> Iterator[Address]:
    """The cells of columns whose headings say what stands beside a rank."""
    for table in upright:
        if table.saying(Meaning.RANK) and table.saying(Meaning.GRADE, Meaning.DOCUMENT):
            for run in table.columns.values():
                yield from table.cells(run)


def _leave_out(table: Table, taken: set[Address]) -> None:
    """Take from a table what better ones account for."""
    table.columns = {
        at: run for at, run in table.columns.items() if not _is_taken(table, run, taken)
    }
    heads = [table.grid.address(table.rank_row, at) for at in table.ranks]
    if taken.intersection(heads):
        table.ranks, table.more_ranks = [], []


def _is_taken(table: Table, run: Run, taken: set[Address]) -> bool:
    first = table.grid.address(run.rows[0], run.column) if run.rows else table.label_at(run)
    return table.label_at(run) in taken or first in taken


def _tables(grid: Grid, headed: AbstractSet[Address] = frozenset()) -> Iterator[Table]:
    """The tables whose headings stand on top, none of it beyond a gap among what is ``headed``."""
    by_row = by_heading_row(grid, headed)
    rows = sorted(by_row)
    for place, row in enumerate(rows):
        found = by_row[row]
        if any(run.said.what for run in found):
            for part in side_by_side(grid, sorted(found)):
                table = _table(grid, row, part, _end(by_row, islice(rows, place + 1, None), part))
                if table.rows or table.totals:
                    yield table


def _table(grid: Grid, heading: int, part: list[Run], end: int) -> Table:
    """The table of some headings, with the rows down to where it ends."""
    rank_row, stretches = _rank_row(grid, heading, [run for run in part if run.said.what])
    ranks = stretches[0] if stretches else []
    within = {at for each in stretches for at in each}
    columns = {run.column: run for run in part if run.column not in within}
    above = {run.column: run.above for run in part}
    headed = {run.column for run in part}
    over = {
        at: above.get(at)
        or _text_over(grid, heading, rank_row, at)
        or ("" if at - 1 in headed else _text_before(grid, rank_row, at))
        for at in within
    }
    table = Table(grid, heading, columns, ranks=ranks, rank_row=rank_row)
    table.above_ranks = over[ranks[0]] if ranks else ""
    table.more_ranks = [Stretch(each, over[each[0]]) for each in stretches[1:]]
    used = _rows_used(grid, part, end)
    bottom = max(used, default=heading)
    used.update(row for at in within for row in grid.between(at, heading + 1, bottom))
    used.discard(rank_row)
    ranked, graded = (
        [run.column for run in table.saying(what)] for what in (Meaning.RANK, Meaning.GRADE)
    )
    across = (min((*columns, *ranks)), max((*columns, *ranks)))
    if ranks:
        used = {row for row in used if not is_weight_row(grid, row, ranks, rank_row)}
    alone = {row: grid.alone[row] for row in range(heading + 1, bottom) if row in grid.alone}
    for row in range(max(heading - 2, 1), heading):
        table.totals += totals_in(grid, row, across, (), ())
    last = heading
    apart = MAX_ROW
    for row in sorted(used | set(alone)):
        totals = totals_in(grid, row, across, ranked, graded)
        if row - last > _APART and not any(map(_is_mean, totals)):
            break
        summed = bool(table.totals) and table.totals[-1].row == last
        after = summed and (bool(ranks) if last == row - 1 else bool(table.saying(*GRADED)))
        among = (row == apart + 1 or after) and _ranks_nothing(table, row)
        last = row
        if row in alone:
            table.sections[row] = alone[row]
            continue
        table.totals += totals
        if among or (totals and table.rows and row - table.rows[-1] > 1):
            apart = row
        elif not totals:
            table.rows.append(row)
    _name_ranks(table)
    return table


def _name_ranks(table: Table) -> None:
    """Take a first column that counts 1, 2, 3 beside documents, under any heading, for ranks."""
    first = next(iter(sorted(table.columns)), None)
    run = table.columns[first] if first and not table.ranks else None
    if run is None or run.said.what or table.saying(Meaning.RANK):
        return
    if not table.saying(Meaning.DOCUMENT, Meaning.GRADE, Meaning.IDEAL_GRADE):
        return
    cells = [table.grid.get(row, run.column) for row in table.rows]
    counted = [number_of(cell) for cell in cells if is_typed(cell)]
    ranks = [*takewhile(lambda number: number is not None, counted)]
    if len(ranks) > 2 and ranks == [*range(1, len(ranks) + 1)] and not any(counted[len(ranks) :]):
        table.say(run, Meaning.RANK)


def _rows_used(grid: Grid, part: list[Run], end: int) -> set[int]:
    """The rows of some columns, without the title of the table that begins at the end."""
    used = {row for run in part for row in run.rows if row < end}
    title = grid.rows.get(end - 1, ())
    if end - 2 not in used and not any(is_figure(grid.get(end - 1, at)) for at in title):
        used.discard(end - 1)
    return used


def _is_mean(total: Total) -> bool:
    """Whether a label names a mean of a measure, and so is of what stands anywhere above it."""
    return bool(total.said.measure) and total.said.mean


def _rank_row(grid: Grid, heading: int, known: Sequence[Run]) -> tuple[int, list[list[int]]]:
    """The row of the ranks of a table, and their columns: its headings, or a row said to be ranks.

    Between that row and the headings weights may stand, the same for all lists; and a row of
    ranks, and of texts beside them, may stand right under the headings.
    """
    found = ranks_in(grid, heading, known)
    for row in (heading - 1, heading - 2):
        if not found and row > 0 and _says_ranks(grid, row):
            above = ranks_in(grid, row, known)
            headed = all(number_of(grid.get(heading, at)) is None for each in above for at in each)
            return (row, above) if headed else (heading, [])
    if not found:
        below = ranks_in(grid, heading + 1, known)
        held = {at for each in below for at in each}
        others = [at for at in grid.rows.get(heading + 1, ()) if at not in held]
        if len(held) > 2 and all(text_of(grid.get(heading + 1, at)) for at in others):
            return heading + 1, below
    return heading, found


def _says_ranks(grid: Grid, row: int) -> bool:
    """Whether a row begins with a text that says ranks."""
    texts = (text_of(grid.get(row, at)) for at in grid.rows.get(row, ())[:1])
    return any((said := understand(text)) and said.what == Meaning.RANK for text in texts if text)


def _text_over(grid: Grid, heading: int, rank_row: int, column: int) -> str:
    """The text that says whose list begins in a column: over its first rank, or under it."""
    row = heading - 1 if rank_row == heading else heading
    return text_of(grid.get(row, column))


def _text_before(grid: Grid, rank_row: int, column: int) -> str:
    """The text right before the first rank of a stretch, if it says more than that ranks follow."""
    text = text_of(grid.get(rank_row, column - 1))
    said = understand(text) if text else None
    return "" if said is None or said.what in KEYS else text


def _ranks_nothing(table: Table, row: int) -> bool:
    """Whether no rank and no grade was typed in a row, nor any text for one."""
    cells = (
        table.grid.get(row, run.column)
        for run in table.saying(Meaning.RANK, Meaning.GRADE, Meaning.FIRST_RANK)
    )
    ranked = (table.grid.get(row, at) for at in table.ranks)
    return all(cell is None or cell.formula is not None for cell in (*cells, *ranked))


def _end(by_row: dict[int, list[Run]], rows: Iterable[int], part: list[Run]) -> int:
    """The first of these rows in which another table begins under this one."""
    first, last = part[0].column, part[-1].column
    meanings = {run.column: run.said.what for run in part if run.said.what}
    for row in rows:
        headings = [run for run in by_row[row] if first <= run.column <= last]
        known = [run for run in headings if run.said.what]
        keyed = len(headings) >= _HEADINGS and any(run.said.what in KEYS for run in known)
        if keyed or len(known) > 1 or any(meanings.get(r.column) == r.said.what for r in known):
            return row
    return MAX_ROW
