"""The formulas of a workbook as trees, with where their references point; each form parsed once."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from xlmetrics.engine.parsing import parse
from xlmetrics.engine.structured import Tables
from xlmetrics.engine.tree import Call, Named, Referred
from xlmetrics.engine.values import Unchecked
from xlmetrics.formula import FormulaFault, abstract, reference, tokens, without_structured

if TYPE_CHECKING:
    from collections.abc import Iterator

    from xlmetrics.address import Address, Range
    from xlmetrics.engine.tree import Node
    from xlmetrics.model import Workbook


class Written(NamedTuple):
    """A formula: its pattern, with marks for its references, and where each of them points.

    ``named`` is where the names in it point.
    """

    pattern: str
    ranges: tuple[Range, ...]
    named: tuple[Range, ...] = ()

    @property
    def cells(self) -> set[Address]:
        """The single cells to which it refers."""
        return {place.first for place in self.ranges if place.shape == (1, 1)}

    @property
    def read(self) -> tuple[Range, ...]:
        """All that it reads."""
        return self.ranges + self.named


class Formulas:
    """Reads the formulas of one workbook; what cannot be read has no tree and reads nothing."""

    def __init__(self, workbook: Workbook) -> None:
        self._workbook = workbook
        self._tables = Tables(workbook.list_objects)
        self._titles = {sheet.title.casefold(): sheet.title for sheet in workbook.sheets}
        self._trees: dict[str, Node | None] = {}
        self._named: dict[str, tuple[Range, ...]] = {}
        self._read: dict[Address, Written] = {}
        self.names = dict(self._names())

    def at(self, address: Address) -> Written | None:
        """The formula that stands in a cell; None where none does."""
        if address not in self._read:
            cell = self._workbook.cells.get(address)
            if cell is None or cell.formula is None:
                return None
            self._read[address] = self._written(cell.formula, address)
        return self._read[address]

    def parsed(self, address: Address) -> tuple[Written, Node] | None:
        """The formula that stands in a cell, and its tree; None where none can be read."""
        written = self.at(address)
        tree = self.tree(written.pattern) if written else None
        return (written, tree) if written is not None and tree is not None else None

    def repeated(self, address: Address) -> Address:
        """The cell whose value a formula repeats, ``=C13``, by way of others; else its own."""
        seen: set[Address] = set()
        while address not in seen:
            seen.add(address)
            parsed = self.parsed(address)
            if parsed is None or not isinstance(parsed[1], Referred) or not parsed[1].is_cell:
                break
            address = parsed[0].ranges[parsed[1].number].first
        return address

    def tree(self, pattern: str) -> Node | None:
        """The tree of every formula of this pattern."""
        return self._trees.get(pattern)

    def _names(self) -> Iterator[tuple[str, Range]]:
        """The defined names that stand for cells, in capitals."""
        for name, meant in self._workbook.names.items():
            read = reference(meant.removeprefix("="))
            if read is not None and read.sheet is not None:
                yield name.upper(), self._spelt(read.range(read.sheet))

    def _written(self, formula: str, address: Address) -> Written:
        try:
            plain = without_structured(
                formula, lambda written: self._tables.plain(written, address)
            )
            pattern, found = abstract(plain)
            if pattern not in self._trees:
                tree = self._trees[pattern] = parse(tokens(plain))
                names = dict.fromkeys(_names_in(tree)) if self.names else ()
                self._named[pattern] = tuple(self.names[n] for n in names if n in self.names)
        except (FormulaFault, Unchecked, RecursionError):
            return Written("", ())
        read = [reference(text) for text in found]
        ranges = tuple(self._spelt(each.range(address.sheet)) for each in read if each)
        return Written(pattern, ranges, self._named.get(pattern, ()))

    def _spelt(self, place: Range) -> Range:
        """A range with the title of its sheet as it is spelt there."""
        title = self._titles.get(place.sheet.casefold(), place.sheet)
        return place if title == place.sheet else place._replace(sheet=title)


def _names_in(node: Node) -> Iterator[str]:
    if isinstance(node, Named):
        yield node.name.upper()
    elif isinstance(node, Call):
        for argument in node.arguments:
            yield from _names_in(argument)
