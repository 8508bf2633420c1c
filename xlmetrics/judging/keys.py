"""Names for packets and their rows, by which work is known again whatever happened to the rest.

A packet is called by six letters and digits, a row by its packet and eight more:
``KQ3ZTA-M4XW2B7K``. They are hashes of the seed and of what they name, so that the same work
always gets the same names, and they say nothing of a document but which one it is. None can be
read as a number or a date.
"""

from __future__ import annotations

import re
from base64 import b32encode
from typing import TYPE_CHECKING

from xlmetrics.judging.shuffle import digest

if TYPE_CHECKING:
    from collections.abc import Iterable

KEY = re.compile(r"([A-P][A-Z2-7]{5})-([A-Z2-7]{8})")
"""A key of a row; its first group is the packet."""

_PACKET, _ROW = 6, 8


def packet_id(seed: int, rater: str, number: int, again: int = 0) -> str:
    """The name of a rater's packet of this number; ``again`` gives another where one is taken."""
    name = _letters(_PACKET, "packet", str(seed), rater, str(number), str(again))
    return "ABCDEFGHIJKLMNOP"[ord(name[0]) % 16] + name[1:]


def row_keys(seed: int, packet: str, pairs: Iterable[tuple[str, str]]) -> list[str]:
    """The keys of the rows of a packet, one for each query and document; no two are the same."""
    found: dict[str, None] = {}
    for query, doc in pairs:
        again = 0
        while (key := _key(seed, packet, query, doc, again)) in found:
            again += 1
        found[key] = None
    return list(found)


def _key(seed: int, packet: str, query: str, doc: str, again: int) -> str:
    return f"{packet}-{_letters(_ROW, 'row', str(seed), packet, query, doc, str(again))}"


def _letters(count: int, *parts: str) -> str:
    """So many letters and digits, made of texts that are kept apart."""
    return b32encode(digest(10, parts)).decode()[:count]
