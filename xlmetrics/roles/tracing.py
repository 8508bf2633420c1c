"""Which lists a formula reads, itself or by way of others, on any sheet."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from xlmetrics.address import Address
    from xlmetrics.roles.formulas import Formulas
    from xlmetrics.roles.listed import Listed
    from xlmetrics.roles.sensing import Sensing

_MANY = 3
"""Of a formula that reads more lists than this, no more are counted."""


class Tracing:
    """For each cell the lists whose grades it is computed from."""

    def __init__(
        self, formulas: Formulas, sensing: Sensing, grades: Mapping[Address, Listed]
    ) -> None:
        self._formulas = formulas
        self._sensing = sensing
        self.grades = grades
        self._known = {cell: frozenset((each,)) for cell, each in grades.items()}

    def lists(self, address: Address) -> frozenset[Listed]:
        """The lists that a cell is computed from; more than a few are not all told."""
        waiting = [address]
        begun: set[Address] = set()
        while waiting:
            at = waiting[-1]
            if at not in self._known:
                needed = self._needed(at)
                fresh = [] if at in begun else [x for x in needed if self._is_open(x)]
                begun.add(at)
                waiting += [each for each in fresh if each not in begun]
                if waiting[-1] != at:
                    continue
                found = set().union(*(self._known.get(each, ()) for each in needed))
                self._known[at] = frozenset(list(found)[: _MANY + 1])
            waiting.pop()
        return self._known[address]

    def _is_open(self, address: Address) -> bool:
        """Whether a cell is a formula of which nothing is known yet."""
        return address not in self._known and self._formulas.at(address) is not None

    def only(self, address: Address) -> Listed | None:
        """The one list that a cell is computed from; None where there is none, or several."""
        found = self.lists(address)
        return next(iter(found)) if len(found) == 1 else None

    def _needed(self, address: Address) -> list[Address]:
        written = self._formulas.at(address)
        if written is None:
            return []
        return [each for place in written.read for each in self._sensing.seen(place)]
