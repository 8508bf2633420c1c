"""Complaints about a file, collected, so that all are told at once: place, fault and mend."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.errors import XlmetricsError

if TYPE_CHECKING:
    from collections.abc import Callable

    import polars as pl

    Place = Callable[[int], str]
    """Where a row stands: the file and its line, or its path in JSON."""

SHOWN = 20
EXCERPT = 60


class Complaints:
    """What is wrong with a file; the first twenty are told, the others counted."""

    def __init__(self) -> None:
        self._told: list[str] = []
        self._count = 0

    def add(self, place: str, what: str) -> None:
        """Note a fault; ``what`` says how to mend it too."""
        self._count += 1
        if len(self._told) < SHOWN:
            self._told.append(f"{place}: {what}")

    def add_rows(self, at: Place, faulty: pl.Series, what: Callable[[int], str]) -> None:
        """Note the same fault for every row that the mask ``faulty`` marks."""
        rows = faulty.fill_null(value=False).arg_true()
        self._count += len(rows)
        for row in rows.head(SHOWN - len(self._told)):
            self._told.append(f"{at(row)}: {what(row)}")

    def settle(self) -> None:
        """Raise XlmetricsError if there is anything to complain of."""
        if self._count > len(self._told):
            self._told.append(f"and {self._count - len(self._told):,} more of this kind")
        if self._told:
            raise XlmetricsError(*self._told)


def excerpt(text: object) -> str:
    """A value as it is quoted in a complaint: not too long, and on one line."""
    shown = repr(text)
    return shown if len(shown) <= EXCERPT else f"{shown[:EXCERPT]}… ({len(str(text)):,} characters)"
