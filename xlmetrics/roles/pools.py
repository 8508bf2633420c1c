"""Judged documents that were not returned, found by what an ideal order is made of."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from xlmetrics.engine.tree import NO_NAMES, Call, Named, Node, references
from xlmetrics.roles.columns import is_typed_column
from xlmetrics.roles.grades import read_grade
from xlmetrics.roles.listed import is_graded
from xlmetrics.roles.model import Meaning
from xlmetrics.roles.words import plain

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from xlmetrics.address import Address, Range
    from xlmetrics.roles.listed import Listed
    from xlmetrics.roles.runs import Run
    from xlmetrics.roles.sheets import Sheets

_ORDERS = frozenset({"LARGE", "SMALL", "SORT", "SORTBY"})
_LARGEST = 10_000
"""A range of more cells is no pool of one query."""

_MOST = 2_000_000
"""Cells looked at in all."""


def read_pools(sheets: Sheets) -> None:
    """Count as judged what a formula puts in order with the grades of a list, or a typed ideal."""
    _read_named(sheets)
    left = _MOST
    for pool in dict.fromkeys(_put_in_order(sheets)):
        left -= pool.shape[0] * pool.shape[1]
        if left > 0:
            _widen(sheets, pool)
    read_typed_ideals(sheets)


def _read_named(sheets: Sheets) -> None:
    """Take a column of grades under the name of a query for all that is judged for it.

    It must hold what one list of the query holds, and more.
    """
    for table in sheets.tables:
        for run in table.columns.values():
            lists = [] if table.ranks else _of_name(sheets, run)
            if not lists or not is_typed_column(table, run):
                continue
            cells = [table.grid.address(row, run.column) for row in run.rows]
            if sheets.owner.keys().isdisjoint(cells) and any(
                holds(sheets, cells, each) for each in lists
            ):
                for each in lists:
                    if len(each.judged) == len(each.grades):
                        each.judged = list(cells)
                sheets.owner.update(dict.fromkeys(cells, lists[0]))


def _of_name(sheets: Sheets, run: Run) -> Sequence[Listed]:
    """The lists of the query that a heading names, which may say that its pool is meant."""
    if run.said.what == Meaning.JUDGED:
        words = set(plain(f"{run.above} {run.label}").split())
        named = [name for name in sheets.by_name if words.issuperset(plain(name).split())]
        return sheets.by_name[named[0]] if len(named) == 1 else []
    return [] if run.said.what else sheets.by_name.get(run.label, [])


def holds(sheets: Sheets, cells: Sequence[Address], listed: Listed) -> bool:
    """Whether cells hold the grades of a list, and more; a 0 may be of what was not judged."""
    pool, own = (
        [read_grade(sheets.workbook.value(at)) for at in each] for each in (cells, listed.grades)
    )
    return (
        None not in pool
        and len(own) < len(pool)
        and not Counter(filter(None, own)) - Counter(filter(None, pool))
    )


def _put_in_order(sheets: Sheets) -> Iterator[Range]:
    """The ranges that formulas put in order, each as often as one does."""
    ordered: dict[str, tuple[int, ...]] = {}
    for cell in sheets.workbook.formulas():
        parsed = sheets.formulas.parsed(cell.address)
        if parsed is None:
            continue
        written, tree = parsed
        if written.pattern not in ordered:
            ordered[written.pattern] = tuple(ordered_references(tree))
        yield from (written.ranges[number] for number in ordered[written.pattern])


def read_typed_ideals(sheets: Sheets) -> None:
    """Take typed ideals for what is judged, where most of them show more than was returned."""
    ideals = {each: cells for each in sheets.listed if (cells := _typed_ideal(sheets, each))}
    more = {each: _others_in(sheets, each, cells) for each, cells in ideals.items()}
    others = 2 * sum(map(bool, more.values())) > len(ideals)
    for listed, cells in ideals.items():
        if len(cells) > len(listed.judged) or others:
            listed.judged = cells


def ordered_references(node: Node, names: Mapping[str, Node] = NO_NAMES) -> Iterator[int]:
    """The numbers of the references that a formula puts in order."""
    if not isinstance(node, Call):
        return
    if node.function == "LET":
        arguments = node.arguments
        names = {
            **names,
            **{
                name.name.upper(): value
                for name, value in zip(arguments[:-1:2], arguments[1::2], strict=False)
                if isinstance(name, Named)
            },
        }
    if node.function in _ORDERS and node.arguments:
        yield from references(node.arguments[0], names)
    for argument in node.arguments:
        yield from ordered_references(argument, names)


def _widen(sheets: Sheets, pool: Range) -> None:
    """Count the cells of a pool as judged for the one list of which it holds grades."""
    rows, columns = pool.shape
    grid = sheets.grids.get(pool.sheet)
    if rows * columns > _LARGEST or grid is None:
        return
    if all(at in sheets.owner for at in pool.addresses()):
        return
    cells = [at for at in pool.addresses() if is_graded(grid.get(*at[1:]))]
    owners = {sheets.owner[at] for at in cells if at in sheets.owner}
    if len(owners) == 1:
        listed = owners.pop()
        known = set(listed.judged)
        listed.judged += [at for at in cells if at not in known and _is_free(sheets, listed, at)]
        sheets.owner.update(dict.fromkeys(listed.judged, listed))


def _is_free(sheets: Sheets, listed: Listed, at: Address) -> bool:
    """Whether a cell may be a judgment: a number that no heading says to be something else.

    One that is computed, as the grades of the list are, is so from the grades of no list.
    """
    if at in sheets.claimed:
        return False
    formulas = sheets.formulas
    return formulas.at(at) is None or bool(
        formulas.at(listed.grades[0]) and not sheets.tracing.lists(at)
    )


def _typed_ideal(sheets: Sheets, listed: Listed) -> list[Address]:
    """The cells of an ideal order that was typed."""
    line = listed.lines.get(Meaning.IDEAL_GRADE)
    if line is None or any(sheets.formulas.at(at) for at in line.cells):
        return []
    return [at for at in line.cells if is_graded(sheets.workbook.cells.get(at))]


def _others_in(sheets: Sheets, listed: Listed, cells: Sequence[Address]) -> int:
    """How many grades a typed ideal, if it is in order, has of documents that the list lacks."""
    value = sheets.workbook.value
    ideal, own = ([read_grade(value(at)) or 0 for at in each] for each in (cells, listed.judged))
    if (
        ideal != sorted(ideal, reverse=True)
        or max(Counter(own) - Counter(ideal), default=0) > ideal[-1]
    ):
        return 0
    return sum((Counter(ideal) - Counter(own)).values())
