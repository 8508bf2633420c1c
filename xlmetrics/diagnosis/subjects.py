"""What is to be explained: the cells of a figure or of a line of steps, and how they might work."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from math import inf
from typing import TYPE_CHECKING, Any

from xlmetrics.diagnosis import binary, first_hit, graded
from xlmetrics.diagnosis.average_precision import average_precision_recipes
from xlmetrics.diagnosis.counted import count, counted_recipes
from xlmetrics.diagnosis.hit_rate import FirstRanks, hit_rate_recipes
from xlmetrics.diagnosis.means import (
    Several,
    mean_recipes,
    ratios,
    ratios_of_counts,
    reciprocals,
)
from xlmetrics.diagnosis.model import Stage
from xlmetrics.diagnosis.observed import cutoff, cutoff_in, observe
from xlmetrics.diagnosis.percent import HUNDRED, in_percent, of_hundred
from xlmetrics.diagnosis.steps import step_recipes
from xlmetrics.roles.model import Figure, Meaning
from xlmetrics.roles.words import says_cut

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from xlmetrics.address import Address
    from xlmetrics.diagnosis.choices import Recipe
    from xlmetrics.diagnosis.observed import Values
    from xlmetrics.roles.model import Counts, Line, Ranking, Reading


_SUMS = {"CG", "DCG", "IDCG"}


@dataclass(frozen=True)
class Subject:
    """Cells that one recipe explains, in the order in which it gives their values.

    ``measure`` is what they are said to show, ``see`` gives the inputs of the recipes when cells
    have certain values. ``line`` or ``figure`` is where the cells were found. A share is
    ``of_hundred`` that is shown as a number from 0 to 100.
    """

    cells: tuple[Address, ...]
    measure: str
    recipes: Sequence[Recipe]
    see: Callable[[Values], Any]
    ranking: Ranking | None = None
    line: Line | None = None
    figure: Figure | None = None
    of_hundred: bool = False

    @property
    def stage(self) -> Stage:
        """How far the cells are on the way from the grades to a mean."""
        if self.figure is None:
            return Stage.STEP
        if self.figure.is_mean:
            return Stage.MEAN
        return Stage.SUM if self.figure.measure in _SUMS else Stage.MEASURE


def subjects(reading: Reading, value: Values) -> Iterator[Subject]:
    """Everything in a workbook that can be explained, steps before figures, means last."""
    for ranking in reading.rankings:
        for line in ranking.lines.values():
            if found := step_recipes(line.meaning):
                yield Subject(
                    line.cells, line.meaning, found, partial(observe, ranking, None), ranking, line
                )
    percent = in_percent(reading.figures, value)
    yield from _of_ones(reading, value, percent)
    first_ranks = frozenset(
        address
        for line in reading.lines
        if line.meaning is Meaning.FIRST_RANK
        for address in line.cells
    )
    averaged = {cell for figure in reading.figures for cell in figure.mean_of}
    of = {each.address: each for each in _at_ranks(reading.rankings, averaged)}
    of |= {figure.address: figure for figure in reading.figures if not figure.is_mean}
    for figure in reading.figures:
        if figure.is_mean:
            scale = HUNDRED if figure.measure in percent else 1
            yield _of_several(figure, first_ranks, of, scale)


def _at_ranks(rankings: Sequence[Ranking], averaged: AbstractSet[Address]) -> Iterator[Figure]:
    """The nDCG down to a rank beside a list, where it is averaged, as a figure of the list."""
    for ranking in rankings:
        line = ranking.lines.get(Meaning.NDCG_AT_RANK)
        for k, cell in enumerate(line.cells if line else (), 1):
            if cell in averaged:
                yield Figure(cell, "nDCG", k, ranking=ranking)


def _of_ones(reading: Reading, value: Values, percent: frozenset[str]) -> Iterator[Subject]:
    """The figures of one query each, those of the measures in percent as numbers up to 100."""
    larger: dict[int, Sequence[Recipe]] = {}
    for figure in reading.figures:
        one = None if figure.is_mean else _of_one(figure, value)
        if one and figure.measure in percent:
            found = larger.setdefault(id(one.recipes), of_hundred(one.recipes))
            one = replace(one, recipes=found, of_hundred=True)
        if one:
            yield one


def _of_one(figure: Figure, value: Values) -> Subject | None:
    if figure.ranking is None and figure.counts:
        return _of_counts(figure, figure.counts)
    if figure.ranking is None:
        return _of_first_rank(figure, figure.first_rank) if figure.first_rank else None
    found = _recipes(figure.measure, figure.ranking, stated=_is_cut(figure, value))
    if not found:
        return None
    see = partial(observe, figure.ranking, figure.k)
    return Subject((figure.address,), _name(figure), found, see, figure.ranking, figure=figure)


_MOSTLY_WHOLE = frozenset({"RR", "AP"})
"""Measures of the whole list, unless their own label says where they are cut."""


def _is_cut(figure: Figure, value: Values) -> bool:
    """Whether it is stated where the list of a figure is cut."""
    if figure.k is not None:
        return True
    if figure.measure in _MOSTLY_WHOLE and not says_cut(figure.label):
        return False
    return figure.ranking is not None and cutoff(figure.ranking, value) is not None


def _of_counts(figure: Figure, counts: Counts) -> Subject:
    see = partial(count, counts, figure.k)
    found = counted_recipes(figure.measure)
    return Subject((figure.address,), _name(figure), found, see, figure=figure)


def _recipes(
    measure: str,
    ranking: Ranking,
    *,
    stated: bool,
) -> Sequence[Recipe]:
    by_measure: Mapping[str, Callable[..., Sequence[Recipe]]] = {
        "DCG": graded.dcg_recipes,
        "CG": graded.cg_recipes,
        "IDCG": graded.idcg_recipes,
        "nDCG": graded.ndcg_recipes,
        "P": binary.precision_recipes,
        "R": binary.recall_recipes,
        "F1": binary.f1_recipes,
        "RR": first_hit.reciprocal_rank_recipes,
        "Success": binary.success_recipes,
    }
    if measure == "AP":
        return average_precision_recipes(stated=stated, told=tells_of_relevant(ranking))
    return by_measure[measure](stated=stated) if measure in by_measure else ()


def tells_of_relevant(ranking: Ranking) -> bool:
    """Whether the sheet tells how many documents are relevant, returned or not."""
    told = ranking.relevant is not None or ranking.stated is not None
    return told or set(ranking.judged) != set(ranking.grades)


def _of_first_rank(figure: Figure, first_rank: Address) -> Subject:
    def see(value: Values) -> Any:
        return value(first_rank), figure.k or cutoff_in(figure.k_at, value)

    stated = figure.k is not None or figure.k_at is not None
    if figure.measure == "RR":
        found = first_hit.first_rank_recipes(stated=stated)
    elif figure.measure in ("nDCG", "DCG"):
        found = first_hit.ndcg_of_first_rank_recipes(stated=stated)
    else:
        found = first_hit.success_of_first_rank_recipes()
    return Subject((figure.address,), _name(figure), found, see, figure=figure)


def _name(figure: Figure) -> str:
    name = figure.measure if figure.k is None else f"{figure.measure}@{figure.k}"
    return f"mean {name}" if figure.is_mean else name


def _of_several(
    figure: Figure, first_ranks: frozenset[Address], of: Mapping[Address, Figure], scale: int
) -> Subject:
    figure = _over_its_measure(figure, of)
    if figure.measure != "RR" and first_ranks.issuperset(figure.mean_of):
        return _of_first_ranks(figure, scale)
    ranks = figure.measure == "RR" and first_ranks.issuperset(figure.mean_of)
    rankings = [of[cell].ranking for cell in figure.mean_of if cell in of]
    known = [ranking for ranking in rankings if ranking is not None]
    counted = [of[cell] for cell in figure.mean_of if cell in of and of[cell].counts]
    parts = _in_the_same_lists(known, of) if figure.measure == "nDCG" else ()

    def see(value: Values) -> Several:
        values = tuple(value(cell) for cell in figure.mean_of)
        if counted and len(counted) == len(values):
            return Several(values, ratios_of_counts(figure.measure, counted, value), scale)
        if ranks:
            k = figure.k or cutoff_in(figure.k_at, value) or inf
            return Several(reciprocals(values), within=reciprocals(values, k))
        if len(known) < len(values):
            return Several(values, undivided=tuple(map(value, parts)))
        lists = [observe(ranking, figure.k, value) for ranking in known]
        found = ratios(figure.measure, lists)
        return Several(values, found, scale, tuple(map(value, parts)))

    return Subject(
        (figure.address,),
        _name(figure),
        mean_recipes(
            len(figure.mean_of),
            micro=_is_micro(figure),
            reciprocal=figure.measure == "RR",
            beyond=first_hit.beyond_the_cut(stated=says_cut(figure.label)) if ranks else (),
        ),
        see,
        figure=figure,
    )


def _in_the_same_lists(
    rankings: Sequence[Ranking], of: Mapping[Address, Figure]
) -> tuple[Address, ...]:
    """Where DCG stands for each of some lists; nothing unless it does for all."""
    places = {id(each.ranking): at for at, each in of.items() if each.measure == "DCG"}
    found = [places.get(id(each)) for each in rankings]
    return () if None in found else tuple(filter(None, found))


def _of_first_ranks(figure: Figure, scale: int) -> Subject:
    """A hit rate that is computed from the first ranks in one step."""

    def see(value: Values) -> FirstRanks:
        ranks = tuple(value(cell) for cell in figure.mean_of)
        return FirstRanks(ranks, figure.k or cutoff_in(figure.k_at, value), scale)

    return Subject((figure.address,), _name(figure), hit_rate_recipes(), see, figure=figure)


def _over_its_measure(figure: Figure, of: Mapping[Address, Figure]) -> Figure:
    """A mean of nDCG that reads sums of gains, as one over the nDCG of the same lists."""
    read = [of[cell] for cell in figure.mean_of if cell in of]
    if len(read) < len(figure.mean_of) or not all(each.measure in _SUMS for each in read):
        return figure
    by_list = {id(each.ranking): at for at, each in of.items() if each.measure == figure.measure}
    found = [by_list.get(id(each.ranking)) for each in read]
    cells = tuple(dict.fromkeys(cell for cell in found if cell is not None))
    return replace(figure, mean_of=cells) if None not in found else figure


def _is_micro(figure: Figure) -> bool:
    """Whether a mean is said to be that of all documents together."""
    return "micro" in figure.label.casefold()
