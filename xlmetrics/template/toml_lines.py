"""The line of a key in TOML text; the standard library's parser does not keep it."""

from __future__ import annotations

import re

_PART = r"""(?:"[^"]*"|'[^']*'|[A-Za-z0-9_-]+)"""
_DOTTED = rf"{_PART}(?:\s*\.\s*{_PART})*"
_HEADER = re.compile(rf"\s*(\[\[?)\s*({_DOTTED})\s*\]\]?\s*(?:#.*)?")
_KEY = re.compile(rf"\s*({_DOTTED})\s*=")
_PARTS = re.compile(_PART)

KeyPath = tuple[str | int, ...]


def line_of(source: str, keys: KeyPath) -> int | None:
    """The 1-based line on which the key at this path is set, or the nearest of its parents.

    Paths are those of the parsed data: ``("tables", 0, "returned", 3)``. An element of an array
    written over several lines is found on the line where the array begins.
    """
    lines = _lines_by_path(source)
    for length in range(len(keys), 0, -1):
        line = lines.get(keys[:length])
        if line is not None:
            return line
    return None


def _lines_by_path(source: str) -> dict[KeyPath, int]:
    lines: dict[KeyPath, int] = {}
    counts: dict[KeyPath, int] = {}
    here: KeyPath = ()
    for number, text in enumerate(source.split("\n"), 1):
        header, key = _HEADER.fullmatch(text), _KEY.match(text)
        if header:
            here = _path(header[2], counts)
            if header[1] == "[[":
                counts[here] = counts.get(here, -1) + 1
                lines.setdefault(here, number)
                here = (*here, counts[here])
            lines.setdefault(here, number)
        elif key:
            lines.setdefault((*here, *_parts(key[1])), number)
    return lines


def _path(header: str, counts: dict[KeyPath, int]) -> KeyPath:
    """The path of a header; what stands in an array of tables stands in its last table."""
    path: KeyPath = ()
    for part in _parts(header):
        if path in counts:
            path = (*path, counts[path])
        path = (*path, part)
    return path


def _parts(dotted: str) -> list[str]:
    return [part.strip("\"'") for part in _PARTS.findall(dotted)]
