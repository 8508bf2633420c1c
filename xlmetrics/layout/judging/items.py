"""What a rater is shown of a query and a document, in columns that say something."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit

from xlmetrics.judging.fingerprint import fingerprint
from xlmetrics.text import MAX_LENGTH, length

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from xlmetrics.collection import Documents, Queries
    from xlmetrics.judging.manifest import Packet, Row

MAX_LINKS = 65_530
"""Links that Excel takes on one sheet."""

MAX_LINK = 2_079
"""Letters of an address that Excel takes as a link."""

_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff\ufffe\uffff]")


class Item(NamedTuple):
    """A row of a packet: its key, the ids, and what is known of the query and the document.

    ``said`` is what others said of it, for somebody who decides between them.
    ``grade`` is one that was given before.
    """

    key: str
    query: str
    doc: str
    text: str = ""
    need: str = ""
    title: str = ""
    snippet: str = ""
    url: str = ""
    said: str = ""
    grade: float | None = None

    @property
    def heading(self) -> str:
        """The title of the document; that of one without is its id."""
        return self.title or self.doc


class Items:
    """What is known of queries and documents, to be put into rows.

    ``untitled`` are the documents put into rows of which nothing tells the title, in order;
    ``cut`` and ``mended`` the texts that are longer than a cell, or hold what no cell can.
    """

    def __init__(
        self,
        queries: Queries,
        documents: Documents,
        grades: Mapping[tuple[str, str], float] | None = None,
    ) -> None:
        self._grades = grades or {}
        self._queries = {query: rest for query, *rest in queries.rows.iter_rows()}
        self._documents = {doc: rest for doc, *rest in documents.rows.iter_rows()}
        self.untitled: dict[str, None] = {}
        self.cut: dict[str, None] = {}
        self.mended: dict[str, None] = {}

    def of(self, rows: Iterable[Row]) -> list[Item]:
        """The rows, with what a rater is shown of each."""
        found = []
        for key, query, doc, *_ in rows:
            text, need = self._queries.get(query, ("", ""))
            title, snippet, url = self._documents.get(doc, ("", "", ""))
            if not title:
                self.untitled[doc] = None
            self._note(f"of query {query!r}", text=text, need=need)
            self._note(f"of document {doc!r}", title=title, snippet=snippet, link=url)
            grade = self._grades.get((query, doc))
            found.append(
                Item(key, query, doc, text, need, title, snippet, url, grade=grade),
            )
        return found

    def _note(self, of: str, **texts: str) -> None:
        """Note which of the texts a cell cannot show as they are."""
        for name, text in texts.items():
            if len(text) > MAX_LENGTH // 2 and length(_clean(text)) > MAX_LENGTH:
                self.cut[f"the {name} {of}"] = None
            if _FORBIDDEN.search(text):
                self.mended[f"the {name} {of}"] = None

    def told(self, packet: Packet, cut: str) -> Packet:
        """A packet whose rows tell by fingerprints what they show, and where it is on the web.

        See ``shown`` for ``cut``.
        """
        rows = (
            row._replace(
                title=fingerprint(shown(item.heading, cut)),
                snippet=fingerprint(shown(item.snippet, cut)),
                url=item.url,
            )
            for row, item in zip(packet.rows, self.of(packet.rows), strict=True)
        )
        return replace(packet, rows=tuple(rows))


def _clean(text: str) -> str:
    return _FORBIDDEN.sub(" ", text.replace("\r\n", "\n").replace("\r", "\n"))


def shown(text: str, cut: str) -> str:
    """Text that a cell can hold: control characters become spaces, the end gives way to ``cut``."""
    clean = _clean(text)
    if length(clean) <= MAX_LENGTH:
        return clean
    room = MAX_LENGTH - length(cut) - 1
    kept = clean.encode("utf-16-le")[: 2 * room].decode("utf-16-le", "ignore")
    return f"{kept} {cut}"


def is_safe_link(url: str) -> bool:
    """Whether a click on an address can do no more than open a page."""
    if length(url) > MAX_LINK or re.search(r"[\s\x00-\x1f\x7f<>\"\\^`{|}]", url):
        return False
    try:
        parts = urlsplit(url)
        return (
            parts.scheme in ("http", "https") and bool(parts.hostname) and "@" not in parts.netloc
        )
    except ValueError:
        return False
