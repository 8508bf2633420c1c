"""Figures and steps under the headings of tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.roles.claims import Claim, Family
from xlmetrics.roles.grades import read_grade
from xlmetrics.roles.grid import is_figure, number_of, text_of
from xlmetrics.roles.labelled import read_total
from xlmetrics.roles.model import Counts, Line, Meaning
from xlmetrics.roles.steps import (
    IDEALS,
    OF_RANKS,
    add_line,
    at_rank,
    beside,
    is_cumulative,
    is_scattered,
    step_of,
)
from xlmetrics.roles.words import MEASURES, Said, cut_in, says_none, understand

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from xlmetrics.address import Address
    from xlmetrics.roles.claims import Claims
    from xlmetrics.roles.listed import Listed
    from xlmetrics.roles.runs import Run
    from xlmetrics.roles.sheets import Sheets
    from xlmetrics.roles.tables import Table


def read_tables(sheets: Sheets, claims: Claims) -> None:
    """Find what the headings of every table say."""
    for table in sheets.tables:
        for total in table.totals:
            read_total(sheets, claims, table, total)
        for run in table.columns.values():
            if id(table) in sheets.judging or _looks_ideals_up(sheets, table, run):
                claims.steps.update(table.cells(run))  # an ideal, and none of a list
            else:
                _read_column(sheets, claims, table, run)


def _read_column(sheets: Sheets, claims: Claims, table: Table, run: Run) -> None:
    if run.said.what in OF_RANKS:
        _steps(sheets, claims, table, run, Meaning(run.said.what))
    elif run.said.what in MEASURES:
        _measured(sheets, claims, table, run, run.said)
    elif k := _cut_of_hits(table, run):
        hit = Said("Success", k)
        _measured(sheets, claims, table, run._replace(said=hit), hit)


def _looks_ideals_up(sheets: Sheets, table: Table, run: Run) -> bool:
    """Whether a column sums up ideals, one for each number of relevant documents, of no list."""
    if run.said.what != "IDCG" or len(run.rows) < 2 or sheets.lists_in(table):
        return False
    above, last = (table.grid.address(row, run.column) for row in run.rows[-2:])
    written = sheets.formulas.at(last)
    return bool(table.saying(Meaning.RANK)) and written is not None and above in written.cells


def _cut_of_hits(table: Table, run: Run) -> int | None:
    """The cut-off under which a column says of each first rank whether it is within: ``top 3``."""
    if run.said.what or not table.saying(Meaning.FIRST_RANK):
        return None
    shown = {number_of(table.grid.get(row, run.column)) for row in table.rows}
    return cut_in(run.label) if shown <= {0, 1, None} else None


def _steps(sheets: Sheets, claims: Claims, table: Table, run: Run, meaning: Meaning) -> None:
    """A line for each list beside which the column stands."""
    for listed in _beside(sheets, table, run):
        cells = beside(listed, run.column, ideal=meaning in IDEALS)
        if meaning in IDEALS and is_scattered(listed):
            claims.steps.update(cells)
            continue
        if cells and not (cells == listed.grades and sheets.formulas.at(cells[0])):
            first = next((at for at in cells if sheets.formulas.at(at)), None)
            own = step_of(sheets.sensing.of(first)) if first else None
            line = Line(
                _settled(meaning, own), tuple(cells), run.label, table.label_at(run), "its heading"
            )
            if add_line(listed, line):
                claims.steps.update(cells)


def _settled(said: Meaning, own: Meaning | None) -> Meaning:
    """What a step is whose heading says one thing and whose formula another.

    A heading is vague about what is ideal and what is summed up; about the rest it is believed.
    """
    alike = {
        Meaning.DISCOUNTED_GAIN: {
            Meaning.CUMULATED_GAIN,
            Meaning.IDEAL_DISCOUNTED_GAIN,
            Meaning.PRECISION_AT_HIT,
        },
        Meaning.IDEAL_GRADE: {Meaning.IDEAL_GAIN, Meaning.IDEAL_DISCOUNTED_GAIN},
        Meaning.IDEAL_GAIN: {Meaning.IDEAL_DISCOUNTED_GAIN},
        Meaning.GAIN: {Meaning.IDEAL_GAIN, Meaning.DISCOUNTED_GAIN, Meaning.IDEAL_DISCOUNTED_GAIN},
        Meaning.IDEAL_DISCOUNTED_GAIN: {Meaning.CUMULATED_IDEAL},
        Meaning.DISCOUNT: {Meaning.WEIGHT, Meaning.DISCOUNTED_GAIN},
        Meaning.WEIGHT: {Meaning.DISCOUNT},
        Meaning.HITS_SO_FAR: set(),
    }
    return own if own in alike.get(said, ()) and own is not None else said


def _beside(sheets: Sheets, table: Table, run: Run) -> list[Listed]:
    """The lists that a column is beside: those that its formulas read, or else those nearest."""
    listed = sheets.lists_in(table)
    columns = sorted({each.column for each in listed})
    if table.ranks or not columns:
        return []
    elsewhere = {id(each): each for each in _read_elsewhere(sheets, table, run)}
    if len(elsewhere) == 1:
        return list(elsewhere.values())
    if len(columns) > 1:
        found = [each for each in listed if _reads(sheets, table, run, each)]
        if found:
            return found
        if run.said.what in IDEALS and len(table.saying(run.said.what)) == 1:
            return listed
        before = [at for at in columns if at < run.column]
        nearest = {before[-1] if before else columns[0]}
        if run.said.what in IDEALS:
            nearest.update(_since_the_last(table, run, before))
        return [each for each in listed if each.column in nearest]
    return listed


def _since_the_last(table: Table, run: Run, columns: Sequence[int]) -> Iterator[int]:
    """Of some columns before one those after the last that is said to hold the same."""
    alike = [each.column for each in table.saying(run.said.what) if each.column < run.column]
    return (at for at in columns if not alike or at > alike[-1])


def _read_elsewhere(sheets: Sheets, table: Table, run: Run) -> Iterator[Listed]:
    """The ranked lists of other tables that lie the same way and that a column reads."""
    own = sheets.lists_in(table)
    for row in run.rows[:2]:
        read = sheets.tracing.only(table.grid.address(row, run.column))
        if read and read.ranks and read not in own and read.grid is table.grid:
            yield read


def _reads(sheets: Sheets, table: Table, run: Run, listed: Listed) -> bool:
    cells = [table.grid.address(row, run.column) for row in listed.rows[:2]]
    return any(sheets.tracing.only(cell) is listed for cell in cells)


def _measured(sheets: Sheets, claims: Claims, table: Table, run: Run, said: Said) -> None:
    """What a column under the name of a measure shows: a figure a query, or a value a rank."""
    family = Family(said.measure, said.k)
    done: set[int] = set()
    for listed in _beside(sheets, table, run):
        done.update(listed.span)
        _measured_beside(sheets, claims, table, run, listed, family)
    for row in table.rows_of(run):
        if row not in done:
            _row_figure(sheets, claims, table, run, row, family)
    if any(cell in claims for cell in family.cells):
        claims.add_family(family)


def _measured_beside(
    sheets: Sheets, claims: Claims, table: Table, run: Run, listed: Listed, family: Family
) -> None:
    own = set(run.rows)
    held = [row for row in listed.span if row in own]
    cells = [table.grid.address(row, run.column) for row in held]
    if not cells:
        if any(own.intersection(each.span) for each in sheets.lists_in(table)):
            family.cells.append(table.grid.address(listed.rows[0], run.column))
        return
    if all(_cut_of_row(table, run, row) for row in held):
        for cell in cells:
            _figure(sheets, claims, table, run, cell, listed=listed, query=listed.name)
        return
    if len(cells) == 1 or _is_repeated(sheets, cells):
        sense = sheets.sensing.of(cells[0])
        if len(listed.rows) == 1 or sense.what != Meaning.DISCOUNTED_GAIN:
            _figure(sheets, claims, table, run, cells[0], listed=listed, query=listed.name)
            family.cells.append(cells[0])
            claims.steps.update(cells[1:])
        return
    _values_beside(sheets, claims, table, run, listed, cells)


def _cut_of_row(table: Table, run: Run, row: int) -> int | None:
    """The cut-off after which a row is named, before a column: ``@5``."""
    named = {each.column for each in table.saying(Meaning.QUERY, Meaning.DOCUMENT)}
    columns = (at for at in table.grid.rows[row] if at < run.column and at not in named)
    before = (text_of(table.grid.get(row, at)) for at in columns)
    return next((k for text in before if text and (k := cut_in(text))), None)


def _values_beside(
    sheets: Sheets,
    claims: Claims,
    table: Table,
    run: Run,
    listed: Listed,
    cells: Sequence[Address],
) -> None:
    """A line of values, one for each rank of a list, under the name of a measure."""
    measure = run.said.measure
    meaning = at_rank(measure, sheets.sensing.of(cells[-1]))
    if meaning is None or (meaning is Meaning.NDCG_AT_RANK and run.said.k):
        return
    line = beside(listed, run.column, ideal=meaning in IDEALS)
    typed = sheets.formulas.at(cells[-1]) is None
    if typed and measure in ("DCG", "IDCG") and not is_cumulative(sheets, listed, line):
        ideal = measure == "IDCG"
        meaning = Meaning.IDEAL_DISCOUNTED_GAIN if ideal else Meaning.DISCOUNTED_GAIN
    why = "its heading, with a value a rank"
    if add_line(listed, Line(meaning, tuple(line), run.label, table.label_at(run), why)):
        claims.steps.update(cells)


def _is_repeated(sheets: Sheets, cells: Sequence[Address]) -> bool:
    """Whether every row of a list repeats the figure of its query."""
    shown = [number_of(sheets.workbook.cells.get(at)) for at in cells]
    if len(cells) < 3 or None in shown or len(set(shown)) > 1 or not shown[0]:
        return False
    patterns = {w.pattern for at in cells if (w := sheets.formulas.at(at))}
    return len(patterns) <= 1 and sheets.sensing.of(cells[0]).what not in OF_RANKS


def _row_figure(
    sheets: Sheets, claims: Claims, table: Table, run: Run, row: int, family: Family
) -> None:
    """A figure in a row of its own: of the query that the row names, or of all of them."""
    cell = table.grid.address(row, run.column)
    named = table.query(row)
    if not is_figure(table.grid.get(row, run.column)):
        listed = not table.ranks or sheets.list_in_row(table, row, run.column)
        query = named and listed and not _says_mean(named)
        if query and run.column != table.first and len(run.rows) > 1 and _is_used(table, row):
            family.cells.append(cell)
        return
    sense = sheets.sensing.of(cell)
    mean = _is_mean(sheets, table, run, row, named)
    if sense.over == "sum" and sheets.formulas.at(cell):
        return
    _figure(
        sheets,
        claims,
        table,
        run,
        cell,
        listed=sheets.list_in_row(table, row, run.column),
        query=named,
        mean=mean,
        first_rank=sheets.first_rank_beside(table.grid, row, run.column, run.label),
        counts=None if _is_of_several_cuts(sheets, table, run, cell) else _counts(table, run, row),
    )
    if not mean:
        family.cells.append(cell)


def _hold_more(table: Table, one: Run, other: Run) -> bool:
    """Whether one column of counts has more than another in each row."""
    pairs = [
        [number_of(table.grid.get(row, run.column)) for run in (one, other)] for row in table.rows
    ]
    return all(a is not None and b is not None and a > b for a, b in pairs)


def _is_of_several_cuts(sheets: Sheets, table: Table, run: Run, cell: Address) -> bool:
    """Whether a typed figure is cut otherwise than one beside it, so that counts are of neither."""
    cuts = {each.said.k for each in table.saying(run.said.what)}
    return len(cuts) > 1 and sheets.formulas.at(cell) is None


def _says_mean(label: str) -> bool:
    said = understand(label)
    return said is not None and (said.what == "mean" or said.mean)


def _is_used(table: Table, row: int) -> bool:
    """Whether a row is one of a query: there is a column of such, or anything else stands in it.

    One with a text in the place of a grade parts the rows of others.
    """
    texts = [text_of(table.grid.get(row, at)) for at in table.ranks]
    if any(text and read_grade(text) is None and not says_none(text) for text in texts):
        return False
    if table.saying(Meaning.QUERY) or any(table.grid.get(row, at) for at in table.ranks):
        return True
    return any(
        is_figure(table.grid.get(row, run.column))
        for run in table.columns.values()
        if run.said.measure or run.said.what in (Meaning.RANK, Meaning.GRADE, Meaning.FIRST_RANK)
    )


def _is_mean(sheets: Sheets, table: Table, run: Run, row: int, named: str) -> bool:
    """Whether a figure is a mean: its heading says so, its formula, or its row names no query."""
    cell = table.grid.address(row, run.column)
    sense = sheets.sensing.of(cell)
    computed = sheets.formulas.at(cell) is not None
    if computed and (sense.over == "mean" or _reads_its_column(sheets, table, run, cell)):
        return True
    of_one = computed and sense.measure == run.said.measure and not sense.over
    of_queries = len(run.rows) > 1 and (of_one or bool(table.saying(Meaning.QUERY)))
    if run.said.mean and not of_queries:
        return True
    return not named and row == table.unnamed


def _reads_its_column(sheets: Sheets, table: Table, run: Run, cell: Address) -> bool:
    """Whether a formula reads several figures of its own column, which are of others then."""
    written = sheets.formulas.at(cell)
    grid = table.grid
    own = grid.place(cell)[0]
    for place in written.read if written else ():
        (top, left), (bottom, right) = map(grid.place, (place.first, place.last))
        if place.sheet == grid.title and left <= run.column <= right:
            first, last = max(top, run.rows[0]), min(bottom, run.rows[-1])
            if last - first + 1 - (first <= own <= last) > 1:
                return True
    return False


def _figure(
    sheets: Sheets,
    claims: Claims,
    table: Table,
    run: Run,
    cell: Address,
    *,
    listed: Listed | None = None,
    query: str = "",
    mean: bool = False,
    first_rank: Address | None = None,
    counts: Counts | None = None,
) -> None:
    said = run.said
    claims.add(
        Claim(
            cell,
            said.measure,
            said.k or _cut_of_row(table, run, table.grid.place(cell)[0]),
            said.gain,
            sheets.tracing.only(cell),
            listed,
            None if mean else _followed(said.measure, first_rank, more=listed or counts),
            mean=mean,
            label=run.label,
            label_at=table.label_at(run),
            why="its heading",
            query=query,
            counts=None if mean or said.measure not in _COUNTED else counts,
        )
    )


_OF_FIRST_RANK = frozenset({"RR", "Success"})
_OF_ONE_ITEM = frozenset({"nDCG", "DCG", "R"})


def _followed(
    measure: str, first_rank: Address | None, *, more: Listed | Counts | None
) -> Address | None:
    """The first rank from which a figure follows; where no ``more`` is known, nDCG's does too."""
    follows = measure in _OF_FIRST_RANK or (measure in _OF_ONE_ITEM and not more)
    return first_rank if follows else None


_COUNTED = frozenset({"P", "R", "F1"})


def _counts(table: Table, run: Run, row: int) -> Counts | None:
    """How many documents are relevant, returned, and both, if the row of a query says it.

    Of several hits those are taken that are cut as the figure is. ``Hits`` beside relevant ones
    are what was returned.
    """
    relevant = table.saying("relevant") or table.saying(Meaning.GRADE)
    returned, hits = table.saying("returned"), table.saying(Meaning.HITS_SO_FAR)
    hits = [each for each in hits if each.said.k == run.said.k] or hits
    if len(hits) > 1 and not returned and _hold_more(table, hits[0], hits[1]):
        returned, hits = hits[:1], hits[1:]
    cells = [
        table.grid.address(row, runs[0].column) if runs else None
        for runs in (relevant, returned, hits)
    ]
    found = Counts(*cells)
    return found if found.hits and (found.relevant or found.returned) else None
