"""What a rule sees: the workbook, its values recomputed, and what its measures must be."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from xlmetrics.model import ErrorValue, NotChecked, is_number

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from xlmetrics.address import Address
    from xlmetrics.expected import Expectation
    from xlmetrics.model import Result, Table, Value, Workbook

TOLERANCE = 1e-9


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


def agree(one: Result, other: Result) -> bool:
    """Whether two values are the same, numbers to 1e-9; a blank and a 0 are not."""
    if is_number(one) and is_number(other):
        return math.isclose(one, other, rel_tol=TOLERANCE, abs_tol=TOLERANCE)
    return type(one) is type(other) and one == other
