"""Which of the figures of a measure a mean is meant of: those of a segment, a system, a query."""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING

from xlmetrics.engine.tree import Call, Constant
from xlmetrics.roles.conditions import conditions
from xlmetrics.roles.grades import read_grade
from xlmetrics.roles.grid import is_figure, text_of
from xlmetrics.roles.words import plain

if TYPE_CHECKING:
    from collections.abc import Iterator

    from xlmetrics.address import Address
    from xlmetrics.engine.tree import Node
    from xlmetrics.roles.claims import Claim, Claims
    from xlmetrics.roles.sheets import Sheets


class Segments:
    """Parts the figures of a workbook by what stands beside them, and by whose lists they are."""

    def __init__(self, sheets: Sheets, claims: Claims) -> None:
        self._sheets = sheets
        self._claims = claims
        self._ends: dict[str, list[tuple[int, frozenset[int]]]] = {}
        for table in sheets.tables:
            if not table.grid.turned and (held := [*table.columns, *table.all_ranks]):
                end = max(held), frozenset(table.rows)
                self._ends.setdefault(table.grid.title, []).append(end)

    def nearest(self, claim: Claim, read: list[Address], cells: list[Address]) -> list[Address]:
        """Of what a mean of some figures may take, that which is most like what it reads.

        It may take all of them, those of its segment, of one system or one query, or those between
        two other means.
        """
        cells = self._not_below(claim, read, cells)
        named = self._of_segment(claim, read, cells)
        if len(named) < len(cells) or not read:
            return named
        own = set(read)
        parts = [cells, *self._of_lists(cells)]
        if len({at[::2] for at in cells}) == 1:
            parts += self._between_means(claim, cells)
        return max(parts, key=lambda part: len(own & set(part)) / len(own | set(part)))

    def chooses(self, claim: Claim) -> bool:
        """Whether a mean takes only some of what it reads, by a condition."""
        written = self._sheets.formulas.at(claim.address)
        return written is not None and "IF" in written.pattern.upper()

    def _of_lists(self, cells: list[Address]) -> Iterator[list[Address]]:
        """The figures of each system, and of each query, of which there are several."""
        systems: dict[str, list[Address]] = {}
        queries: dict[str, list[Address]] = {}
        for at in cells:
            claim = self._claims.get(at)
            if claim is None or claim.listed is None:
                return
            systems.setdefault(claim.listed.system, []).append(at)
            queries.setdefault(claim.listed.name, []).append(at)
        for parts in (systems, queries):
            yield from (part for part in parts.values() if len(part) > 1)

    def _not_below(self, claim: Claim, read: list[Address], cells: list[Address]) -> list[Address]:
        """The figures without what stands below a mean of those above it, if it reads it not."""
        sheet, row, column = claim.address
        above = [at for at in cells if at[::2] == (sheet, column) and at.row < row]
        if 2 * len(above) <= len(cells):
            return cells
        own = set(read)
        return [at for at in cells if at[::2] != (sheet, column) or at.row < row or at in own]

    def _between_means(self, claim: Claim, cells: list[Address]) -> list[list[Address]]:
        """The figures of a column in the parts into which the means among them part it."""
        sheet, _, column = claim.address
        means = [
            each.address.row
            for each in self._claims.all()
            if each.mean and each.address[::2] == (sheet, column)
        ]
        parts: dict[int, list[Address]] = {}
        for cell in cells:
            parts.setdefault(sum(row < cell.row for row in means), []).append(cell)
        return list(parts.values())

    def _of_segment(self, claim: Claim, read: list[Address], cells: list[Address]) -> list[Address]:
        """The figures in whose rows stands what the row of a mean names, if that is of some.

        One that stands in the row of a figure has no row of its own.
        """
        if claim.address[:2] in {at[:2] for at in cells} and not self.chooses(claim):
            return cells
        named = self._label_before(claim.address) or self.texts(claim.address)
        named |= self._conditions(claim)
        found = [at for at in cells if not named.isdisjoint(self.texts(at))]
        if not found:
            found = self._that_comply(claim, cells)
        if not found:
            label = f" {plain(claim.label)} "
            found = [at for at in cells if any(f" {plain(t)} " in label for t in self.texts(at))]
        if 0 < len(found) < len(cells):
            return found
        return self._of_system(claim, read, cells) or cells

    def _that_comply(self, claim: Claim, cells: list[Address]) -> list[Address]:
        """The figures beside which the text stands that AVERAGEIF or SUMIF asks for."""
        parsed = self._sheets.formulas.parsed(claim.address) if self.chooses(claim) else None
        if parsed is None:
            return []
        written, tree = parsed
        asked = {
            at
            for each in conditions(tree, written.ranges, self._text_at)
            for at, key in zip(each.summed.addresses(), each.asked.addresses(), strict=True)
            if self._text_at(key) == each.text
        }
        return [at for at in cells if at in asked]

    def _text_at(self, at: Address) -> str:
        """The text in a cell."""
        return text_of(self._sheets.workbook.cells.get(at)).casefold()

    def _conditions(self, claim: Claim) -> set[str]:
        """The texts in a formula that takes only some of what it reads."""
        parsed = self._sheets.formulas.parsed(claim.address) if self.chooses(claim) else None
        texts = _texts_in(parsed[1]) if parsed else ()
        return {text.casefold() for text in texts if read_grade(text) is None}

    def _of_system(self, claim: Claim, read: list[Address], cells: list[Address]) -> list[Address]:
        """The figures of the lists of the system, or of the query, that stands above a mean.

        Those of no list that is known are of it if the mean reads them.
        """
        grid = self._sheets.grids[claim.address.sheet]
        row, column = claim.address.row - 1, claim.address.column
        while is_figure(grid.get(row, column)):
            row -= 1
        above = text_of(grid.get(row, column)).casefold()
        known = {at: each.listed for at in cells if (each := self._claims.get(at))}
        found = {
            at
            for at, listed in known.items()
            if above and listed and above in (listed.name.casefold(), listed.system.casefold())
        }
        unknown = {at for at in read if at in known and known[at] is None}
        return [at for at in cells if at in found or (found and at in unknown)]

    def _label_before(self, at: Address) -> set[str]:
        """The text nearest before a figure, if no blank parts the two."""
        grid = self._sheets.grids[at.sheet]
        column = at.column - 1
        while (cell := grid.get(at.row, column)) is not None:
            if text := text_of(cell):
                return {text.casefold()}
            column -= 1
        return set()

    def texts(self, at: Address) -> set[str]:
        """The texts before a cell in its row, those of tables that end before it left out."""
        grid = self._sheets.grids[at.sheet]
        first = self._begins(at)
        before = takewhile(lambda column: column < at.column, grid.rows.get(at.row, ()))
        texts = (text_of(grid.get(at.row, column)) for column in before if column >= first)
        return {text.casefold() for text in texts if text}

    def _begins(self, at: Address) -> int:
        """The first column after the tables that end before a cell in its row."""
        return 1 + max(
            (
                last
                for last, rows in self._ends.get(at.sheet, ())
                if last < at.column and at.row in rows
            ),
            default=0,
        )


def _texts_in(node: Node) -> Iterator[str]:
    if isinstance(node, Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, Call):
        for argument in node.arguments:
            yield from _texts_in(argument)
