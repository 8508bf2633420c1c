"""What a rule sees: the workbook, its values recomputed, and what its measures must be."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from xlmetrics.model import ErrorValue, NotChecked, agree

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from xlmetrics.address import Address
    from xlmetrics.expected import Expectation
    from xlmetrics.model import Result, Table, Value, Workbook


@dataclass(frozen=True, slots=True)
class Evidence:
    """Everything that is known of a workbook when the rules look at it.

    ``unfit`` are the tables of which nothing can be expected, with the reason. ``recomputed``
    holds every formula cell; ``expected`` every measure cell, by the reference. ``recompute``
    gives the formula cells' values when some inputs are changed, and ``trials`` says how often
    there is time for that.
    """

    workbook: Workbook
    tables: tuple[Table, ...]
    unfit: tuple[tuple[Table, str], ...]
    trials: int
    recomputed: dict[Address, Result]
    expected: tuple[Expectation, ...]
    recompute: Callable[[Mapping[Address, Value]], dict[Address, Result]]

    def value(self, address: Address) -> Result:
        """What a cell holds: recomputed where it has a formula."""
        if address in self.recomputed:
            return self.recomputed[address]
        return self.workbook.value(address)

    def wrong_figures(self) -> Iterator[tuple[Expectation, Result, str | None]]:
        """The measure cells whose formula gives what it must not, with what it gives."""
        for each in self.expected:
            gives = self.recomputed.get(each.address)
            if each.address in self.recomputed and not meets(gives, each.value):
                yield each, gives, self.workbook.cells[each.address].formula


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
