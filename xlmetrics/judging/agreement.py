"""How far the raters agree on what more than one of them judged, before anything is merged."""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from xlmetrics.judging.collected import Outcome, judged_by_pair
from xlmetrics.reference import cohen_kappa, fleiss_kappa, krippendorff_alpha

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from xlmetrics.judging.collected import Settled
    from xlmetrics.judging.scale import Scale
    from xlmetrics.reference import Weights
    from xlmetrics.reference.reliability import Level

GAP = 2
"""Steps of the scale between two grades from which they are listed."""

_KAPPAS: Mapping[str, Weights | None] = {
    "plain": None,
    "linear": "linear",
    "quadratic": "quadratic",
}
_LEVELS: tuple[Level, ...] = ("nominal", "ordinal", "interval")


class OfTwo(NamedTuple):
    """Two raters: the items both judged, the share they grade alike, and Cohen's kappas.

    A kappa, plain or weighted, is None where nobody gave two different grades.
    """

    one: str
    other: str
    items: int
    alike: float
    kappa: Mapping[str, float | None]


class OfAll(NamedTuple):
    """All raters: Fleiss' kappa over items with as many grades, Krippendorff's alpha over all."""

    fleiss: float | None
    fleiss_items: int
    fleiss_raters: int
    alpha: Mapping[Level, float | None]
    alpha_items: int


class Gap(NamedTuple):
    """A document whose grades lie ``steps`` of the scale apart."""

    query: str
    doc: str
    grades: Mapping[str, float]
    steps: int


class Agreement(NamedTuple):
    """What raters gave (``histograms``: rater, grade, times), and how far they agree."""

    histograms: Mapping[str, Mapping[float, int]]
    of_two: tuple[OfTwo, ...]
    of_all: OfAll | None
    gaps: tuple[Gap, ...]


def agreement(rows: Sequence[Settled], scale: Scale) -> Agreement:
    """Hold the raters' grades against each other; ``of_all`` is None where none share an item."""
    steps = {float(level.grade): step for step, level in enumerate(scale.levels)}
    shared = {
        pair: {
            rater: grade for rater, each in judged.items() if (grade := each.said.grade) is not None
        }
        for pair, judged in judged_by_pair(rows).items()
        if len(judged) > 1
    }
    gaps = []
    for (query, doc), grades in shared.items():
        places = [steps[grade] for grade in grades.values()]
        apart = max(places) - min(places)
        if apart >= GAP:
            gaps.append(Gap(query, doc, grades, apart))
    gaps.sort(key=lambda gap: -gap.steps)
    return Agreement(
        _histograms(rows, scale), _of_two(shared.values()), _of_all(shared.values()), tuple(gaps)
    )


def _histograms(rows: Iterable[Settled], scale: Scale) -> dict[str, dict[float, int]]:
    counts: dict[str, Counter[float]] = defaultdict(Counter)
    for each in rows:
        tally = counts[each.rater]
        if each.outcome is Outcome.JUDGED and each.said.grade is not None:
            tally[each.said.grade] += 1
    grades = [float(level.grade) for level in scale.levels]
    return {rater: {grade: tally[grade] for grade in grades} for rater, tally in counts.items()}


def _of_two(shared: Iterable[Mapping[str, float]]) -> tuple[OfTwo, ...]:
    pairs: dict[tuple[str, str], list[tuple[float, float]]] = defaultdict(list)
    for grades in shared:
        for one, other in combinations(sorted(grades), 2):
            pairs[one, other].append((grades[one], grades[other]))
    found = []
    for (one, other), grades_of_both in sorted(pairs.items()):
        alike = sum(a == b for a, b in grades_of_both) / len(grades_of_both)
        kappa = {name: cohen_kappa(grades_of_both, weights) for name, weights in _KAPPAS.items()}
        found.append(OfTwo(one, other, len(grades_of_both), alike, kappa))
    return tuple(found)


def _of_all(shared: Iterable[Mapping[str, float]]) -> OfAll | None:
    items = [list(grades.values()) for grades in shared]
    if not items:
        return None
    sizes = Counter(map(len, items))
    raters = max(sizes, key=lambda size: (sizes[size], size))
    of_size = [item for item in items if len(item) == raters]
    return OfAll(
        fleiss_kappa(of_size),
        len(of_size),
        raters,
        {level: krippendorff_alpha(items, level) for level in _LEVELS},
        len(items),
    )
