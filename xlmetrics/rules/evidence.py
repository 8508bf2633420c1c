"""What a rule sees: the workbook, its values recomputed, and what its measures must be."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING

from xlmetrics.diagnosis.doubt import not_understood
from xlmetrics.expected import expectations
from xlmetrics.model import ErrorValue, NotChecked, agree
from xlmetrics.roles.model import Reading
from xlmetrics.rules.kin import odd_ones
from xlmetrics.rules.perturb import perturb
from xlmetrics.rules.ranges import short_ranges
from xlmetrics.rules.reads import Reads
from xlmetrics.rules.regions import Regions

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from collections.abc import Set as AbstractSet

    from xlmetrics.address import Address
    from xlmetrics.diagnosis.model import Diagnosis
    from xlmetrics.expected import Expectation
    from xlmetrics.model import Result, Table, Value, Workbook
    from xlmetrics.rules.kin import Odd
    from xlmetrics.rules.ranges import ShortRange


@dataclass(frozen=True)
class Evidence:
    """Everything that is known of a workbook when the rules look at it.

    ``unfit`` are the tables of which nothing can be expected, with the reason. ``recomputed``
    holds every formula cell; ``stated`` says of every measure cell what it stands there to show,
    by the reference. ``recompute`` gives the formula cells' values when some inputs are changed,
    and ``trials`` says how often there is time for that. Of a workbook that does not say where its
    measures are, ``reading`` holds what was understood and ``diagnoses`` what was found out.
    """

    workbook: Workbook
    tables: tuple[Table, ...]
    unfit: tuple[tuple[Table, str], ...]
    trials: int
    recomputed: dict[Address, Result]
    stated: tuple[Expectation, ...]
    recompute: Callable[[Mapping[Address, Value]], dict[Address, Result]]
    reading: Reading = field(default_factory=Reading)
    diagnoses: tuple[Diagnosis, ...] = ()

    def formula(self, address: Address) -> str | None:
        """The formula of a cell; None where it has none."""
        cell = self.workbook.cells.get(address)
        return None if cell is None else cell.formula

    def value(self, address: Address) -> Result:
        """What a cell holds: recomputed where it has a formula."""
        if address in self.recomputed:
            return self.recomputed[address]
        return self.workbook.value(address)

    @property
    def is_foreign(self) -> bool:
        """Whether nothing in the workbook says that it is one of ours."""
        return not self.workbook.tables

    @cached_property
    def not_understood(self) -> AbstractSet[str]:
        """The sheets of which most was not understood, though measures stand there."""
        return not_understood(self.diagnoses)

    @cached_property
    def regions(self) -> Regions:
        """The regions of like formulas, and what breaks them."""
        return Regions(self.workbook)

    @cached_property
    def reads(self) -> Reads:
        """Which cells formulas read."""
        return Reads(self.workbook, self.regions.shapes)

    @cached_property
    def short_ranges(self) -> dict[Address, ShortRange]:
        """The formulas with a range that leaves out adjoining cells."""
        return short_ranges(self.regions)

    @cached_property
    def odd_ones(self) -> tuple[Odd, ...]:
        """The wrong cells that are made unlike others of their kind."""
        return tuple(odd_ones(self))

    @cached_property
    def expected(self) -> tuple[Expectation, ...]:
        """What every measure cell must show: its mistake only where its formula makes that."""
        return tuple(map(self._settled, self.stated))

    def tried(self) -> Iterator[tuple[dict[Address, Value], dict[Address, Result]]]:
        """Other inputs, the same each time, and what the formulas give on them."""
        random = Random(0)
        for _ in range(self.trials if self.tables else 0):
            changed = perturb(self.workbook, self.tables, random)
            yield changed, self.recompute(changed)

    def expected_on(self, values: Mapping[Address, Result]) -> Iterator[tuple[Table, Expectation]]:
        """What every measure cell must show when some cells hold other values."""
        for table, each in self._stated_on(values):
            yield table, self._settled(each)

    @cached_property
    def _mistaken(self) -> frozenset[Address]:
        """The cells whose formula makes the mistake that they stand there for.

        It must make it on any inputs; where those in the file do not tell the mistake from what
        is right, others do.
        """
        said = {
            each.address: {makes_its_mistake(each, self.value(each.address))}
            for each in self.stated
            if each.mistaken and each.address in self.recomputed
        }
        for changed, recomputed in self.tried() if said else ():
            for _, each in self._stated_on(recomputed | changed):
                if each.address in said:
                    said[each.address].add(makes_its_mistake(each, recomputed[each.address]))
        return frozenset(
            address for address, makes in said.items() if True in makes and False not in makes
        )

    def _settled(self, stated: Expectation) -> Expectation:
        return stated if stated.address in self._mistaken else stated.right

    def _stated_on(self, values: Mapping[Address, Result]) -> Iterator[tuple[Table, Expectation]]:
        def value(address: Address) -> Result:
            return values[address] if address in values else self.workbook.value(address)

        for table in self.tables:
            for each in expectations(table, value):
                yield table, each

    def wrong_figures(self) -> Iterator[tuple[Expectation, Result, str | None]]:
        """The measure cells whose formula gives what it must not, with what it gives."""
        for each in self.expected:
            gives = self.recomputed.get(each.address)
            if each.address in self.recomputed and not meets(gives, each.value):
                yield each, gives, self.workbook.cells[each.address].formula


def makes_its_mistake(stated: Expectation, gives: Result) -> bool | None:
    """Whether a cell shows the mistake that it stands there for; None where nothing tells."""
    right = stated.right.value
    if any(isinstance(value, NotChecked) for value in (gives, stated.value, right)):
        return None
    if not agree(gives, stated.value):
        return False
    return None if agree(gives, right) else True


def meets(gives: Result, should: Result) -> bool:
    """Whether what a formula gives is what the measure asks for.

    What is not checked on either side is not held against the formula. Where there is no value
    to give (a rank beyond the judged documents, text for a grade), any error will do, and so will
    a blank or a 0, which add nothing.
    """
    if isinstance(gives, NotChecked) or isinstance(should, NotChecked):
        return True
    if isinstance(should, ErrorValue):
        return isinstance(gives, ErrorValue) or gives in (None, "") or agree(gives, 0)
    return agree(gives, should)
