"""Ratings of Sease's Rated Ranking Evaluator (RRE 1.1, 2020), and Quepid's export for it.

``relevant_documents`` is {"doc1": {"gain": 3}} or {"3": ["doc1"], "1": ["doc2"]}. Queries stand in
``topics[].query_groups[].queries[]``, or higher; those of a group share its documents. A query's
id is its placeholder ``$query``, or the first one there is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from xlmetrics.formats.entries import Entries
from xlmetrics.formats.rows import judgments_from
from xlmetrics.formats.writing import Written, json_bytes, number, one_grade_each, only_judgments

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from xlmetrics.collection import Held, Kind
    from xlmetrics.files.source import Source

NAME = "rre"
DESCRIPTION = "RRE ratings (JSON), by document or by gain"
SUFFIXES: tuple[str, ...] = ()
ENDING = ".json"
HOLDS: tuple[Kind, ...] = ("judgments",)
WRITES = HOLDS

_LEVELS = ("topics", "query_groups", "queries")
_DOCUMENTS = "relevant_documents"


def sniff(source: Source) -> tuple[Kind, ...]:
    """Judgments, if there are topics, groups or queries with relevant documents."""
    top = source.json if source.is_json else None
    if not isinstance(top, dict) or not any(isinstance(top.get(level), list) for level in _LEVELS):
        return ()
    return HOLDS if f'"{_DOCUMENTS}"' in source.text else ()


def read(source: Source, kind: Kind) -> tuple[Held, ...]:  # noqa: ARG001
    """Read either shape; queries of a group are told of, each with the documents of all.

    Raises:
        XlmetricsError: something in it is of another type, or breaks the rules of judgments.
    """
    entries = Entries(source, ("query", "doc", "grade"))
    shared = others = bare = 0
    for path, queries, documents in _groups(entries, source.json, ""):
        shared += len(queries) > 1
        pairs = list(_graded(entries, documents, path))
        bare += not pairs
        for query, placeholders in queries:
            others += placeholders > 1
            for at, doc, grade in pairs:
                entries.add(at, query=query, doc=doc, grade=grade)
    remarks = (
        *((f"groups whose queries share their documents: {shared:,}",) if shared else ()),
        *((f"queries with other placeholders, which are not read: {others:,}",) if others else ()),
        *((f"queries or groups without ratings: {bare:,}",) if bare else ()),
    )
    return (judgments_from(entries.rows(remarks)),)


def _groups(
    entries: Entries, node: dict[str, Any], path: str
) -> Iterator[tuple[str, list[tuple[Any, int]], Any]]:
    """Each set of documents with its queries, these with the number of their placeholders."""
    for level in ("topics", "query_groups"):
        for at, child in entries.objects(node.get(level), f"{path}{level}"):
            yield from _groups(entries, child, f"{at}.")
    queries = entries.objects(node.get("queries"), f"{path}queries")
    own = [(at, query) for at, query in queries if _DOCUMENTS in query]
    for at, query in own:
        yield f"{at}.{_DOCUMENTS}", [_named(entries, query, at)], query[_DOCUMENTS]
    grouped = [(at, query) for at, query in queries if _DOCUMENTS not in query]
    if grouped:
        named = [_named(entries, query, at) for at, query in grouped]
        yield f"{path}{_DOCUMENTS}", named, node.get(_DOCUMENTS)


def _named(entries: Entries, query: dict[str, Any], at: str) -> tuple[Any, int]:
    placeholders = entries.mapping(query.get("placeholders"), f"{at}.placeholders")
    if not placeholders:
        entries.complain(at, 'has no placeholders to name it. Write {"$query": "words"}.')
    return placeholders.get("$query", next(iter(placeholders.values()), None)), len(placeholders)


def _graded(entries: Entries, documents: Any, path: str) -> Iterator[tuple[str, str, Any]]:
    """The documents with their gains, in either shape."""
    for key, value in entries.mapping(documents, path).items():
        at = f"{path}[{key!r}]"
        if isinstance(value, list):
            yield from ((where, doc, key) for where, doc in entries.items(value, at))
        else:
            yield at, key, entries.mapping(value, at).get("gain")


def write(held: Sequence[Held]) -> Written:
    """Write documents by gain, which RRE and Quepid read; the rest of judgments is dropped."""
    rows, dropped = one_grade_each(only_judgments(held), "RRE")
    queries: dict[str, dict[str, list[str]]] = {}
    for query, doc, grade in rows.select("query", "doc", "grade").iter_rows():
        gains = queries.setdefault(query, {})
        gains.setdefault(str(number(grade)), []).append(doc)
    content = {
        "id_field": "id",
        "index": "index",
        "template": "template.json",
        "queries": [
            {"placeholders": {"$query": query}, _DOCUMENTS: gains}
            for query, gains in queries.items()
        ],
    }
    return Written(json_bytes(content), tuple(dropped))
