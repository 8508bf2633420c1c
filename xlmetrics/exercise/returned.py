"""Where things stand in a workbook that a student returned, and what was typed there.

A sheet comes back renamed, sorted, with rows inserted, without names or without its key. So an
answer is looked for by the words beside it as well as by its name.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from xlmetrics.engine import Calculation
from xlmetrics.exercise.mark import Mark
from xlmetrics.inputs import shown
from xlmetrics.layout.course.exercise_answers import LABEL
from xlmetrics.model import NotChecked, agree
from xlmetrics.quantities import KINDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from xlmetrics.address import Address, Range
    from xlmetrics.model import Result, Table, Workbook

_NUMBER = re.compile(r"[=≈~]?([+-]?[0-9]*)[.,]?([0-9]*)(%?)")
_SHOWN = 5
MAX_MARKS = 20
"""More in one file are passed over: each takes time to draw."""


class Returned:
    """A workbook as it came back, held against what was given out."""

    def __init__(self, book: Workbook) -> None:
        self._book = book
        self._tables = {(table.kind, table.number): table for table in book.tables}
        self._values: dict[Address, Result] | None = None

    def marks(self) -> list[Mark]:
        """The marks that it carries, each once."""
        texts = (cell.value for cell in self._book.cells.values())
        found = (Mark.parse(text) for text in texts if isinstance(text, str))
        return list(dict.fromkeys(mark for mark in found if mark))[:MAX_MARKS]

    def is_filled_in(self, given_out: Workbook) -> bool:
        """Whether it is the teacher's: it has more tables than a student's."""
        ours = {(table.kind, table.number) for table in given_out.tables}
        return any(kind in KINDS for kind, _ in set(self._tables) - ours)

    def place(self, given_out: Workbook, table: Table, field: str) -> Address | None:
        """Where the cell of a field stands now: beside its label, else where its name leads."""
        place = table[field].first
        label = given_out.value(place._replace(column=LABEL))
        named = self._named(table, field)
        if named and self._book.value(named._replace(column=max(named.column - 1, 1))) == label:
            return named
        beside = list(self._beside(label, given_out))
        home = named.sheet if named else place.sheet
        here = [each for each in beside if each.sheet == home]
        return next(iter(here or beside), named)

    def value(self, place: Address) -> Result:
        """What a cell shows: a formula's value computed anew, or as stored if that cannot be."""
        cell = self._book.cells.get(place)
        if cell is None or cell.formula is None:
            return None if cell is None else cell.value
        if self._values is None:
            self._values = Calculation(self._book).values()
        found = self._values[place]
        return cell.value if isinstance(found, NotChecked) else found

    def differences(self, given_out: Workbook) -> tuple[list[str], int]:
        """The given numbers that are no longer what they were, and how many there are in all."""
        different: dict[Address, str] = {}
        given = self._given(given_out)
        for place, now in given.items():
            was, found = given_out.value(place), self.value(now)
            if not agree(found, was):
                different[now] = f"{now.a1} is {shown(found)}, was {shown(was)}"
        return list(different.values()), len(given)

    def _given(self, given_out: Workbook) -> dict[Address, Address]:
        """The cells of given numbers as they were given out, and where each stands now."""
        found: dict[Address, Address] = {}
        for table in given_out.tables:
            given = KINDS[table.kind].given.values() if table.kind in KINDS else ()
            for part in given:
                if part.name in table.fields and not (part.within or part.fixed):
                    was = table[part.name]
                    now = self._range(table, part.name) or was
                    found |= dict(zip(was.addresses(), self._kept(now, was), strict=False))
        return found

    def _kept(self, now: Range, was: Range) -> Iterable[Address]:
        """The cells of a range, without empty ones where rows were inserted into it."""
        places = list(now.addresses())
        if now.shape == was.shape:
            return places
        full = [each for each in places if self._book.value(each) is not None]
        return [*full, *[now.last] * was.shape[0]]

    def _range(self, table: Table, field: str) -> Range | None:
        found = self._tables.get((table.kind, table.number))
        return found.fields.get(field) if found else None

    def _named(self, table: Table, field: str) -> Address | None:
        place = self._range(table, field)
        return place.first if place else None

    def _beside(self, label: Result, given_out: Workbook) -> Iterator[Address]:
        """The cells to the right of a label, on any sheet that is no key."""
        keys = {sheet.cells[0].value for sheet in given_out.sheets if sheet.hidden}
        for sheet in self._book.sheets:
            is_key = sheet.hidden or any(cell.value in keys for cell in sheet.cells[:1])
            for cell in () if is_key else sheet.cells:
                if cell.value == label and cell.formula is None:
                    yield cell.address._replace(column=cell.address.column + 1)


def as_number(answer: Result) -> tuple[Result, str]:
    """An answer with text read as the number that it spells, and what to say of that.

    ``0,55`` and ``55%`` are such texts; of a text that is no number nothing is said here.
    """
    if not isinstance(answer, str):
        return answer, ""
    text = "".join(answer.split())
    if not text:
        return None, ""
    found = _NUMBER.fullmatch(text)
    if not found or not (found[1].strip("+-") or found[2]):
        return answer, ""
    number = float(f"{found[1] or 0}.{found[2] or 0}") / (100 if found[3] else 1)
    return number, f"{shown(answer)} is text, read as {number:.10g}"


def told(differences: list[str], count: int) -> str:
    """That given numbers were changed, and which."""
    if not differences:
        return ""
    more = f" and {len(differences) - _SHOWN} more" if len(differences) > _SHOWN else ""
    if 2 * len(differences) > count:
        return "the given numbers are gone or not this student's"
    return f"given numbers were changed: {'; '.join(differences[:_SHOWN])}{more}"
