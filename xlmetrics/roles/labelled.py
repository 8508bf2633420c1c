"""Figures after the labels in the rows of totals of tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.roles.claims import Claim
from xlmetrics.roles.grid import is_figure
from xlmetrics.roles.model import Line, Meaning
from xlmetrics.roles.seeds import COMMON
from xlmetrics.roles.steps import add_line, at_rank, step_of
from xlmetrics.roles.totals import GIVEN
from xlmetrics.roles.words import NOTHING, Said, is_ratio

if TYPE_CHECKING:
    from xlmetrics.roles.claims import Claims
    from xlmetrics.roles.listed import Listed
    from xlmetrics.roles.senses import Sense
    from xlmetrics.roles.sheets import Sheets
    from xlmetrics.roles.tables import Table
    from xlmetrics.roles.totals import Total

_SUMS: dict[Meaning | str, str] = {
    Meaning.DISCOUNTED_GAIN: "DCG",
    "DCG": "DCG",
    Meaning.IDEAL_DISCOUNTED_GAIN: "IDCG",
    "IDCG": "IDCG",
}


def read_total(sheets: Sheets, claims: Claims, table: Table, total: Total) -> None:
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
    if heading.measure and other and mean and _is_headed(table, total):
        measure = heading.measure  # the label names one of several means
    elif heading.measure and (table.ranks or not mean or other) and far:
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


def _is_headed(table: Table, total: Total) -> bool:
    """Whether a figure in the row of a label stands under a heading that says the same."""
    return any(
        run.said.measure == total.said.measure and is_figure(table.grid.get(total.row, at))
        for at, run in table.columns.items()
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
        return heading.measure or (sense.measure if sense.over else "")
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
