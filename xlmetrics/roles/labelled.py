"""Figures and steps under the headings of tables, and in their rows of totals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.roles.claims import Claim, Family
from xlmetrics.roles.grid import is_figure, number_of
from xlmetrics.roles.model import Counts, Line, Meaning
from xlmetrics.roles.seeds import COMMON
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
from xlmetrics.roles.totals import GIVEN
from xlmetrics.roles.words import MEASURES, NOTHING, is_ratio, understand

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from xlmetrics.address import Address
    from xlmetrics.roles.claims import Claims
    from xlmetrics.roles.listed import Listed
    from xlmetrics.roles.runs import Run
    from xlmetrics.roles.senses import Sense
    from xlmetrics.roles.sheets import Sheets
    from xlmetrics.roles.tables import Table
    from xlmetrics.roles.totals import Total
    from xlmetrics.roles.words import Said


def read_tables(sheets: Sheets, claims: Claims) -> None:
    """Find what the headings of every table say."""
    for table in sheets.tables:
        for total in table.totals:
            _total(sheets, claims, table, total)
        for run in table.columns.values():
            if id(table) in sheets.judging:
                claims.steps.update(table.cells(run))  # an ideal that is made of the judgments
            elif run.said.what in OF_RANKS:
                _steps(sheets, claims, table, run, Meaning(run.said.what))
            elif run.said.what in MEASURES:
                _measured(sheets, claims, table, run, run.said)


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
        Meaning.DISCOUNTED_GAIN: {Meaning.CUMULATED_GAIN, Meaning.IDEAL_DISCOUNTED_GAIN},
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
        column = before[-1] if before else columns[0]
        return [each for each in listed if each.column == column]
    return listed


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
    if len(cells) == 1 or _is_repeated(sheets, cells):
        sense = sheets.sensing.of(cells[0])
        if len(listed.rows) == 1 or sense.what != Meaning.DISCOUNTED_GAIN:
            _figure(sheets, claims, table, run, cells[0], listed=listed, query=listed.name)
            family.cells.append(cells[0])
            claims.steps.update(cells[1:])
        return
    _values_beside(sheets, claims, table, run, listed, cells)


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
    if meaning is None:
        return
    if meaning is Meaning.PRECISION_AT_RANK and len(cells) < len(listed.rows):
        meaning = Meaning.PRECISION_AT_HIT
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
        first_rank=sheets.first_rank_beside(table.grid, row, run.column),
        counts=_counts(table, row),
    )
    if not mean:
        family.cells.append(cell)


def _says_mean(label: str) -> bool:
    said = understand(label)
    return said is not None and (said.what == "mean" or said.mean)


def _is_used(table: Table, row: int) -> bool:
    """Whether a row is one of a query: there is a column of such, or anything else stands in it."""
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
    of_queries = len(run.rows) > 1 and bool(table.saying(Meaning.QUERY))
    if (run.said.mean and not of_queries) or (
        sheets.sensing.of(cell).over == "mean" and sheets.formulas.at(cell) is not None
    ):
        return True
    return not named and row == table.unnamed


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
            said.k,
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


def _counts(table: Table, row: int) -> Counts | None:
    """How many documents are relevant, returned, and both, if the row of a query says it."""
    relevant = table.saying("relevant") or table.saying(Meaning.GRADE)
    runs = (relevant, table.saying("returned"), table.saying(Meaning.HITS_SO_FAR))
    cells = [table.grid.address(row, run[0].column) if run else None for run in runs]
    found = Counts(*cells)
    return found if found.hits and (found.relevant or found.returned) else None


_SUMS: dict[Meaning | str, str] = {
    Meaning.DISCOUNTED_GAIN: "DCG",
    "DCG": "DCG",
    Meaning.IDEAL_DISCOUNTED_GAIN: "IDCG",
    "IDCG": "IDCG",
}


def _total(sheets: Sheets, claims: Claims, table: Table, total: Total) -> None:
    """The figures after the label of a total, or the line of a list that it names."""
    start = table.grid.place(total.label_at)[1] + 1
    if total.said.what in GIVEN:
        return
    columns = [at for at in table.grid.rows[total.row] if start <= at <= total.until]
    figures = [at for at in columns if is_figure(table.grid.get(total.row, at))]
    if len(figures) > 1 and is_ratio(total.label):  # its two parts stand side by side
        total = total._replace(said=total.said._replace(what="DCG"))
    beside = _line_of_matrix(sheets, claims, table, total)
    for column in figures:
        cell = table.grid.address(total.row, column)
        given = column in beside or cell in sheets.judged
        claim = None if given else _total_claim(sheets, table, total, column)
        if claim is not None:
            claims.add(claim)
            if not claim.mean:
                family = claims.family((cell.sheet, table.grid.turned, column), claim.measure)
                claims.add_to(family, cell)


def _line_of_matrix(sheets: Sheets, claims: Claims, table: Table, total: Total) -> list[int]:
    """The columns in which a measure has a value a rank, under the list of the row above."""
    above = [each for each in sheets.lists_in(table) if table.ranks and each.column < total.row]
    columns = [at for at in table.ranks if is_figure(table.grid.get(total.row, at))]
    meaning = at_rank(total.said.measure, None) if total.said.measure else None
    if not above or len(columns) < 2 or meaning is None:
        return []
    listed = max(above, key=lambda each: each.column)
    ranks = [at for at in table.ranks if at <= columns[-1]]
    cells = tuple(table.grid.address(total.row, at) for at in ranks)
    own = step_of(sheets.sensing.of(cells[-1]))
    if meaning is Meaning.PRECISION_AT_RANK and len(columns) < len(ranks):
        meaning = Meaning.PRECISION_AT_HIT
    line = Line(own or meaning, cells, total.label, total.label_at, "its label")
    if add_line(listed, line):
        claims.steps.update(cells)
    return columns


def _total_claim(sheets: Sheets, table: Table, total: Total, column: int) -> Claim | None:
    cell = table.grid.address(total.row, column)
    run = table.columns.get(column)
    heading = run.said if run else NOTHING
    if heading.what in COMMON and not table.saying(Meaning.RANK, Meaning.GRADE):
        heading = NOTHING
    sense = sheets.sensing.of(cell)
    mean = (
        total.said.what == "mean" or total.said.mean or heading.mean or _averages(total.said, sense)
    )
    far = _is_far(table, total, column, heading.measure)
    other = heading.measure and total.said.measure not in ("", heading.measure)
    if heading.measure and (table.ranks or not mean or other) and far:
        measure = heading.measure  # the label is of what comes first
    else:
        measure = _measure_of(total.said, heading, sense, mean=mean)
    if not measure or sense.over == "sum":
        return None
    own = heading.measure == measure
    return Claim(
        cell,
        measure,
        total.said.k or (heading.k if own else None),
        total.said.gain or (heading.gain if own else None),
        sheets.tracing.only(cell),
        _above(sheets, table, total.row, column),
        mean=mean,
        label=total.label,
        label_at=total.label_at,
        why="its label" + (f", and the heading {run.label!r}" if run and run.said.what else ""),
    )


def _is_far(table: Table, total: Total, column: int, measure: str) -> bool:
    """Whether figures stand between a label and a column, the first under another heading."""
    between = range(table.grid.place(total.label_at)[1] + 1, column)
    first = next((at for at in between if is_figure(table.grid.get(total.row, at))), None)
    run = None if first is None else table.columns.get(first)
    return first is not None and (run is None or run.said.measure != measure)


def _averages(label: Said, sense: Sense) -> bool:
    """Whether a formula takes a mean over queries; that of precision is the AP of one."""
    of_one = label.what == "AP" and not label.mean and sense.measure == "P"
    return sense.over == "mean" and not of_one


def _measure_of(label: Said, heading: Said, sense: Sense, *, mean: bool) -> str:
    """The measure of a figure that a label beside it and a heading above it speak of."""
    if label.measure:
        if label.measure == "DCG" and _SUMS.get(heading.what, sense.measure) == "IDCG":
            return "IDCG"
        return heading.measure if heading.measure and not label.whole else label.measure
    if mean:
        return heading.measure or sense.measure
    return sense.measure or _SUMS.get(heading.what, "")


def _above(sheets: Sheets, table: Table, row: int, column: int) -> Listed | None:
    """The list that ends above a row of totals, nearest to a column."""
    if table.ranks:
        lying = [each for each in sheets.lists_in(table) if each.column < row]
        return max(lying, key=lambda each: each.column, default=None)
    ended = [each for each in sheets.lists_in(table) if each.rows and each.rows[-1] < row]
    if not ended:
        return None
    last = max(each.rows[-1] for each in ended)
    ended = [each for each in ended if each.rows[-1] == last]
    before = [each for each in ended if each.column <= column]
    return max(before, key=lambda each: each.column) if before else ended[0]
