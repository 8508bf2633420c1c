"""The packets of all raters: each share cut to size, put in order, and named."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from xlmetrics.judging.assign import packed
from xlmetrics.judging.keys import packet_id, row_keys
from xlmetrics.judging.manifest import Packet, Row
from xlmetrics.judging.pool import in_order

if TYPE_CHECKING:
    from collections.abc import Sequence

    from xlmetrics.judging.assign import Pair, Work
    from xlmetrics.judging.manifest import Order
    from xlmetrics.judging.pool import Pool

MAX_RATER = 60
_RATER = re.compile(r"\w[\w .@+-]*")
_ALL = ""
"""Who the order of a calibration packet is drawn for: nobody, so that it is everybody's."""


def complaint_about_rater(rater: str) -> str | None:
    """Why a rater cannot be called so, in the name of a file, or None."""
    if len(rater) > MAX_RATER:
        return f"is longer than {MAX_RATER} letters"
    if not _RATER.fullmatch(rater) or rater.strip(" .") != rater:
        return "must be letters and digits, with spaces or any of . @ + - _ between them"
    return None


def packets_of(work: Work, pool: Pool, *, order: Order, size: int, seed: int) -> tuple[Packet, ...]:
    """The packets of each rater, what all of them judge first."""
    taken: set[str] = set()
    found = []
    for rater in work.shares:
        number = 0
        for pairs, who in ((work.calibration, _ALL), (work.shares[rater], rater)):
            ordered = _ordered(pairs, pool, order, seed, who)
            for count, rows in enumerate(packed(ordered, size), 1):
                number += 1
                name = _new_id(seed, rater, number, taken)
                keys = row_keys(seed, name, rows)
                calibration = who == _ALL
                file = f"{rater}-calibration-{count}" if calibration else f"{rater}-{count}"
                found.append(
                    Packet(
                        name,
                        rater,
                        f"{file}.xlsx",
                        tuple(Row(key, *pair) for key, pair in zip(keys, rows, strict=True)),
                        calibration,
                    )
                )
    return tuple(found)


def _ordered(pairs: Sequence[Pair], pool: Pool, order: Order, seed: int, who: str) -> list[Pair]:
    """Query by query, as they were asked; the documents of each as the order says."""
    docs: dict[str, list[str]] = {}
    for query, doc in pairs:
        docs.setdefault(query, []).append(doc)
    return [
        (query, doc)
        for query in pool.pairs
        if query in docs
        for doc in in_order(docs[query], query, order, pool.weights, seed, who)
    ]


def _new_id(seed: int, rater: str, number: int, taken: set[str]) -> str:
    again = 0
    while (name := packet_id(seed, rater, number, again)) in taken:
        again += 1
    taken.add(name)
    return name
