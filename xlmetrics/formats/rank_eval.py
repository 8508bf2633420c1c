"""A request to Elasticsearch's ranking evaluation (``_rank_eval``, versions 6.2 to 9)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.formats.entries import Entries
from xlmetrics.formats.rows import judgments_from
from xlmetrics.formats.writing import (
    Written,
    json_bytes,
    one_grade_each,
    only_judgments,
    refuse,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from xlmetrics.collection import Held, Kind
    from xlmetrics.files.source import Source

NAME = "rank-eval"
DESCRIPTION = "Elasticsearch rank_eval request (JSON)"
SUFFIXES: tuple[str, ...] = ()
ENDING = ".json"
HOLDS: tuple[Kind, ...] = ("judgments",)
WRITES = HOLDS


def sniff(source: Source) -> tuple[Kind, ...]:
    """Judgments, if there are requests with ratings."""
    top = source.json if source.is_json else None
    requests = top.get("requests") if isinstance(top, dict) else None
    if not isinstance(requests, list):
        return ()
    return HOLDS if any(isinstance(one, dict) and "ratings" in one for one in requests) else ()


def read(source: Source, kind: Kind) -> tuple[Held, ...]:  # noqa: ARG001
    """Read it; the searches and the indexes are told of.

    Raises:
        XlmetricsError: something in it is of another type, or breaks the rules of judgments.
    """
    entries = Entries(source, ("query", "doc", "grade"))
    indexes: dict[str, None] = {}
    bare = 0
    for at, request in entries.objects(source.json["requests"], "requests"):
        ratings = entries.objects(request.get("ratings"), f"{at}.ratings")
        bare += not ratings
        for path, rating in ratings:
            indexes[str(rating.get("_index"))] = None
            entries.add(
                path, query=request.get("id"), doc=rating.get("_id"), grade=rating.get("rating")
            )
    remarks = [f"the searches and the index are not read: {', '.join(indexes)}"] if indexes else []
    if bare:
        remarks.append(f"requests without ratings: {bare:,}")
    return (judgments_from(entries.rows(tuple(remarks))),)


def write(held: Sequence[Held]) -> Written:
    """Write it, with a search for the words of the query's id, to be replaced by your own.

    Raises:
        XlmetricsError: a grade is not a whole number, or is negative.
    """
    rows, dropped = one_grade_each(only_judgments(held), "rank_eval")
    grades = rows["grade"]
    refuse(
        grades, (grades != grades.round()) | (grades < 0), "is not 0, 1, 2, …, as rank_eval asks."
    )
    groups: dict[str, list[dict[str, object]]] = {}
    for query, doc, grade in rows.select("query", "doc", "grade").iter_rows():
        rating = {"_index": "index", "_id": doc, "rating": int(grade)}
        groups.setdefault(query, []).append(rating)
    requests = [
        {
            "id": query,
            "request": {"query": {"simple_query_string": {"query": query}}},
            "ratings": ratings,
        }
        for query, ratings in groups.items()
    ]
    content = {"requests": requests, "metric": {"dcg": {"k": 10, "normalize": True}}}
    note = "your search and your index: put them in place of simple_query_string and 'index'"
    return Written(json_bytes(content), (*dropped, note))
