"""Which figures a mean should take: one for each query, those too that its formula leaves out."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from xlmetrics.engine.tree import Call
from xlmetrics.roles.model import Meaning
from xlmetrics.roles.operands import WRAPPERS
from xlmetrics.roles.segments import Segments
from xlmetrics.roles.steps import at_rank
from xlmetrics.roles.words import says_parts, says_weighted, understand

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from xlmetrics.address import Address
    from xlmetrics.roles.claims import Claim, Claims, Family
    from xlmetrics.roles.sheets import Sheets
    from xlmetrics.roles.words import Said

_OF_FIRST_RANKS = frozenset({"RR", "Success", "R"})
"""What the first ranks of all queries give in one step; of one item each, recall too."""

_MOST = 1000
"""Of a range that a mean reads, so many cells are asked what they belong to."""

_EXTREMES = frozenset({
    "MAX", "MIN", "LARGE", "SMALL", "STDEV", "STDEV.S", "STDEV.P", "STDEVP", "VAR", "VAR.S",
    "VAR.P", "QUARTILE", "PERCENTILE", "COUNT",
})  # fmt: skip

_LOOKUPS = frozenset({"VLOOKUP", "HLOOKUP", "XLOOKUP", "LOOKUP", "INDEX"})


def read_means(sheets: Sheets, claims: Claims) -> None:
    """Give every mean its figures; one that has none is no mean of anything known."""
    finder = _Finder(sheets, claims)
    for claim in claims.all():
        claim.mean = claim.mean or finder.takes_several(claim) or takes_first_ranks(sheets, claim)
    claims.drop([each for each in claims.all() if each.mean and finder.is_of_extremes(each)])
    homeless = []
    for claim in claims.all():
        if claim.mean:
            claim.mean_of = finder.taken(claim)
            claim.weighted = finder.is_weighted(claim)
            if not claim.mean_of:
                homeless.append(claim)
            for at in claim.mean_of:
                if (taken := claims.get(at)) is not None:
                    taken.averaged = True
    claims.drop(homeless)
    finder.read_typed()


class _Finder:
    """Knows the figures of a workbook by what a mean may be told of them."""

    def __init__(self, sheets: Sheets, claims: Claims) -> None:
        self._sheets = sheets
        self._claims = claims
        self._segments = Segments(sheets, claims)
        self._family_of = claims.families
        self._families = list(dict.fromkeys(claims.families.values()))
        self._lines: dict[tuple[str, tuple[str, int, int]], Family] = {}
        for family in self._families:
            columns = {(at.sheet, 0, at.column) for at in family.cells}
            rows = {(at.sheet, at.row, 0) for at in family.cells}
            for lines in (columns, rows):
                if len(family.cells) > 1 and len(lines) == 1:
                    self._lines.setdefault((family.measure, lines.pop()), family)
        self._in_row = {
            (each.grades[0].sheet, each.grades[0].row): id(each)
            for each in sheets.listed
            if each.table is not None and each.table.ranks and not each.table.grid.turned
        }
        self._steps = {
            at: (line.meaning, place)
            for listed in sheets.listed
            for line in listed.lines.values()
            for place, at in enumerate(line.cells)
        }

    def is_weighted(self, claim: Claim) -> bool:
        """Whether the label of a mean, or a text before it in its row, says that it is weighted."""
        return any(map(says_weighted, (claim.label, *self._segments.texts(claim.address))))

    def is_of_extremes(self, claim: Claim) -> bool:
        """Whether a formula picks the best of some figures, or tells how they spread.

        Under a label that says mean it is meant as one.
        """
        parsed = self._sheets.formulas.parsed(claim.address)
        node = parsed[1] if parsed else None
        if not isinstance(node, Call) or node.function not in _EXTREMES:
            return False
        texts = (claim.label, *self._segments.texts(claim.address))
        return not any((said := understand(text)) and _says_mean(said) for text in texts)

    def takes_several(self, claim: Claim) -> bool:
        """Whether a figure of no list is computed from several of its measure."""
        if claim.listed or claim.first_rank or claim.counts or _is_in_row_of_list(claim):
            return False
        if self._looks_up(claim):
            return False
        read = set(self._cells_read(claim))
        families = (self._family_of[at] for at in read if at in self._family_of)
        if sum(family.measure == claim.measure for family in families) > 1:
            return True
        if len({self._in_row[at[:2]] for at in read if at[:2] in self._in_row}) > 1:
            return read.isdisjoint(self._sheets.judged)
        parts = (self._claims.get(at) for at in read) if claim.measure == "nDCG" else ()
        lists = {
            id(each.listed) for each in parts if each and each.listed and each.measure == "DCG"
        }
        return len(lists) > 1

    def _cells_read(self, claim: Claim) -> Iterator[Address]:
        """The cells that a formula reads, figures where it reads what repeats them."""
        for at in _cells_read(self._sheets, claim):
            origin = at if at in self._family_of else self._sheets.formulas.repeated(at)
            yield origin if origin in self._family_of else at

    def _looks_up(self, claim: Claim) -> bool:
        """Whether a formula picks one cell of those that it reads."""
        parsed = self._sheets.formulas.parsed(claim.address)
        node = parsed[1] if parsed else None
        while isinstance(node, Call) and node.function in WRAPPERS:
            node = node.arguments[0]
        return isinstance(node, Call) and node.function in _LOOKUPS

    def read_typed(self) -> None:
        """Take a typed figure of no list, under means, for a mean of what those take."""
        for claim in self._claims.all():
            if self._is_typed_alone(claim) and (parts := self._parts_above(claim)):
                claim.mean, claim.mean_of = True, parts

    def _is_typed_alone(self, claim: Claim) -> bool:
        of_one = claim.mean or claim.listed or claim.near or claim.first_rank or claim.counts
        return not of_one and self._sheets.formulas.at(claim.address) is None

    def _parts_above(self, claim: Claim) -> tuple[Address, ...]:
        """The figures of the means above one in its column."""
        sheet, row, column = claim.address
        above = [
            each.address
            for each in self._claims.all()
            if each.address[::2] == (sheet, column) and each.address.row < row
        ]
        return self._of_parts(claim, above)

    def taken(self, claim: Claim) -> tuple[Address, ...]:
        """The figures that a mean should take; one that no label names takes what it reads."""
        read = list(self._cells_read(claim))
        several = (
            self._of_parts(claim, read)
            or self._values_at_rank(claim, read)
            or self._across(read)
            or self._along(read)
        )
        if several:
            return several
        families = self._meant(claim, read)
        if not families:
            return _first_ranks(self._sheets, claim, read)
        if all(len(family.cells) == 1 for family in families):
            families = self._alone(families[0])
        cells = [cell for family in families for cell in family.cells if cell != claim.address]
        found = dict.fromkeys(self._segments.nearest(claim, read, cells))
        own = dict.fromkeys(at for at in read if self._is_figure(claim, at))
        if self._segments.chooses(claim):
            return tuple(found)
        if 2 * len(found) <= len(own):
            return tuple(own)
        return tuple(sorted({*found, *self._made_alike(found, read)}))

    def _made_alike(self, found: Iterable[Address], read: list[Address]) -> Iterator[Address]:
        """What a mean reads beside figures that nothing was known of, and was made like these."""
        written = [self._sheets.formulas.at(at) for at in found]
        patterns = {each.pattern for each in written if each}
        for at in read:
            each = self._sheets.formulas.at(at)
            if each and each.pattern in patterns and at not in self._claims:
                yield at

    def _meant(self, claim: Claim, read: list[Address]) -> list[Family]:
        """The families that a mean reads, or those that its label means; none of first ranks."""
        families = self._read(claim, read)
        if not families and takes_first_ranks(self._sheets, claim):
            return []
        other_cut = all(claim.k and each.k and each.k != claim.k for each in families)
        if claim.label and other_cut:
            return self._beside(claim) or families or self._alike(claim)
        return families

    def _is_figure(self, claim: Claim, at: Address) -> bool:
        """Whether a cell shows for one query what a mean is said to be of."""
        found = self._claims.get(at)
        return found is not None and not found.mean and found.measure == claim.measure

    def _of_parts(self, claim: Claim, read: list[Address]) -> tuple[Address, ...]:
        """The figures of the means that a mean takes together."""
        found = [self._claims.get(at) for at in dict.fromkeys(read)]
        parts = [each for each in found if each and each.mean and each.measure == claim.measure]
        if len(parts) > 1 and any(
            map(says_parts, (claim.label, *self._segments.texts(claim.address)))
        ):
            return tuple(part.address for part in parts)
        cells = [at for part in parts for at in part.mean_of]
        apart = len(set(cells)) == len(cells)
        return tuple(cells) if len(parts) > 1 and apart else ()

    def _values_at_rank(self, claim: Claim, read: list[Address]) -> tuple[Address, ...]:
        """The values at one rank of every list, for a mean over those, such as that of P@5."""
        found = Counter(self._steps[at] for at in read if at in self._steps)
        if not found or len(read) < 2:
            return ()
        (meaning, place), times = found.most_common(1)[0]
        wanted = at_rank(claim.measure, None)
        if 2 * times <= len(read) or meaning not in (wanted, Meaning.CUMULATED_GAIN):
            return ()
        if wanted and meaning is not wanted and claim.measure == "nDCG":
            meaning, place = wanted, claim.k - 1 if claim.k else place
        elif meaning is not wanted:
            return ()
        lines = [e.lines[meaning].cells for e in self._sheets.listed if meaning in e.lines]
        return tuple(cells[place] for cells in lines if place < len(cells))

    def _across(self, read: list[Address]) -> tuple[Address, ...]:
        """The figures of one row or query, for a mean over its cut-offs."""
        found = {at: self._family_of[at] for at in read if at in self._family_of}
        cuts = {family.k for family in found.values()}
        alone = len(set(found.values())) == len(found) == len(cuts) > 1
        return tuple(found) if alone and all(len(e.cells) > 1 for e in found.values()) else ()

    def _along(self, read: list[Address]) -> tuple[Address, ...]:
        """The figures in one column, or row, of blocks that each have one for every system."""
        found = {at: self._family_of[at] for at in read if at in self._family_of}
        families = set(found.values())
        shown = {(family.measure, family.k) for family in families}
        if len(shown) != 1 or not len(found) == len(families) > 1:
            return ()
        for line in (_column, _row):
            places = set(map(line, found))
            if len(places) == 1 and all(_has_more(family, line) for family in families):
                alike = (e for e in self._families if (e.measure, e.k) in shown)
                return tuple(at for e in alike for at in e.cells if line(at) in places)
        return ()

    def _read(self, claim: Claim, read: list[Address]) -> list[Family]:
        """The families that its formula reads, those of its measure if there are any."""
        families = [self._family_of[at] for at in read if at in self._family_of]
        found = list(dict.fromkeys(families))
        return [family for family in found if family.measure == claim.measure] or found

    def _beside(self, claim: Claim) -> list[Family]:
        """The family in whose column, or in whose row, it stands."""
        sheet, row, column = claim.address
        found = self._lines.get((claim.measure, (sheet, 0, column)))
        found = found or self._lines.get((claim.measure, (sheet, row, 0)))
        return [found] if found else []

    def _alike(self, claim: Claim) -> list[Family]:
        """The one family of its measure and cut-off that there is."""
        found = [
            family
            for family in self._families
            if family.measure == claim.measure and (claim.k is None or family.k in (None, claim.k))
        ]
        if len(found) == 1 or all(len(family.cells) == 1 for family in found):
            return found
        return []

    def _alone(self, like: Family) -> list[Family]:
        """The families of one cell each that show the same measure."""
        return [
            family
            for family in self._families
            if (family.measure, family.k) == (like.measure, like.k) and len(family.cells) == 1
        ]


def _says_mean(said: Said) -> bool:
    return said.mean or said.what == "mean"


def _is_in_row_of_list(claim: Claim) -> bool:
    """Whether a figure stands in the row of the list that it is nearest to."""
    listed, at = claim.near, claim.address
    if listed is None or listed.grid is None or listed.table is None or not listed.table.ranks:
        return False
    return listed.grid.title == at.sheet and listed.grid.place(at)[1] == listed.column


def _column(at: Address) -> tuple[str, int]:
    return at.sheet, at.column


def _row(at: Address) -> tuple[str, int]:
    return at.sheet, at.row


def _has_more(family: Family, line: Callable[[Address], tuple[str, int]]) -> bool:
    """Whether a family has one figure in each of several such lines."""
    return len({line(at) for at in family.cells}) == len(family.cells) > 1


def takes_first_ranks(sheets: Sheets, claim: Claim) -> bool:
    """Whether a figure of no list is computed from the first ranks of several queries."""
    if claim.measure not in _OF_FIRST_RANKS or claim.listed or claim.counts:
        return False
    own = set(_cells_read(sheets, claim))
    return any(len(own.intersection(line.cells)) > 1 for line in sheets.first_ranks)


def _cells_read(sheets: Sheets, claim: Claim) -> Iterator[Address]:
    written = sheets.formulas.at(claim.address)
    for place in written.read if written else ():
        rows, columns = place.shape
        if rows * columns <= _MOST:
            yield from place.addresses()
        else:
            yield from sheets.sensing.seen(place)


def _first_ranks(sheets: Sheets, claim: Claim, read: list[Address]) -> tuple[Address, ...]:
    """The first ranks, for a mean reciprocal rank that is computed from them in one step."""
    if claim.measure not in _OF_FIRST_RANKS:
        return ()
    if not read and len(sheets.first_ranks) == 1:
        return sheets.first_ranks[0].cells
    cells = set(read)
    lines = (line.cells for line in sheets.first_ranks)
    return next((each for each in lines if not cells.isdisjoint(each)), ())
