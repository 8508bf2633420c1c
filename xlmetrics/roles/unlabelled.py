"""Lists and first ranks that no heading names, found by the formulas that read them."""

from __future__ import annotations

from itertools import count, takewhile
from typing import TYPE_CHECKING

from xlmetrics.address import Address, Range
from xlmetrics.roles.grid import is_typed, number_of, text_of
from xlmetrics.roles.listed import Listed, is_graded, marks
from xlmetrics.roles.model import Line, Meaning
from xlmetrics.roles.words import is_ideal, says_none

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from xlmetrics.model import Workbook
    from xlmetrics.roles.grid import Grid
    from xlmetrics.roles.sensing import Sensing

_LONGEST = 100_000
_FEW_LETTERS = 4


def lines_read(
    hints: Mapping[Range, Meaning], meaning: Meaning, grids: Mapping[str, Grid]
) -> Iterator[tuple[Address, ...]]:
    """The lines of cells that formulas read as this: ranges that overlap, cells that adjoin."""
    return (line for line in _stretches(hints, meaning, grids) if len(line) > 1)


def _stretches(
    hints: Mapping[Range, Meaning], meaning: Meaning, grids: Mapping[str, Grid]
) -> Iterator[tuple[Address, ...]]:
    """The same with single cells."""
    across = [place for place, what in hints.items() if what == meaning and place.shape[0] == 1]
    rows = [place for place in across if place.shape[1] > 1]
    yield from _joined(rows, grids, turned=True)
    others = [p for p, what in hints.items() if what == meaning and p.shape[1] == 1]
    yield from _joined(others, grids, turned=False)


def _joined(
    places: Sequence[Range], grids: Mapping[str, Grid], *, turned: bool
) -> Iterator[tuple[Address, ...]]:
    """Ranges of one row (of one column, unless turned) each, put together where they meet."""
    by_line: dict[tuple[str, int], list[tuple[int, int]]] = {}
    for sheet, top, left, bottom, right in places:
        line, ends = (top, (left, right)) if turned else (left, (top, bottom))
        by_line.setdefault((sheet, line), []).append(ends)
    for (sheet, at), stretches in sorted(by_line.items()):
        for first, last in _met(stretches) if sheet in grids else ():
            span = range(first, last + 1)
            if len(span) <= _LONGEST:
                yield tuple(
                    Address(sheet, at, i) if turned else Address(sheet, i, at) for i in span
                )


