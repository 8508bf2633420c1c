"""What every cell of a workbook holds, as its formula and those that it reads tell.

Of a range only a few cells are looked at, since those of a line are alike; so a running sum over
a million rows costs no more than any other formula.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from xlmetrics.address import Address, Range
from xlmetrics.model import is_number
from xlmetrics.roles.grades import read_grade
from xlmetrics.roles.senses import INPUT, LOG, NUMBER, TEXT, UNKNOWN, Sense, understand
from xlmetrics.roles.words import says_none

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from xlmetrics.model import Workbook
    from xlmetrics.roles.formulas import Formulas, Written
    from xlmetrics.roles.grid import Grid
    from xlmetrics.roles.model import Meaning

_LOOKED_AT = 3
"""Cells looked at from the start of a range, and columns; its last is looked at too."""

_BLANK = Sense(INPUT)
_OF_TEXT = Sense(TEXT)


class Sensing:
    """The sense of each cell; ``said`` is what headings say of some.

    ``hints`` are the ranges of unknown inputs which formulas read as grades, ranks or first ranks.
    """

    def __init__(
        self,
        workbook: Workbook,
        grids: Mapping[str, Grid],
        formulas: Formulas,
        said: Mapping[Address, Sense],
    ) -> None:
        self._cells = workbook.cells
        self._grids = grids
        self._formulas = formulas
        self._said = said
        self._known: dict[Address, Sense] = {}
        self._seen: dict[Range, tuple[Address, ...]] = {}
        self._understood: dict[
            tuple[str, tuple[Sense, ...]], tuple[Sense, tuple[tuple[int, Meaning], ...]]
        ] = {}
        self.hints: dict[Range, Meaning] = {}
        self._names = {name: self._joined(place) for name, place in formulas.names.items()}

    def of(self, address: Address) -> Sense:
        """What a cell holds."""
        if address not in self._known:
            self._settle(address)
        return self._known[address]

    def seen(self, place: Range) -> Sequence[Address]:
        """The cells looked at of a range, blank ones left out."""
        sheet, top, left, bottom, right = place
        if top == bottom and left == right:
            return (Address(sheet, top, left),)
        if place not in self._seen:
            self._seen[place] = tuple(self._looked_at(place))
        return self._seen[place]

    def _looked_at(self, place: Range) -> Iterator[Address]:
        sheet, top, left, bottom, right = place
        grid = self._grids.get(sheet)
        if grid is None:
            return
        columns = range(left, min(right, left + _LOOKED_AT - 1) + 1)
        for column in (*columns, *((right,) if right > columns[-1] else ())):
            for row in grid.ends(column, top, bottom, _LOOKED_AT):
                yield Address(sheet, row, column)

    def _settle(self, address: Address) -> None:
        """Find what a cell holds, and before it what those hold that it reads."""
        waiting = [address]
        begun: set[Address] = set()
        while waiting:
            at = waiting[-1]
            written = self._formulas.at(at)
            if at in self._known or written is None:
                self._known.setdefault(at, self._typed(at))
                waiting.pop()
                continue
            needed = [] if at in begun else self._unknown(written)
            begun.add(at)
            waiting += [each for each in needed if each not in begun]
            if waiting[-1] == at:
                self._known[at] = self._computed(at, written)
                waiting.pop()

    def _unknown(self, written: Written) -> list[Address]:
        """The formulas among what a formula reads that are not known yet; what is typed is now."""
        unknown = []
        for place in written.read:
            for each in self.seen(place):
                if each not in self._known:
                    if self._formulas.at(each) is None:
                        self._known[each] = self._typed(each)
                    else:
                        unknown.append(each)
        return unknown

    def _typed(self, address: Address) -> Sense:
        said = self._said.get(address)
        if said is not None:
            return said
        cell = self._cells.get(address)
        if cell is None or is_number(cell.value) or read_grade(cell.value) is not None:
            return _BLANK
        return _BLANK if isinstance(cell.value, str) and says_none(cell.value) else _OF_TEXT

    def _computed(self, address: Address, written: Written) -> Sense:
        said = self._said.get(address, UNKNOWN)
        tree = self._formulas.tree(written.pattern)
        if tree is None:
            return said
        read = tuple(self._of_range(place) for place in written.ranges)
        key = written.pattern, read
        if key not in self._understood:
            try:
                self._understood[key] = understand(tree, read, dict(self._names))
            except RecursionError:
                self._understood[key] = UNKNOWN, ()
        sense, hints = self._understood[key]
        for number, meaning in hints:
            self.hints.setdefault(written.ranges[number], meaning)
        if sense.what in ("", TEXT, INPUT, NUMBER) or (sense.what == LOG and said.what):
            return said if said.what else sense._replace(inputs=frozenset())
        return sense._replace(ideal=sense.ideal or said.ideal, inputs=frozenset())

    def _of_range(self, place: Range) -> Sense:
        """What most of the cells looked at hold; running sums begin with another."""
        senses = [self._known.get(address, UNKNOWN) for address in self.seen(place)]
        known = Counter(sense for sense in senses if sense.what not in ("", TEXT, INPUT))
        if known:
            return known.most_common(1)[0][0]
        first = next((sense for sense in senses if sense.what), None)
        return first or (_BLANK if place.shape != (1, 1) else UNKNOWN)

    def _joined(self, place: Range) -> Sense:
        for address in self.seen(place):
            sense = self._said.get(address)
            if sense is not None:
                return sense
        return UNKNOWN
