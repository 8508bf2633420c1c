"""What is to be measured: lists of systems, and a sheet of grades to measure them by."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from xlmetrics.address import Range
    from xlmetrics.layout.live import Settings

HEADER = 3
"""The row of the headings on a sheet of rows, below its title and what it is about."""


class Listed(NamedTuple):
    """What one system returned: for each query ranks and documents, best first.

    ``returned`` is how many documents there are for each query; those that are not among the
    ``places`` count as not judged.
    """

    system: str
    places: Mapping[str, Sequence[tuple[int, str]]]
    returned: Mapping[str, int]


class Pooled(NamedTuple):
    """A document that has a row in the sheet of grades, and the key by which the row is known."""

    query: str
    doc: str
    key: str


class Grades(NamedTuple):
    """A sheet of grades: its title, its rows in order, and where they stand.

    ``fields`` are ``judged`` and ``key``, and ``scale`` where there is one. The documents of a
    query stand together.
    """

    sheet: str
    rows: Sequence[Pooled]
    fields: Mapping[str, Range]


class Asked(NamedTuple):
    """What is to be measured, and how.

    ``queries`` are the ids and the words of all that were asked. ``depth`` is how deep the lists
    go where they were cut; k goes no further. ``names`` are quantities to be shown instead of
    those cut at k.
    """

    title: str
    queries: Sequence[tuple[str, str]]
    systems: Sequence[Listed]
    settings: Settings
    depth: int | None = None
    names: Sequence[str] = ()
