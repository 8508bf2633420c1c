"""The web page as those meet it who do not see it: its outline, its tables, its links."""

import re
from html.parser import HTMLParser
from itertools import pairwise

import pytest

from tests.report.samples import AUDITS, WRONG
from xlmetrics.audits import Audited
from xlmetrics.report.as_html import audits_as_html

PAGE = audits_as_html(AUDITS, alone=False)
ONE = audits_as_html([Audited(WRONG.path, WRONG)], alone=True)


class Outline(HTMLParser):
    """The tags of a page, in their order, checked for being closed."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))
        if tag not in ("meta", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize("html", [PAGE, ONE], ids=["several", "one"])
def test_it_is_made_for_those_who_listen(html: str) -> None:
    outline = Outline()
    outline.feed(html)
    assert not outline.open
    tags = [tag for tag, _ in outline.seen]
    assert dict(outline.seen)["html"] == {"lang": "en"}
    assert tags.count("h1") == tags.count("main") == tags.count("title") == 1
    levels = [int(tag[1]) for tag in tags if re.fullmatch("h[1-6]", tag)]
    assert all(after <= before + 1 for before, after in pairwise(levels))
    heads = [keys for tag, keys in outline.seen if tag == "th"]
    assert {keys.get("scope") for keys in heads} == {"col", "row"}
    assert tags.count("caption") == tags.count("table")
    ids = [keys["id"] for _, keys in outline.seen if "id" in keys]
    assert len(ids) == len(set(ids))
    for tag, keys in outline.seen:
        assert tag not in ("script", "img", "iframe", "link")
        for name in ("src", "href"):
            assert (keys.get(name) or "#").startswith("#"), "nothing leads outside"
        if "aria-labelledby" in keys:
            assert keys["aria-labelledby"] in ids
