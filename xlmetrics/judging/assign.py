"""Who judges what: equal shares, an exact overlap, and queries kept together.

The work is laid out query by query, in an order drawn by lot, and cut into shares, so that of all
queries no more than a few are cut in two. First comes what two raters judge: the first rater and
the second share the first part of it, the second and the third the next, and the last and the first
the last, so that everyone's judgments can be held against somebody's, and through these against
everybody's. The rest is dealt out so that all have the same number of rows in the end.
"""

from __future__ import annotations

from heapq import heapify, heapreplace
from typing import TYPE_CHECKING, NamedTuple

from xlmetrics.judging.shuffle import lot

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

Pair = tuple[str, str]


class Work(NamedTuple):
    """What each rater judges alone or with another, and what all of them judge first."""

    shares: Mapping[str, list[Pair]]
    calibration: list[Pair]
    doubled: int


def assign(
    pairs: Mapping[str, Sequence[str]],
    raters: Sequence[str],
    *,
    overlap: float = 0,
    calibrate: int = 0,
    seed: int = 0,
) -> Work:
    """Share out the documents of each query.

    Of all but the ``calibrate`` documents that everybody judges, ``overlap`` times their number,
    rounded, are judged by two raters and the others by one. No rater has more than two rows more
    than another.

    Raises:
        ValueError: there is no rater, or an overlap and only one; an overlap is no share.
    """
    if not raters or len(set(raters)) < len(raters):
        raise ValueError("raters must be one or more, all different")
    if not 0 <= overlap <= 1 or (overlap and len(raters) == 1):
        raise ValueError("an overlap is a share between 0 and 1 and needs two raters")
    laid_out = [
        (query, doc)
        for query in sorted(pairs, key=lambda query: lot(seed, "query", query))
        for doc in sorted(pairs[query], key=lambda doc: lot(seed, "doc", query, doc))
    ]
    calibration, rest = laid_out[:calibrate], laid_out[calibrate:]
    doubled = round(overlap * len(rest))
    shares: dict[str, list[Pair]] = {rater: [] for rater in raters}
    for part, (one, other) in zip(
        _cut(rest[:doubled], _equal(doubled, len(_couples(raters)))), _couples(raters), strict=True
    ):
        shares[one] += part
        shares[other] += part
    single = rest[doubled:]
    sizes = _dealt([len(share) for share in shares.values()], len(single))
    for rater, part in zip(raters, _cut(single, sizes), strict=True):
        shares[rater] += part
    return Work(shares, calibration, doubled)


def packed(pairs: Sequence[Pair], size: int) -> Iterator[list[Pair]]:
    """Cut a share into packets of no more than ``size`` rows, each query in one if it fits."""
    packet: list[Pair] = []
    for rows in _by_query(pairs):
        if packet and len(packet) + len(rows) > size:
            yield packet
            packet = []
        packet += rows
        while len(packet) > size:
            yield packet[:size]
            packet = packet[size:]
    if packet:
        yield packet


def _by_query(pairs: Sequence[Pair]) -> list[list[Pair]]:
    found: dict[str, list[Pair]] = {}
    for pair in pairs:
        found.setdefault(pair[0], []).append(pair)
    return list(found.values())


def _couples(raters: Sequence[str]) -> list[tuple[str, str]]:
    """Who judges the same: each rater with the next, and the last with the first."""
    if len(raters) <= 2:
        return [(raters[0], raters[-1])] if len(raters) == 2 else []
    return list(zip(raters, [*raters[1:], raters[0]], strict=True))


def _equal(count: int, parts: int) -> list[int]:
    """A count as so many parts that differ by 1 at most."""
    return [count * (at + 1) // parts - count * at // parts for at in range(parts)]


def _dealt(loads: Sequence[int], count: int) -> list[int]:
    """How many more each gets, so that all loads become as equal as they can."""
    heap = [(load, at) for at, load in enumerate(loads)]
    heapify(heap)
    more = [0] * len(loads)
    for _ in range(count):
        load, at = heap[0]
        more[at] += 1
        heapreplace(heap, (load + 1, at))
    return more


def _cut(pairs: Sequence[Pair], sizes: Sequence[int]) -> Iterator[Sequence[Pair]]:
    start = 0
    for size in sizes:
        yield pairs[start : start + size]
        start += size
