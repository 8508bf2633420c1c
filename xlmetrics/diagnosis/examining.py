"""Look for the recipe by which each figure and each step of a foreign sheet is computed."""

from __future__ import annotations

from dataclasses import replace
from math import log10
from typing import TYPE_CHECKING

from xlmetrics.diagnosis.averaging import averaged
from xlmetrics.diagnosis.cases import Case
from xlmetrics.diagnosis.comparing import compared
from xlmetrics.diagnosis.filled import alike
from xlmetrics.diagnosis.matching import explain, rounded
from xlmetrics.diagnosis.model import Stage
from xlmetrics.diagnosis.usual import Usual, likely, without_chance
from xlmetrics.model import ErrorValue, NotChecked
from xlmetrics.roles.model import Meaning

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from xlmetrics.address import Address
    from xlmetrics.diagnosis.choices import Recipe
    from xlmetrics.diagnosis.matching import Explanation, Sight
    from xlmetrics.diagnosis.observed import Values
    from xlmetrics.diagnosis.other_inputs import Following
    from xlmetrics.diagnosis.standing import Standing
    from xlmetrics.diagnosis.subjects import Subject
    from xlmetrics.model import Value

LEAST_PLACES = 2
"""Numbers that are written shorter, such as 1, are compared to so many decimals all the same."""


def examine(standing: Standing, subjects: Sequence[Subject], trials: int) -> list[Case]:
    """The case of each subject, tried on so many other inputs."""
    return averaged(compared(_Examination(standing, subjects, trials).cases()))


_MADE_OF: dict[str | Stage, tuple[Meaning, ...]] = {
    Meaning.DISCOUNTED_GAIN: (Meaning.DISCOUNT, Meaning.WEIGHT),
    Meaning.IDEAL_DISCOUNTED_GAIN: (Meaning.DISCOUNT, Meaning.WEIGHT),
    Stage.SUM: (Meaning.DISCOUNTED_GAIN, Meaning.IDEAL_DISCOUNTED_GAIN),
}
"""The steps from which others, and sums, are computed by hand."""


ROUNDED_TWICE = log10(2)
"""By so many decimals less a mean is compared whose values were rounded as it was."""


