"""Rows of which neither key nor ids say which one they are: damaged ones, and added ones."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from xlmetrics.judging.cells import Unclear
from xlmetrics.judging.fingerprint import fingerprint

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from xlmetrics.judging.manifest import Row
    from xlmetrics.judging.reading.lines import Line

_TEXTS = ("title", "snippet")
"""What a row shows of a document, of which the manifest holds fingerprints."""


def keys_by_marks(rows: Iterable[Row]) -> dict[tuple[str, ...], list[str]]:
    """The keys of a packet's rows by fingerprints: of their ids, and of what they show."""
    found: dict[tuple[str, ...], list[str]] = defaultdict(list)
    for row in rows:
        query, doc = _marks(row.query, row.doc)
        found[query, doc].append(row.key)
        if row.title:
            found[query, row.title, row.snippet].append(row.key)
            found[row.title, row.snippet].append(row.key)
    return found


def meant(line: Line, by_marks: Mapping[tuple[str, ...], Sequence[str]]) -> str:
    """The key of the row that a damaged one can only be; empty where nothing says so.

    It is known by its ids but for the way in which a program writes numbers, or by what it shows.
    """
    query, doc, *texts = _marks(*line.ids, *map(line.text, _TEXTS))
    for marks in ((query, doc), (query, *texts), tuple(texts)):
        keys = by_marks.get(marks, ())
        if len(keys) == 1:
            return keys[0]
    return ""


def why_unknown(line: Line) -> Unclear:
    """What there is to say of a row that somebody added, or that is damaged beyond being known."""
    if line.key:
        return Unclear("has a key that is not in the manifest", "Give the right manifest.")
    if any(line.ids):
        return Unclear(
            "has neither its key nor ids that are known",
            "Copy the key and the ids from an older copy of the file, or judge it again there.",
        )
    return Unclear(
        "was added, and nothing says which document it is about",
        "Write the judgment into the row of its document, and clear this one.",
    )


def _marks(*texts: str) -> list[str]:
    return [fingerprint(text) for text in texts]
