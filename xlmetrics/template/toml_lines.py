"""The line of a key in TOML text; the standard library's parser does not keep it."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_TOKEN = re.compile(
    r"""
      (?P<passed>   [\ \t\r]+ | \#[^\n]* )
    | (?P<newline>  \n )
    | (?P<text>     \"{3} (?:\\.|[^\\])*? \"{3,5} | '{3} .*? '{3,5}
                  | " (?:\\.|[^"\\\n])* " | ' [^'\n]* ' )
    | (?P<mark>     [\[\]{},=.] )
    | (?P<word>     [^\s\[\]{},=.\#"']+ )
    """,
    re.DOTALL | re.VERBOSE,
)

KeyPath = tuple[str | int, ...]


def line_of(source: str, keys: KeyPath) -> int | None:
    """The 1-based line on which what has this path begins, or the nearest of its parents.

    Paths are those of the parsed data: ``("tables", 0, "returned", 3)``. The text must be TOML.
    """
    lines = _lines_by_path(source)
    for length in range(len(keys), 0, -1):
        line = lines.get(keys[:length])
        if line is not None:
            return line
    return None


class _Token(NamedTuple):
    kind: str
    text: str
    line: int


@lru_cache(maxsize=1)
def _lines_by_path(source: str) -> Mapping[KeyPath, int]:
    """The line of every key and of every element of an array."""
    walk = _Walk(source)
    walk.document()
    return walk.lines


class _Walk:
    """A walk through TOML that is known to be valid."""

    def __init__(self, source: str) -> None:
        self.lines: dict[KeyPath, int] = {}
        self._counts: dict[KeyPath, int] = {}
        self._tokens = [*_tokens(source), _Token("newline", "", 0)]
        self._at = 0

    def document(self) -> None:
        here: KeyPath = ()
        while self._at < len(self._tokens):
            if self._is("newline"):
                self._at += 1
            elif self._shows("["):
                here = self._header()
            else:
                self._pair(here)

    def _header(self) -> KeyPath:
        """The table that begins here; one of an array of tables has its number."""
        line = self._tokens[self._at].line
        self._at += 1
        array = self._shows("[")
        self._at += array
        here: KeyPath = ()
        for key in self._key():
            here = (*here, self._counts[here], key) if here in self._counts else (*here, key)
        self._at += 1 + array
        self.lines.setdefault(here, line)
        if array:
            self._counts[here] = self._counts.get(here, -1) + 1
            here = (*here, self._counts[here])
        self.lines.setdefault(here, line)
        return here

    def _pair(self, here: KeyPath) -> None:
        line = self._tokens[self._at].line
        path = (*here, *self._key())
        self._at += 1
        self.lines.setdefault(path, line)
        self._value(path)

    def _key(self) -> list[str]:
        """The parts of a dotted key."""
        parts = [self._take().text.strip("\"'")]
        while self._shows("."):
            self._at += 1
            parts.append(self._take().text.strip("\"'"))
        return parts

    def _value(self, path: KeyPath) -> None:
        self.lines.setdefault(path, self._tokens[self._at].line)
        if self._shows("["):
            for number, _ in enumerate(self._items("]")):
                self._value((*path, number))
        elif self._shows("{"):
            for _ in self._items("}"):
                self._pair(path)
        else:
            while not (self._is("newline") or self._shows(",", "]", "}")):
                self._at += 1

    def _items(self, end: str) -> Iterator[None]:
        """Stand before each item up to the end, which is passed over."""
        self._at += 1
        while True:
            while self._is("newline") or self._shows(","):
                self._at += 1
            if self._shows(end):
                self._at += 1
                return
            yield

    def _take(self) -> _Token:
        self._at += 1
        return self._tokens[self._at - 1]

    def _is(self, kind: str) -> bool:
        return self._tokens[self._at].kind == kind

    def _shows(self, *marks: str) -> bool:
        token = self._tokens[self._at]
        return token.kind == "mark" and token.text in marks


def _tokens(source: str) -> Iterator[_Token]:
    line = 1
    for found in _TOKEN.finditer(source):
        kind, text = found.lastgroup or "", found[0]
        if kind != "passed":
            yield _Token(kind, text, line)
        line += text.count("\n")
