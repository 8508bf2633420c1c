"""The cells of a foreign sheet that were read as inputs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.roles.model import Meaning

if TYPE_CHECKING:
    from collections.abc import Iterator

    from xlmetrics.address import Address
    from xlmetrics.roles.model import Reading

_GIVEN = frozenset({Meaning.GRADE, Meaning.JUDGED, Meaning.RANK, Meaning.FIRST_RANK})


def graded_lists(reading: Reading) -> Iterator[tuple[Address, ...]]:
    """The cells of each list that hold grades, those of documents not returned included."""
    for ranking in reading.rankings:
        yield tuple(dict.fromkeys((*ranking.grades, *ranking.judged)))


def given_cells(reading: Reading) -> Iterator[Address]:
    """Grades, ranks, cut-offs, numbers of relevant documents, and figures that are typed."""
    for ranking in reading.rankings:
        yield from ranking.grades
        yield from ranking.judged
        yield from ranking.ranks
        yield from filter(None, (ranking.k, ranking.relevant))
    for line in reading.lines:
        if line.meaning in _GIVEN:
            yield from line.cells
    for figure in reading.figures:
        yield figure.address
        yield from figure.mean_of
