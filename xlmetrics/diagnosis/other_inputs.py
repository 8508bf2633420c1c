"""Other inputs for a foreign sheet, in which what was typed still belongs together.

Grades are drawn from those that stand in the sheet; what was typed but follows from them (an ideal
order, the number of relevant documents, a step) is set to what follows from the new ones, so that
the sheet stays one that somebody could have filled in.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.diagnosis.observed import observe
from xlmetrics.formula import references_in
from xlmetrics.model import is_number
from xlmetrics.roles.grades import read_grade
from xlmetrics.roles.model import Meaning

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from random import Random

    from xlmetrics.address import Address
    from xlmetrics.diagnosis.observed import Values
    from xlmetrics.model import Value, Workbook
    from xlmetrics.roles.model import Figure, Ranking, Reading

    Following = tuple[Sequence[Address], Callable[[Values], Sequence[Value]]]

HIGHEST_SCALE = 10
"""Wider scales are not filled up."""

MOST = 12
"""Counts are drawn up to this."""

_GRADED = frozenset({"CG", "DCG", "IDCG", "nDCG"})
_STEPS = frozenset({
    Meaning.GAIN, Meaning.DISCOUNTED_GAIN, Meaning.CUMULATED_GAIN, Meaning.IDEAL_GRADE,
    Meaning.IDEAL_GAIN, Meaning.IDEAL_DISCOUNTED_GAIN, Meaning.CUMULATED_IDEAL,
})  # fmt: skip

USUAL_RANKS = (1, 2, 3, 5)
USUAL_CUTS = (1, 3, 5, 10)


class Inputs:
    """The inputs of a foreign sheet, and other values for them.

    A cut-off that labels state too, as in ``P@5``, is left as it is.
    """

    def __init__(self, workbook: Workbook, reading: Reading) -> None:
        self._workbook = workbook
        self._reading = reading
        self._binary = self._binary_sheets()
        self._scales = {kind: self._both(cells) for kind, cells in self._by_kind().items()}
        self._filled = False
        self._stated = {figure.k for figure in reading.figures}
        self._ranks = [
            [cell for cell in line.cells if self._is_typed(cell)]
            for line in reading.lines
            if line.meaning is Meaning.FIRST_RANK
        ]

    def _binary_sheets(self) -> set[str]:
        """The sheets whose lists have but two grades, 0 and 1, and no graded measure."""
        graded = {id(each.ranking) for each in self._reading.figures if each.measure in _GRADED}
        graded_sheets: set[str] = set()
        held: dict[str, set[float | None]] = {}
        for ranking in self._reading.rankings:
            grades = held.setdefault(ranking.grades[0].sheet, set())
            grades.update(read_grade(self._workbook.value(cell)) for cell in _graded(ranking))
            if id(ranking) in graded or not _STEPS.isdisjoint(ranking.lines):
                graded_sheets.add(ranking.grades[0].sheet)
        return {
            sheet
            for sheet, grades in held.items()
            if grades <= {0, 1, None} and sheet not in graded_sheets
        }

    def _by_kind(self) -> dict[bool, list[Address]]:
        """The grades of the lists on the sheets that are binary, and on the others."""
        found: dict[bool, list[Address]] = {False: [], True: []}
        for ranking in self._reading.rankings:
            found[ranking.grades[0].sheet in self._binary] += _graded(ranking)
        return found

    def _both(self, cells: Iterable[Address]) -> tuple[list[Value], list[Value]]:
        """The grades that stand in cells, and those with the ones between them."""
        held = _scale(map(self._workbook.value, cells))
        return held, _with_those_between(held)

    def draw(self, random: Random) -> dict[Address, Value]:
        """A grade for each document that was typed, a first rank for each query, a cut-off."""
        changed: dict[Address, Value] = {}
        self._filled = random.choice((False, True))
        for ranking in self._reading.rankings:
            self._draw_grades(ranking, changed, random)
            self._draw_sources(ranking, changed, random)
            k = ranking.k
            if k and self._is_typed(k) and self._workbook.value(k) not in self._stated:
                changed[k] = random.randint(1, max(len(ranking.grades), 1))
        for figure in self._reading.figures:
            self._draw_counts(figure, changed, random)
            if figure.k_at and figure.k_at not in changed and self._is_typed(figure.k_at):
                changed[figure.k_at] = random.choice(USUAL_CUTS)
        for cells in self._ranks:
            held = [self._workbook.value(cell) for cell in cells]
            usual = [*dict.fromkeys((*held, *USUAL_RANKS))]
            changed |= {
                cell: value if value is None else random.choice(usual)
                for cell, value in zip(cells, held, strict=True)
            }
        return changed

    def follow(
        self,
        value: Values,
        typed: Iterable[Following],
    ) -> dict[Address, Value]:
        """What was typed and follows from the grades, as it follows from these."""
        found: dict[Address, Value] = {}
        graded = {cell for ranking in self._reading.rankings for cell in ranking.grades}
        for ranking in self._reading.rankings:
            if ranking.relevant and self._is_typed(ranking.relevant):
                found[ranking.relevant] = self._relevant(ranking, value)
        for cells, gives in typed:
            values = [*gives(_over(found, value))]
            values += [None] * (len(cells) - len(values))
            pairs = zip(cells, values, strict=False)
            found |= {at: each for at, each in pairs if self._is_typed(at) and at not in graded}
        return found

    def _draw_sources(
        self, ranking: Ranking, changed: dict[Address, Value], random: Random
    ) -> None:
        """What grades are computed from: one of the words, or of the numbers, that stand there."""
        held = {at: self._workbook.value(at) for at in ranking.sources}
        known = [value for value in held.values() if value is not None]
        changed |= {at: random.choice(known) for at, value in held.items() if value is not None}

    def _draw_grades(self, ranking: Ranking, changed: dict[Address, Value], random: Random) -> None:
        cells = [cell for cell in _graded(ranking) if self._is_typed(cell)]
        mirrored = self._mirrors(ranking)
        scale = self._scales[ranking.grades[0].sheet in self._binary][self._filled]
        changed |= {
            cell: random.choice(scale)
            for cell in cells
            if cell not in changed and self._workbook.value(cell) is not None
        }
        changed |= {cell: changed[grade] for cell, grade in mirrored.items() if grade in changed}
        drawn = [cell for cell in ranking.grades if cell in changed]
        if drawn and not any((read_grade(changed[cell]) or 0) > 0 for cell in drawn):
            cell = random.choice(drawn)
            changed[cell] = max(scale, key=lambda each: read_grade(each) or 0)
            for other, grade in mirrored.items():
                if grade == cell:
                    changed[other] = changed[cell]
        self._keep_sorted(ranking, changed)

    def _keep_sorted(self, ranking: Ranking, changed: dict[Address, Value]) -> None:
        """Put judgments that were typed apart, best first, in that order again."""
        apart = [at for at in ranking.judged if at in changed and at not in ranking.grades]
        held = [read_grade(self._workbook.value(at)) or 0 for at in apart]
        if len(apart) < len(ranking.judged) or held != sorted(held, reverse=True):
            return
        drawn = sorted((changed[at] for at in apart), key=lambda each: -(read_grade(each) or 0))
        changed |= dict(zip(apart, drawn, strict=True))

    def _draw_counts(self, figure: Figure, changed: dict[Address, Value], random: Random) -> None:
        """Counts that go together: no more hits than documents returned, or relevant."""
        counts = figure.counts
        if counts is None or any(cell in changed for cell in counts if cell):
            return
        others = [cell for cell in (counts.relevant, counts.returned) if cell]
        drawn = {cell: random.randint(1, MOST) for cell in others}
        if counts.hits:
            drawn[counts.hits] = random.randint(1, min(drawn.values(), default=MOST))
        changed |= {cell: value for cell, value in drawn.items() if self._is_typed(cell)}

    def _mirrors(self, ranking: Ranking) -> dict[Address, Address]:
        """Cells of judgments that tell once more the grade of a document returned."""
        if set(ranking.judged) & set(ranking.grades):
            return {}
        free = [cell for cell in ranking.judged if self._is_typed(cell)]
        found: dict[Address, Address] = {}
        for grade in ranking.grades:
            if self._is_typed(grade):
                here = self._workbook.value(grade)
                twin = next((cell for cell in free if self._workbook.value(cell) == here), None)
                if twin is not None:
                    free.remove(twin)
                    found[twin] = grade
        return found

    def _relevant(self, ranking: Ranking, value: Values) -> Value:
        """The number of relevant documents, further ones than are listed among them."""
        before = observe(ranking, None, self._workbook.value)
        unlisted = (before.relevant or 0) - sum(
            grade > 0 for grade in _listed(ranking, self._workbook.value)
        )
        return sum(grade > 0 for grade in _listed(ranking, value)) + max(unlisted, 0)

    def _is_typed(self, address: Address) -> bool:
        """Whether no formula stands in a cell, or one that refers to nothing: ``=2/3``."""
        cell = self._workbook.cells.get(address)
        formula = cell.formula if cell else None
        return formula is None or not references_in(formula, address.sheet)


def _listed(ranking: Ranking, value: Values) -> list[float]:
    return [read_grade(value(cell)) or 0 for cell in ranking.judged]


def _over(found: Mapping[Address, Value], value: Values) -> Values:
    return lambda address: found[address] if address in found else value(address)


def _graded(ranking: Ranking) -> Iterable[Address]:
    return dict.fromkeys((*ranking.grades, *ranking.judged))


def _with_those_between(scale: list[Value]) -> list[Value]:
    """A scale of whole numbers with those that happen not to stand in the sheet."""
    whole = [grade for grade in scale if is_number(grade) and float(grade).is_integer()]
    if len(whole) < len(scale) or not 0 <= max(whole) - min(whole) <= HIGHEST_SCALE:
        return scale
    return [*range(int(min(whole)), int(max(whole)) + 1)]


def _scale(values: Iterable[Value]) -> list[Value]:
    """The grades that stand in a sheet, each once; 0 and 1 where they are all the same number."""
    held = dict.fromkeys(value for value in values if read_grade(value) is not None)
    scale: list[Value] = [*held]
    if len(scale) < 2 and all(map(is_number, scale)):
        scale = [*dict.fromkeys((*scale, 0, 1))]
    return scale or [0, 1]
