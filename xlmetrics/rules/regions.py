"""Regions of formulas filled down, across, or alike on several sheets, and what breaks them.

A line is a column or a row, cut where a cell is blank or holds text. Formulas of one shape in a
line are taken for one region, and what stands among them or at their ends is odd. It is told only
where nothing accounts for it: a total of its own line, the first step of a recurrence, cells that
are like their neighbours on the other axis, cells whose inputs are not like those of the others.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter, defaultdict
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from xlmetrics.address import Address, Range, quote_title
from xlmetrics.formula import FormulaFault, reference, references, tokens
from xlmetrics.rules.grid import NUMBER, TEXT, Grid, is_formula
from xlmetrics.rules.shapes import shapes
from xlmetrics.xlsx.shared_formula import SharedFormula

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from xlmetrics.model import Workbook
    from xlmetrics.rules.grid import Place

MAJORITY = 4
"""So many formulas alike outweigh a quarter of their number; fewer outweigh one."""

TOTALS = re.compile(
    r"\b(?:totals?|sums?|averages?|avg|means?|medians?|overall|all|m[ar]{1,2}p?|macro|micro|st\.?\s?dev"
    r"|min|max|count|summe|mittel(?:wert)?|durchschnitt|gesamt|moyenne|total[e]?s?|media|promedio"
    r"|ortalama|toplam|rata-rata|среднее|итого|сумма|всего)\b",
    re.IGNORECASE,
)
_ROW = re.compile(r"R\[(-?\d+)\]")
_COLUMN = re.compile(r"C\[(-?\d+)\]")
_NUMBER = re.compile(r"(?<![\w.\[])\d+(?:\.\d+)?(?![\w.\]])")
_CORNER = r"R(?:\[-?\d+\]|\d+)C(?:\[-?\d+\]|\d+)"
_AT = r"R(?:\[-?\d+\]|\d+)C(?:\[-?\d+\]|\d+)"
_PLACE = re.compile(rf"(?:[^\s(),;&=<>*/+^-]+!)?{_AT}(?::{_AT})?")


class Deviant(NamedTuple):
    """A cell that is not like the region it stands in.

    ``like`` is a cell of the region, and ``alike`` says which cells of it are nearest, before and
    after; ``members`` is how many there are. ``instead`` is the formula that the region would have
    here; a cell is ``typed`` that holds a number, or arithmetic with no reference. ``sheets`` are
    the sheets that agree, where the others stand on sheets of their own.
    """

    address: Address
    formula: str | None
    instead: str
    like: Address
    alike: tuple[Range, ...]
    members: int
    typed: bool
    sheets: tuple[str, ...] = ()


class _Run(NamedTuple):
    """Odd cells of a line that touch each other, by their places in a segment."""

    start: int
    end: int
    majority: str
    members: Sequence[int]
    odd: int


class Regions:
    """What is odd on the sheets of a workbook, and the shapes of its formulas."""

    def __init__(self, workbook: Workbook) -> None:
        self.shapes = shapes(workbook.formulas())
        self.grids = {sheet.title: Grid(sheet, self.shapes) for sheet in workbook.sheets}
        found: dict[Address, Deviant] = {}
        for grid in self.grids.values():
            for down in (True, False):
                for deviant in _Lines(grid, down).deviants():
                    found.setdefault(deviant.address, deviant)
        for deviant in _across_sheets(list(self.grids.values())):
            found.setdefault(deviant.address, deviant)
        self.deviants = tuple(found.values())


class _Lines:
    """The columns of a sheet, or its rows."""

    def __init__(self, grid: Grid, down: bool) -> None:  # noqa: FBT001 # which of two axes
        self._grid = grid
        self._down = down

    def deviants(self) -> Iterator[Deviant]:
        for line, positions in (self._grid.columns if self._down else self._grid.rows).items():
            for segment in self._segments(line, positions):
                marks = [self._grid.marks[self._place(line, at)] for at in segment]
                for run in _odd_runs(marks):
                    yield from self._judged(line, segment, marks, run)

    def _place(self, line: int, at: int) -> Place:
        return (at, line) if self._down else (line, at)

    def _segments(self, line: int, positions: Sequence[int]) -> Iterator[list[int]]:
        """Positions without a gap that hold formulas and numbers, where there are formulas."""
        marks = self._grid.marks
        segment: list[int] = []
        formulas = 0
        for at in positions:
            mark = marks[self._place(line, at)]
            if segment and (at != segment[-1] + 1 or mark == TEXT):
                if formulas > 1:
                    yield segment
                segment, formulas = [], 0
            if mark != TEXT:
                segment.append(at)
                formulas += mark != NUMBER
        if formulas > 1:
            yield segment

    def _judged(
        self, line: int, segment: Sequence[int], marks: Sequence[str], run: _Run
    ) -> Iterator[Deviant]:
        inside = run.members[0] < run.start and run.end < run.members[-1]
        near = _nearest(run, inside)
        first = self._place(line, segment[0])
        for at in range(run.start, run.end + 1):
            place = self._place(line, segment[at])
            neighbours = [self._place(line, segment[each]) for each in near]
            if self._accounted_for(place, first, run, marks, at):
                continue
            like = neighbours[0]
            instead = self._moved(like, place)
            if not instead or _same_cells(self._grid, place, instead):
                continue
            if self._speaks(place, neighbours, instead, run, inside):
                yield self._deviant(line, segment, place, like, instead, run)

    def _accounted_for(
        self, place: Place, first: Place, run: _Run, marks: Sequence[str], at: int
    ) -> bool:
        """Whether something is known that makes this cell differ from the majority.

        A recurrence may begin otherwise, and begin again as it did in the ``first`` cell.
        """
        mark = marks[at]
        if _looks_back(run.majority, self._down):
            same = mark == marks[0] and (
                mark != NUMBER or self._grid.cells[place].value == self._grid.cells[first].value
            )
            if same or at < run.members[0]:
                return True
        if mark == NUMBER:
            return self._typed_across(place)
        return self._totals_its_line(place, mark) or self._conforms(place, mark)

    def _conforms(self, place: Place, mark: str) -> bool:
        """Whether it is like a neighbour on the other axis, or reads the same of another sheet."""
        elsewhere = self._elsewhere(place)
        return any(
            self._grid.marks.get(each) == mark or (elsewhere and self._elsewhere(each) == elsewhere)
            for each in self._beside(place)
        )

    def _elsewhere(self, place: Place) -> list[tuple[int, ...]]:
        """The cells that are all of what a formula refers to on other sheets, whichever those."""
        cell = self._grid.cells.get(place)
        found = seen(cell.formula, self._grid.title) if cell and cell.formula else []
        own = any(each.sheet == self._grid.title for each in found)
        return [] if own else [each[1:] for each in found]

    def _beside(self, place: Place) -> tuple[Place, Place]:
        row, column = place
        if self._down:
            return (row, column - 1), (row, column + 1)
        return (row - 1, column), (row + 1, column)

    def _before(self, place: Place, steps: int = 1) -> Place:
        row, column = place
        return (row - steps, column) if self._down else (row, column - steps)

    def _typed_across(self, place: Place) -> bool:
        """Whether a line of numbers runs across lines of formulas here, as every other line may."""
        marks = self._grid.marks
        for steps in (1, -1):
            here = marks.get(self._before(place, steps))
            for beside in self._beside(place):
                typed = is_formula(here) and marks.get(beside) == NUMBER
                if typed and marks.get(self._before(beside, steps)) == here:
                    return True
        return False

    def _totals_its_line(self, place: Place, mark: str) -> bool:
        """Whether it adds up, or otherwise takes together, cells of its own line."""
        row, column = place
        taken = 0
        for found in _places_seen(mark, row, column):
            top, left, bottom, right = found
            first, last = (top, bottom) if self._down else (left, right)
            low, high = (left, right) if self._down else (top, bottom)
            line = column if self._down else row
            if low <= line <= high:
                taken += last - first + 1
        return taken > 1

    def _speaks(
        self,
        place: Place,
        neighbours: Sequence[Place],
        instead: str,
        run: _Run,
        inside: bool,  # noqa: FBT001
    ) -> bool:
        """Whether the place asks for what the majority has."""
        grid = self._grid
        mark = grid.marks[place]
        many, alone = len(run.members), run.start == run.end
        fits = any(_fits(grid, instead, each) for each in neighbours)
        if mark == NUMBER:
            return fits and (inside or self._at_home(place, neighbours[0], run))
        kin = _kin(mark, run.majority)
        if (
            not self._down
            and _skeleton(mark) != _skeleton(run.majority)
            and not _same_sort(grid, place, neighbours)
        ):
            return False
        if inside and self._down and many >= MAJORITY and alone:
            return fits or kin
        if inside:
            return fits and (kin or (alone and many >= MAJORITY))
        return (
            many >= 3
            and fits
            and _close_kin(mark, run.majority)
            and self._same_context(place, neighbours[0])
        )

    def _at_home(self, place: Place, neighbour: Place, run: _Run) -> bool:
        """Whether a number at the end of a region stands where one of its formulas would."""
        if len(run.members) < 3 or not self._same_context(place, neighbour):
            return False
        if run.start < run.members[0]:
            return self._grid.marks.get(self._before(place)) == TEXT
        return True

    def _same_context(self, place: Place, neighbour: Place) -> bool:
        marks = self._grid.marks
        for one, other in zip(self._beside(place), self._beside(neighbour), strict=True):
            if sort_of(marks.get(one)) != sort_of(marks.get(other)):
                return False
        labels = self._grid.texts_left(place) if self._down else [self._grid.heading(place)]
        return not any(map(TOTALS.search, labels))

    def _moved(self, source: Place, place: Place) -> str:
        return moved(self._grid, source, place)

    def _deviant(
        self,
        line: int,
        segment: Sequence[int],
        place: Place,
        like: Place,
        instead: str,
        run: _Run,
    ) -> Deviant:
        title = self._grid.title
        at = bisect_left(run.members, run.start)
        stretches = _stretch(run.members, at - 1, -1)[::-1], _stretch(run.members, at, 1)
        alike = []
        for members in filter(None, stretches):
            ends = [self._place(line, segment[each]) for each in (members[0], members[-1])]
            alike.append(Range(title, *ends[0], *ends[1]))
        return Deviant(
            Address(title, *place),
            self._grid.cells[place].formula,
            instead,
            Address(title, *like),
            tuple(alike),
            len(run.members),
            self._grid.marks[place] == NUMBER,
        )


def _odd_runs(marks: Sequence[str]) -> Iterator[_Run]:
    """The runs of odd cells in a segment, of which there are few beside what they differ from."""
    clusters = list(_clusters(marks))
    for number, (first, last) in enumerate(clusters):
        counts = Counter(mark for mark in marks[first : last + 1] if mark != NUMBER)
        majority, many = counts.most_common(1)[0]
        if many < 2:
            continue
        members = [at for at in range(first, last + 1) if marks[at] == majority]
        begins = clusters[number - 1][1] + 1 if number else 0
        ends = clusters[number + 1][0] - 1 if number + 1 < len(clusters) else len(marks) - 1
        yield from _inside(marks, members, majority)
        most = max(1, many // MAJORITY)
        if many >= 3:
            if 0 < members[0] - begins <= most:
                yield _Run(begins, members[0] - 1, majority, members, members[0] - begins)
            if 0 < ends - members[-1] <= most:
                yield _Run(members[-1] + 1, ends, majority, members, ends - members[-1])


def _clusters(marks: Sequence[str]) -> Iterator[tuple[int, int]]:
    """From the first to the last of a shape that comes twice or more, joined where they overlap."""
    last = {mark: at for at, mark in enumerate(marks) if mark != NUMBER}
    start = end = -1
    for at, mark in enumerate(marks):
        if mark == NUMBER or (at > end and last[mark] == at):
            continue
        if at > end:
            if end > start:
                yield start, end
            start = at
        end = max(end, last[mark])
    if end > start:
        yield start, end


def _inside(marks: Sequence[str], members: Sequence[int], majority: str) -> Iterator[_Run]:
    gaps = [(before + 1, after - 1) for before, after in pairwise(members) if after - before > 1]
    if not gaps:
        return
    odd = sum(end - start + 1 for start, end in gaps)
    if not _are_few(odd, len(members)):
        return
    seen = Counter(mark for start, end in gaps for mark in set(marks[start : end + 1]))
    for start, end in gaps:
        if any(seen[mark] > 1 and mark != NUMBER for mark in marks[start : end + 1]):
            continue  # what comes again and again is meant
        yield _Run(start, end, majority, members, odd)


def _nearest(run: _Run, inside: bool) -> list[int]:  # noqa: FBT001
    at = bisect_left(run.members, run.start)
    before, after = run.members[max(0, at - 2) : at][::-1], run.members[at : at + 2]
    return [*before, *after] if inside or before else list(after)


def _stretch(members: Sequence[int], at: int, step: int) -> list[int]:
    """The members from this one on, forward or backward, between which there is no gap."""
    found: list[int] = []
    while 0 <= at < len(members) and (not found or members[at] == found[-1] + step):
        found.append(members[at])
        at += step
    return found


def moved(grid: Grid, source: Place, place: Place) -> str:
    """The formula of one cell as it is when filled into another; empty if it leaves the sheet."""
    formula = grid.cells[source].formula or ""
    found = SharedFormula(formula, *source).at(*place)
    return "" if "#REF!" in found and "#REF!" not in formula else found


def seen(formula: str, title: str) -> list[Range]:
    """What a formula refers to; nothing where it cannot be read."""
    try:
        return list(references(formula, title))
    except FormulaFault:
        return []


def _same_cells(grid: Grid, place: Place, instead: str) -> bool:
    """Whether a formula differs from another only in how it is written: $, order of a product."""
    formula = grid.cells[place].formula
    return formula is not None and _written(formula, grid.title) == _written(instead, grid.title)


def _written(formula: str, title: str) -> list[str]:
    try:
        words = tokens(formula)
    except FormulaFault:
        return [formula]
    plain = []
    for word in words:
        found = reference(word.text) if word.kind == "reference" else None
        plain.append(str(found.range(title)) if found else word.text.upper())
    kinds = {word.text for word in words if word.kind == "operator"}
    simple = all(word.kind in ("reference", "number", "operator") for word in words)
    return sorted(plain) if simple and kinds in ({"*"}, {"+"}) else plain


def _fits(grid: Grid, instead: str, neighbour: Place) -> bool:
    """Whether ``instead`` finds here what the formula of a neighbour finds there."""
    theirs = seen(grid.cells[neighbour].formula or "", grid.title)
    ours = seen(instead, grid.title)
    if len(theirs) != len(ours):
        return False
    marks = grid.marks
    return all(
        _alike(marks.get((mine.top, mine.left)), marks.get((other.top, other.left)))
        and _alike(marks.get((mine.bottom, mine.right)), marks.get((other.bottom, other.right)))
        for mine, other in zip(ours, theirs, strict=True)
        if mine.sheet == grid.title
    )


def _alike(one: str | None, other: str | None) -> bool:
    return one == other


def sort_of(mark: str | None) -> str | None:
    """A formula, a number, a text or nothing."""
    return "=" if is_formula(mark) else mark


def _skeleton(mark: str) -> str:
    """A shape without its references and numbers: functions and operators."""
    return _NUMBER.sub("0", _PLACE.sub("A1", mark))


def _kin(one: str, other: str) -> bool:
    """Whether two shapes have their functions, or a reference that moves, in common."""
    return _skeleton(one) == _skeleton(other) or bool(_moving(one) & _moving(other))


def _close_kin(one: str, other: str) -> bool:
    """Whether two shapes have all their functions, or all their references, in common."""
    return _skeleton(one) == _skeleton(other) or set(_PLACE.findall(one)) == set(
        _PLACE.findall(other)
    )


def _moving(shape: str) -> set[str]:
    return {found for found in _PLACE.findall(shape) if "[" in found}


def _looks_back(shape: str, down: bool) -> bool:  # noqa: FBT001 # which of two axes
    """Whether formulas of this shape refer to the one before them in their line."""
    if down:
        return any("R[-1]C[0]" in found for found in _PLACE.findall(shape))
    return any("R[0]C[-1]" in found for found in _PLACE.findall(shape))


def _places_seen(shape: str, row: int, column: int) -> Iterator[tuple[int, int, int, int]]:
    """Top, left, bottom and right of what a shape refers to on its own sheet."""
    for found in _PLACE.findall(shape):
        if "!" in found:
            continue
        corners = [_corner(corner, row, column) for corner in found.split(":")]
        (top, left), (bottom, right) = corners[0], corners[-1]
        yield min(top, bottom), min(left, right), max(top, bottom), max(left, right)


def _corner(text: str, row: int, column: int) -> Place:
    down, across = text[1:].split("C")
    return (
        row + int(down[1:-1]) if down[0] == "[" else int(down),
        column + int(across[1:-1]) if across[0] == "[" else int(across),
    )


def _same_sort(grid: Grid, place: Place, neighbours: Sequence[Place]) -> bool:
    """Whether columns have headings of one sort: ``q1`` and ``q2``, ``A`` and ``B``, or none."""
    return all(_bare(grid.heading(place)) == _bare(grid.heading(each)) for each in neighbours)


def _bare(heading: str) -> str:
    return re.sub(r"[\d\W_]+|\b\w\b", "", heading).casefold()


_SHEETS = 3
_PARALLEL = 3
"""Sheets are parallel which agree in at least so many other formulas, and in most."""


def _across_sheets(grids: Sequence[Grid]) -> Iterator[Deviant]:
    """Cells of which the same ones on other sheets say otherwise."""
    if len(grids) < _SHEETS:
        return
    votes: dict[str, Counter[bool]] = defaultdict(Counter)
    odd: list[tuple[Grid, Place, list[Grid]]] = []
    for place, cells in _by_place(grids).items():
        majority, many = Counter(mark for _, mark in cells).most_common(1)[0]
        if len(cells) < 2:
            continue
        for grid, mark in cells:
            votes[grid.title][mark == majority and many > 1] += 1
        agree = [grid for grid, mark in cells if mark == majority]
        differ = [grid for grid, mark in cells if mark != majority]
        differ += [grid for grid in grids if grid.marks.get(place) == NUMBER]
        if many >= 2 and _are_few(len(differ), many):
            odd += [(grid, place, agree) for grid in differ]
    for grid, place, agree in odd:
        ballots = votes[grid.title]
        if ballots[True] >= _PARALLEL and _are_few(ballots[False], ballots[True]):
            yield from _odd_sheet(grid, place, agree)


def _by_place(grids: Sequence[Grid]) -> dict[Place, list[tuple[Grid, str]]]:
    """The shapes that stand at each place, with the title of their own sheet erased."""
    found: dict[Place, list[tuple[Grid, str]]] = defaultdict(list)
    for grid in grids:
        own = quote_title(grid.title) + "!"
        for place, mark in grid.marks.items():
            if is_formula(mark):
                found[place].append((grid, mark.replace(own, "")))
    return found


def _are_few(odd: int, many: int) -> bool:
    """Whether so many are an exception beside so many others."""
    return odd <= 1 or (many >= MAJORITY and odd * MAJORITY <= many + odd)


def _odd_sheet(grid: Grid, place: Place, agree: Sequence[Grid]) -> Iterator[Deviant]:
    other = agree[0]
    formula = other.cells[place].formula or ""
    instead = formula.replace(quote_title(other.title) + "!", quote_title(grid.title) + "!")
    if _same_cells(grid, place, instead) or _label(grid, place) != _label(other, place):
        return
    if _same_extent(grid, other, place, instead, formula):
        yield Deviant(
            Address(grid.title, *place),
            grid.cells[place].formula,
            instead,
            Address(other.title, *place),
            (),
            len(agree),
            grid.marks[place] == NUMBER,
            tuple(each.title for each in agree),
        )


def _label(grid: Grid, place: Place) -> str:
    return next(grid.texts_left(place), "") or grid.heading(place)


def _same_extent(grid: Grid, other: Grid, place: Place, instead: str, formula: str) -> bool:
    """Whether what the formula refers to begins and ends alike on both sheets."""
    ours, theirs = seen(instead, grid.title), seen(formula, other.title)
    for mine, their in zip(ours, theirs, strict=True):
        if mine.sheet != grid.title or their.sheet != other.title:
            continue
        for row, column in (
            (mine.top, mine.left),
            (mine.bottom, mine.right),
            (mine.top - 1, mine.left),
            (mine.bottom + 1, mine.left),
            (mine.top, mine.left - 1),
            (mine.top, mine.right + 1),
        ):
            if (row, column) != place and sort_of(grid.marks.get((row, column))) != sort_of(
                other.marks.get((row, column))
            ):
                return False
    return True
