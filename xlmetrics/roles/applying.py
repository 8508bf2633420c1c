"""A reading with what the user says put in place of what was inferred of the same cells."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from xlmetrics.roles.model import Figure, Line, Meaning, Ranking, Reading

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from xlmetrics.address import Address
    from xlmetrics.roles.overrides import Override, Shown

_WHY = "the mapping given"
_OWN = frozenset({Meaning.GRADE, Meaning.JUDGED, Meaning.RANK, Meaning.QUERY, Meaning.FIRST_RANK})
"""Lines that are no steps of a ranking."""


def apply(reading: Reading, overrides: Iterable[Override]) -> Reading:
    """The reading with these overrides; each takes the place of what is said of its cells."""
    for override in overrides:
        reading = _applied(reading, override)
    return reading


def _applied(reading: Reading, override: Override) -> Reading:
    grades = override.lines.get(Meaning.GRADE, ())
    old = next((r for r in reading.rankings if not set(grades).isdisjoint(r.grades)), None)
    if old is None and not grades and len(reading.rankings) == 1:
        old = reading.rankings[0]
    ranking = _ranking(override, old)
    first = override.lines.get(Meaning.FIRST_RANK, ())
    lines = [line for line in reading.lines if set(first).isdisjoint(line.cells)]
    if first:
        lines.append(Line(Meaning.FIRST_RANK, first, why=_WHY))
    said = {at for shown in override.figures for at in shown.cells}
    figures = [_moved(f, old, ranking) for f in reading.figures if f.address not in said]
    rankings = [each for each in reading.rankings if each is not old]
    added = list(_figures(override, ranking, figures))
    return Reading(
        (*rankings, *((ranking,) if ranking else ())),
        (*figures, *added),
        tuple(lines),
        {place: why for place, why in reading.open.items() if place not in set(map(str, said))},
    )


def _ranking(override: Override, old: Ranking | None) -> Ranking | None:
    """The ranking of a table, with what is not said of it as it was inferred."""
    lines = override.lines
    grades = lines.get(Meaning.GRADE) or (old.grades if old else ())
    if not grades:
        return None
    base = old or Ranking(grades[0].sheet, grades, grades)
    same = base.grades == grades
    steps = {
        meaning: Line(meaning, cells, why=_WHY)
        for meaning, cells in lines.items()
        if meaning not in _OWN
    }
    return replace(
        base,
        grades=grades,
        judged=lines.get(Meaning.JUDGED) or (base.judged if same else grades),
        ranks=lines.get(Meaning.RANK) or (base.ranks if same else ()),
        relevant=override.relevant or base.relevant,
        k=None if isinstance(override.k, int) else override.k or base.k,
        lines={**(base.lines if same else {}), **steps},
    )


def _moved(figure: Figure, old: Ranking | None, new: Ranking | None) -> Figure:
    """A figure of the old ranking, now of the new one."""
    return replace(figure, ranking=new) if old and figure.ranking is old else figure


def _figures(
    override: Override, ranking: Ranking | None, others: Iterable[Figure]
) -> Iterator[Figure]:
    single = [shown for shown in override.figures if not shown.mean]
    for shown in override.figures:
        if shown.mean:
            cells = _averaged(shown, single, others)
            for at in shown.cells:
                yield Figure(at, shown.measure, shown.k, mean_of=cells, why=_WHY)
            continue
        first = override.lines.get(Meaning.FIRST_RANK, ())
        for place, at in enumerate(shown.cells):
            own = first[place] if shown.measure == "RR" and place < len(first) else None
            k = shown.k or (override.k if isinstance(override.k, int) else None)
            yield Figure(
                at, shown.measure, k, ranking=None if own else ranking, first_rank=own, why=_WHY
            )


def _averaged(mean: Shown, said: Iterable[Shown], others: Iterable[Figure]) -> tuple[Address, ...]:
    """The figures that a mean takes: those that are given, or else those inferred."""
    given = [at for shown in said if shown.measure == mean.measure for at in shown.cells]
    inferred = [f.address for f in others if f.measure == mean.measure and not f.is_mean]
    return tuple(given or inferred)
