"""What is understood of a sheet that somebody else built: rankings, steps, figures."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from xlmetrics.address import Address


class Meaning(StrEnum):
    """What a line of cells holds; those from ``GAIN`` on are steps, with a value a rank."""

    QUERY = "query"
    SYSTEM = "system"
    DOCUMENT = "document"
    RANK = "rank"
    GRADE = "grade"
    JUDGED = "judged"
    FIRST_RANK = "first relevant rank"
    GAIN = "gain"
    DISCOUNT = "discount"
    WEIGHT = "weight"
    DISCOUNTED_GAIN = "discounted gain"
    CUMULATED_GAIN = "DCG at each rank"
    IDEAL_GRADE = "ideal grade"
    IDEAL_GAIN = "ideal gain"
    IDEAL_DISCOUNTED_GAIN = "ideal discounted gain"
    CUMULATED_IDEAL = "IDCG at each rank"
    NDCG_AT_RANK = "nDCG at each rank"
    HITS_SO_FAR = "hits down to each rank"
    PRECISION_AT_RANK = "P at each rank"
    PRECISION_AT_HIT = "P at each hit"
    RECALL_AT_RANK = "R at each rank"


_GIVEN = frozenset({Meaning.GRADE, Meaning.JUDGED, Meaning.RANK, Meaning.FIRST_RANK})


@dataclass(frozen=True, slots=True)
class Line:
    """Cells down a column or along a row that are for one thing, in the order of the list.

    Blank cells between them are held too. ``label`` is the heading as it stands in ``label_at``;
    ``why`` says in words what the meaning was read from.
    """

    meaning: Meaning
    cells: tuple[Address, ...]
    label: str = ""
    label_at: Address | None = None
    why: str = ""

    def of(self, meaning: Meaning) -> Line:
        """The same cells with another meaning."""
        return replace(self, meaning=meaning)


@dataclass(frozen=True, slots=True)
class Ranking:
    """The list of one query (by one system), best rank first, and what is known of its documents.

    ``grades`` are the cells of the documents returned, ``judged`` those of all judged documents,
    returned or missed, in any order (the grades themselves where no others are listed).
    ``relevant`` is the cell that says how many relevant documents there are, ``k`` the one that
    holds the cut-off, ``ranks`` what stands beside the grades. ``lines`` are the steps; each has
    at its place ``i`` what belongs to rank ``i + 1``.
    In a list that is ``marked`` a blank is a document that is not relevant. ``sources`` are the
    typed cells from which the grades are computed, if they are, and ``documents`` those that name
    what was returned. ``stated`` is how many relevant documents a text says there are.
    """

    name: str
    grades: tuple[Address, ...]
    judged: tuple[Address, ...]
    ranks: tuple[Address, ...] = ()
    system: str = ""
    relevant: Address | None = None
    k: Address | None = None
    lines: Mapping[Meaning, Line] = field(default_factory=dict)
    marked: bool = False
    sources: tuple[Address, ...] = ()
    documents: tuple[Address, ...] = ()
    stated: int | None = None


class Counts(NamedTuple):
    """The cells that say of a query how many documents are relevant, returned, and both."""

    relevant: Address | None = None
    returned: Address | None = None
    hits: Address | None = None


@dataclass(frozen=True, slots=True)
class Figure:
    """A cell that is said to show a measure.

    ``measure`` is its name without a cut-off, as in ``xlmetrics.definitions``: ``nDCG``, ``DCG``,
    ``IDCG``, ``RR``, ``P``, ``R``, ``F1``, ``AP``, ``Success``. ``k`` is the cut-off that a label
    states, ``gain`` the gain that it states; of a figure without a list, ``k_at`` is the cell that
    holds the cut-off.

    A figure of one query has a ``ranking``, or, for a reciprocal rank or success, the cell
    ``first_rank``, or, for precision, recall and F1, the ``counts`` from which it follows. A mean
    has in ``mean_of`` the cells, one for each query, that it should take, blank ones and text too,
    and in ``measure`` what those show; a mean reciprocal rank that is computed in one step has the
    first ranks there.
    """

    address: Address
    measure: str
    k: int | None = None
    gain: str | None = None
    ranking: Ranking | None = None
    first_rank: Address | None = None
    mean_of: tuple[Address, ...] = ()
    label: str = ""
    label_at: Address | None = None
    why: str = ""
    counts: Counts | None = None
    k_at: Address | None = None

    @property
    def is_mean(self) -> bool:
        """Whether it is a mean over queries."""
        return bool(self.mean_of)


@dataclass(frozen=True, slots=True)
class Reading:
    """All that is understood of a workbook; ``open`` says of a place why nothing is.

    ``lines`` are those that belong to no ranking: the queries, the first relevant ranks.
    """

    rankings: tuple[Ranking, ...] = ()
    figures: tuple[Figure, ...] = ()
    lines: tuple[Line, ...] = ()
    open: Mapping[str, str] = field(default_factory=dict)

    def given(self) -> Iterator[Address]:
        """Grades, ranks, cut-offs, numbers of relevant documents, and figures."""
        for ranking in self.rankings:
            yield from ranking.grades
            yield from ranking.judged
            yield from ranking.sources
            yield from ranking.ranks
            yield from filter(None, (ranking.k, ranking.relevant))
        for line in self.lines:
            if line.meaning in _GIVEN:
                yield from line.cells
        for figure in self.figures:
            yield figure.address
            yield from figure.mean_of
