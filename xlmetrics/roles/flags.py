"""Columns that only say which grades of a list count as relevant: they are no list of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from xlmetrics.address import Address
    from xlmetrics.roles.formulas import Formulas
    from xlmetrics.roles.listed import Listed


def without_flags(listed: Sequence[Listed], formulas: Formulas) -> list[Listed]:
    """The lists but for those whose grades are computed, one by one, from the typed of another."""
    typed: dict[int, set[Address]] = {}
    for each in listed:
        if formulas.at(each.grades[0]) is None:
            typed.setdefault(id(each.table), set()).update(each.grades)
    return [
        each
        for each in listed
        if not all(
            _reads(formulas, at, typed.get(id(each.table), set()))
            for at in (each.grades[0], each.grades[-1])
        )
    ]


def _reads(formulas: Formulas, at: Address, grades: set[Address]) -> bool:
    """Whether a formula reads one of some grades, in its own row or column."""
    written = formulas.at(at)
    return written is not None and any(
        place.shape == (1, 1)
        and place.first in grades
        and (place.first.row == at.row or place.first.column == at.column)
        for place in written.ranges
    )