class _Examination:
    def __init__(self, standing: Standing, subjects: Sequence[Subject], trials: int) -> None:
        self._standing = standing
        self._subjects = subjects
        self._decimals = self._decimals_of_figures()
        self._typed = {
            at: self._places(each)
            for at, each in enumerate(subjects)
            if all(map(standing.is_typed, each.cells))
        }
        self._before: dict[int, Recipe] = {}
        self._others = list(standing.others(trials, self._following())) if subjects else []

    def cases(self) -> list[Case]:
        """Every subject examined.

        What other inputs show is believed at once; what fits those in the file only, typed numbers
        above all, in the light of that.
        """
        cases = [self._examined(at, each) for at, each in enumerate(self._subjects)]
        cases = alike(cases, self._standing.formula)
        for mistakes in (False, True):
            usual = Usual(cases)
            cases = [
                case if case.explanation else self._seen_once(case, usual, mistakes=mistakes)
                for case in cases
            ]
        return without_chance(cases)

    def _following(self) -> Iterator[Following]:
        """What was typed and can be told from the grades, with the recipe that gives it.

        A formula that refers to nothing, ``=2/3``, was typed too.
        """
        for at, subject in enumerate(self._subjects):
            if at not in self._typed and any(map(self._standing.refers, subject.cells)):
                continue
            places = self._typed[at] if at in self._typed else self._written_out(subject)
            sight = self._standing.sight(subject, self._standing.value)
            if found := explain(subject.recipes, [sight], places):
                yield subject.cells, _given_by(subject, found)

    def _examined(self, at: int, subject: Subject) -> Case:
        first = self._standing.sight(subject, self._standing.value)
        if at in self._typed:
            found = explain(subject.recipes if subject.line else (), [first], self._typed[at])
            return Case(subject, found, [first], self._typed[at])
        if not any(map(self._standing.refers, subject.cells)):
            return Case(subject, None, [first], self._written_out(subject))
        sights = [first, *(self._standing.sight(subject, value) for value in self._others)]
        places = self._loose(subject)
        found = self._as_before(subject, sights, places)
        found = found or explain(subject.recipes, sights, places)
        told_once = len(sights) == 1 or not _varies(sights)
        by_chance = found and found.recipe.mistakes and told_once
        if found is None or (by_chance and any(map(self._rounds, subject.cells))):
            found = explain(list(rounded(subject.recipes)), sights) or found
        if found is not None and _is_unusual(found.recipe) and not _varies(sights):
            found = None
        if found is not None:
            self._before[id(subject.recipes)] = found.recipe
        return Case(subject, found, sights, places)

    def _rounds(self, cell: Address) -> bool:
        return "ROUND" in (self._standing.formula(cell) or "").upper()

    def _as_before(
        self, subject: Subject, sights: Sequence[Sight], places: float | None
    ) -> Explanation | None:
        """The recipe of the last subject of this kind, if there is nothing unusual in it."""
        recipe = self._before.get(id(subject.recipes))
        return explain([recipe], sights, places) if recipe and not recipe.weight else None

    def _seen_once(self, case: Case, usual: Usual, *, mistakes: bool) -> Case:
        """A case of which only the inputs in the file tell, with few recipes thought of.

        Of mistakes only where no other figure of its kind is sound, and where the cells are typed
        or there are no other inputs.
        """
        subject = case.subject
        recipes = subject.recipes
        if subject.figure:
            few = not mistakes or usual.has_like(subject) or len(case.sights) > 1
            recipes = likely(recipes, usual.recipe(case), sound=few)
        elif not mistakes:
            return case
        return replace(case, explanation=explain(recipes, case.sights[:1], case.places))

    def _places(self, subject: Subject) -> float:
        """The decimals that typed numbers are written with; those of like figures count too."""
        if subject.figure is not None:
            places = max(LEAST_PLACES, self._decimals.get(subject.figure.measure, 0))
            if subject.figure.mean_of and all(map(self._standing.is_typed, subject.figure.mean_of)):
                return places - ROUNDED_TWICE
        else:
            places = max(LEAST_PLACES, *map(self._standing.decimals, subject.cells))
        return places - self._follows_typed(subject)

    def _follows_typed(self, subject: Subject) -> bool:
        """Whether typed numbers were computed from others that were rounded before."""
        steps = _MADE_OF.get(subject.measure if subject.line else subject.stage, ())
        lines = subject.ranking.lines if subject.ranking else {}
        return any(
            all(map(self._standing.is_typed, lines[step].cells)) for step in steps if step in lines
        )

    def _decimals_of_figures(self) -> dict[str, int]:
        """The decimals that typed figures of each measure are written with."""
        found: dict[str, int] = {}
        for figure in (each.figure for each in self._subjects if each.figure):
            if self._standing.is_typed(figure.address):
                decimals = self._standing.decimals(figure.address)
                found[figure.measure] = max(found.get(figure.measure, 0), decimals)
        return found

    def _loose(self, subject: Subject) -> float | None:
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
        """The decimals to which formulas such as ``=4/7`` or ``=(1+0.67)/2`` can be right."""
        found = map(self._standing.decimals_in_formula, subject.cells)
        return min((places - 1 for places in found if places), default=None)


def _is_unusual(recipe: Recipe) -> bool:
    """Whether it is a valid variant, other than by rounding what it gives."""
    rounding = recipe.chose("rounded")
    return recipe.weight > (rounding.weight if rounding else 0) and not recipe.mistakes


def _varies(sights: Sequence[Sight]) -> bool:
    """Whether not the same is shown whatever is seen; if it is, no unusual way is known by it."""
    return len(sights) < 2 or any(each.shown != sights[0].shown for each in sights)


def _given_by(subject: Subject, found: Explanation) -> Callable[[Values], Sequence[Value]]:
    def gives(value: Values) -> Sequence[Value]:
        values = found.recipe.values(subject.see(value))
        return [None if isinstance(each, ErrorValue | NotChecked) else each for each in values]

    return gives
