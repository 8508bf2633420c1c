"""The numbers of an exercise, drawn by its mark: others for each student, the same each time."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from random import Random
from typing import TYPE_CHECKING, TypeVar

from xlmetrics.address import Range
from xlmetrics.errors import BadMeasureInput
from xlmetrics.expected.answers import TOLERANCE
from xlmetrics.inputs import Unusable, read_first_rank
from xlmetrics.model import Table, is_number
from xlmetrics.quantities import KINDS, Given, Seen
from xlmetrics.quantities.quantity import GENERAL, WHOLE

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from xlmetrics.address import Address
    from xlmetrics.exercise.mark import Mark
    from xlmetrics.model import Result, Value
    from xlmetrics.quantities import Kind
    from xlmetrics.template.model import CataloguedTable, Course, Topic

TRIES = 40
_UNUSABLE = 1_000
_APART = 4 * TOLERANCE
"""So far apart figures and mistakes should be, to tell one from the other."""

_T = TypeVar("_T")


class Dice:
    """Draws that are the same on every machine and in every version of Python."""

    def __init__(self, seed: str) -> None:
        self._random = Random(seed)

    def one_of(self, values: Sequence[_T]) -> _T:
        """One of the values, each as likely as the other."""
        return values[int(self._random.random() * len(values))]


def draw(course: Course, mark: Mark) -> Course:
    """The topics of the course that have an exercise, with numbers drawn for this mark.

    Grades come from the scale, unless the documents are named: these keep their grades and change
    places. First ranks lie within and a little beyond the cut-off, or there is none; all else is
    what it usually is, and the cut-off lies within the list. Draws whose figures are 0, 1 or alike,
    or on which a known mistake would give the right figure, are passed over where others can be
    had.
    """
    topics = tuple(
        _drawn(course, topic, Dice(f"{mark}/{topic.name}"))
        for topic in course.topics
        if topic.exercise
    )
    return replace(course, topics=topics)


def _drawn(course: Course, topic: Topic, dice: Dice) -> Topic:
    best, fewest = topic, _UNUSABLE * _UNUSABLE
    for _ in range(TRIES):
        settings = {**topic.settings, "k": dice.one_of(_cutoffs(topic))}
        tables = tuple(
            replace(table, given=_given(course, table, settings["k"], dice))
            for table in topic.tables
        )
        tried = replace(topic, settings=settings, tables=tables)
        faults = _faults(tried)
        if faults < fewest:
            best, fewest = tried, faults
        if not faults:
            break
    return best


def _cutoffs(topic: Topic) -> Sequence[Value]:
    """Cut-offs within every ranked list of the sheet; that of the template where there is none."""
    lengths = [
        table.rows[part.rows]
        for table in topic.tables
        for part in KINDS[table.kind].given.values()
        if part.counted and not (part.apart or part.below) and part.rows in table.rows
    ]
    return range(3, min(lengths)) if lengths and min(lengths) > 3 else [topic.settings["k"]]


def _given(
    course: Course, table: CataloguedTable, k: Value, dice: Dice
) -> Mapping[str, tuple[Value, ...]]:
    parts = KINDS[table.kind].given
    if {"document", "judged"} <= table.given.keys():
        return {**table.given, **_shuffled(table.given, dice)}
    found: dict[str, tuple[Value, ...]] = {}
    for name, values in table.given.items():
        found[name] = _column(course, parts[name], values, k, dice)
        if parts[name].follows:
            pairs = zip(found[name], found[parts[name].follows], strict=True)
            found[name] = tuple(map(dice.one_of, pairs))
    return found


def _shuffled(
    given: Mapping[str, tuple[Value, ...]], dice: Dice
) -> Mapping[str, tuple[Value, ...]]:
    """The documents in another order, each within its query and with its grade."""
    rows = list(zip(given["document"], given["judged"], strict=True))
    queries = given.get("query", ("",) * len(rows))
    for at, query in enumerate(queries):
        other = dice.one_of([row for row in range(at, len(rows)) if queries[row] == query])
        rows[at], rows[other] = rows[other], rows[at]
    documents, grades = zip(*rows, strict=True)
    return {"document": documents, "judged": grades}


def _column(
    course: Course, part: Given, values: tuple[Value, ...], k: Value, dice: Dice
) -> tuple[Value, ...]:
    usual = part.usual
    if part.graded:
        usual = tuple(course.scale)
    elif part.read is read_first_rank and is_number(k):
        usual = (*range(1, int(k) + 3), None)
    if part.fixed or not usual:
        return values
    return tuple(dice.one_of(usual) for _ in values)


def _faults(topic: Topic) -> int:
    """How far the figures asked for are from telling right from wrong; 0 is as it should be."""
    assert topic.exercise is not None  # noqa: S101  only such topics are drawn
    faults = 0
    figures: list[float] = []
    for number, name in topic.exercise.ask:
        table = topic.tables[number - 1]
        kind = KINDS[table.kind]
        right, *wrong = _values(kind, table, topic.settings, name)
        if not is_number(right):
            return _UNUSABLE
        faults += 20 * (right == 0) + 20 * _is_alike(table)
        if kind.quantities[name].number_format not in (WHOLE, GENERAL):
            faults += 10 * (right == 1)
            figures.append(right)
        faults += _too_close([right, *filter(is_number, wrong)])
    return faults + 3 * _too_close(figures)


def _values(
    kind: Kind, table: CataloguedTable, settings: Mapping[str, Value], name: str
) -> list[Result]:
    """The figure, then what each known mistake makes of it."""
    seen = _seen(kind, table, settings)
    values: list[Result] = []
    for each in (name, *(mistake.name for mistake in kind.mistakes(name))):
        try:
            values.append(kind.quantities[each].value(seen))
        except (Unusable, BadMeasureInput):
            values.append(None)
    return values


def _seen(kind: Kind, table: CataloguedTable, settings: Mapping[str, Value]) -> Seen:
    """The table as its quantities see it, before it has a place on any sheet."""
    fields: dict[str, Range] = {}
    placed: dict[Address, Result] = {}
    for column, part in enumerate(kind.given.values(), 1):
        rows = table.rows.get(part.rows, 1) if part.rows else 1
        values: Sequence[Value] = table.given.get(part.within or part.name, ())
        if part.counted:
            values = range(1, rows + 1)
        elif not part.rows and part.name not in table.given:
            values = [settings.get(part.name)]
        fields[part.name] = Range("", 1, column, rows, column)
        placed |= dict(zip(fields[part.name].addresses(), values, strict=False))
    return Seen(kind, Table(kind.name, 1, fields), placed.get)


def _is_alike(table: CataloguedTable) -> bool:
    """Whether a column of several numbers holds the same all the way down."""
    kind = KINDS[table.kind]
    drawn = [values for name, values in table.given.items() if not kind.given[name].fixed]
    return any(len(values) > 2 and len(set(values)) == 1 for values in drawn)


def _too_close(values: Sequence[float]) -> int:
    return sum(abs(one - other) <= _APART for one, other in combinations(values, 2))
