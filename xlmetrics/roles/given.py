"""Numbers that a sheet gives once: the cut-off k, and how many relevant documents there are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.roles.grid import is_figure, number_of, text_of
from xlmetrics.roles.model import Meaning
from xlmetrics.roles.words import SURE, relevant_in, says_cut, understand

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from xlmetrics.address import Address
    from xlmetrics.roles.claims import Claim, Claims
    from xlmetrics.roles.grid import Grid
    from xlmetrics.roles.listed import Listed
    from xlmetrics.roles.runs import Run
    from xlmetrics.roles.sheets import Sheets
    from xlmetrics.roles.tables import Table
    from xlmetrics.roles.totals import Total

_LARGEST_K = 1000
_MANY = 1000
"""Among more lists than this, none is told from the others by being near."""


def read_relevant(sheets: Sheets, claims: Claims) -> None:
    """Give each list the number of relevant documents that a heading or a label says there are."""
    for table in sheets.tables:
        for run in table.columns.values():
            if _says_relevant(sheets, table, run):
                _relevant(sheets, claims, table, run)
        for total in table.totals:
            if total.said.what == "relevant":
                for cell in _figures_after(table, total):
                    _give_relevant(sheets, claims, table, total.row, cell)
    _labelled_relevant(sheets)
    _stated_relevant(sheets)


def read_cutoffs(sheets: Sheets, claims: Claims) -> None:
    """Give each list its cut-off, and figures their k."""
    _cutoffs(sheets, claims)
    _titles(sheets, claims)


def _labelled_relevant(sheets: Sheets) -> None:
    """The number of relevant documents alone after its label, for the list nearest to it."""
    for grid in sheets.grids.values():
        for row, columns in grid.rows.items():
            if len(columns) != 2 or not is_figure(grid.get(row, columns[1])):
                continue
            said = understand(text_of(grid.get(row, columns[0])))
            if said is not None and said.whole and said.what == "relevant":
                cell = grid.address(row, columns[1])
                for listed in nearest(sheets, cell):
                    listed.relevant = listed.relevant or cell


def _stated_relevant(sheets: Sheets) -> None:
    """The number of relevant documents that a text states, for the lists of its sheet."""
    for title, grid in sheets.grids.items():
        own = [each for each in sheets.by_sheet.get(title, []) if each.relevant is None]
        stated = {count for _, text in grid.texts() if (count := relevant_in(text))} if own else ()
        if len(stated) == 1:
            for each in own:
                each.stated = next(iter(stated))


def _says_relevant(sheets: Sheets, table: Table, run: Run) -> bool:
    """Whether a column gives the number of relevant documents; ``relevant: 5`` does too."""
    if run.said.what == "relevant":
        return True
    listed = sheets.lists_in(table)
    if run.said.what == Meaning.GRADE and table.saying("returned") and not listed:
        return run is table.saying(Meaning.GRADE)[0]
    lone = run.said.what == Meaning.GRADE and len(run.rows) == 1
    return (
        lone
        and not table.saying("relevant")
        and bool(sheets.listed)
        and run.column not in {each.column for each in listed}
    )


def _relevant(sheets: Sheets, claims: Claims, table: Table, run: Run) -> None:
    for row in run.rows:
        held = table.grid.get(row, run.column)
        if held is not None and (held.formula is not None or number_of(held) is not None):
            _give_relevant(sheets, claims, table, row, table.grid.address(row, run.column))


def _give_relevant(sheets: Sheets, claims: Claims, table: Table, row: int, cell: Address) -> None:
    for listed in _meant(sheets, claims, table, row, cell):
        listed.relevant = listed.relevant or cell


def _figures_after(table: Table, total: Total) -> Iterator[Address]:
    """The cell after the label of a given number."""
    start = table.grid.place(total.label_at)[1] + 1
    after = (at for at in table.grid.rows[total.row] if start <= at <= total.until)
    at = next(after, None)
    if at is not None and is_figure(table.grid.get(total.row, at)):
        yield table.grid.address(total.row, at)


def _meant(sheets: Sheets, claims: Claims, table: Table, row: int, cell: Address) -> list[Listed]:
    """The lists that a number in this row is given for."""
    beside = [each for each in sheets.lists_in(table) if each.is_beside(table, row)]
    if beside:
        return beside
    query = table.query(row)
    named = sheets.named(query) if query else []
    return named or _of_figures_beside(claims, cell) or nearest(sheets, cell)


def _of_figures_beside(claims: Claims, cell: Address) -> list[Listed]:
    """The lists whose figures stand in the row of a cell, told by what their formulas read."""
    beside = [
        claim.listed
        for claim in claims.all()
        if claim.address[:2] == cell[:2] and not claim.mean and claim.listed is not None
    ]
    return list(dict.fromkeys(beside))


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


def _cutoffs(sheets: Sheets, claims: Claims) -> None:
    found = dict(_k_cells(sheets))
    for claim in claims.all():
        of_ranks = claim.measure == "Success" if claim.mean else claim.first_rank is not None
        if claim.k is None and of_ranks:
            claim.k_at = _cut_of_first_rank(sheets, claim, found)
    for listed in sheets.listed:
        sheet = listed.grades[0].sheet
        own = [cells for title, cells in found.items() if title == sheet]
        cells = own[0] if own else [cell for each in found.values() for cell in each]
        if own and cells:
            listed.k = min(cells, key=lambda cell: _distance(listed, cell))
        elif len(cells) == 1:
            listed.k = cells[0]


def _cut_of_first_rank(
    sheets: Sheets, claim: Claim, found: Mapping[str, list[Address]]
) -> Address | None:
    """The cell that cuts a figure of one first rank: one that it reads, or that its label means."""
    written = sheets.formulas.at(claim.address)
    read = written.cells if written else ()
    cells = [cell for each in found.values() for cell in each]
    if own := [cell for cell in cells if cell in read]:
        return own[0]
    return cells[0] if len(cells) == 1 and says_cut(claim.label) else None


def _k_cells(sheets: Sheets) -> Iterator[tuple[str, list[Address]]]:
    by_sheet: dict[str, list[Address]] = {}
    for grid in sheets.grids.values():
        for cell in _after_k(grid):
            by_sheet.setdefault(cell.sheet, []).append(cell)
    for table in sheets.tables:
        lone = [run for run in table.saying("k") if len(run.rows) == 1]
        cells = [table.grid.address(run.rows[0], run.column) for run in lone]
        for total in table.totals:
            cells += _figures_after(table, total) if total.said.what == "k" else ()
        for cell in cells:
            number = number_of(sheets.workbook.cells.get(cell))
            if _is_k(number) and cell not in by_sheet.get(cell.sheet, ()):
                by_sheet.setdefault(cell.sheet, []).append(cell)
    yield from by_sheet.items()


def _after_k(grid: Grid) -> Iterator[Address]:
    """The cells right after a text that says k and nothing else."""
    for (row, column), text in grid.texts():
        said = understand(text)
        beside = said and said.whole and said.what == "k" and grid.get(row, column + 1)
        if beside and _is_k(number_of(beside)):
            yield grid.address(row, column + 1)


def _is_k(number: float | None) -> bool:
    return number is not None and number == int(number) and 0 < number <= _LARGEST_K


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
        if claim.k is None and len(cuts) == 1 and not says_cut(claim.label):
            claim.k = next(iter(cuts))


def _kind(measure: str) -> str:
    return "DCG" if measure in SURE else measure
