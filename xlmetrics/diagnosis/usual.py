"""What cells that nothing explains were meant to show, from those of their kind."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from xlmetrics.diagnosis.choices import MISTAKE, VARIANT
from xlmetrics.diagnosis.matching import same
from xlmetrics.diagnosis.model import Stage
from xlmetrics.roles.model import Meaning

if TYPE_CHECKING:
    from collections.abc import Sequence

    from xlmetrics.diagnosis.cases import Case
    from xlmetrics.diagnosis.choices import Choice, Recipe
    from xlmetrics.diagnosis.subjects import Subject

ENOUGH = 0.6
"""The share of a line's cells that shows what the line is meant to be."""

PRECISE = 6
"""With so many decimals, a number is not explained by chance."""

_TELLING = ("gain", "discount", "threshold")


class _Told:
    """How the sound cases are computed: by the kind of figure, and by the list."""

    def __init__(self) -> None:
        self.recipes: dict[int, Counter[Recipe]] = defaultdict(Counter)
        self.choices: dict[int, list[Choice]] = defaultdict(list)
        self.tried: set[int] = set()
        self.summed: set[int] = set()

    def note(self, case: Case, recipe: Recipe) -> None:
        """Note a sound case and its recipe."""
        subject = case.subject
        self.recipes[id(subject.recipes)][recipe] += 1
        telling = [choice for choice in recipe.choices if choice.part in _TELLING]
        self.choices[id(subject.ranking)] += telling
        if subject.figure is not None:
            if len(case.sights) > 1:
                self.tried.add(id(subject.recipes))
            if subject.stage is Stage.SUM:
                self.summed.add(id(subject.ranking))


class Usual:
    """What the sound ones among some cases tell of the others, found out when it is asked for."""

    def __init__(self, cases: Sequence[Case]) -> None:
        self._cases = cases

    @cached_property
    def _told(self) -> _Told:
        told = _Told()
        for case in self._cases:
            if case.is_sound and case.is_seen_through and case.recipe:
                told.note(case, case.recipe)
        return told

    def recipe(self, case: Case) -> Recipe | None:
        """The recipe that a subject was meant to follow; None where nothing tells.

        A line that mostly follows one is meant to throughout. A mean is a mean. A figure is meant
        as those of the same measure are, or as the steps of its own ranking are.
        """
        subject = case.subject
        if subject.line:
            is_ideal = subject.line.meaning is Meaning.IDEAL_GRADE
            return subject.recipes[0] if is_ideal else _of_most_cells(case)
        if subject.figure and subject.figure.is_mean:
            return subject.recipes[0]
        if like := self._told.recipes.get(id(subject.recipes)):
            return like.most_common(1)[0][0]
        chosen = self._told.choices.get(id(subject.ranking))
        return _agreeing(subject.recipes, chosen) if chosen else None

    def has_like(self, subject: Subject) -> bool:
        """Whether others of the kind of a figure are sound, or what it is made of is."""
        return id(subject.recipes) in self._told.tried or id(subject.ranking) in self._told.summed


def without_chance(cases: Sequence[Case]) -> list[Case]:
    """The cases, without mistakes that explain one typed figure where others like it are sound.

    Typed numbers are short, and some mistake explains almost any of them, unless a program wrote
    them.
    """
    codes: dict[int, Counter[tuple[str, ...]]] = defaultdict(Counter)
    sound = set()
    for case in cases:
        if _is_figure_seen_once(case) and case.recipe:
            codes[id(case.subject.recipes)][case.recipe.codes] += 1
            if case.is_sound:
                sound.add(id(case.subject.recipes))
    return [
        replace(case, explanation=None)
        if _is_figure_seen_once(case)
        and case.recipe
        and case.recipe.mistakes
        and id(case.subject.recipes) in sound
        and codes[id(case.subject.recipes)][case.recipe.codes] == 1
        and case.places is not None
        and case.places < PRECISE
        else case
        for case in cases
    ]


def _is_figure_seen_once(case: Case) -> bool:
    return case.subject.figure is not None and len(case.sights) == 1


def likely(recipes: Sequence[Recipe], usual: Recipe | None, *, sound: bool) -> list[Recipe]:
    """The recipes that a typed figure may follow: valid ones, and those with one usual mistake.

    Where the sheet shows how such a figure is meant, others than that are not thought of; where
    others of its kind are ``sound``, neither are mistakes.
    """
    telling = {choice.part: choice.does for choice in usual.choices} if usual else {}
    return [
        recipe
        for recipe in recipes
        if recipe.weight <= (VARIANT if sound else MISTAKE)
        and all(
            choice.does == telling.get(choice.part, choice.does)
            for choice in recipe.choices
            if choice.part in _TELLING and choice.weight < MISTAKE
        )
    ]


def _of_most_cells(case: Case) -> Recipe | None:
    subject = case.subject
    sound = [recipe for recipe in subject.recipes if recipe.weight < MISTAKE]
    best, most = None, ENOUGH * len(subject.cells)
    for recipe in sound:
        pairs = zip(case.shown, case.should(recipe), strict=False)
        number = sum(same(shown, each, case.places) for shown, each in pairs)
        if number >= most and number > 2 and (best is None or number > most):
            best, most = recipe, number
    return best


def _agreeing(recipes: Sequence[Recipe], chosen: Sequence[Choice]) -> Recipe | None:
    """The lightest recipe whose parts are chosen like these."""
    must = {choice.part: choice.does for choice in chosen}
    for recipe in recipes:
        if recipe.weight >= MISTAKE:
            return None
        if all(must.get(each.part, each.does) == each.does for each in recipe.choices):
            return recipe
    return None
