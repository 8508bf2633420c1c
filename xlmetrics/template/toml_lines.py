"""The line of a key in TOML text; the standard library's parser does not keep it."""

from __future__ import annotations

import re

_HEADER = re.compile(r"\s*(\[\[?)\s*([^\[\]]+?)\s*\]\]?\s*(?:#.*)?")
_KEY = re.compile(r"""\s*("[^"]*"|'[^']*'|[A-Za-z0-9_-]+)\s*=""")


def line_of(source: str, keys: tuple[str | int, ...]) -> int | None:
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


def _lines_by_path(source: str) -> dict[tuple[str | int, ...], int]:
    lines: dict[tuple[str | int, ...], int] = {}
    counts: dict[tuple[str | int, ...], int] = {}
    here: tuple[str | int, ...] = ()
    for number, text in enumerate(source.splitlines(), 1):
        header, key = _HEADER.fullmatch(text), _KEY.match(text)
        if header:
            here = tuple(part.strip().strip("\"'") for part in header[2].split("."))
            if header[1] == "[[":
                counts[here] = counts.get(here, -1) + 1
                lines.setdefault(here, number)
                here = (*here, counts[here])
            lines.setdefault(here, number)
        elif key:
            lines.setdefault((*here, key[1].strip("\"'")), number)
    return lines
