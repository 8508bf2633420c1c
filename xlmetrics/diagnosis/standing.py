"""What stands in the cells of a foreign workbook: in the file, with its inputs put right, changed.

Inputs that another rule tells of (a number stored as text, a date for a grade, ranks that do not
count from 1) are put right first, in memory, so that what follows from them is not taken for a
mistake of its own, and further mistakes are seen.
"""

from __future__ import annotations

import re
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING

from xlmetrics.diagnosis.matching import Sight
from xlmetrics.diagnosis.observed import View
from xlmetrics.diagnosis.other_inputs import Inputs
from xlmetrics.formula import FormulaFault, references, references_in
from xlmetrics.model import ErrorValue, NotChecked, is_number
from xlmetrics.roles.grades import HIGHEST_GRADE, is_date, read_grade
from xlmetrics.roles.model import Meaning

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from xlmetrics.address import Address
    from xlmetrics.diagnosis.observed import Values
    from xlmetrics.diagnosis.other_inputs import Following
    from xlmetrics.diagnosis.subjects import Subject
    from xlmetrics.model import Result, Value, Workbook
    from xlmetrics.roles.model import Ranking, Reading

    Recompute = Callable[[Mapping[Address, Value]], Mapping[Address, Result]]

MOST_CELLS = 10_000
"""Ranges larger than this are not searched for errors."""

_DECIMALS = re.compile(r"\.(0+|#+)")
_A_NUMBER = re.compile(r"[0-9]*\.[0-9]+")
_A_REFERENCE = re.compile(r"[A-Za-z]\$?[0-9]|\]|!")


class Standing:
    """The cells of a workbook with the values they have, and those they would have."""

    def __init__(
        self,
        workbook: Workbook,
        reading: Reading,
        recomputed: Mapping[Address, Result],
        recompute: Recompute,
    ) -> None:
        self._workbook = workbook
        self._reading = reading
        self._recompute = recompute
        self.in_file = self._over({}, recomputed)
        self.mends = dict(self._mended())
        self.value = self.changed({}) if self.mends else self.in_file

    def changed(self, changes: Mapping[Address, Value]) -> Values:
        """What the cells hold when some are changed; what is put right stays so."""
        both = {**self.mends, **changes}
        return self._over(both, self._recompute(both))

    def others(self, number: int, follow: Iterable[Following]) -> Iterator[Values]:
        """What the cells hold on other inputs, with what was typed following from these."""
        inputs = Inputs(self._workbook, self._reading)
        random = Random(0)
        follow = list(follow)
        for _ in range(number):
            changes = inputs.draw(random)
            if not changes:
                return
            value = self.changed(changes)
            if found := inputs.follow(value, follow):
                value = self.changed({**changes, **found})
            yield value

    def is_mended(self, ranking: Ranking | None) -> bool:
        """Whether inputs of a list were put right."""
        if ranking is None or not self.mends:
            return False
        return not self.mends.keys().isdisjoint((*ranking.grades, *ranking.judged, *ranking.ranks))

    def sight(self, subject: Subject, value: Values) -> Sight:
        """What a subject is computed from, and what it shows."""
        shown = (self._own(subject, cell, value) for cell in subject.cells)
        return Sight(subject.see(value), tuple(shown))

    def is_typed(self, address: Address) -> bool:
        """Whether no formula stands in a cell."""
        return self.formula(address) is None

    def formula(self, address: Address) -> str | None:
        """The formula of a cell."""
        cell = self._workbook.cells.get(address)
        return None if cell is None else cell.formula

    def refers(self, address: Address) -> bool:
        """Whether the formula of a cell refers to others."""
        return bool(_A_REFERENCE.search(self.formula(address) or ""))

    def reads_unknown(self, address: Address) -> bool:
        """Whether a formula reads typed numbers that were taken for nothing."""
        return any(
            self.is_typed(cell) and is_number(self.in_file(cell)) and cell not in self._taken
            for place in references_in(self.formula(address) or "", address.sheet)
            if place.shape[0] * place.shape[1] <= MOST_CELLS
            for cell in place.addresses()
        )

    @cached_property
    def _taken(self) -> frozenset[Address]:
        """The cells that were taken for something."""
        found: set[Address | None] = set(self._reading.given())
        for ranking in self._reading.rankings:
            found.update(cell for line in ranking.lines.values() for cell in line.cells)
        for figure in self._reading.figures:
            found.update((figure.first_rank, figure.k_at, *(figure.counts or ())))
        return frozenset(filter(None, found))

    def decimals(self, address: Address) -> int:
        """The decimals with which a number is written or shown."""
        cell = self._workbook.cells.get(address)
        if cell is None or not is_number(cell.value):
            return 0
        shown = _DECIMALS.search(cell.number_format)
        written = len(repr(float(cell.value)).partition(".")[2].removesuffix("0"))
        return max(written, len(shown[1]) if shown else 0)

    def decimals_in_formula(self, address: Address) -> int | None:
        """The fewest decimals of the numbers in a formula; None where there are none."""
        numbers = _A_NUMBER.findall(self.formula(address) or "")
        return min((len(each) - each.index(".") - 1 for each in numbers), default=None)

    @cached_property
    def _first_ranks(self) -> frozenset[Address]:
        lines = self._reading.lines
        ranks = [line.cells for line in lines if line.meaning is Meaning.FIRST_RANK]
        return frozenset(cell for cells in ranks for cell in cells)

    def _mended(self) -> Iterator[tuple[Address, Value]]:
        for ranking in self._reading.rankings:
            for cell in {*ranking.grades, *ranking.judged}:
                yield from self._mended_grade(cell)
            for rank, cell in enumerate(ranking.ranks, 1):
                held = self.in_file(cell)
                if self.is_typed(cell) and is_number(held) and held != rank:
                    yield cell, rank
        counts = (figure.counts or () for figure in self._reading.figures)
        for cell in {*self._first_ranks, *(cell for each in counts for cell in each if cell)}:
            held = self.in_file(cell)
            if isinstance(held, str) and held.strip().isdigit() and self.is_typed(cell):
                yield cell, int(held)

    def _mended_grade(self, address: Address) -> Iterator[tuple[Address, Value]]:
        cell = self._workbook.cells.get(address)
        if cell is None or cell.formula is not None:
            return
        grade = read_grade(cell.value)
        if is_date(cell) or (grade is not None and abs(grade) > HIGHEST_GRADE):
            yield address, None
        elif isinstance(cell.value, str) and any(map(str.isdigit, cell.value)):
            yield address, grade

    def _over(self, changes: Mapping[Address, Value], computed: Mapping[Address, Result]) -> View:
        return View(changes, computed, otherwise=self._workbook.value)

    def _own(self, subject: Subject, address: Address, value: Values) -> Result:
        """What a cell shows; an error only where it comes about in its own formula."""
        shown = value(address)
        if isinstance(shown, ErrorValue) and self._inherits(subject, address, value):
            return NotChecked("an error stands among its inputs")
        return shown

    def _inherits(self, subject: Subject, address: Address, value: Values) -> bool:
        """Whether an error comes from elsewhere; that of a missing first rank does not."""
        formula = self.formula(address)
        if formula is None or "#" in formula:
            return True
        try:
            places = list(references(formula, address.sheet))
        except FormulaFault:
            return True
        return any(
            isinstance(value(cell), ErrorValue)
            for place in places
            if place.shape[0] * place.shape[1] <= MOST_CELLS
            for cell in place.addresses()
            if subject.figure is None or cell != subject.figure.first_rank
        )
