"""A book of Quepid (version 8, 2024) as JSON: pairs of queries and documents with judgements.

It holds what was judged, what was asked and what the documents are. ``unrateable`` does not say
whether the query or the document was unclear. The scale may be an array or text (``0,1,2,3``),
with the book or with its scorer; the fields of a document may be an object or JSON in text.
"""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING, Any

from xlmetrics.formats.entries import Entries
from xlmetrics.formats.headers import role_of
from xlmetrics.formats.rows import Rows, documents_from, judgments_from, queries_from
from xlmetrics.formats.writing import Written, json_bytes, number, only_judgments
from xlmetrics.text import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from xlmetrics.collection import Held, Judgments, Kind, Queries
    from xlmetrics.files.source import Source

NAME = "quepid-book"
DESCRIPTION = "Quepid book (JSON): pairs, judgements, raters, explanations"
SUFFIXES: tuple[str, ...] = ()
ENDING = ".json"
HOLDS: tuple[Kind, ...] = ("judgments", "queries", "documents")
WRITES = HOLDS[:1]

_PAIRS = "query_doc_pairs"
_BOOK = (_PAIRS, "scale", "scale_with_labels", "scorer")
_PAIR = ("query_text", "doc_id", "judgements", "information_need", "document_fields")


def sniff(source: Source) -> tuple[Kind, ...]:
    """What a book holds, if there are pairs of queries and documents."""
    book = source.json if source.is_json else None
    return HOLDS if isinstance(book, dict) and isinstance(book.get(_PAIRS), list) else ()


def read(source: Source, kind: Kind) -> tuple[Held, ...]:
    """Read its judgments, its queries or its documents.

    Raises:
        XlmetricsError: something in it is of another type, or breaks the rules.
    """
    match kind:
        case "queries":
            return (_queries(source),)
        case "documents":
            return (documents_from(_documents(source)),)
        case _:
            return (_judgments(source),)


def _judgments(source: Source) -> Judgments:
    entries = Entries(source, ("query", "doc", "grade", "rater", "code", "note"))
    for at, pair in entries.objects(source.json[_PAIRS], _PAIRS):
        ids = {"query": pair.get("query_text"), "doc": pair.get("doc_id")}
        judgements = entries.objects(pair.get("judgements"), f"{at}.judgements")
        for path, judgement in judgements:
            code = "later" if judgement.get("judge_later") else None
            entries.add(
                path,
                **ids,
                grade=judgement.get("rating"),
                rater=judgement.get("user_email"),
                code="unclear" if judgement.get("unrateable") else code,
                note=judgement.get("explanation"),
            )
        if not judgements:
            entries.add(at, **ids)
    remarks = tuple(_not_read(source.json))
    return judgments_from(entries.rows(remarks), _scale(source, entries))


def _not_read(book: dict[str, Any]) -> Iterator[str]:
    """What a book says that is in no judgment, query or document."""
    pairs = [pair for pair in book[_PAIRS] if isinstance(pair, dict)]
    said = Counter(key for pair in pairs for key, value in pair.items() if value)
    keys = [key for key, value in book.items() if value and key not in _BOOK]
    keys += [f"{key} of {counted(said[key], 'pair')}" for key in said if key not in _PAIR]
    if keys:
        yield f"what is not read of the book: {', '.join(keys)}"


def _queries(source: Source) -> Queries:
    entries = Entries(source, ("query", "text", "need"))
    needs: dict[str, Any] = {}
    for at, pair in entries.objects(source.json[_PAIRS], _PAIRS):
        query = pair.get("query_text")
        need = pair.get("information_need") or None
        if str(query) not in needs:
            entries.add(at, query=query, text=query, need=need)
            needs[str(query)] = need
        elif need != needs[str(query)]:
            entries.complain(at, f"another information need stands with {query!r}. Keep one.")
    return queries_from(entries.rows())


def _documents(source: Source) -> Rows:
    entries = Entries(source, ("doc", "title", "snippet", "url"))
    known: dict[str, dict[str, Any]] = {}
    others: dict[str, None] = {}
    for at, pair in entries.objects(source.json[_PAIRS], _PAIRS):
        fields, unread = _fields(entries, pair.get("document_fields"), at)
        others |= dict.fromkeys(unread)
        doc = str(pair.get("doc_id"))
        if doc not in known:
            entries.add(at, doc=pair.get("doc_id"), **fields)
            known[doc] = fields
        elif fields and fields != known[doc]:
            entries.complain(at, f"other fields stand with document {doc!r}. Keep one.")
    remark = (f"fields that are not read: {', '.join(map(repr, others))}",) if others else ()
    return entries.rows(remark)


def _fields(entries: Entries, given: Any, at: str) -> tuple[dict[str, Any], list[str]]:
    """The title, the snippet and the address of a document, and which fields are none of these."""
    path = f"{at}.document_fields"
    if isinstance(given, str):
        try:
            given = json.loads(given) if given.strip() else None
        except (ValueError, RecursionError):
            entries.complain(path, "is no JSON. Export the book again.")
            given = None
    found: dict[str, Any] = {}
    unread = []
    for name, value in entries.mapping(given, path).items():
        role = role_of(name)
        role = "snippet" if role == "text" else role
        if role in ("title", "snippet", "url") and role not in found:
            found[role] = ", ".join(map(str, value)) if isinstance(value, list) else value
        else:
            unread.append(name)
    return found, unread


def _scale(source: Source, entries: Entries) -> dict[float, str]:
    """The labels of the grades, as the book or its scorer has them."""
    book = source.json
    scorer = book.get("scorer") if isinstance(book.get("scorer"), dict) else {}
    given = book.get("scale_with_labels") or scorer.get("scale_with_labels")
    if isinstance(given, str):
        try:
            given = json.loads(given)
        except (ValueError, RecursionError):
            given = None
    scale: dict[float, str] = {}
    for grade, label in entries.mapping(given, "scale_with_labels").items():
        try:
            scale[float(grade)] = str(label)
        except ValueError:
            entries.complain("scale_with_labels", f"the grade {grade!r} is no number. Mend it.")
    entries.complaints.settle()
    return scale


def write(held: Sequence[Held]) -> Written:
    """Write a book; which of query and document is unclear is dropped."""
    judgments = only_judgments(held)
    pairs: dict[tuple[str, str], list[dict[str, Any]]] = {}
    unclear = 0
    for query, doc, grade, rater, code, note in judgments.rows.iter_rows():
        judgements = pairs.setdefault((query, doc), [])
        unclear += code in ("query unclear", "document unclear")
        if grade is not None or rater or code or note:
            judgements.append(
                {
                    "rating": None if grade is None else number(grade),
                    "unrateable": "unclear" in code,
                    "judge_later": code == "later",
                    "user_email": rater or None,
                    "explanation": note or None,
                }
            )
    grades = sorted({*judgments.scale, *judgments.rows["grade"].drop_nulls()})
    book = {
        "name": "Judgments",
        "scale": [number(grade) for grade in grades],
        "scale_with_labels": {
            str(number(grade)): judgments.scale.get(grade, "") for grade in grades
        },
        _PAIRS: [
            {"query_text": query, "doc_id": doc, "judgements": judgements}
            for (query, doc), judgements in pairs.items()
        ],
    }
    dropped = f"whether the query or the document is unclear ({unclear:,})"
    return Written(json_bytes(book), (dropped,) if unclear else ())
