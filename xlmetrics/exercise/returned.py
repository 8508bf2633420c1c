"""Where things stand in a workbook that a student returned, and what was typed there.

A sheet comes back renamed, sorted, with rows inserted, without names or without its key. So an
answer is looked for by the words beside it as well as by its name.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from xlmetrics.engine import Calculation
from xlmetrics.exercise.mark import Mark
from xlmetrics.inputs import shown
from xlmetrics.layout.course.exercise_answers import LABEL
from xlmetrics.model import NotChecked, agree
from xlmetrics.quantities import KINDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from xlmetrics.address import Address, Range
    from xlmetrics.model import Result, Table, Workbook

_NUMBER = re.compile(r"[=≈~]?([+-]?[0-9]*)[.,]?([0-9]*)(%?)")
_PLAIN = str.maketrans("−－＋．，％０１２３４５６７８９", "--+.,%0123456789")
"""The minus sign and full-width characters, as a keyboard has them."""

_SHOWN = 5
MAX_MARKS = 20
"""More in one file are passed over: each takes time to draw."""


class Differences(NamedTuple):
    """The given numbers that are no longer what they were, ``of`` how many.

    ``placed`` says whether names lead to the cells, or they were looked for where they once stood.
    """

    told: tuple[str, ...]
    of: int
    placed: bool

    @property
    def are_most(self) -> bool:
        """Whether more than half of the numbers are different."""
        return 2 * len(self.told) > self.of


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

    def is_another(self, given_out: Workbook) -> bool:
        """Whether it was made from another template than the one given out.

        It then has tables that not even the teacher's has; or fields that are not of its tables,
        and few of the answers have their words, or few of the given numbers are there.
        """
        ours = {(table.kind, table.number): table for table in given_out.tables}
        counts = Counter(table.kind for table in given_out.tables)
        known = {
            (kind, number)
            for kind, count in counts.items()
            for number in range(1, count * (1 + (kind in KINDS)) + 1)
        }
        found = {each for each in self._tables if each[0] in KINDS or each[0] == "exercise"}
        if found - known:
            return True
        asked = [table for table in given_out.tables if table.kind == "exercise"]
        labels = [_label(given_out, table, "answer") for table in asked]
        there = sum(any(self._beside(label, given_out)) for label in labels)
        few = 2 * there < len(labels) or self.differences(given_out).are_most
        return few and any(
            each in ours and self._tables[each].fields.keys() - ours[each].fields.keys()
            for each in found
        )

    def place(self, given_out: Workbook, table: Table, field: str) -> Address | None:
        """Where the cell of a field stands now: beside its label, else where its name leads.

        A cell beside the label of another is not the one that is looked for.
        """
        place = table[field].first
        label = _label(given_out, table, field)
        named = self._named(table, field)
        if named:
            words = self._book.value(named._replace(column=max(named.column - 1, 1)))
            if words == label:
                return named
            if isinstance(words, str) and words in _labels(given_out):
                named = None
        beside = list(self._beside(label, given_out))
        home = named.sheet if named else place.sheet
        here = [each for each in beside if each.sheet == home]
        return next(iter(here or beside), named)

    def value(self, place: Address) -> Result:
        """What a cell shows: a formula's value computed anew, or as stored if that cannot be.

        Of a formula that cannot be computed and has no stored value: why.
        """
        cell = self._book.cells.get(place)
        if cell is None or cell.formula is None:
            return None if cell is None else cell.value
        if self._values is None:
            self._values = Calculation(self._book).values()
        found = self._values[place]
        return cell.value if isinstance(found, NotChecked) and cell.value is not None else found

    def formula(self, place: Address) -> str:
        """The formula of a cell as it was typed, if it has one."""
        cell = self._book.cells.get(place)
        return (cell and cell.formula) or ""

    def differences(self, given_out: Workbook) -> Differences:
        """What became of the given numbers."""
        different: dict[Address, str] = {}
        given = self._given(given_out)
        for place, now in given.items():
            was, found = given_out.value(place), self.value(now)
            if not agree(found, was):
                different[now] = f"{now.a1} is {shown(found)}, was {shown(was)}"
        placed = any(kind in KINDS for kind, _ in self._tables)
        return Differences(tuple(different.values()), len(given), placed)

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
    text = "".join(answer.split()).translate(_PLAIN)
    if not text:
        return None, ""
    found = _NUMBER.fullmatch(text)
    if not found or not (found[1].strip("+-") or found[2]):
        return answer, ""
    number = float(f"{found[1] or 0}.{found[2] or 0}") / (100 if found[3] else 1)
    return number, f"{shown(answer)} is text, read as {number:.10g}"


def told(differences: Differences) -> str:
    """That given numbers were changed, and which."""
    if not differences.told:
        return ""
    cells = first_few(differences.told, "; ")
    if not differences.are_most:
        return f"given numbers were changed: {cells}"
    gone = "the given numbers are gone or not this student's"
    return f"{gone}: {cells}" if differences.placed else gone


def first_few(texts: Sequence[str], between: str = ", ") -> str:
    """The first of many texts, and how many more there are."""
    more = f" and {len(texts) - _SHOWN} more" if len(texts) > _SHOWN else ""
    return between.join(texts[:_SHOWN]) + more


def _label(given_out: Workbook, table: Table, field: str) -> Result:
    return given_out.value(table[field].first._replace(column=LABEL))


def _labels(given_out: Workbook) -> set[Result]:
    """The words beside the cells to type in or to read, on the sheets to work on."""
    return {
        cell.value
        for sheet in given_out.sheets
        if not sheet.hidden
        for cell in sheet.cells
        if cell.address.column == LABEL and isinstance(cell.value, str)
    }
