"""Cells that are made unlike others of their kind: steps of one list, figures of one measure."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING, NamedTuple

from xlmetrics.diagnosis.model import Conclusion, Stage
from xlmetrics.formula import FormulaFault, references, shape

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from xlmetrics.address import Address
    from xlmetrics.diagnosis.model import Diagnosis
    from xlmetrics.rules.evidence import Evidence

_LEAST = 3
"""So many others at least show what their kind is like."""


class Odd(NamedTuple):
    """A wrong cell, and one of the ``like`` cells that are made as most of its kind are."""

    diagnosis: Diagnosis
    formula: str | None
    like: Address
    number: int


def odd_ones(evidence: Evidence) -> Iterator[Odd]:
    """The wrong cells that are typed, or hold another formula, where others of a kind agree."""
    wrong = {each.cell: each for each in evidence.diagnoses if _is_wrong(each)}
    for kind in _kinds(evidence):
        if wrong.keys().isdisjoint(kind):
            continue
        shapes = {at: made for at in kind if (made := _made(evidence, at)) is not None}
        usual, number = Counter(shapes.values()).most_common(1)[0] if shapes else ("", 0)
        if number < _LEAST or 2 * number <= len(kind):
            continue
        like = next(at for at, made in shapes.items() if made == usual)
        for at in kind:
            if at in wrong and shapes.get(at) != usual and evidence.value(at) is not None:
                formula = evidence.formula(at)
                if formula is None or wrong[at].conclusion is Conclusion.WRONG:
                    yield Odd(wrong[at], formula, like, number)


def _is_wrong(each: Diagnosis) -> bool:
    return each.conclusion is Conclusion.WRONG or (
        each.conclusion is Conclusion.MISTAKE and each.stage is not Stage.MEAN
    )


def _kinds(evidence: Evidence) -> Iterator[Sequence[Address]]:
    """The cells of each kind: a line beside a list, the figures of one measure in a line."""
    for ranking in evidence.reading.rankings:
        for line in ranking.lines.values():
            yield line.cells[1:]  # the first of a running sum may be made otherwise
    figures: dict[tuple[object, ...], list[Address]] = defaultdict(list)
    for each in evidence.reading.figures:
        if not each.is_mean:
            sheet, row, column = each.address
            for place in ((sheet, row, 0), (sheet, 0, column), ("", 0, 0)):
                figures[(each.measure, each.k, each.label, *place)].append(each.address)
    yield from figures.values()


def _made(evidence: Evidence, at: Address) -> str | None:
    """The shape of the formula in a cell; None for what is typed and refers to nothing."""
    formula = evidence.formula(at)
    if formula is None:
        return None
    try:
        return shape(formula, at) if any(True for _ in references(formula, at.sheet)) else None
    except FormulaFault:
        return None
