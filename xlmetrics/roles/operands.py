"""What the formula of a figure takes that no heading names: counts, first ranks, relevant ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.engine.tree import Call, Constant, Node, Referred
from xlmetrics.model import is_number
from xlmetrics.roles.model import Counts, Meaning
from xlmetrics.roles.senses import INPUT, TEXT, TOTAL

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from xlmetrics.address import Address, Range
    from xlmetrics.roles.claims import Claim, Claims
    from xlmetrics.roles.listed import Listed
    from xlmetrics.roles.sheets import Sheets

_OVER_RELEVANT = frozenset({"R", "AP"})
_COUNTED = frozenset({"P", "R"})
_OF_FIRST_RANK = frozenset({"RR", "Success", "nDCG", "DCG"})
WRAPPERS = frozenset({"IFERROR", "IFNA", "ROUND", "N"})


def read_operands(sheets: Sheets, claims: Claims) -> None:
    """Note what the figures are computed from, where the headings leave it open."""
    relevant = _Relevant(sheets, claims)
    for listed in sheets.listed:
        line = listed.lines.get(Meaning.RECALL_AT_RANK)
        for cell in line.cells[-1:] if line else ():
            relevant.read(listed, cell)
    computed = [
        claim for claim in claims.all() if not claim.mean and sheets.formulas.at(claim.address)
    ]
    for claim in computed:
        _read_one(sheets, claim)
        if claim.measure in _OVER_RELEVANT and (own := claim.listed or claim.near):
            relevant.read(own, claim.address)
    for claim in computed:
        if claim.measure == "F1" and claim.listed is None:
            claim.counts = _counts_of_parts(sheets, claims, claim)


def _read_one(sheets: Sheets, claim: Claim) -> None:
    if claim.measure in _OF_FIRST_RANK:
        claim.first_rank = first_rank_read(sheets, claim.address) or claim.first_rank
    elif claim.measure == "R" and not first_rank_read(sheets, claim.address):
        claim.first_rank = None
    if claim.measure in _COUNTED and claim.listed is None:
        claim.counts = _counts(sheets, claim)


def first_rank_read(sheets: Sheets, at: Address) -> Address | None:
    """The one first rank that a formula reads."""
    written = sheets.formulas.at(at)
    read = written.cells if written else ()
    found = [each for each in read if sheets.sensing.of(each).what == Meaning.FIRST_RANK]
    return found[0] if len(found) == 1 else None


def _counts(sheets: Sheets, claim: Claim) -> Counts | None:
    """The counts of a ratio of two cells: those that headings name, and what the other must be."""
    known = claim.counts or Counts()
    for above, below in _ratios(sheets, claim.address):
        if not (_is_count(sheets, above) and _is_count(sheets, below)):
            continue
        unnamed = known.hits is None and _is_open(sheets, above)
        if claim.measure == "P" and known.returned is None and _is_open(sheets, below):
            known = known._replace(returned=below)
        if claim.measure == "R" and known.relevant is None and _is_open(sheets, below):
            known = known._replace(relevant=below)
        if unnamed and below in known:
            known = known._replace(hits=above)
    return known if known.hits and (known.relevant or known.returned) else None


def _counts_of_parts(sheets: Sheets, claims: Claims, claim: Claim) -> Counts | None:
    """The counts of the precision and the recall that an F1 is computed from."""
    written = sheets.formulas.at(claim.address)
    cells = written.cells if written else ()
    parts = [part.counts for at in cells if (part := claims.get(at)) and part.counts]
    known = claim.counts or Counts()
    found = Counts(*(next(filter(None, each), None) for each in zip(known, *parts, strict=True)))
    return found if found.hits and found.relevant and found.returned else claim.counts


class _Relevant:
    """Takes the numbers that formulas divide by for those of the relevant documents."""

    def __init__(self, sheets: Sheets, claims: Claims) -> None:
        self._sheets = sheets
        self._claims = claims
        self._names = {each.relevant: each.name for each in sheets.listed if each.relevant}

    def read(self, listed: Listed, at: Address) -> None:
        """Give a list the number that a formula divides by, if it has none yet."""
        for _, below in _ratios(self._sheets, at):
            if listed.relevant is not None or not _is_count(self._sheets, below):
                continue
            if below is None or self._names.get(below, listed.name) != listed.name:
                continue  # that of another query
            if below in listed.judged and below not in listed.grades:
                listed.judged.remove(below)  # nothing is divided by the grade of a document
            elif not self._is_free(below):
                continue
            listed.relevant = below
            self._names[below] = listed.name

    def _is_free(self, at: Address) -> bool:
        """Whether a cell is neither in a list, nor in a line beside one, nor a figure."""
        if at in self._claims or at in self._claims.steps or at in self._sheets.judged:
            return False
        return self._sheets.sensing.of(at).what in (INPUT, TOTAL, TEXT, Meaning.GRADE, "")


def _ratios(sheets: Sheets, at: Address) -> Iterator[tuple[Address | None, Address | None]]:
    """The cells of which a formula is the ratio; None for what is no single cell."""
    parsed = sheets.formulas.parsed(at)
    if parsed is None:
        return
    written, tree = parsed
    for above, below in quotients(tree):
        yield _cell(written.ranges, above), _cell(written.ranges, below)


def _cell(ranges: Sequence[Range], node: Node) -> Address | None:
    if not isinstance(node, Referred):
        return None
    place = ranges[node.number]
    return place.first if place.shape == (1, 1) else None


def quotients(node: Node) -> Iterator[tuple[Node, Node]]:
    """The division in which a formula ends, within what guards, rounds or scales it."""
    if not isinstance(node, Call):
        return
    if node.function == "/":
        yield node.arguments[0], node.arguments[1]
    elif node.function == "IF":
        for branch in node.arguments[1:]:
            yield from quotients(branch)
    elif node.function in WRAPPERS:
        yield from quotients(node.arguments[0])
    elif node.function == "*" and any(isinstance(each, Constant) for each in node.arguments):
        for factor in node.arguments:
            yield from quotients(factor)


def _is_open(sheets: Sheets, at: Address | None) -> bool:
    """Whether no heading says what a cell is."""
    if at is None:
        return False
    return sheets.sensing.of(at).what in (INPUT, "") and at not in sheets.claimed


def _is_count(sheets: Sheets, at: Address | None) -> bool:
    """Whether a cell holds a whole number, as counts do."""
    value = sheets.workbook.value(at) if at is not None else None
    return is_number(value) and value >= 0 and float(value).is_integer()
