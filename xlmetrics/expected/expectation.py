"""The value a formula cell must show."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from xlmetrics.model import NotChecked

if TYPE_CHECKING:
    from xlmetrics.address import Address
    from xlmetrics.model import Result, Table

ValueOf = Callable[["Address"], "Result"]


@dataclass(frozen=True, slots=True)
class Mistake:
    """What a figure should have been that shows a known mistake, for the rule with this code.

    Without a code no rule tells of it: the figure says how far another is off.
    """

    code: str
    measure: str
    value: Result
    formula: str


@dataclass(frozen=True, slots=True)
class Expectation:
    """The value a formula cell must show, and the measure that says so.

    A cell that stands there to show a known mistake must show that, and is ``mistaken``.
    """

    address: Address
    measure: str
    value: Result
    mistaken: Mistake | None = None

    @property
    def right(self) -> Expectation:
        """What the cell should show; that is itself where it stands for no mistake."""
        if self.mistaken is None:
            return self
        return Expectation(self.address, self.mistaken.measure, self.mistaken.value)


def not_checked(table: Table, reason: str, fields: Iterable[str]) -> Iterator[Expectation]:
    """Nothing is known of these fields, for this reason."""
    for field in fields:
        if field in table.fields:
            for address in table[field].addresses():
                yield Expectation(address, field.replace("_", " "), NotChecked(reason))
