"""Steps that nothing explains, but of which right figures are made: they were taken for others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.diagnosis.matching import same
from xlmetrics.model import is_number

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from xlmetrics.diagnosis.cases import Case
    from xlmetrics.diagnosis.standing import Standing
    from xlmetrics.diagnosis.usual import Usual


def without_misread(standing: Standing, cases: Sequence[Case], usual: Usual) -> list[Case]:
    """The cases but those of steps that are no mistake, whatever they are.

    A figure that is right, on other inputs too, and that would not be if a step showed what it
    was taken for, speaks for the step.
    """
    return [case for case in cases if not _is_misread(standing, case, cases, usual)]


def _is_misread(standing: Standing, case: Case, cases: Sequence[Case], usual: Usual) -> bool:
    if case.explanation is not None or case.subject.line is None or case.sights[0].is_open:
        return False
    recipe = usual.recipe(case)
    if recipe is None:
        return False
    should = {
        cell: value
        for cell, value in zip(case.subject.cells, case.should(recipe), strict=False)
        if is_number(value)
    }
    values = standing.changed(should)
    speaking = [
        each.is_sound and each.is_seen_through
        for each in _of_list(cases, case)
        if not all(map(same, standing.sight(each.subject, values).shown, each.shown))
    ]
    return bool(speaking) and all(speaking)


def _of_list(cases: Sequence[Case], case: Case) -> Iterator[Case]:
    """The figures of the list of a step that are computed."""
    for each in cases:
        if each.subject.figure and each.subject.ranking is case.subject.ranking:
            yield each
