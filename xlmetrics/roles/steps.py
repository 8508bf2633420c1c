"""Lines that stand beside a list and have a value for each of its ranks."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from xlmetrics.roles.grades import read_grade
from xlmetrics.roles.grid import number_of
from xlmetrics.roles.model import Meaning

if TYPE_CHECKING:
    from collections.abc import Sequence

    from xlmetrics.address import Address
    from xlmetrics.roles.listed import Listed
    from xlmetrics.roles.model import Line
    from xlmetrics.roles.senses import Sense
    from xlmetrics.roles.sheets import Sheets

_COUNTED = re.compile(r"COUNTIF|RANK|SUMPRODUCT", re.IGNORECASE)
"""How a place in the ideal order is found that follows from the grades."""

OF_RANKS = frozenset(Meaning) - {
    Meaning.QUERY, Meaning.SYSTEM, Meaning.DOCUMENT, Meaning.RANK, Meaning.GRADE, Meaning.JUDGED,
    Meaning.FIRST_RANK,
}  # fmt: skip
"""Meanings of lines with a value for each rank."""

_AT_RANK: dict[str, Meaning] = {
    "DCG": Meaning.CUMULATED_GAIN,
    "IDCG": Meaning.CUMULATED_IDEAL,
    "nDCG": Meaning.NDCG_AT_RANK,
    "P": Meaning.PRECISION_AT_RANK,
    "R": Meaning.RECALL_AT_RANK,
    "AP": Meaning.PRECISION_AT_HIT,
}
_IDEAL: dict[Meaning | str, Meaning] = {
    Meaning.GRADE: Meaning.IDEAL_GRADE,
    Meaning.GAIN: Meaning.IDEAL_GAIN,
    Meaning.DISCOUNTED_GAIN: Meaning.IDEAL_DISCOUNTED_GAIN,
    "DCG": Meaning.CUMULATED_IDEAL,
    Meaning.CUMULATED_GAIN: Meaning.CUMULATED_IDEAL,
}
IDEALS = frozenset(_IDEAL.values())


def at_rank(measure: str, sense: Sense | None) -> Meaning | None:
    """What a line is under the name of a measure that has a value for each rank."""
    if sense is not None and sense.what == Meaning.DISCOUNTED_GAIN:
        ideal = measure == "IDCG" or sense.ideal
        return Meaning.IDEAL_DISCOUNTED_GAIN if ideal else Meaning.DISCOUNTED_GAIN
    if sense is not None and sense.what == Meaning.PRECISION_AT_HIT and measure in ("P", "AP"):
        return Meaning.PRECISION_AT_HIT
    return _AT_RANK.get(measure)


def step_of(sense: Sense) -> Meaning | None:
    """The step that a formula computes at each rank."""
    if sense.over:
        return None
    if sense.ideal and sense.what in _IDEAL:
        return _IDEAL[sense.what]
    if sense.measure:
        return _AT_RANK.get(sense.measure)
    return sense.what if isinstance(sense.what, Meaning) and sense.what in OF_RANKS else None


def add_line(listed: Listed, line: Line) -> bool:
    """Give a list a line, unless it has one of this meaning, or its ideal is not in order."""
    if line.meaning is Meaning.PRECISION_AT_RANK and _is_of_hits(listed, line):
        line = line.of(Meaning.PRECISION_AT_HIT)
    if line.meaning is Meaning.IDEAL_GRADE and _is_of_gains(listed, line):
        line = line.of(Meaning.IDEAL_GAIN)
    if line.meaning is Meaning.IDEAL_GAIN and _are_gains(listed):
        line = line.of(Meaning.IDEAL_GRADE)
    if line.meaning in listed.lines or (line.meaning in IDEALS and is_scattered(listed)):
        return False
    listed.lines[line.meaning] = line
    return True


def _is_of_hits(listed: Listed, line: Line) -> bool:
    """Whether precision stands at hits only: after the first one, it is nowhere else 0 or blank."""
    grid = listed.grid
    if grid is None:
        return False
    shown = [grid.at(at) for at in line.cells]
    if any(cell and cell.formula and cell.value is None for cell in shown):
        return False  # never calculated
    grades = [grid.at(at) for at in listed.grades]
    hits = [bool(cell and (read_grade(cell.value) or 0) > 0) for cell in grades]
    values = [number_of(cell) or 0 for cell in shown]
    values += [0] * (len(hits) - len(values))
    first = hits.index(True) if True in hits else len(hits)
    after = [value for value, hit in zip(values[first:], hits[first:], strict=False) if not hit]
    return bool(after) and not any(after)


def _is_of_gains(listed: Listed, line: Line) -> bool:
    """Whether an ideal that was typed is one of gains: of what is no grade of the list, but one."""
    grid, gain = listed.grid, listed.lines.get(Meaning.GAIN)
    if grid is None or gain is None:
        return False
    ideal, gains, grades = (
        {number_of(grid.at(at)) for at in cells} - {None}
        for cells in (line.cells, gain.cells, listed.judged)
    )
    return bool(ideal - grades) and ideal - grades <= gains


def _are_gains(listed: Listed) -> bool:
    """Whether what a list holds are the gains: no other grades are known."""
    gain = listed.lines.get(Meaning.GAIN)
    return gain is not None and gain.cells == tuple(listed.grades)


def is_scattered(listed: Listed) -> bool:
    """Whether each document has its place in the ideal order beside it, and stands where it was."""
    table, grid = listed.table, listed.grid
    ideal = table.saying("ideal rank") if table and not table.ranks else []
    if not ideal or grid is None:
        return False
    cells = [grid.get(row, ideal[0].column) for row in listed.rows]
    if any(cell and cell.formula and _COUNTED.search(cell.formula) for cell in cells):
        return True
    return [number_of(cell) for cell in cells] != list(range(1, len(cells) + 1))


def beside(listed: Listed, column: int, *, ideal: bool) -> list[Address]:
    """The cells of a column beside a list, rank by rank; an ideal goes on beside all judged."""
    grid = listed.grid
    if grid is None:
        return []
    rows = _ideal_rows(listed) if ideal else listed.rows
    cells = [(row, column) for row in rows]
    while cells and grid.get(*cells[-1]) is None:
        cells.pop()
    return [grid.address(*place) for place in cells]


def rows_of(listed: Listed, meaning: Meaning) -> Sequence[int]:
    """The rows beside which a line of this meaning may stand, in its order."""
    return _ideal_rows(listed) if meaning in IDEALS else listed.rows


def _ideal_rows(listed: Listed) -> list[int]:
    """The rows beside which an ideal may stand: of a list alone in its table, all there are."""
    table = listed.table
    if table is None or table.ranks or len(listed.span) < listed.most:
        return sorted(listed.span)
    return sorted(row for row in table.rows if row >= min(listed.span))


def is_cumulative(sheets: Sheets, listed: Listed, cells: Sequence[Address]) -> bool:
    """Whether typed numbers run up along a list, and do not fall to 0 with its grades."""
    value = sheets.workbook.cells.get
    numbers = [number_of(value(at)) for at in cells]
    graded = [read_grade(cell.value) if (cell := value(at)) else None for at in listed.grades]
    if any(
        number == 0 for number, grade in zip(numbers[1:], graded[1:], strict=False) if grade == 0
    ):
        return numbers[0] == 0 and not any(numbers)
    known = [number for number in numbers if number is not None]
    return all(one <= other for one, other in pairwise(known))
