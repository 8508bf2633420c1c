"""XL210 grade off the scale: a grade is not one of the scale the table names.

What it does: holds each grade against the scale; on sheets that others built, against the scale
that a text states, or else against all the other grades: one date, one fraction or percentage
among whole grades, one number far above all others.

Why it is bad: one grade of 30 for 3 outweighs every other document.

Example: `7` on a scale of 0 to 3; a text where a grade belongs is noted too.

Use instead: a grade of the scale, or a blank for a document that was not judged.
"""

from __future__ import annotations

import re
from collections import Counter
from datetime import date, timedelta
from typing import TYPE_CHECKING, NamedTuple

from xlmetrics.address import Address
from xlmetrics.inputs import reads_as_number, shown
from xlmetrics.model import Finding, Severity, is_number
from xlmetrics.quantities import GRADED
from xlmetrics.roles.grades import HIGHEST_GRADE, is_date, read_grade
from xlmetrics.rules.given import graded_lists
from xlmetrics.rules.grid import NUMBER, TEXT

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from xlmetrics.model import Cell, Result
    from xlmetrics.rules.evidence import Evidence
    from xlmetrics.rules.grid import Grid

CODE = "XL210"
_FEW = 4
"""Among fewer others, none is odd."""

FEW_ODD, ODD = 3, 0.1
"""Where more of the grades are odd than these few, or this share, they are hardly grades at all."""

_FAR = 2
"""So many times the highest of the others is far above them."""

_DAYS = 20_000, 80_000
"""What the days from 1954 to 2119 are as numbers."""

_SCALE = re.compile(
    r"\b(?:grad|rat|rel|scale|judg|bewert|not)\w*\W{1,3}(?:are |is |from |of |scale |von )?"
    r"(\d)\s*(?:to|-|–|\.\.+|…|bis)\s*(\d)\b(?!\s*[/%.])",
    re.IGNORECASE,
)
_HEADING = re.compile(
    r"\W*(?:relevan\w*|rel|grades?|ratings?|judge?ments?|bewertung|relevanz)\W*", re.IGNORECASE
)
_OPEN = re.compile(
    r"\W*|n\W?/?\W?a\W?|none|(?:un|not |nicht )(?:judged|rated|graded|known|bewertet)"
    r"|miss(?:ed|ing)|x",
    re.IGNORECASE,
)
"""Texts that say of a document that nobody graded it."""


def find(evidence: Evidence) -> Iterator[Finding]:
    """Grades off the scale, and text that counts as not judged."""
    for table in evidence.tables:
        if "scale" not in table.fields:
            continue
        scale = [evidence.value(address) for address in table["scale"].addresses()]
        grades = ", ".join(map(shown, scale))
        judged = [table[name] for name in GRADED if name in table.fields]
        for address in (address for place in judged for address in place.addresses()):
            grade = evidence.value(address)
            if is_number(grade) and grade not in scale:
                yield Finding(CODE, address, f"the grade is not on the scale {grades}", grade)
            elif isinstance(grade, str) and not reads_as_number(grade):
                yield Finding(
                    CODE,
                    address,
                    "text where a grade belongs: the document counts as not judged",
                    grade,
                    severity=Severity.NOTE,
                )
    if evidence.is_foreign:
        yield from _among_others(evidence)


def _among_others(evidence: Evidence) -> Iterator[Finding]:
    """Grades that are none, or unlike all others of the workbook."""
    others = {figure.address for figure in evidence.reading.figures}
    for ranking in evidence.reading.rankings:
        others.update(filter(None, (ranking.k, ranking.relevant)))
    listed = [cell for each in graded_lists(evidence.reading) for cell in each]
    typed = {
        cell: evidence.workbook.cells[cell]
        for cell in dict.fromkeys([*listed, *_headed(evidence, others)])
        if cell not in others and _is_typed(evidence, cell)
    }
    held = {cell: typed[cell] for cell in listed if cell in typed}
    none = {cell: why for cell, each in held.items() if (why := _no_grade_at_all(each))}
    yield from _together(evidence, none)
    yield from _odd(evidence, [each for cell, each in typed.items() if cell not in none])


def _together(evidence: Evidence, none: Mapping[Address, str]) -> Iterator[Finding]:
    """A finding for what is no grade at all, with the others that are none for the same reason."""
    for why in dict.fromkeys(none.values()):
        first, *others = [cell for cell, each in none.items() if each == why]
        value = evidence.workbook.cells[first].value
        yield Finding(CODE, first, why, value, affected=tuple(others))


def _no_grade_at_all(cell: Cell) -> str | None:
    """Why a number is no grade, whatever stands beside it."""
    grade = read_grade(cell.value)
    if grade is None:
        return None
    if is_date(cell) or (_DAYS[0] <= grade <= _DAYS[1] and grade == int(grade)):
        return f"the grade is a date, {_as_date(grade)}; retype what was meant"
    if grade > HIGHEST_GRADE:
        return f"no grade is above {HIGHEST_GRADE:,}: this is a date, an id, or a slip"
    return None


