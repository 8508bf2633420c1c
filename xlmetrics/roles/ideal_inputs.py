"""Judgments and typed ideals that no list was found to have: what the ideal of a figure reads."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from xlmetrics.engine.tree import references
from xlmetrics.model import is_number
from xlmetrics.roles.grades import read_grade
from xlmetrics.roles.listed import is_graded
from xlmetrics.roles.model import Line, Meaning
from xlmetrics.roles.operands import quotients
from xlmetrics.roles.pools import ordered_references, read_typed_ideals
from xlmetrics.roles.senses import INPUT
from xlmetrics.roles.steps import add_line

if TYPE_CHECKING:
    from collections.abc import Iterator

    from xlmetrics.address import Address, Range
    from xlmetrics.roles.claims import Claim, Claims
    from xlmetrics.roles.listed import Listed
    from xlmetrics.roles.sheets import Sheets

MOST = 1_000
"""A range of more cells is not looked through."""

_WHY = "the ideal of its figure reads it"
_IDEALS = (Meaning.IDEAL_GRADE, Meaning.IDEAL_GAIN, Meaning.IDEAL_DISCOUNTED_GAIN)
_FREE = (INPUT, "", Meaning.JUDGED, Meaning.GRADE)


class _Read(NamedTuple):
    """Numbers that an ideal is made of; ``ordered`` is whether formulas put them in order."""

    cells: tuple[Address, ...]
    ordered: bool


def read_ideal_inputs(sheets: Sheets, claims: Claims) -> None:
    """Take what the ideal of a list is made of for its judgments, or for an ideal that was typed.

    It must hold the relevant documents of the list, and be of no list of another query. Where
    lists of several queries read one such place, and others another, some read what is not theirs.
    """
    reader = _Reader(sheets, claims)
    for listed in sheets.listed:
        if listed.relevant is None:
            listed.relevant = reader.count_of(listed)
    found = {listed: read for listed in sheets.listed if (read := reader.of(listed))}
    queries: dict[_Read, set[str]] = {}
    for listed, read in found.items():
        queries.setdefault(read, set()).add(listed.name)
    for listed, read in found.items():
        if len(queries) > 1 and len(queries[read]) > 1:
            continue
        if read.ordered:
            listed.judged = [*read.cells]
        else:
            add_line(listed, Line(Meaning.IDEAL_GRADE, read.cells, why=_WHY))
    read_typed_ideals(sheets)


class _Reader:
    """Finds what the ideals of lists read that nothing else is known of."""

    def __init__(self, sheets: Sheets, claims: Claims) -> None:
        self._sheets = sheets
        self._taken = sheets.judged | {
            at for each in sheets.listed for line in each.lines.values() for at in line.cells
        }
        self._claims: dict[Listed, list[Claim]] = {}
        for claim in claims.all():
            if claim.listed and not claim.mean and claim.measure in ("IDCG", "nDCG"):
                self._claims.setdefault(claim.listed, []).append(claim)

    def of(self, listed: Listed) -> _Read | None:
        """The one place from which the ideals of a list can come."""
        if listed.judged != listed.grades:
            return None
        ideals = [listed.lines[each] for each in _IDEALS if each in listed.lines]
        if any(self._sheets.tracing.lists(line.cells[0]) for line in ideals):
            return None  # it is made of what is known
        stated = bool(ideals)
        found = {
            read
            for claim in self._claims.get(listed, ())
            for read in self._read(claim)
            if (read.ordered or not stated) and self._fits(listed, read)
        }
        return found.pop() if len(found) == 1 else None

    def count_of(self, listed: Listed) -> Address | None:
        """The number of relevant documents from which the ideal of a list of hits follows."""
        value = self._sheets.workbook.value
        grades = [read_grade(value(at)) or 0 for at in listed.judged]
        claims = self._claims.get(listed, ()) if {*grades} <= {0, 1} else ()
        found = {
            at
            for claim in claims
            if (written := self._sheets.formulas.at(claim.address))
            for at in written.cells
            if at not in (claim.k_at, listed.k) and self._counts(at, sum(grades))
        }
        return found.pop() if len(found) == 1 else None

    def _counts(self, at: Address, least: float) -> bool:
        """Whether a whole number was typed in a cell that nothing else is known of."""
        number = self._sheets.workbook.value(at)
        whole = is_number(number) and float(number).is_integer() and number >= least
        return whole and self._sheets.formulas.at(at) is None and self._is_free(at)

    def _read(self, claim: Claim) -> Iterator[_Read]:
        """What the ideal is computed from: what is put in order there, and what was typed."""
        formulas = self._sheets.formulas
        waiting = [claim.address]
        single: list[Address] = []
        begun: set[Address] = set()
        while waiting:
            at = waiting.pop()
            parsed = formulas.parsed(at)
            if parsed is None:
                single.append(at)
            elif at not in begun:
                begun.add(at)
                written, tree = parsed
                of_ratio = at == claim.address and claim.measure == "nDCG"
                parts = [below for _, below in quotients(tree)] if of_ratio else [tree]
                ordered = {number for part in parts for number in ordered_references(part)}
                for number in {number for part in parts for number in references(part)}:
                    cells = self._held(written.ranges[number])
                    if len(cells) > 1 and (number in ordered or not any(map(formulas.at, cells))):
                        yield _Read(cells, number in ordered)
                    else:
                        waiting += cells
        if len(single) > 1:
            yield _Read(tuple(sorted(set(single))), ordered=False)

    def _held(self, place: Range) -> tuple[Address, ...]:
        """The cells of a range that hold what can be a grade; none of a very large one."""
        rows, columns = place.shape
        if rows * columns > MOST:
            return ()
        value = self._sheets.workbook.cells.get
        return tuple(at for at in place.addresses() if is_graded(value(at)))

    def _fits(self, listed: Listed, read: _Read) -> bool:
        """Whether typed numbers can be all that is judged for a list, or the best of it."""
        if not (all(map(self._is_free, read.cells)) or self._are_of_like(listed, read)):
            return False
        own, ideal = (
            [read_grade(self._sheets.workbook.value(at)) or 0 for at in cells]
            for cells in (listed.grades, read.cells)
        )
        if not any(ideal) or (not read.ordered and ideal != sorted(ideal, reverse=True)):
            return False
        least = 0 if read.ordered else min(ideal)
        return not Counter(grade for grade in own if grade > least) - Counter(ideal)

    def _are_of_like(self, listed: Listed, read: _Read) -> bool:
        """Whether they are all that is judged for another list of the same query."""
        cells = [*read.cells]
        return read.ordered and any(
            each is not listed and each.name == listed.name and each.judged == cells
            for each in self._sheets.listed
        )

    def _is_free(self, at: Address) -> bool:
        """Whether a cell is neither in a list, nor in a line beside one, nor said to be another."""
        if at in self._taken:
            return False
        if self._sheets.formulas.at(at):
            return not self._sheets.tracing.lists(at)
        return self._sheets.sensing.of(at).what in _FREE
