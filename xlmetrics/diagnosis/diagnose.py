"""Find out what the figures of a foreign sheet compute: on its own inputs, and on others."""

from __future__ import annotations

import re
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

from xlmetrics.diagnosis.averaging import averaged
from xlmetrics.diagnosis.cases import Case
from xlmetrics.diagnosis.choices import UNKNOWN
from xlmetrics.diagnosis.comparing import compared
from xlmetrics.diagnosis.matching import Sight, explain, rounded, same
from xlmetrics.diagnosis.model import Conclusion, Diagnosis
from xlmetrics.diagnosis.other_inputs import Inputs
from xlmetrics.diagnosis.paste import pasted
from xlmetrics.diagnosis.subjects import subjects
from xlmetrics.diagnosis.usual import has_like, likely, usual_recipe
from xlmetrics.formula import FormulaFault, references
from xlmetrics.model import ErrorValue, NotChecked, is_number

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from xlmetrics.address import Address
    from xlmetrics.diagnosis.matching import Explanation
    from xlmetrics.diagnosis.observed import Values
    from xlmetrics.diagnosis.subjects import Subject
    from xlmetrics.model import Result, Value, Workbook
    from xlmetrics.roles.model import Reading

    Recompute = Callable[[Mapping[Address, Value]], Mapping[Address, Result]]

MOST_CELLS = 10_000

ONLY_HERE = "XL123"
RIGHT_HERE = "the formula is right on the inputs in the file, but not on others"

LEAST_PLACES = 2
"""Numbers that are written shorter, such as 1, are compared to so many decimals all the same."""

_DECIMALS = re.compile(r"\.(0+|#+)")
_A_NUMBER = re.compile(r"[0-9]*\.[0-9]+")
_A_REFERENCE = re.compile(r"[A-Za-z]\$?[0-9]")


def diagnose(
    workbook: Workbook,
    reading: Reading,
    recomputed: Mapping[Address, Result],
    recompute: Recompute,
    trials: int,
) -> tuple[Diagnosis, ...]:
    """What each figure and each step of a foreign workbook computes, and what it should.

    ``recomputed`` holds the values of the formula cells, and ``recompute`` gives them when some
    inputs are changed, which is tried ``trials`` times.
    """
    return _Examination(workbook, reading, recomputed, recompute, trials).diagnoses()


