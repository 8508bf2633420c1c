"""Which column says what: the names that people give to the columns of tables."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

import polars as pl

from xlmetrics.errors import XlmetricsError
from xlmetrics.formats.rows import (
    Rows,
    documents_from,
    judgments_from,
    queries_from,
    runs_from,
)
from xlmetrics.text import counted

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from xlmetrics.collection import Held, Kind
    from xlmetrics.formats.complaints import Place
    from xlmetrics.formats.rows import Order

_NAMES = {
    "query_id": "queryid qid topic topicid topicno queryno querynumber",
    "query": "query querytext searchterm searchterms searchquery keyword keywords question q",
    "doc": "doc docid docno document documentid docnumber did corpusid itemid productid pid",
    "rank": "rank position pos docposition ranking",
    "score": "score similarity sim retrievalscore",
    "grade": "grade rating relevance rel judgment judgement label gain relevancegrade",
    "rater": "rater assessor annotator judge user useremail rateremail worker",
    "code": "code",
    "note": "note notes comment comments explanation",
    "title": "title doctitle name headline",
    "snippet": "snippet description overview summary abstract body content passage",
    "url": "url link href uri",
    "text": "text",
    "need": "informationneed need narrative intent",
    "system": "system run runid runname runtag tag snapshotname",
    "id": "id",
}
_ROLES = {name: role for role, names in _NAMES.items() for name in names.split()}
_OTHERS = re.compile(r"[\W_]+")
_LISTED = 10


class Columns(NamedTuple):
    """The columns of a table by role, and the headings of those that have none."""

    roles: dict[str, int]
    others: tuple[str, ...]


def role_of(heading: str) -> str | None:
    """What a column with this heading says, if it is known."""
    return _ROLES.get(_OTHERS.sub("", heading).casefold())


def find_columns(path: object, header: Sequence[str]) -> Columns:
    """Find the columns by their headings.

    Raises:
        XlmetricsError: two columns say the same.
    """
    roles: dict[str, int] = {}
    others = []
    for place, heading in enumerate(header):
        role = role_of(heading)
        if role is None:
            others += [heading] if heading.strip() else []
        elif role in roles:
            raise XlmetricsError(
                f"{path}: the columns {header[roles[role]]!r} and {heading!r} both say the {role}. "
                "Keep one."
            )
        else:
            roles[role] = place
    return Columns(_settled(roles, header), tuple(others))


def _settled(roles: dict[str, int], header: Sequence[str]) -> dict[str, int]:
    """Roles of columns whose meaning depends on the others."""
    settled = dict(roles)
    if "id" in settled and {"text", "query", "need"} & set(settled) and not _shown(settled):
        settled.setdefault("query_id", settled.pop("id"))
    elif "id" in settled:
        settled.setdefault("doc", settled.pop("id"))
    if "query_id" in settled:  # then what is called the query is its words
        words = settled.pop("query", None)
        if words is not None:
            settled.setdefault("text", words)
        settled["query"] = settled.pop("query_id")
    elif "query" not in settled and "text" in settled and "doc" not in settled:
        settled["query"] = settled["text"]
    if "doc" in settled and "query" not in settled and "text" in settled:
        settled.setdefault("snippet", settled.pop("text"))
    names = {_OTHERS.sub("", heading).casefold() for heading in header}
    if names == {"queryid", "corpusid", "score"}:  # BEIR, whose scores are grades
        settled["grade"] = settled.pop("score")
    return settled


def _shown(roles: dict[str, int]) -> bool:
    return bool({"title", "snippet", "url", "doc"} & set(roles))


def kinds_in(roles: Iterable[str]) -> tuple[Kind, ...]:
    """What a table with these columns holds."""
    known = set(roles)
    pairs = {"query", "doc"} <= known
    kinds: list[Kind] = []
    if pairs and known & {"rank", "score"}:
        kinds.append("run")
    if pairs and "grade" in known:
        kinds.append("judgments")
    if pairs and not kinds:
        kinds.append("run")
    if "query" in known and (known & {"text", "need"} or "doc" not in known):
        kinds.append("queries")
    if "doc" in known and known & {"title", "snippet", "url"}:
        kinds.append("documents")
    return tuple(kinds)


_USED: dict[str, tuple[str, ...]] = {
    "run": ("query", "doc", "rank", "score", "system"),
    "judgments": ("query", "doc", "grade", "rater", "code", "note"),
    "queries": ("query", "text", "need"),
    "documents": ("doc", "title", "snippet", "url"),
}


_NEEDED: dict[str, tuple[str, ...]] = {
    "run": ("query", "doc"),
    "judgments": ("query", "doc", "grade"),
    "queries": ("query",),
    "documents": ("doc",),
}


def held_in(
    frame: pl.DataFrame, columns: Columns, at: Place, kind: Kind, name: str, called: object
) -> tuple[Held, ...]:
    """What a table holds, whose frame has its columns by role.

    Raises:
        XlmetricsError: columns are missing, or what they say breaks the rules of ``rows``.
    """
    used = [role for role in _USED[kind] if role in columns.roles]
    missing = [role for role in _NEEDED[kind] if role not in used]
    if missing:
        raise XlmetricsError(
            f"{called}: has no column for {' and '.join(missing)}, which {kind} needs. "
            "Name its columns query, doc, rank, score, grade, title, …"
        )
    remarks: tuple[str, ...] = ()
    if columns.others:
        shown = ", ".join(map(repr, columns.others[:_LISTED]))
        more = f" and {len(columns.others) - _LISTED} more" * (len(columns.others) > _LISTED)
        remarks = (f"columns that are not read: {shown}{more}",)
    rows = Rows(frame.select(used), at, remarks)
    match kind:
        case "run":
            order: Order = "rank" if "rank" in used else "score" if "score" in used else "list"
            return runs_from(rows, name, order)
        case "judgments":
            return (judgments_from(rows),)
        case "queries":
            return (queries_from(_once_each(rows, "query", used)),)
        case "documents":
            once = _once_each(rows, "doc", used)
            return (documents_from(_first_told(once) if "query" in columns.roles else once),)


def _first_told(rows: Rows) -> Rows:
    """The first that is told of each document, as results show other snippets for each query."""
    first = rows.frame["doc"].is_first_distinct() | rows.frame["doc"].is_null()
    if first.all():
        return rows
    kept = rows.where(first)
    rows_said = counted(int((~first).sum()), "row tells", "rows tell")
    remark = f"{rows_said} otherwise of a document: the first row is kept"
    return Rows(kept.frame, kept.at, (*kept.remarks, remark))


def _once_each(rows: Rows, key: str, used: list[str]) -> Rows:
    """The first of the rows that say the same, as in a table of queries and documents."""
    if "text" not in used and key == "query":
        rows = Rows(rows.frame.with_columns(pl.col("query").alias("text")), rows.at, rows.remarks)
    return rows.where(rows.frame.select(pl.struct(pl.all()).is_first_distinct()).to_series())
