"""What a heading says that is no known phrase, put together from what its words are about.

``Relevante Dokumente im Katalog`` and ``relevant passages known`` are two of very many ways to say
how many documents are relevant. Each word is told by its beginning; the concepts are data,
``words.toml``.
"""

from __future__ import annotations

import tomllib
from functools import cache, lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING

from xlmetrics.roles.model import Meaning

if TYPE_CHECKING:
    from collections.abc import Sequence

_MOST_STRANGE = 2
"""Words of a heading that may be about something else: the name of a system, of a collection."""

_WHOLE_WORD = 3
"""Beginnings of so few letters are words by themselves."""

_SIGNS = {"/": "over", "*": "times", "×": "times"}

Rule = tuple[frozenset[str], frozenset[str], Meaning | str]


def _rule(needs: str, lacks: str, says: Meaning | str) -> Rule:
    return frozenset(needs.split()), frozenset(lacks.split()), says


_RULES: Sequence[Rule] = (
    _rule("first relevant", "", Meaning.FIRST_RANK),
    _rule("first hit", "", Meaning.FIRST_RANK),
    _rule("first answer", "", Meaning.FIRST_RANK),
    _rule("answer rank", "ideal", Meaning.FIRST_RANK),
    _rule("ideal log over", "", Meaning.IDEAL_DISCOUNTED_GAIN),
    _rule("ideal discounted gain", "cumulated", Meaning.IDEAL_DISCOUNTED_GAIN),
    _rule("ideal discounted over", "cumulated", Meaning.IDEAL_DISCOUNTED_GAIN),
    _rule("ideal rank", "relevance grade gain", "ideal rank"),
    _rule("relevance log over", "", Meaning.DISCOUNTED_GAIN),
    _rule("relevant log over", "", Meaning.DISCOUNTED_GAIN),
    _rule("grade log over", "", Meaning.DISCOUNTED_GAIN),
    _rule("gain log over", "", Meaning.DISCOUNTED_GAIN),
    _rule("relevance discounted over", "cumulated", Meaning.DISCOUNTED_GAIN),
    _rule("relevant discounted over", "cumulated", Meaning.DISCOUNTED_GAIN),
    _rule("grade discounted over", "cumulated", Meaning.DISCOUNTED_GAIN),
    _rule("discounted gain", "cumulated", Meaning.DISCOUNTED_GAIN),
    _rule("ideal weight times", "", Meaning.IDEAL_DISCOUNTED_GAIN),
    _rule("relevance weight times", "", Meaning.DISCOUNTED_GAIN),
    _rule("relevant weight times", "", Meaning.DISCOUNTED_GAIN),
    _rule("grade weight times", "", Meaning.DISCOUNTED_GAIN),
    _rule("gain weight times", "", Meaning.DISCOUNTED_GAIN),
    _rule("precision relevance times", "", Meaning.PRECISION_AT_HIT),
    _rule("precision relevant times", "", Meaning.PRECISION_AT_HIT),
    _rule("cumulated dcg", "ideal gain discounted", Meaning.CUMULATED_GAIN),
    _rule("cumulated idcg", "gain discounted", Meaning.CUMULATED_IDEAL),
    _rule("cumulated relevant", "", Meaning.HITS_SO_FAR),
    _rule("cumulated hit", "", Meaning.HITS_SO_FAR),
    _rule("relevant returned", "not", Meaning.HITS_SO_FAR),
    _rule("ideal relevance", "", Meaning.IDEAL_GRADE),
    _rule("ideal grade", "", Meaning.IDEAL_GRADE),
    _rule("ideal gain", "", Meaning.IDEAL_GAIN),
    _rule("relevant all", "not relevance rank", "relevant"),
    _rule("relevant count", "not relevance rank", "relevant"),
    _rule("returned count", "not", "returned"),
    _rule("returned document", "not rank", "returned"),
)
"""What a heading says with words of all the first, and of none of the second."""


@lru_cache(maxsize=65_536)
def composed(words: str, sign: str = "") -> Meaning | str | None:
    """What the words of a heading say together; ``sign`` holds the signs between them."""
    pieces = words.split()
    about = {each: _about(each) for each in pieces}
    strange = [each for each in pieces if not about[each]]
    if len(pieces) < 2 or len(strange) > _MOST_STRANGE:
        return None
    concepts = set().union(*about.values()) | {_SIGNS[each] for each in _SIGNS if each in sign}
    return next(
        (says for needs, lacks, says in _RULES if needs <= concepts and not lacks & concepts), None
    )


@lru_cache(maxsize=65_536)
def _about(word: str) -> frozenset[str]:
    """The concepts of which a word speaks: those with its longest beginning."""
    starts = _starts()
    for length in range(len(word), 0, -1):
        found = starts.get(word[:length])
        if found and (length == len(word) or length > _WHOLE_WORD):
            return found
    return frozenset()


@cache
def _starts() -> dict[str, frozenset[str]]:
    """The concepts by the beginnings of words that speak of them."""
    text = files("xlmetrics.roles").joinpath("words.toml").read_text("utf-8")
    concepts = tomllib.loads(text)["concept"]
    found: dict[str, set[str]] = {}
    for name, starts in concepts.items():
        for start in starts:
            found.setdefault(start, set()).add(name)
    return {start: frozenset(names) for start, names in found.items()}
