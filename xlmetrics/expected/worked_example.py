"""The two tables of the published worked example: NDCG of one list, MRR of several queries.

They keep the formulas that were published with them, to the letter, and what these make of blanks
and text.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics import reference
from xlmetrics.expected.expectation import Expectation, not_checked
from xlmetrics.expected.shape import Shape
from xlmetrics.inputs import (
    Unusable,
    read_cutoff,
    read_first_rank,
    read_gain,
    read_grade,
    reads_as_number,
)
from xlmetrics.model import ErrorValue, NotChecked, is_number

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from xlmetrics.expected.expectation import ValueOf
    from xlmetrics.model import Result, Table
    from xlmetrics.reference import Gain

_NO_SUCH_RANK = ErrorValue("#NUM!")
_TEXT_IN_ARITHMETIC = ErrorValue("#VALUE!")

FIGURES = ("DCG", "IDCG", "nDCG")
STEPS = (
    *("discounted_gain", "ideal_grade", "ideal_discounted_gain"),
    *("further_ideal_grade", "further_ideal_discounted_gain"),
)


def _ndcg(table: Table, value: ValueOf) -> Iterator[Expectation]:
    judged = [value(address) for address in table["judged"].addresses()]
    yield from _counts(table, judged)
    try:
        gain = read_gain(value(table["gain"].first))
        grades = [read_grade(value(address)) for address in table["grade"].addresses()]
        pool = [grade for grade in map(read_grade, judged) if grade is not None]
    except Unusable as unusable:
        yield from not_checked(table, str(unusable), [*STEPS, *FIGURES])
        return
    yield from _discounted_gains(table, value, gain)
    yield from _ideal(table, "", pool, gain)
    if "further_rank" in table.fields:
        yield from _ideal(table, "further_", pool, gain, offset=table["rank"].shape[0])
    try:
        k = read_cutoff(value(table["k"].first))
    except Unusable as unusable:
        yield from not_checked(table, str(unusable), FIGURES)
        return
    shown = "(gain='exp')" if gain == "exponential" else ""
    for field, figure in (
        ("DCG", reference.dcg(grades, k=k, gain=gain)),
        ("IDCG", reference.idcg(pool, k=k, gain=gain)),
        ("nDCG", reference.ndcg(grades, pool, k=k, gain=gain)),
    ):
        yield Expectation(table[field].first, f"{field}{shown}@{k}", figure)


def _counts(table: Table, judged: list[Result]) -> Iterator[Expectation]:
    numbers = sum(map(is_number, judged))
    blanks = sum(item is None for item in judged)
    for field, measure, count in (
        ("judged_count", "documents judged", numbers),
        ("blank_count", "documents not judged", blanks),
        ("text_count", "grades that are text", len(judged) - numbers - blanks),
    ):
        yield Expectation(table[field].first, measure, count)


def _discounted_gains(table: Table, value: ValueOf, gain: Gain) -> Iterator[Expectation]:
    """Row by row: a blank gains nothing, and text gives the error by which its row is found."""
    places = zip(table["discounted_gain"].addresses(), table["grade"].addresses(), strict=True)
    for rank, (place, source) in enumerate(places, 1):
        grade = value(source)
        expected: Result
        if reads_as_number(grade):
            expected = NotChecked(f"{source.a1} holds a number stored as text")
        elif isinstance(grade, str):
            expected = _TEXT_IN_ARITHMETIC
        elif is_number(grade) and grade < 0:
            expected = NotChecked(f"{source.a1} holds a grade below 0")
        else:
            expected = reference.discounted_gain(read_grade(grade), rank, gain)
        yield Expectation(place, f"DG at rank {rank}", expected)


def _ideal(
    table: Table, prefix: str, pool: list[float], gain: Gain, offset: int = 0
) -> Iterator[Expectation]:
    """The ideal ranking row by row; ranks beyond the judged documents have none, and add 0."""
    ideal = dict(enumerate(reference.ideal_ranking(pool), 1))
    places = zip(
        table[f"{prefix}ideal_grade"].addresses(),
        table[f"{prefix}ideal_discounted_gain"].addresses(),
        strict=True,
    )
    for rank, (grade_place, gain_place) in enumerate(places, offset + 1):
        grade = ideal.get(rank)
        yield Expectation(
            grade_place,
            f"ideal grade at rank {rank}",
            _NO_SUCH_RANK if grade is None else grade,
        )
        yield Expectation(
            gain_place,
            f"ideal DG at rank {rank}",
            NotChecked("the grade is below 0")
            if grade is not None and grade < 0
            else reference.discounted_gain(grade, rank, gain),
        )


def _reciprocal_rank(table: Table, value: ValueOf) -> Iterator[Expectation]:
    ranks: list[int | None] = []
    unusable: list[str] = []
    places = zip(table["RR"].addresses(), table["first_rank"].addresses(), strict=True)
    for place, source in places:
        rank = value(source)
        expected: Result
        try:
            ranks.append(read_first_rank(rank))
            expected = reference.reciprocal_rank_of(ranks[-1])
        except Unusable as problem:
            unusable.append(f"{source.a1}: {problem}")
            expected = NotChecked(unusable[-1])
        if reads_as_number(rank):
            expected = NotChecked(f"{source.a1} holds a number stored as text")
        yield Expectation(place, "RR", expected)
    try:
        k = read_cutoff(value(table["k"].first))
    except Unusable as problem:
        unusable.append(str(problem))
    if unusable:
        yield from not_checked(table, unusable[0], ("MRR", "hit_count", "miss_count"))
        return
    hits = sum(rank is not None and rank <= k for rank in ranks)
    mean = reference.mean_reciprocal_rank(ranks, k=k)
    yield Expectation(table["MRR"].first, f"MRR@{k}", mean)
    yield Expectation(table["hit_count"].first, "queries with a hit", hits)
    yield Expectation(table["miss_count"].first, "queries without a hit", len(ranks) - hits)


CALCULATED = (*STEPS, *FIGURES, "RR", "MRR")

EXPECTED: dict[str, Callable[[Table, ValueOf], Iterator[Expectation]]] = {
    "ndcg": _ndcg,
    "reciprocal_rank": _reciprocal_rank,
}

INPUTS: dict[str, dict[str, Callable[[Result], object]]] = {
    "ndcg": {"judged": read_grade, "k": read_cutoff, "gain": read_gain},
    "reciprocal_rank": {"first_rank": read_first_rank, "k": read_cutoff},
}


SHAPES = {
    "ndcg": Shape(
        ("gain", "k", "DCG", "IDCG", "nDCG", "judged_count", "blank_count", "text_count"),
        ("judged", "scale"),
        (
            ("rank", "grade", "discounted_gain", "ideal_grade", "ideal_discounted_gain"),
            ("further_rank", "further_ideal_grade", "further_ideal_discounted_gain"),
        ),
    ),
    "reciprocal_rank": Shape(
        ("k", "MRR", "hit_count", "miss_count"), ("first_rank",), (("query", "first_rank", "RR"),)
    ),
}