def _met(stretches: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Stretches put together where they overlap or adjoin."""
    merged: list[tuple[int, int]] = []
    for first, last in sorted(stretches):
        if merged and first <= merged[-1][1] + 1:
            start, end = merged.pop()
            merged.append((start, max(end, last)))
        else:
            merged.append((first, last))
    return merged


def lists_read(
    hints: Mapping[Range, Meaning], grids: Mapping[str, Grid], known: Mapping[Address, Listed]
) -> list[Listed]:
    """The lists of grades that no heading names."""
    found = []
    ranked = {_rows(ranks): ranks for ranks in lines_read(hints, Meaning.RANK, grids)}
    for line in lines_read(hints, Meaning.GRADE, grids):
        grid = grids[line[0].sheet]
        cells, ranks = _by_rank(grid, line, ranked.get(_rows(line), ()))
        graded = [at for at in cells if is_graded(grid.get(*at[1:]))]
        marked = marks(grid.get(*at[1:]) for at in cells)
        if (len(graded) < 2 and not marked) or any(at in known for at in cells):
            continue
        turned = cells[0].row == cells[-1].row
        own = grid.turn() if turned else grid
        places = [own.place(at) for at in cells]
        name = text_of(own.get(places[0][0] - 1, places[0][1])) or grid.title
        found.append(
            Listed(
                name,
                list(cells),
                graded,
                ranks=list(ranks),
                rows=[row for row, _ in places],
                span=[row for row, _ in places],
                column=places[0][1],
                grid=own,
                marked=marked,
            )
        )
    return found


def without_ideals(
    found: Sequence[Listed], beside: Sequence[Listed], sensing: Sensing
) -> list[Listed]:
    """Leave out what is no list but an ideal: grades that a formula puts in order.

    A typed list that is said to be the ideal is what is judged for those beside it.
    """
    kept = []
    for each in found:
        if all(sensing.of(at).ideal for at in each.grades):
            continue
        others = [other for other in beside if _stands_beside(each, other)]
        if others and is_ideal(each.name) and all(_is_typed(each, at) for at in each.judged):
            for other in others:
                other.judged = list(each.judged)
                other.lines[Meaning.IDEAL_GRADE] = Line(
                    Meaning.IDEAL_GRADE, tuple(each.grades), each.name, why="the text above it"
                )
        else:
            kept.append(each)
    return kept


def _is_typed(listed: Listed, at: Address) -> bool:
    return listed.grid is not None and is_typed(listed.grid.at(at))


def _stands_beside(one: Listed, other: Listed) -> bool:
    """Whether two lists lie along each other, from the same first to the same last row."""
    ends = [(each.grades[0], each.grades[-1]) for each in (one, other)]
    (first, last), (begin, end) = ends
    if first.sheet != begin.sheet:
        return False
    down = first.column == last.column and begin.column == end.column
    if down and (first.row, last.row) == (begin.row, end.row):
        return True
    across = first.row == last.row and begin.row == end.row
    return across and (first.column, last.column) == (begin.column, end.column)


def _by_rank(
    grid: Grid, cells: Sequence[Address], ranks: Sequence[Address]
) -> tuple[Sequence[Address], Sequence[Address]]:
    """Grades and their ranks in the order of the ranks, if every grade has one."""
    numbers = [number_of(grid.get(*at[1:])) for at in ranks]
    known = [number for number in numbers if number is not None]
    if len(known) < len(cells) or len(ranks) != len(cells):
        return cells, ranks
    order = sorted(range(len(cells)), key=known.__getitem__)
    return [cells[at] for at in order], [ranks[at] for at in order]


def _rows(cells: Sequence[Address]) -> tuple[str, int, int]:
    """The sheet and the rows, from the first to the last, of a line."""
    return cells[0].sheet, cells[0].row, cells[-1].row


def _over_missed(
    lines: Iterable[tuple[Address, ...]], grids: Mapping[str, Grid]
) -> list[tuple[Address, ...]]:
    """Lines down a column put together where a text between them says that there is no rank."""
    found: list[tuple[Address, ...]] = []
    for line in lines:
        before = found[-1] if found else ()
        gap = _between(before, line)
        grid = grids[line[0].sheet]
        if gap and all(_is_none(text_of(grid.get(at.row, at.column))) for at in gap):
            found[-1] = (*before, *gap, *line)
        else:
            found.append(line)
    return [line + _missed_after(line[-1], grids[line[0].sheet]) for line in found]


def _missed_after(last: Address, grid: Grid) -> tuple[Address, ...]:
    """The cells right below a line that say that there is none."""
    below = (Address(last.sheet, row, last.column) for row in count(last.row + 1))
    return (*takewhile(lambda at: says_none(text_of(grid.get(at.row, at.column))), below),)


def _is_none(text: str) -> bool:
    """Whether a text between ranks says that there is none, if only by a few letters: ``nf``."""
    return says_none(text) or (0 < len(text) <= _FEW_LETTERS and text.isalpha())


def _between(one: Sequence[Address], other: Sequence[Address]) -> list[Address]:
    """The cells between two lines of one column."""
    if not one or one[-1][::2] != other[0][::2]:
        return []
    sheet, _, column = one[-1]
    return [Address(sheet, row, column) for row in range(one[-1].row + 1, other[0].row)]


def first_ranks_read(
    hints: Mapping[Range, Meaning], grids: Mapping[str, Grid], workbook: Workbook
) -> list[Line]:
    """The lines of first relevant ranks that no heading names: whole numbers, and none."""
    found = []
    stretches = _over_missed(_stretches(hints, Meaning.FIRST_RANK, grids), grids)
    for cells in (line for line in stretches if len(line) > 1):
        values = [number_of(workbook.cells.get(at)) for at in cells]
        numbers = [value for value in values if value is not None]
        if numbers and all(value >= 0 and value == int(value) for value in numbers):
            why = "numbers whose reciprocals are taken"
            found.append(Line(Meaning.FIRST_RANK, cells, why=why))
    return found
