"""A test collection: what systems returned, what people judged, what was asked and answered.

Four kinds of rows, each a Polars frame with fixed columns, so that every format is read into the
same thing and written from it. Queries and documents are known by ids, which are text and kept as
they are written: ``04567`` is not 4567, and ``Dairy`` is not ``dairy``.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Mapping

    import polars as pl

RUN_COLUMNS = ("query", "doc", "rank", "score")
JUDGMENT_COLUMNS = ("query", "doc", "grade", "rater", "code", "note")
QUERY_COLUMNS = ("query", "text", "need")
DOCUMENT_COLUMNS = ("doc", "title", "snippet", "url")

CODES = ("query unclear", "document unclear", "unclear", "later")
"""Why there is no grade: not a blank, and never a 0. ``unclear`` leaves open what is unclear."""

Kind = Literal["run", "judgments", "queries", "documents"]


@dataclass(frozen=True, slots=True)
class Run:
    """What one system returned.

    ``rows`` has the columns ``query``, ``doc`` (text), ``rank`` (from 1 within each query) and
    ``score`` (a float; null where the source has none), each query's documents in rank order and
    the queries in the order of their first appearance. ``remarks`` say what was done to what the
    source holds: ties settled, ranks that contradict the scores.
    """

    name: str
    rows: pl.DataFrame
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Judgments:
    """What people say of documents.

    ``rows`` has the columns ``query``, ``doc``, ``grade`` (a float; null where there is none),
    ``rater`` (empty where unknown), ``code`` (why there is no grade, one of ``CODES``, or empty)
    and ``note``. ``scale`` gives grades their meaning, where the source says it.
    """

    rows: pl.DataFrame
    scale: Mapping[float, str] = field(default_factory=dict)
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Queries:
    """What is asked: ``query`` (its id), ``text`` and ``need``, the information need behind it."""

    rows: pl.DataFrame
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Documents:
    """What can be found: ``doc`` (its id), ``title``, ``snippet`` and ``url``; any may be empty."""

    rows: pl.DataFrame
    remarks: tuple[str, ...] = ()


Held = Run | Judgments | Queries | Documents


def kind_of(held: Held) -> Kind:
    """What sort of rows these are."""
    match held:
        case Run():
            return "run"
        case Judgments():
            return "judgments"
        case Queries():
            return "queries"
        case Documents():
            return "documents"