class _Examination:
    def __init__(
        self,
        workbook: Workbook,
        reading: Reading,
        recomputed: Mapping[Address, Result],
        recompute: Recompute,
        trials: int,
    ) -> None:
        self._workbook = workbook
        self._reading = reading
        self._recomputed = recomputed
        self._recompute = recompute
        self._subjects = list(subjects(reading, self._value))
        self._typed = {
            at: self._places(each)
            for at, each in enumerate(self._subjects)
            if all(map(self._is_typed, each.cells))
        }
        self._others = list(self._tried(trials)) if self._subjects else []

    def _value(self, address: Address) -> Result:
        if address in self._recomputed:
            return self._recomputed[address]
        return self._workbook.value(address)

    def _is_typed(self, address: Address) -> bool:
        cell = self._workbook.cells.get(address)
        return cell is None or cell.formula is None

    def diagnoses(self) -> tuple[Diagnosis, ...]:
        """What each subject computes, steps first, so that what follows from them is known."""
        cases = averaged(compared(list(self._cases())))
        found: list[Diagnosis] = []
        mends: dict[Address, Value] = {}
        for case in sorted(cases, key=lambda case: case.subject.stage):
            told = list(self._told(case, cases, mends))
            found += told
            mends |= {
                each.cell: each.should
                for each in told
                if each.conclusion is Conclusion.WRONG and is_number(each.should)
            }
        return tuple(found)

    def _tried(self, trials: int) -> Iterator[Values]:
        """The values of all cells on other inputs."""
        inputs = Inputs(self._workbook, self._reading)
        random = Random(0)
        explained = list(self._explained_typed())
        for _ in range(trials):
            changed = inputs.draw(random)
            if not changed:
                return
            value = self._with(changed, self._recompute(changed))
            follow = inputs.follow(changed, value, explained)
            if follow:
                changed |= follow
                value = self._with(changed, self._recompute(changed))
            yield value

    def _with(
        self, changed: Mapping[Address, Value], recomputed: Mapping[Address, Result]
    ) -> Values:
        def value(address: Address) -> Result:
            if address in changed:
                return changed[address]
            if address in recomputed:
                return recomputed[address]
            return self._workbook.value(address)

        return value

    def _explained_typed(self) -> Iterator[tuple[Subject, Callable[[Values], Sequence[Value]]]]:
        """What was typed and can be told from the grades, with the recipe that gives it."""
        for at, places in self._typed.items():
            subject = self._subjects[at]
            found = explain(subject.recipes, [self._sight(subject, self._value)], places)
            if found:
                yield subject, _following(subject, found)

    def _sight(self, subject: Subject, value: Values) -> Sight:
        return Sight(subject.see(value), tuple(self._own(cell, value) for cell in subject.cells))

    def _own(self, address: Address, value: Values) -> Result:
        """What a cell shows; an error only where it comes about in its own formula."""
        shown = value(address)
        if isinstance(shown, ErrorValue) and self._inherits(address, value):
            return NotChecked("an error stands among its inputs")
        return shown

    def _inherits(self, address: Address, value: Values) -> bool:
        formula = self._workbook.cells[address].formula if self._recomputed else None
        if formula is None or "#" in formula:
            return True
        try:
            places = list(references(formula, address.sheet))
        except FormulaFault:
            return True
        return any(
            isinstance(value(cell), ErrorValue)
            for place in places
            if place.shape[0] * place.shape[1] <= MOST_CELLS
            for cell in place.addresses()
        )

    def _cases(self) -> Iterator[Case]:
        """Every subject examined.

        What other inputs show is believed at once; what fits those in the file only, typed numbers
        above all, in the light of that.
        """
        first = [self._examined(at, each) for at, each in enumerate(self._subjects)]
        sure = [case for case in first if case.is_sound]
        for case in first:
            yield case if case.explanation else self._seen_once(case, sure)

    def _examined(self, at: int, subject: Subject) -> Case:
        first = self._sight(subject, self._value)
        if at in self._typed:
            found = explain(subject.recipes if subject.line else (), [first], self._typed[at])
            return Case(subject, found, [first], self._typed[at])
        places = self._loose(subject)
        others = [self._sight(subject, value) for value in self._others]
        if all(other.shown == first.shown for other in others):
            return Case(subject, None, [first], self._written_out(subject))
        sights = [first, *others]
        found = explain(subject.recipes, sights, places)
        if found is None and subject.figure:
            found = explain(list(rounded(subject.recipes)), sights)
        return Case(subject, found, sights, places)

    def _seen_once(self, case: Case, sure: Sequence[Case]) -> Case:
        """A case of which only the inputs in the file tell, with few recipes thought of."""
        subject = case.subject
        usual = usual_recipe(case, sure)
        found = subject.recipes
        if subject.figure:
            found = likely(found, usual, sound=has_like(subject, sure))
        explanation = explain(found, case.sights[:1], case.places)
        return replace(case, explanation=explanation)

    def _places(self, subject: Subject) -> int:
        """The decimals that typed numbers are written with; those of like figures count too."""
        figure = subject.figure
        cells = (
            subject.cells
            if figure is None
            else [
                each.address
                for each in self._reading.figures
                if each.measure == figure.measure and self._is_typed(each.address)
            ]
        )
        return max(LEAST_PLACES, *map(self._decimals, cells))

    def _decimals(self, address: Address) -> int:
        cell = self._workbook.cells.get(address)
        if cell is None or not is_number(cell.value):
            return 0
        shown = _DECIMALS.search(cell.number_format)
        written = len(repr(float(cell.value)).partition(".")[2].removesuffix("0"))
        return max(written, len(shown[1]) if shown else 0)

    def _loose(self, subject: Subject) -> int | None:
        """The decimals to which a formula over rounded, typed steps can be right."""
        if subject.ranking is None:
            return None
        lines = [
            places
            for at, places in self._typed.items()
            if self._subjects[at].ranking is subject.ranking and self._subjects[at].line
        ]
        return max(min(lines) - 1, 1) if lines else None

    def _written_out(self, subject: Subject) -> int | None:
        """The decimals of the numbers in a formula that refers to no cell, such as ``=4/7``."""
        formulas = [self._workbook.cells[cell].formula or "" for cell in subject.cells]
        if any(map(_A_REFERENCE.search, formulas)):
            return self._loose(subject)
        found = [
            len(number) - number.index(".") - 1
            for each in formulas
            for number in _A_NUMBER.findall(each)
        ]
        return min(found) - 1 if found else None

    def _told(
        self, case: Case, cases: Sequence[Case], mends: Mapping[Address, Value]
    ) -> Iterator[Diagnosis]:
        if case.explanation is None or case.recipe is None:
            follows = mends and self._follows(case.subject, mends)
            yield from [follows] if follows else self._unexplained(case, cases)
            return
        recipe, subject = case.recipe, case.subject
        should = case.should(recipe.mended)
        at = _first_that_differs(case.shown, should)
        codes, says = recipe.codes, tuple(choice.says for choice in recipe.unusual)
        conclusion = _conclusion(case.explanation)
        if case.is_sound and len(case.sights) > 1 and not case.explanation.sure:
            codes, says, conclusion = (ONLY_HERE,), (RIGHT_HERE,), Conclusion.VARIANT
        yield Diagnosis(
            subject.cells[at],
            subject.measure,
            subject.stage,
            conclusion,
            case.shown[at],
            should[at],
            codes,
            says,
            pasted(subject, recipe.mended, at, self._value) if recipe.mistakes else None,
            sure=case.explanation.sure,
        )

    def _follows(self, subject: Subject, mends: Mapping[Address, Value]) -> Diagnosis | None:
        """What a subject should show, if it is wrong for no other reason than those mended."""
        if all(map(self._is_typed, subject.cells)):
            return None
        first = self._sight(subject, self._value)
        mended = self._sight(subject, self._with(mends, self._recompute(mends)))
        found = explain(subject.recipes, [Sight(first.seen, mended.shown)])
        if found is None or found.recipe.mistakes:
            return None
        at = _first_that_differs(first.shown, mended.shown)
        wrong = _unknown(subject, at, Conclusion.MISTAKE, first.shown[at])
        return replace(wrong, should=mended.shown[at], says=("this follows from another cell",))

    def _unexplained(self, case: Case, cases: Sequence[Case]) -> Iterator[Diagnosis]:
        """Cells that no recipe explains: wrong where others of their kind show what they should."""
        subject = case.subject
        recipe = usual_recipe(case, cases)
        if all(isinstance(shown, NotChecked) for shown in case.shown):
            if subject.figure:
                yield _unknown(subject, 0, Conclusion.UNDETERMINED, case.shown[0])
            return
        if recipe is None:
            if subject.figure:
                yield _unknown(subject, 0, Conclusion.UNDETERMINED, case.shown[0])
            return
        for at, (shown, should) in enumerate(zip(case.shown, case.should(recipe), strict=False)):
            if not (same(shown, should, case.places) or isinstance(shown, NotChecked)):
                found = _unknown(subject, at, Conclusion.WRONG, shown)
                instead = pasted(subject, recipe, at, self._value)
                yield replace(found, should=should, codes=(UNKNOWN,), instead=instead)


def _unknown(subject: Subject, at: int, conclusion: Conclusion, shown: Result) -> Diagnosis:
    says = "no known way of computing it gives this"
    if isinstance(shown, NotChecked):
        says = shown.reason
    return Diagnosis(
        subject.cells[at],
        subject.measure,
        subject.stage,
        conclusion,
        shown,
        None,
        says=(says,),
        sure=False,
    )


def _following(subject: Subject, found: Explanation) -> Callable[[Values], Sequence[Value]]:
    def gives(value: Values) -> Sequence[Value]:
        values = found.recipe.values(subject.see(value))
        return [None if isinstance(each, ErrorValue | NotChecked) else each for each in values]

    return gives


def _conclusion(explanation: Explanation) -> Conclusion:
    if explanation.rivals:
        return Conclusion.UNDETERMINED
    if explanation.recipe.mistakes:
        return Conclusion.MISTAKE
    return Conclusion.VARIANT if explanation.recipe.weight else Conclusion.RIGHT


def _first_that_differs(shown: Sequence[Result], should: Sequence[Result]) -> int:
    pairs = enumerate(zip(shown, should, strict=False))
    return next((at for at, (one, other) in pairs if not same(one, other)), 0)
