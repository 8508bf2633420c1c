"""What a template holds: the types that TOML is read into and workbooks are laid out from."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeGuard

from xlmetrics.template.words import Words, english

if TYPE_CHECKING:
    from collections.abc import Mapping

    from xlmetrics.model import Value

Number = int | float

MAX_RANK = 1_000_000
WORKED_KINDS = ("ndcg", "reciprocal_rank")
"""The kinds of table that the published worked example consists of."""

_PLAIN_NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+)?")


@dataclass(frozen=True, slots=True)
class NdcgTable:
    """One query: the grades returned in rank order, and those judged but never returned.

    None is a blank: a document that nobody judged.
    """

    returned: tuple[Number | None, ...]
    missed: tuple[Number | None, ...] = ()


@dataclass(frozen=True, slots=True)
class Query:
    """A query and the rank of its first relevant result, from 1; None where there is none."""

    text: str
    first_relevant_rank: int | None


@dataclass(frozen=True, slots=True)
class ReciprocalRankTable:
    """Several queries, each with the rank of its first relevant result."""

    queries: tuple[Query, ...]


Table = NdcgTable | ReciprocalRankTable


@dataclass(frozen=True, slots=True)
class WorkedExample:
    """A workbook laid out as the published example: its tables from A1 down, its notes apart.

    ``gain`` is ``linear`` or ``exponential``; ``scale`` gives each grade its meaning, from the
    lowest up; ``words`` are the texts of every workbook: headings, legends, messages.
    """

    title: str
    summary: str
    sheet: str
    k: int
    gain: str
    scale: Mapping[Number, str]
    tables: tuple[Table, ...]
    notes: tuple[str, ...]
    words: Words = field(default_factory=english)


@dataclass(frozen=True, slots=True)
class OwnColumn:
    """A column of the author's own: fixed text and numbers, in which nothing is calculated."""

    heading: str
    values: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class CataloguedTable:
    """A table of catalogued quantities.

    ``given`` are the values of the columns that are not calculated; ``rows`` says how many rows
    each group of columns has, and ``show`` which quantities are wanted, with all that they need.
    ``headings`` replace those of the words; ``columns`` stand before what is typed in.
    ``options`` are the answers to choose from, question by question.
    """

    kind: str
    title: str
    rows: Mapping[str, int]
    given: Mapping[str, tuple[Value, ...]]
    show: tuple[str, ...]
    headings: Mapping[str, str]
    columns: tuple[OwnColumn, ...] = ()
    options: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class ChartTemplate:
    """A chart of the columns ``series`` over the column ``x`` of the ``table``-th table.

    ``rows`` are the first and the last row that it shows, where it does not show all; ``y_min``
    and ``y_max`` are the ends of the y axis, where the program shall not choose them.
    """

    kind: Literal["line", "bar", "scatter"]
    title: str
    table: int
    x: str
    series: tuple[str, ...]
    x_title: str
    y_title: str
    alt: str
    rows: tuple[int, int] | None = None
    y_min: Number | None = None
    y_max: Number | None = None


class Asked(NamedTuple):
    """A figure that an exercise asks for, of the ``table``-th table of its sheet."""

    table: int
    figure: str


@dataclass(frozen=True, slots=True)
class Exercise:
    """What a sheet becomes as an exercise: the task, and the figures asked for."""

    text: tuple[str, ...]
    ask: tuple[Asked, ...]


@dataclass(frozen=True, slots=True)
class Topic:
    """A sheet that explains itself: text above its tables, charts and things to try below.

    ``settings`` are what all its tables follow: ``k``, ``gain``, ``rel`` and so on.
    """

    name: str
    title: str
    text: tuple[str, ...]
    settings: Mapping[str, Value]
    tables: tuple[CataloguedTable, ...]
    charts: tuple[ChartTemplate, ...]
    notes: tuple[str, ...]
    exercise: Exercise | None = None


@dataclass(frozen=True, slots=True)
class Course:
    """A workbook of one or more topics over one scale of grades."""

    title: str
    summary: str
    scale: Mapping[Number, str]
    topics: tuple[Topic, ...]
    words: Words = field(default_factory=english)


Template = WorkedExample | Course


def as_grade(key: str) -> Number:
    """A grade as TOML spells it in a key, plainly: 2 or 2.5; ValueError for anything else."""
    if not _PLAIN_NUMBER.fullmatch(key):
        raise ValueError("is not a number such as 2 or 2.5")
    number = float(key)
    return int(number) if number.is_integer() else number


def as_asked(text: str) -> Asked:
    """What an exercise asks for, as TOML spells it: ``nDCG``, or ``2.nDCG`` of the second table."""
    table, _, figure = text.rpartition(".")
    return Asked(int(table) if table.isdecimal() else 1, figure if table.isdecimal() else text)


def is_rank(value: object) -> TypeGuard[int]:
    """Whether a value can be a rank or a cut-off: a whole number from 1 to ``MAX_RANK``."""
    return isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= MAX_RANK
