"""Rows of headings, and the parts of one that are tables of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.address import MAX_ROW
from xlmetrics.roles.grades import read_grade
from xlmetrics.roles.grid import text_of
from xlmetrics.roles.headings import NAMES
from xlmetrics.roles.matrix import ranks_in
from xlmetrics.roles.model import Meaning
from xlmetrics.roles.runs import runs
from xlmetrics.roles.words import understand

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from collections.abc import Set as AbstractSet

    from xlmetrics.address import Address
    from xlmetrics.roles.grid import Grid
    from xlmetrics.roles.runs import Run

KEYS = (Meaning.RANK, Meaning.QUERY, Meaning.DOCUMENT)
"""Headings of which a second one begins another table beside the first."""

GRADED = (Meaning.GRADE, Meaning.RANK)

_FEW = 2
"""So many words for grades may be headings."""


def by_heading_row(grid: Grid, headed: AbstractSet[Address]) -> dict[int, list[Run]]:
    """The runs whose headings stand in one row, or in the two rows of one heading."""
    by_row: dict[int, list[Run]] = {}
    for run in runs(grid, headed):
        by_row.setdefault(run.heading, []).append(run)
    by_row = {row: kept for row, found in by_row.items() if (kept := _without_grades(found))}
    for row in sorted(by_row):
        if row + 1 in by_row:
            lower = {run.column for run in by_row[row + 1]}
            counted = {at for each in ranks_in(grid, row + 1, by_row[row + 1]) for at in each}
            begins = [run.rows[0] for run in by_row[row] if run.rows and run.column not in counted]
            apart = all(run.column not in lower for run in by_row[row])
            if apart and all(begin > row + 1 for begin in begins):
                by_row[row + 1] += by_row.pop(row)
    return by_row


def _without_grades(found: list[Run]) -> list[Run]:
    """The runs of a row without those whose headings are grades, relevant and not: ``R``, ``N``."""
    grades = [read_grade(run.label) for run in found]
    known = [grade for grade in grades if grade is not None]
    if len(known) <= _FEW or min(known) > 0 or not any(known):
        return found
    return [run for run, grade in zip(found, grades, strict=True) if grade is None]


def side_by_side(grid: Grid, found: list[Run]) -> Iterator[list[Run]]:
    """Parts of a row of headings, each a table.

    One begins where the first key comes again, and after a gap where rows of another number begin.
    """
    part: list[Run] = []
    said: set[Meaning | str] = set()
    key: Meaning | str = ""
    for place, run in enumerate(found):
        again = key and run.said.what == key and said - {key, ""}
        parted = part and _is_parted(grid, part[-1], run)
        if again or (parted and _is_other(grid, found[place:], part)):
            yield part
            part, key = [], ""
            said = set()
        part.append(run)
        said.add(run.said.what)
        key = key or (run.said.what if run.said.what in KEYS else "")
    if part:
        yield part


def _is_other(grid: Grid, rest: Sequence[Run], part: Sequence[Run]) -> bool:
    """Whether what follows a gap is another table."""
    return _is_longer(rest[0], part) or _is_apart(grid, rest, part) or _sums_up(grid, rest, part)


def _is_longer(run: Run, part: Sequence[Run]) -> bool:
    """Whether a column of names or ranks goes further down than the grades of a table before it."""
    graded = [each for each in part if each.said.what in GRADED and each.rows]
    names = run.said.what in KEYS and len(run.rows) > 1
    return names and bool(graded) and _first_stretch(run) > max(map(_first_stretch, graded))


def _is_parted(grid: Grid, one: Run, other: Run) -> bool:
    """Whether a column without a heading lies between two."""
    return any(grid.get(one.heading, at) is None for at in range(one.column + 1, other.column))


def _is_apart(grid: Grid, rest: Sequence[Run], part: Sequence[Run]) -> bool:
    """Whether ranks and grades follow to which nothing before them gives a name.

    So do those that have names of documents of their own, after other documents.
    """
    graded, ranked = (
        [each for each in rest if each.said.what == what and each.rows] for what in GRADED
    )
    if not ranked or not graded or any(each.said.what in GRADED for each in part):
        return False
    first = ranked[0].rows[0]
    if all(first not in each.rows for each in part):
        return True
    if {each.said.what for each in part}.intersection(NAMES) != {Meaning.DOCUMENT}:
        return False
    across = range(rest[0].column, rest[-1].column)
    return any(text_of(grid.get(first, at)) for at in across)


def _sums_up(grid: Grid, rest: Sequence[Run], part: Sequence[Run]) -> bool:
    """Whether fewer rows with names of their own follow, of measures or under the same ones."""
    rows = rest[0].rows
    if not 0 < len(rows) < len(part[0].rows):
        return False
    between = range(part[-1].column + 1, rest[0].column + 1)
    names = ([text_of(grid.get(row, at)) for row in rows] for at in between)
    named = next(filter(all, names), None)
    if named is None:
        return False
    again = not _measures(part).isdisjoint(_measures(rest))
    return again or any(map(_names_measure, named))


def _names_measure(text: str) -> bool:
    said = understand(text)
    return said is not None and (bool(said.measure) or said.mean)


def _measures(found: Sequence[Run]) -> set[str]:
    return {each.said.measure for each in found} - {""}


def _first_stretch(run: Run) -> int:
    """The last row of a column before its first gap."""
    pairs = zip(run.rows, [*run.rows[1:], MAX_ROW], strict=True)
    return next(row for row, after in pairs if after - row > 1)