def _odd(evidence: Evidence, typed: Sequence[Cell]) -> Iterator[Finding]:
    """Grades that are unlike all others."""
    grades = {cell.address: read_grade(cell.value) for cell in typed}
    known = sorted(grade for grade in grades.values() if grade is not None)
    if len(known) <= _FEW:
        return
    scale = _stated_scale(evidence, known)
    fractions = sum(grade != int(grade) for grade in known)
    texts = Counter(cell.value for cell in typed if isinstance(cell.value, str))
    within = set(_within_lists(evidence, grades))
    found = []
    for cell in typed:
        grade = grades[cell.address]
        if grade is None:
            why = _no_grade(cell.value, texts) if cell.address in within else None
        else:
            others = _Others(
                known[1] if grade == known[0] else known[0],
                known[-2] if grade == known[-1] else known[-1],
                fractions == (grade != int(grade)),
            )
            why = _why_not(cell, grade, others, scale)
        if why:
            found.append(Finding(CODE, cell.address, why, cell.value))
    if len(found) <= max(FEW_ODD, ODD * len(known)):
        yield from found


def _within_lists(evidence: Evidence, grades: Mapping[Address, float | None]) -> Iterator[Address]:
    """The cells of lists before and after which a grade stands."""
    for each in graded_lists(evidence.reading):
        for before, cell, after in zip(each, each[1:], each[2:], strict=False):
            if grades.get(before) is not None and grades.get(after) is not None:
                yield cell


class _Others(NamedTuple):
    """All grades but one: the lowest, the highest, and whether they are whole numbers."""

    lowest: float
    highest: float
    whole: bool


def _headed(evidence: Evidence, others: AbstractSet[Address]) -> Iterator[Address]:
    """The numbers straight below a heading that says grade, none of which is anything else."""
    for grid in evidence.regions.grids.values():
        for (row, column), mark in grid.marks.items():
            if mark == TEXT and _HEADING.fullmatch(str(grid.cells[row, column].value)[:40]):
                cells = list(_numbers_below(grid, row, column))
                if others.isdisjoint(cells):
                    yield from cells


def _numbers_below(grid: Grid, row: int, column: int) -> Iterator[Address]:
    """The cells of numbers from one down to the first that is none."""
    at = row + 1
    while grid.marks.get((at, column)) == NUMBER:
        yield Address(grid.title, at, column)
        at += 1


def _no_grade(value: Result, texts: Mapping[str, int]) -> str | None:
    """What is wrong with a text that is no grade, where all others are or are left open.

    One that stands often is a word for a grade that nobody here knows.
    """
    if not isinstance(value, str) or _OPEN.fullmatch(value) or texts[value] > FEW_ODD:
        return None
    strange = [text for text in texts if read_grade(text) is None and not _OPEN.fullmatch(text)]
    return None if len(strange) > 1 else "a text that is no grade among grades"


def _is_typed(evidence: Evidence, address: Address) -> bool:
    cell = evidence.workbook.cells.get(address)
    return cell is not None and cell.formula is None


def _why_not(
    cell: Cell, grade: float, others: _Others, scale: tuple[float, float] | None
) -> str | None:
    """What is wrong with a grade beside the others; None where nothing is, or nobody can tell."""
    why = _padded(cell.value)
    if others.whole and isinstance(cell.value, str) and "%" in cell.value:
        why = "a percentage among grades that are whole numbers"
    elif others.whole and grade != int(grade):
        why = "a fraction among grades that are whole numbers"
    elif scale and not scale[0] <= grade <= scale[1] and grade != -1:
        why = f"the grade is not on the scale {scale[0]:g} to {scale[1]:g}"
    elif grade > 0 and grade > _FAR * others.highest > 0:
        why = f"the grade is far above all others, of which {others.highest:g} is the highest"
    elif grade < 0 and grade != -1 and others.lowest >= 0:
        why = "the grade is below 0, and no other is"
    return why


def _padded(value: Result) -> str | None:
    if isinstance(value, str) and value != value.strip() and not reads_as_number(value):
        return f"{shown(value)} has spaces around it, and is not equal to {shown(value.strip())}"
    return None


def _as_date(day: float) -> str:
    """The day of a serial number, as Excel counts them."""
    if not 60 < day < 100_000:
        return "by its format"
    return f"{date(1899, 12, 30) + timedelta(days=int(day)):%Y-%m-%d}"


def _stated_scale(evidence: Evidence, known: Sequence[float]) -> tuple[float, float] | None:
    """The lowest and the highest grade that texts state, if they agree and most grades comply."""
    found = {
        (int(match[1]), int(match[2]))
        for grid in evidence.regions.grids.values()
        for place, mark in grid.marks.items()
        if mark == TEXT
        for match in _SCALE.finditer(str(grid.cells[place].value)[:500])
    }
    if len(found) != 1:
        return None
    lowest, highest = found.pop()
    off = sum(not lowest <= grade <= highest for grade in known)
    return (lowest, highest) if off * _FEW <= len(known) else None
