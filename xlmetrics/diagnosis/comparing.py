"""What is compared must be computed alike: with one cut-off, and one gain.

That is figures, and the steps of lists that have none.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING

from xlmetrics.diagnosis.cases import with_choice
from xlmetrics.diagnosis.choices import MISTAKE

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from xlmetrics.diagnosis.cases import Case
    from xlmetrics.diagnosis.choices import Choice, Recipe

TOLD = {
    "cut": ("XL104", "its cut-off is not that of the figures it is compared with"),
    "gain": ("XL105", "its gain is not that of the figures it is compared with"),
}


def compared(cases: Sequence[Case]) -> list[Case]:
    """The cases, those that differ from their like made mistakes of."""
    found = list(cases)
    for places in _groups(cases):
        by_list: dict[int, list[int]] = defaultdict(list)
        for at in places:
            by_list[id(cases[at].subject.ranking)].append(at)
        if any(len({cases[at].recipe for at in each}) > 1 for each in by_list.values()):
            continue  # several figures of one list are not compared with each other
        for part in TOLD:
            for at, usual in _odd_ones(found, [each[0] for each in by_list.values()], part):
                found[at] = _made_a_mistake(found[at], usual, part)
    return _ideals_cut_alike([_cut_alike(case, found) for case in found])


def _groups(cases: Sequence[Case]) -> Iterable[list[int]]:
    """The places of figures of one measure, and of steps of one kind where no figures stand."""
    groups: dict[tuple[str, int | None], list[int]] = defaultdict(list)
    with_figures = {id(case.subject.ranking) for case in cases if case.subject.figure}
    for at, case in enumerate(cases):
        figure, line = case.subject.figure, case.subject.line
        if not _is_known(case):
            continue
        if figure and not figure.is_mean and figure.ranking:
            groups[figure.measure, figure.k].append(at)
        elif line and id(case.subject.ranking) not in with_figures:
            groups[line.meaning, None].append(at)
    return groups.values()


def _ideals_cut_alike(cases: Sequence[Case]) -> list[Case]:
    """An ideal that is cut where its DCG is makes no other mistake than that."""
    cuts: dict[int, Choice] = {}
    for case in cases:
        cut = case.recipe.chose("cut") if case.recipe else None
        if cut is not None and cut.weight >= MISTAKE and case.subject.measure.startswith("DCG"):
            cuts[id(case.subject.ranking)] = cut
    return [_ideal_cut_alike(case, cuts.get(id(case.subject.ranking))) for case in cases]


def _ideal_cut_alike(case: Case, cut: Choice | None) -> Case:
    ideal = case.recipe.chose("ideal cut") if case.recipe else None
    if cut is None or ideal is None or ideal.code != "XL109":
        return case
    return case.choosing(replace(ideal, code=cut.code, says=cut.says))


def _is_known(case: Case) -> bool:
    """Whether it is known, and not only likely, how a figure is computed."""
    figure = case.subject.figure
    return case.is_seen_through and case.is_sound and not (figure and figure.gain)


def _odd_ones(
    cases: Sequence[Case], places: Iterable[int], part: str
) -> Iterable[tuple[int, Choice]]:
    """Those of a group that choose a part unlike most, and cannot be read as most are."""
    chosen = {
        at: choice
        for at in places
        if (recipe := cases[at].recipe) and (choice := recipe.chose(part)) is not None
    }
    if len(set(map(id, chosen.values()))) < 2:
        return
    fitting = Counter(
        choice
        for choice in dict.fromkeys(chosen.values())
        for at, own in chosen.items()
        if own == choice or _could_choose(cases[at], choice)
    )
    usual = fitting.most_common(1)[0][0]
    for at, choice in chosen.items():
        if choice != usual and not _could_choose(cases[at], usual):
            yield at, usual


def _could_choose(case: Case, choice: Choice) -> bool:
    return case.recipe is not None and case.would_fit(with_choice(case.recipe, choice))


def _made_a_mistake(case: Case, usual: Choice, part: str) -> Case:
    """The case with its choice of a part as a mistake, and what is usual as what was meant."""
    odd = case.recipe.chose(part) if case.recipe else None
    if odd is None:
        return case
    code, says = TOLD[part]
    if part == "cut" and abs(_ranks(case, odd) - _ranks(case, usual)) == 1:
        code, says = "XL111", "the cut-off is off by one"
    return case.choosing(replace(odd, says=says, code=code, weight=MISTAKE, meant=usual.does))


def _ranks(case: Case, cut: Choice) -> int:
    """How many ranks count by a cut-off."""
    found: int = cut.does(case.sights[0].seen)
    return found


def _cut_alike(case: Case, cases: Sequence[Case]) -> Case:
    """A cut-off that is not the stated one, and the same in all figures, is no comparison's."""
    choice = _other_cut(case.recipe)
    figure = case.subject.figure
    if choice is None or figure is None:
        return case
    like = [
        each
        for each in cases
        if each.subject.figure
        and (each.subject.figure.measure, each.subject.figure.k) == (figure.measure, figure.k)
    ]
    if any(_other_cut(each.recipe) != choice and not _could_choose(each, choice) for each in like):
        return case
    return case.choosing(replace(choice, code="XL111", says=f"{choice.says}, not {figure.k}"))


def _other_cut(recipe: Recipe | None) -> Choice | None:
    choice = recipe.chose("cut") if recipe else None
    return choice if choice and choice.code == "XL104" and choice.weight > MISTAKE else None
