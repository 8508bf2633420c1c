"""XL206 error value: a cell shows an error.

What it does: looks for measure cells whose formula gives an error where the measure has a value;
on sheets that others built, for the first cells in which an error arises. An error that every
formula reading it turns into a value, as IFERROR does, is meant, and so is one of blank inputs.

Why it is bad: the error spreads to every mean and comparison built on the figure.

Example: `=1/B19` where B19 is `none`.

Use instead: `=IFERROR(1/B19,0)`: a query without a hit scores 0.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from typing import TYPE_CHECKING

from xlmetrics.address import Address
from xlmetrics.diagnosis.model import Conclusion
from xlmetrics.model import ErrorValue, Finding, NotChecked
from xlmetrics.rules import xl210_grade_off_the_scale
from xlmetrics.rules.given import graded_lists
from xlmetrics.rules.grid import is_formula
from xlmetrics.rules.reads import NARROW, places

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from xlmetrics.address import Range
    from xlmetrics.rules.evidence import Evidence

CODE = "XL206"
_TOLD = (Conclusion.MISTAKE, Conclusion.WRONG)
_SOME = 20
_MANY = 200
_DEEP = 3


def find(evidence: Evidence) -> Iterator[Finding]:
    """Measure cells that give an error they should not, and cells where an error arises."""
    for each, gives, formula in evidence.wrong_figures():
        if isinstance(gives, ErrorValue):
            message = f"{each.measure}: the formula gives an error where the measure has a value"
            yield Finding(CODE, each.address, message, gives, each.value, formula)
    if evidence.is_foreign:
        yield from _where_they_arise(evidence)


def _where_they_arise(evidence: Evidence) -> Iterator[Finding]:
    wrong = dict(_errors(evidence))
    if not wrong:
        return
    explained = {each.cell for each in evidence.diagnoses if each.conclusion in _TOLD}
    inherited, spreading, caught = _ways(evidence, wrong, explained)
    grades = {cell for each in graded_lists(evidence.reading) for cell in each}
    told: set[tuple[str, int, str]] = set()
    for address, error in wrong.items():
        formula = evidence.formula(address)
        if address in inherited or address in explained:
            continue
        if address in caught - spreading and address not in grades:
            continue
        if formula is not None and _is_meant(evidence, address, formula, error):
            continue
        run = address.sheet, address.column, evidence.regions.shapes.get(address, str(address))
        if run not in told:
            told.add(run)
            more = " and spreads" if address in spreading else ""
            yield Finding(CODE, address, f"{error} arises here{more}", error, formula=formula)


def _ways(
    evidence: Evidence, wrong: Mapping[Address, ErrorValue], explained: Collection[Address]
) -> tuple[set[Address], set[Address], set[Address]]:
    """The errors that come from elsewhere, those handed on, and those turned into a value."""
    off = {finding.address for finding in xl210_grade_off_the_scale.find(evidence)}
    rows: dict[tuple[str, int], list[int]] = defaultdict(list)
    for sheet, row, column in sorted({*wrong, *off, *explained}):
        rows[sheet, column].append(row)
    inherited: set[Address] = set()
    spreading: set[Address] = set()
    caught: set[Address] = set()
    for address, shape in evidence.regions.shapes.items():
        read = {each for place in places(shape, address) for each in _within(rows, place)}
        read.discard(address)
        if address not in wrong:
            caught |= read
        elif read:
            inherited.add(address)
            spreading |= read
    return inherited, spreading, caught


def _errors(evidence: Evidence) -> Iterator[tuple[Address, ErrorValue]]:
    """The cells that show an error: by our engine, or, where it does not say, by the file."""
    for address, cell in evidence.workbook.cells.items():
        gives = evidence.value(address)
        shown = cell.value if isinstance(gives, NotChecked) else gives
        if isinstance(shown, ErrorValue):
            yield address, shown


def _within(rows: Mapping[tuple[str, int], list[int]], place: Range) -> Iterator[Address]:
    """Some of the cells with errors in a range, which are enough to know that it has any."""
    for column in range(place.left, min(place.right, place.left + NARROW) + 1):
        found = rows.get((place.sheet, column))
        if found:
            start = bisect_left(found, place.top)
            for row in found[start : start + _SOME]:
                if row <= place.bottom:
                    yield Address(place.sheet, row, column)


def _is_meant(evidence: Evidence, address: Address, formula: str, error: ErrorValue) -> bool:
    """Whether the formula asks for the error, or has nothing to calculate with."""
    if "#REF!" in formula.upper() or error.name in ("#NAME?", "#REF!"):
        return False
    if error.name == "#N/A" and "NA()" in formula.upper().replace(" ", ""):
        return True
    seen = [*places(evidence.regions.shapes[address], address)]
    return bool(seen) and all(_is_blank(evidence, place, _DEEP) for place in seen)


def _is_blank(evidence: Evidence, place: Range, depth: int) -> bool:
    """Whether there are but blanks in a range, and formulas over nothing but blanks."""
    grid = evidence.regions.grids.get(place.sheet)
    if grid is None or place.shape[0] * place.shape[1] > _MANY:
        return False
    for each in place.addresses():
        mark = grid.marks.get((each.row, each.column))
        if mark is None:
            continue
        if not is_formula(mark) or depth == 0:
            return False
        if not all(_is_blank(evidence, read, depth - 1) for read in places(mark, each)):
            return False
    return True
