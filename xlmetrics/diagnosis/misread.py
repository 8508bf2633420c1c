"""Steps that nothing explains, but of which right figures are made: they were taken for others."""

from __future__ import annotations

from collections import defaultdict
from itertools import zip_longest
from typing import TYPE_CHECKING

from xlmetrics.diagnosis.matching import same
from xlmetrics.model import is_number

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from xlmetrics.address import Address
    from xlmetrics.diagnosis.cases import Case
    from xlmetrics.diagnosis.observed import Values
    from xlmetrics.diagnosis.standing import Standing
    from xlmetrics.diagnosis.usual import Usual
    from xlmetrics.model import Value


def without_misread(standing: Standing, cases: Sequence[Case], usual: Usual) -> list[Case]:
    """The cases but those of steps that are no mistake, whatever they are.

    A figure that is right, on other inputs too, and that would not be if a step showed what it
    was taken for, speaks for the step. One step of each list is tried at a time.
    """
    unexplained: dict[int, list[tuple[Case, Mapping[Address, Value]]]] = defaultdict(list)
    for case in cases:
        if should := _should(case, usual):
            unexplained[id(case.subject.ranking)].append((case, should))
    figures: dict[int, list[Case]] = defaultdict(list)
    for case in cases:
        if case.subject.figure and id(case.subject.ranking) in unexplained:
            figures[id(case.subject.ranking)].append(case)
    misread: set[int] = set()
    for tried in zip_longest(*unexplained.values()):
        steps = [each for each in tried if each]
        changed = {at: value for _, should in steps for at, value in should.items()}
        values = standing.changed(changed)
        misread.update(
            id(case)
            for case, _ in steps
            if _is_spoken_for(standing, figures[id(case.subject.ranking)], values)
        )
    return [case for case in cases if id(case) not in misread]


def _should(case: Case, usual: Usual) -> Mapping[Address, Value]:
    """The numbers that a step which nothing explains should show; none for other cases."""
    if case.explanation is not None or case.subject.line is None or case.sights[0].is_open:
        return {}
    recipe = usual.recipe(case)
    pairs = zip(case.subject.cells, case.should(recipe) if recipe else (), strict=False)
    return {cell: value for cell, value in pairs if is_number(value)}


def _is_spoken_for(standing: Standing, figures: Sequence[Case], values: Values) -> bool:
    """Whether figures change when a step does, and all that do were right before."""
    speaking = list(_right_before(standing, figures, values))
    return bool(speaking) and all(speaking)


def _right_before(standing: Standing, figures: Sequence[Case], values: Values) -> Iterator[bool]:
    for each in figures:
        if not all(map(same, standing.sight(each.subject, values).shown, each.shown)):
            yield each.is_sound and each.is_seen_through
