"""Numbers that a sheet gives once: the cut-off k, and how many relevant documents there are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.roles.grid import is_figure, number_of
from xlmetrics.roles.model import Meaning
from xlmetrics.roles.words import SURE, understand

if TYPE_CHECKING:
    from collections.abc import Iterator

    from xlmetrics.address import Address
    from xlmetrics.roles.claims import Claims
    from xlmetrics.roles.lists import Listed
    from xlmetrics.roles.runs import Run
    from xlmetrics.roles.sheets import Sheets
    from xlmetrics.roles.tables import Table
    from xlmetrics.roles.totals import Total

_LARGEST_K = 1000
_MANY = 1000
"""Among more lists than this, none is told from the others by being near."""


def read_given(sheets: Sheets, claims: Claims) -> None:
    """Give each list its cut-off and its number of relevant documents, and figures their k."""
    for table in sheets.tables:
        for run in table.columns.values():
            if _says_relevant(sheets, table, run):
                _relevant(sheets, table, run)
        for total in table.totals:
            if total.said.what == "relevant":
                for cell in _figures_after(table, total):
                    _give_relevant(sheets, table, total.row, cell)
    _cutoffs(sheets)
    _titles(sheets, claims)


def _says_relevant(sheets: Sheets, table: Table, run: Run) -> bool:
    """Whether a column gives the number of relevant documents; ``relevant: 5`` does too."""
    if run.said.what == "relevant":
        return True
    lone = run.said.what == Meaning.GRADE and len(run.rows) == 1
    return (
        lone
        and bool(sheets.listed)
        and run.column not in {each.column for each in sheets.lists_in(table)}
    )


def _relevant(sheets: Sheets, table: Table, run: Run) -> None:
    for row in run.rows:
        held = table.grid.get(row, run.column)
        if held is not None and (held.formula is not None or number_of(held) is not None):
            _give_relevant(sheets, table, row, table.grid.address(row, run.column))


def _give_relevant(sheets: Sheets, table: Table, row: int, cell: Address) -> None:
    for listed in _meant(sheets, table, row, cell):
        listed.relevant = listed.relevant or cell


def _figures_after(table: Table, total: Total) -> Iterator[Address]:
    """The cell after the label of a given number."""
    start = table.grid.place(total.label_at)[1] + 1
    for at in table.grid.rows[total.row]:
        if start <= at <= total.until and is_figure(table.grid.get(total.row, at)):
            yield table.grid.address(total.row, at)
            return


def _meant(sheets: Sheets, table: Table, row: int, cell: Address) -> list[Listed]:
    """The lists that a number in this row is given for."""
    beside = [each for each in sheets.lists_in(table) if each.is_beside(table, row)]
    if beside:
        return beside
    query = table.query(row)
    named = sheets.by_name.get(query, []) if query else []
    return named or nearest(sheets, cell)


def nearest(sheets: Sheets, cell: Address) -> list[Listed]:
    """The list nearest to a cell on its sheet; the only one, if there is but one elsewhere."""
    own = sheets.by_sheet.get(cell.sheet, [])
    if not own:
        return sheets.listed if len(sheets.listed) == 1 else []
    if len(own) > _MANY:
        return []
    return [min(own, key=lambda each: _distance(each, cell))]


def _distance(listed: Listed, cell: Address) -> tuple[int, int]:
    """How far a cell is from a list: rows and columns beyond its ends, and then from its start."""
    first, last = listed.grades[0], listed.grades[-1]
    down = max(first.row - 1 - cell.row, cell.row - last.row, 0)
    across = max(first.column - cell.column, cell.column - last.column, 0)
    return down + across, abs(first.row - cell.row) + abs(first.column - cell.column)


def _cutoffs(sheets: Sheets) -> None:
    found = dict(_k_cells(sheets))
    for listed in sheets.listed:
        sheet = listed.grades[0].sheet
        own = [cells for title, cells in found.items() if title == sheet]
        cells = own[0] if own else [cell for each in found.values() for cell in each]
        if own and cells:
            listed.k = min(cells, key=lambda cell: _distance(listed, cell))
        elif len(cells) == 1:
            listed.k = cells[0]


def _k_cells(sheets: Sheets) -> Iterator[tuple[str, list[Address]]]:
    by_sheet: dict[str, list[Address]] = {}
    for table in sheets.tables:
        lone = [run for run in table.saying("k") if len(run.rows) == 1]
        cells = [table.grid.address(run.rows[0], run.column) for run in lone]
        for total in table.totals:
            cells += _figures_after(table, total) if total.said.what == "k" else ()
        for cell in cells:
            number = number_of(sheets.workbook.cells.get(cell))
            if number and number == int(number) and 0 < number <= _LARGEST_K:
                by_sheet.setdefault(cell.sheet, []).append(cell)
    yield from by_sheet.items()


def _titles(sheets: Sheets, claims: Claims) -> None:
    """The k of figures whose own label states none, from a title of the sheet that does.

    One that is stated of nDCG is meant for DCG and its ideal too.
    """
    stated: dict[tuple[str, str], set[int]] = {}
    for grid in sheets.grids.values():
        for _, text in ((None, grid.title), *grid.texts()):
            said = understand(text)
            if said is not None and said.k and said.measure:
                stated.setdefault((grid.title, _kind(said.measure)), set()).add(said.k)
    for claim in claims.all():
        cuts = stated.get((claim.address.sheet, _kind(claim.measure)), set())
        if claim.k is None and len(cuts) == 1:
            claim.k = next(iter(cuts))


def _kind(measure: str) -> str:
    return "DCG" if measure in SURE else measure
