"""One formula, filled over several cells, computes them all in one way."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING

from xlmetrics.diagnosis.matching import Explanation
from xlmetrics.formula import FormulaFault, shape

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from xlmetrics.address import Address
    from xlmetrics.diagnosis.cases import Case
    from xlmetrics.diagnosis.choices import Recipe

_FEW = 3
"""Of fewer cells it is no wonder that they are explained in different ways."""

_MOST = 0.4
"""The share of the cells that a recipe must explain to be that of the formula."""


def alike(cases: Sequence[Case], formula: Callable[[Address], str | None]) -> list[Case]:
    """The cases, those of one formula explained by one recipe.

    Where one explains them all, rivals that do not are out. Where none explains most of them, it
    was not understood what the formula is for, and a mistake that seems to explain one is chance.
    """
    found = list(cases)
    for places in _filled(cases, formula):
        group = [cases[at] for at in places]
        recipe = _of_all(group)
        for at in places:
            if recipe is not None:
                found[at] = _explained(cases[at], recipe, group)
            elif len(group) >= _FEW and not _explains_most(group):
                found[at] = _without_mistake(cases[at])
    return found


def _filled(
    cases: Sequence[Case], formula: Callable[[Address], str | None]
) -> Iterator[Sequence[int]]:
    """The places of cases of one kind and one formula that are not all explained alike."""
    by_kind: dict[int, list[int]] = defaultdict(list)
    for at, case in enumerate(cases):
        if case.subject.figure and not case.subject.figure.is_mean and not case.sights[0].is_open:
            by_kind[id(case.subject.recipes)].append(at)
    for places in by_kind.values():
        if not _is_settled([cases[at] for at in places]):
            yield from _of_one_formula(cases, places, formula)


def _of_one_formula(
    cases: Sequence[Case], places: Sequence[int], formula: Callable[[Address], str | None]
) -> Iterator[Sequence[int]]:
    by_shape: dict[str, list[int]] = defaultdict(list)
    for at in places:
        if made := shape_of(cases[at], formula):
            by_shape[made].append(at)
    for each in by_shape.values():
        if len(each) > 1 and not _is_settled([cases[at] for at in each]):
            yield each


def _is_settled(group: Sequence[Case]) -> bool:
    """Whether cases are all explained alike, or none of them at all."""
    first = group[0].explanation
    if any(case.explanation and case.explanation.rivals for case in group):
        return False
    recipe = first.recipe if first else None
    return all(case.recipe is recipe for case in group)


def shape_of(case: Case, formula: Callable[[Address], str | None]) -> str:
    """The shape of the formulas of its cells; none if one is typed, or is no formula."""
    shapes = []
    for cell in case.subject.cells:
        written = formula(cell)
        try:
            shapes.append(shape(written, cell) if written else "")
        except FormulaFault:
            shapes.append("")
    return "\n".join(shapes) if all(shapes) else ""


def _of_all(group: Sequence[Case]) -> Recipe | None:
    """The lightest recipe that explains all cases of a formula."""
    hardest = min(group, key=lambda case: case.recipe is None or -case.recipe.weight)
    fitting = (recipe for recipe in group[0].subject.recipes if hardest.would_fit(recipe))
    return next((each for each in fitting if all(case.would_fit(each) for case in group)), None)


def _explains_most(group: Sequence[Case]) -> bool:
    recipes = dict.fromkeys(case.recipe for case in group if case.recipe)
    return any(
        sum(case.would_fit(recipe) for case in group) >= _MOST * len(group) for recipe in recipes
    )


def _explained(case: Case, recipe: Recipe, group: Sequence[Case]) -> Case:
    sure = any(each.explanation and each.explanation.sure for each in group)
    rivals = tuple(
        each
        for each in (case.explanation.rivals if case.explanation else ())
        if all(other.would_fit(each) for other in group) and each is not recipe
    )
    return replace(case, explanation=Explanation(recipe, sure=sure, rivals=rivals))


def _without_mistake(case: Case) -> Case:
    return replace(case, explanation=None) if case.recipe and case.recipe.mistakes else case
