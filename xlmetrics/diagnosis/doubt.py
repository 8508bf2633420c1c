"""What nothing explains may speak against how a sheet was read, and not against the sheet."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from xlmetrics.diagnosis.filled import shape_of
from xlmetrics.diagnosis.model import Conclusion
from xlmetrics.model import is_number

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from collections.abc import Set as AbstractSet

    from xlmetrics.address import Address
    from xlmetrics.diagnosis.cases import Case
    from xlmetrics.diagnosis.model import Diagnosis


def doubted(cases: Sequence[Case], formula: Callable[[Address], str | None]) -> AbstractSet[int]:
    """The ids of subjects that nothing explains, and that are not the odd ones of their kind.

    A mistake that nobody knows is made once. A way of computing that several figures, or several
    lines, follow, or that is right in others, was not understood, or what it reads was not.
    """
    by_kind: dict[tuple[int, int | None], list[Case]] = defaultdict(list)
    for case in cases:
        if not case.sights[0].is_open:
            figure = case.subject.figure
            by_kind[id(case.subject.recipes), figure.k if figure else None].append(case)
    return {id(case.subject) for kind in by_kind.values() for case in _not_odd(kind, formula)}


def _not_odd(kind: Sequence[Case], formula: Callable[[Address], str | None]) -> Iterator[Case]:
    unexplained = [case for case in kind if case.explanation is None]
    sound = [case for case in kind if case.is_sound and case.is_seen_through]
    if not unexplained:
        return
    if len(unexplained) > 1 and len(sound) < len(unexplained):
        yield from unexplained
        return
    ways = [shape_of(case, formula) for case in unexplained]
    rightly = {shape_of(case, formula) for case in sound}
    for case, way in zip(unexplained, ways, strict=True):
        if way and (ways.count(way) > 1 or way in rightly):
            yield case


_UNEXPLAINED = (Conclusion.WRONG, Conclusion.UNDETERMINED)
MOST = 0.6
"""The share of the figures and steps of a sheet that must be explained for it to be understood."""


def not_understood(diagnoses: Iterable[Diagnosis]) -> AbstractSet[str]:
    """The sheets on which nothing explains several figures and steps, and few are explained."""
    explained: dict[str, list[bool]] = defaultdict(list)
    for each in diagnoses:
        if is_number(each.gives):
            explained[each.cell.sheet].append(each.conclusion not in _UNEXPLAINED)
    return {
        sheet
        for sheet, each in explained.items()
        if each.count(False) > 1 and sum(each) < MOST * len(each)
    }
