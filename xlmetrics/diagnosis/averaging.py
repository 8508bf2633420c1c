"""What becomes of the ways in which the figures of queries are computed, in the mean of them."""

from __future__ import annotations

from dataclasses import replace
from math import fsum
from typing import TYPE_CHECKING

from xlmetrics.diagnosis.choices import MISTAKE, UNKNOWN, Choice, Recipe
from xlmetrics.diagnosis.graded import NOT_DIVIDED
from xlmetrics.model import is_number

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from xlmetrics.address import Address
    from xlmetrics.diagnosis.cases import Case


SUMS = {"CG", "DCG"}


def averaged(cases: Sequence[Case]) -> list[Case]:
    """The cases, with means of rounded values and of DCG made mistakes of."""
    of = {case.subject.cells[0]: case for case in cases if case.subject.figure}
    lists = {
        id(of[cell].subject.ranking)
        for case in cases
        if case.subject.figure and case.subject.figure.measure == "nDCG"
        for cell in case.subject.figure.mean_of
        if cell in of
    }
    found = [case if _is_beside(case, of, lists) else _mean(case, of) for case in cases]
    undivided = {
        cell
        for case in found
        if case.recipe and case.recipe.codes == ("XL106",) and case.subject.figure
        for cell in case.subject.figure.mean_of
    }
    return [_as_its_mean(case) if case.subject.cells[0] in undivided else case for case in found]


def _is_beside(case: Case, of: Mapping[Address, Case], lists: AbstractSet[int]) -> bool:
    """Whether a mean is said to be one of DCG, and that of nDCG over the same lists is there."""
    figure = case.subject.figure
    if figure is None or figure.measure not in (*SUMS, "IDCG"):
        return False
    parts = [of[cell].subject.ranking for cell in figure.mean_of if cell in of]
    return bool(parts) and {id(ranking) for ranking in parts} <= lists


def _as_its_mean(case: Case) -> Case:
    """A figure that is not divided, told of by the rule that tells of its mean."""
    undivided = _undivided(case)
    return case.choosing(replace(undivided, code="XL106")) if undivided else case


def _mean(case: Case, of: Mapping[Address, Case]) -> Case:
    figure = case.subject.figure
    if figure is None or not figure.is_mean or not case.is_sound:
        return case
    parts = [of[cell] for cell in figure.mean_of if cell in of]
    if not parts or len(parts) < len(figure.mean_of):
        return case
    code, says = _told_of(figure.measure, parts)
    return _with_mistake(case, parts, code, says) if code else case


def _told_of(measure: str, parts: Sequence[Case]) -> tuple[str, str]:
    """What is wrong with a mean for the sake of its parts: a code and words, or nothing."""
    shown = {each.subject.figure.measure for each in parts if each.subject.figure}
    if shown <= SUMS or all(map(_undivided, parts)):
        return "XL106", "DCG is averaged, not nDCG"
    if measure not in shown:
        return UNKNOWN, f"the mean is that of {', '.join(sorted(shown))}"
    lists = [id(each.subject.ranking) for each in parts if each.subject.ranking]
    if len(set(lists)) < len(lists):
        return "XL124", "a query is counted twice"
    if any(each.recipe and each.recipe.chose("rounded") for each in parts):
        return "XL115", "the mean is taken of rounded values"
    return "", ""


def _undivided(case: Case) -> Choice | None:
    """The choice of a figure that is not divided by its ideal; None for any other."""
    ratio = case.recipe.chose("ratio") if case.recipe else None
    return ratio if ratio and ratio.says == NOT_DIVIDED else None


def _with_mistake(case: Case, parts: Sequence[Case], code: str, says: str) -> Case:
    """The case as a mistake; of rounded parts it is known what is right."""
    if case.explanation is None:
        return case
    values = [each.should(each.recipe.exact)[0] if each.recipe else each.shown[0] for each in parts]
    numbers = [float(value) if is_number(value) else 0.0 for value in values]
    mean = fsum(numbers) / len(numbers)
    right = Choice("mean", mean if code == "XL115" else None)
    wrong = Choice("mean", case.shown[0], says, code, MISTAKE)
    parts_of_mean = ((right, wrong),)
    recipe = Recipe((wrong,), parts_of_mean, lambda _, chosen: chosen["mean"], weight=MISTAKE)
    explanation = replace(case.explanation, recipe=recipe, elsewhere=True)
    return replace(case, explanation=explanation)
