"""Runs of odd cells in a line, and the cells of one shape which they stand among."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from xlmetrics.rules.grid import NUMBER

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

MAJORITY = 4
"""So many formulas alike outweigh a quarter of their number; fewer outweigh one."""


class Run(NamedTuple):
    """Odd cells of a line that touch each other, by their places in a segment."""

    start: int
    end: int
    majority: str
    members: Sequence[int]

    @property
    def inside(self) -> bool:
        """Whether cells of the majority stand on both sides."""
        return self.members[0] < self.start and self.end < self.members[-1]

    @property
    def nearest(self) -> list[int]:
        """Up to two members before the run and two after; if it begins the region, those after."""
        at = bisect_left(self.members, self.start)
        before, after = self.members[max(0, at - 2) : at][::-1], self.members[at : at + 2]
        return [*before, *after]

    @property
    def alike(self) -> list[list[int]]:
        """The members before it that have no gap between them, and those after, in order."""
        at = bisect_left(self.members, self.start)
        before, after = _stretch(self.members, at - 1, -1)[::-1], _stretch(self.members, at, 1)
        return [found for found in (before, after) if found]


def odd_runs(marks: Sequence[str]) -> Iterator[Run]:
    """The runs of odd cells in a segment, of which there are few beside what they differ from."""
    clusters = list(_clusters(marks))
    for number, (first, last) in enumerate(clusters):
        counts = Counter(mark for mark in marks[first : last + 1] if mark != NUMBER)
        majority, many = counts.most_common(1)[0]
        if many < 2:
            continue
        members = [at for at in range(first, last + 1) if marks[at] == majority]
        begins = clusters[number - 1][1] + 1 if number else 0
        ends = clusters[number + 1][0] - 1 if number + 1 < len(clusters) else len(marks) - 1
        yield from _inside(marks, members, majority)
        most = max(1, many // MAJORITY)
        if many >= 3:
            if 0 < members[0] - begins <= most:
                yield Run(begins, members[0] - 1, majority, members)
            if 0 < ends - members[-1] <= most:
                yield Run(members[-1] + 1, ends, majority, members)


def _clusters(marks: Sequence[str]) -> Iterator[tuple[int, int]]:
    """From the first to the last of a shape that comes twice or more, joined where they overlap."""
    last = {mark: at for at, mark in enumerate(marks) if mark != NUMBER}
    start = end = -1
    for at, mark in enumerate(marks):
        if mark == NUMBER or (at > end and last[mark] == at):
            continue
        if at > end:
            if end > start:
                yield start, end
            start = at
        end = max(end, last[mark])
    if end > start:
        yield start, end


def _inside(marks: Sequence[str], members: Sequence[int], majority: str) -> Iterator[Run]:
    gaps = [(before + 1, after - 1) for before, after in pairwise(members) if after - before > 1]
    if not gaps:
        return
    odd = sum(end - start + 1 for start, end in gaps)
    if not are_few(odd, len(members)):
        return
    seen = Counter(mark for start, end in gaps for mark in set(marks[start : end + 1]))
    for start, end in gaps:
        if any(seen[mark] > 1 and mark != NUMBER for mark in marks[start : end + 1]):
            continue  # what comes again and again is meant
        yield Run(start, end, majority, members)


def are_few(odd: int, many: int) -> bool:
    """Whether so many are an exception beside so many others."""
    return odd <= 1 or (many >= MAJORITY and odd * MAJORITY <= many + odd)


def _stretch(members: Sequence[int], at: int, step: int) -> list[int]:
    """The members from this one on, forward or backward, between which there is no gap."""
    found: list[int] = []
    while 0 <= at < len(members) and (not found or members[at] == found[-1] + step):
        found.append(members[at])
        at += step
    return found
