"""A JSON object on each line (JSON Lines), or one array of objects, with keys as headings."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from xlmetrics.errors import XlmetricsError
from xlmetrics.formats.entries import Entries
from xlmetrics.formats.headers import find_columns, held_in
from xlmetrics.formats.tables import KINDS, frame_of, kinds_of_header, labels_dropped
from xlmetrics.formats.writing import Written, number

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from xlmetrics.collection import Held, Kind
    from xlmetrics.files.source import Source

NAME = "jsonl"
DESCRIPTION = "a JSON object on each line, its keys as headings"
SUFFIXES = (".jsonl", ".ndjson")
ENDING = ".jsonl"
HOLDS = KINDS
WRITES = HOLDS

_LOOKED_AT = 50


def sniff(source: Source) -> tuple[Kind, ...]:
    """What it holds, if its first objects have known keys."""
    if source.head and source.head[0].lstrip().startswith("["):
        found = source.json[:_LOOKED_AT] if source.is_json and isinstance(source.json, list) else []
    else:
        found = [_loaded(line) for line in source.head]
    keys = dict.fromkeys(key for each in found if isinstance(each, dict) for key in each)
    first = found[0] if found else None
    return kinds_of_header([*keys]) if isinstance(first, dict) else ()


def _loaded(line: str) -> Any:
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return None


def read(source: Source, kind: Kind) -> tuple[Held, ...]:
    """Read it.

    Raises:
        XlmetricsError: a line is no object, or what it says breaks the rules of ``rows``.
    """
    objects = list(_objects(source))
    header = list(dict.fromkeys(key for _, each in objects for key in each))
    columns = find_columns(source.path, header)
    entries = Entries(source, tuple(columns.roles))
    keys = {role: header[place] for role, place in columns.roles.items()}
    for at, each in objects:
        entries.add(at, **{role: each.get(key) for role, key in keys.items()})
    rows = entries.rows()
    return held_in(rows.frame, columns, rows.at, kind, source.name, source.path)


def _objects(source: Source) -> Iterator[tuple[str, dict[str, Any]]]:
    if source.head[0].lstrip().startswith("["):
        entries = Entries(source, ())
        yield from entries.objects(source.json, "")
        entries.complaints.settle()
        return
    for number_of_line, line in enumerate(source.text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            value = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise XlmetricsError(
                f"{source.line(number_of_line)}: is no JSON: {error}. Mend it there."
            ) from None
        if not isinstance(value, dict):
            raise XlmetricsError(f"{source.line(number_of_line)}: is no object. Write {{ … }}.")
        yield f"line {number_of_line}", value


def write(held: Sequence[Held]) -> Written:
    """Write it; the labels of grades are dropped."""
    lines = [
        json.dumps(
            {
                key: number(value) if isinstance(value, float) else value
                for key, value in row.items()
            },
            ensure_ascii=False,
        )
        for row in frame_of(held).iter_rows(named=True)
    ]
    return Written("".join(f"{line}\n" for line in lines).encode(), labels_dropped(held))
