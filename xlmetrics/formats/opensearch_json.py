"""A judgment list of OpenSearch's Search Relevance Workbench (3.1, 2025), as it is imported.

Ratings are strings there. What ``GET _plugins/_search_relevance/judgments/ID`` answers is read
too: the list stands in ``hits.hits[0]._source``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from xlmetrics.formats.entries import Entries
from xlmetrics.formats.rows import judgments_from
from xlmetrics.formats.writing import Written, json_bytes, number, one_grade_each, only_judgments

if TYPE_CHECKING:
    from collections.abc import Sequence

    from xlmetrics.collection import Held, Kind
    from xlmetrics.files.source import Source

NAME = "opensearch"
DESCRIPTION = "OpenSearch judgment list (JSON)"
SUFFIXES: tuple[str, ...] = ()
ENDING = ".json"
HOLDS: tuple[Kind, ...] = ("judgments",)
WRITES = HOLDS

_LIST = "judgmentRatings"


def sniff(source: Source) -> tuple[Kind, ...]:
    """Judgments, if there is a list of judgment ratings."""
    return HOLDS if source.is_json and _find(source.json)[1] is not None else ()


def read(source: Source, kind: Kind) -> tuple[Held, ...]:  # noqa: ARG001
    """Read it; a query without ratings is told of.

    Raises:
        XlmetricsError: something in it is of another type, or breaks the rules of judgments.
    """
    entries = Entries(source, ("query", "doc", "grade"))
    top, found = _find(source.json)
    bare = 0
    for at, group in entries.objects(found, f"{top}{_LIST}"):
        ratings = entries.objects(group.get("ratings"), f"{at}.ratings")
        bare += not ratings
        for path, rating in ratings:
            entries.add(
                path, query=group.get("query"), doc=rating.get("docId"), grade=rating.get("rating")
            )
    remarks = (f"queries without ratings: {bare:,}",) if bare else ()
    return (judgments_from(entries.rows(remarks)),)


def write(held: Sequence[Held]) -> Written:
    """Write it, to be imported; rows without a grade, raters, notes and labels are dropped."""
    rows, dropped = one_grade_each(only_judgments(held), "OpenSearch")
    groups: dict[str, list[dict[str, str]]] = {}
    for query, doc, grade in rows.select("query", "doc", "grade").iter_rows():
        text = str(number(grade)) if grade != int(grade) else f"{grade:.1f}"
        groups.setdefault(query, []).append({"docId": doc, "rating": text})
    content = {
        "name": "Imported judgments",
        "description": "Judgments made outside OpenSearch",
        "type": "IMPORT_JUDGMENT",
        _LIST: [{"query": query, "ratings": ratings} for query, ratings in groups.items()],
    }
    return Written(json_bytes(content), tuple(dropped))


def _find(value: Any) -> tuple[str, Any]:
    """Where the list stands, as the beginning of its path, and the list."""
    try:
        if _LIST in value:
            return "", value[_LIST]
        if "_source" in value:
            return "_source.", value["_source"][_LIST]
        return "hits.hits[0]._source.", value["hits"]["hits"][0]["_source"][_LIST]
    except (KeyError, IndexError, TypeError):
        return "", None
