"""What every figure of a table must be: the reference, applied to the table's own inputs.

One definition serves both ways: ``layout`` takes from here the value each formula cell carries,
and ``check`` compares with it what a file says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from xlmetrics import reference
from xlmetrics.errors import BadMeasureInput
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
    from xlmetrics.address import Address, Range
    from xlmetrics.model import Result, Table
    from xlmetrics.reference import Gain

ValueOf = Callable[["Address"], "Result"]

_NO_SUCH_RANK = ErrorValue("#NUM!")
_TEXT_IN_ARITHMETIC = ErrorValue("#VALUE!")

MAX_ROWS = 20_000
"""The longest list that is looked at, so that no name in a file can keep a check busy."""

_FIGURES = ("DCG", "IDCG", "nDCG")
_STEPS = (
    *("discounted_gain", "ideal_grade", "ideal_discounted_gain"),
    *("further_ideal_grade", "further_ideal_discounted_gain"),
)


@dataclass(frozen=True, slots=True)
class Expectation:
    """The value a formula cell must show, and the measure that says so."""

    address: Address
    measure: str
    value: Result


def expectations(table: Table, value: ValueOf) -> Iterator[Expectation]:
    """What each figure of a table must be, given what stands in its input cells.

    Where an input is unusable, the figures that hang on it are ``NotChecked`` with the reason.

    Raises:
        KeyError: the table is of no known kind.
    """
    try:
        yield from list(_KINDS[table.kind](table, value))
    except BadMeasureInput as problem:
        fields = [*_STEPS, *_FIGURES, "RR", "MRR"]
        yield from _not_checked(table, str(problem), fields)


def unfit(table: Table) -> str | None:
    """Why nothing can be expected of a table: cells are gone, or cannot be what they should be."""
    shape = _SHAPES.get(table.kind)
    if shape is None:
        return f"no kind of table is called {table.kind}"
    missing = [field for field in shape.needed if field not in table.fields]
    if missing:
        return f"its cells for {', '.join(missing)} are gone"
    for field in (*shape.singles, *shape.lists, *shape.columns[0]):
        rows, columns = table[field].shape
        if columns > 1 or rows > (1 if field in shape.singles else MAX_ROWS):
            return f"its {field} in {table[field].a1} is no {'cell' if rows == 1 else 'column'}"
    for group in shape.columns:
        found = [field for field in group if field in table.fields]
        shapes = {table[field].shape for field in found}
        if len(shapes) > 1 or len(found) not in (0, len(group)):
            return f"its columns {', '.join(group)} are not of equal length"
    if "judged" in table.fields and not _holds(table["judged"], table["grade"]):
        return "its judged documents do not begin with those returned"
    return None


def _holds(judged: Range, returned: Range) -> bool:
    """Whether the list of returned documents is the first part of all that were judged."""
    return judged.first == returned.first and judged.bottom >= returned.bottom


def inputs(table: Table) -> Iterator[tuple[Address, Callable[[Result], object]]]:
    """The input cells of a table, each with what reads it."""
    for field, read in _INPUTS[table.kind].items():
        for address in table[field].addresses():
            yield address, read


def _ndcg(table: Table, value: ValueOf) -> Iterator[Expectation]:
    judged = [value(address) for address in table["judged"].addresses()]
    yield from _counts(table, judged)
    try:
        gain = read_gain(value(table["gain"].first))
        grades = [read_grade(value(address)) for address in table["grade"].addresses()]
        pool = [grade for grade in map(read_grade, judged) if grade is not None]
    except Unusable as unusable:
        yield from _not_checked(table, str(unusable), [*_STEPS, *_FIGURES])
        return
    yield from _discounted_gains(table, value, gain)
    yield from _ideal(table, "", pool, gain)
    if "further_rank" in table.fields:
        yield from _ideal(table, "further_", pool, gain, offset=table["rank"].shape[0])
    try:
        k = read_cutoff(value(table["k"].first))
    except Unusable as unusable:
        yield from _not_checked(table, str(unusable), _FIGURES)
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
        yield from _not_checked(table, unusable[0], ("MRR", "hit_count", "miss_count"))
        return
    hits = sum(rank is not None and rank <= k for rank in ranks)
    mean = reference.mean_reciprocal_rank(ranks, k=k)
    yield Expectation(table["MRR"].first, f"MRR@{k}", mean)
    yield Expectation(table["hit_count"].first, "queries with a hit", hits)
    yield Expectation(table["miss_count"].first, "queries without a hit", len(ranks) - hits)


def _not_checked(table: Table, reason: str, fields: Iterable[str]) -> Iterator[Expectation]:
    for field in fields:
        if field in table.fields:
            for address in table[field].addresses():
                yield Expectation(address, field.replace("_", " "), NotChecked(reason))


_KINDS: dict[str, Callable[[Table, ValueOf], Iterator[Expectation]]] = {
    "ndcg": _ndcg,
    "reciprocal_rank": _reciprocal_rank,
}

_INPUTS: dict[str, dict[str, Callable[[Result], object]]] = {
    "ndcg": {"judged": read_grade, "k": read_cutoff, "gain": read_gain},
    "reciprocal_rank": {"first_rank": read_first_rank, "k": read_cutoff},
}


@dataclass(frozen=True, slots=True)
class _Shape:
    """The fields of a kind of table: single cells, lists, and groups of columns of equal length.

    The first group is needed, and any other is there in full or not at all.
    """

    singles: tuple[str, ...]
    lists: tuple[str, ...]
    columns: tuple[tuple[str, ...], ...]

    @property
    def needed(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys((*self.singles, *self.lists, *self.columns[0])))


_SHAPES = {
    "ndcg": _Shape(
        ("gain", "k", "DCG", "IDCG", "nDCG", "judged_count", "blank_count", "text_count"),
        ("judged", "scale"),
        (
            ("rank", "grade", "discounted_gain", "ideal_grade", "ideal_discounted_gain"),
            ("further_rank", "further_ideal_grade", "further_ideal_discounted_gain"),
        ),
    ),
    "reciprocal_rank": _Shape(
        ("k", "MRR", "hit_count", "miss_count"), ("first_rank",), (("query", "first_rank", "RR"),)
    ),
}
