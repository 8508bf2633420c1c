"""All packets that came back, together: each row of the manifest ends as one of four things.

It is judged, blank, cannot be judged, or is a finding; of packets that did not come back, all rows
are absent. Nothing is averaged, and where two copies of a row contradict each other, neither is
taken.
"""

from __future__ import annotations

from collections import defaultdict
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from xlmetrics.judging.cells import BLANK
from xlmetrics.judging.reading import Finding, Place, Shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from xlmetrics.judging.cells import Said
    from xlmetrics.judging.manifest import Packet, Row
    from xlmetrics.judging.reading import Claim, Returned


class Outcome(StrEnum):
    """What has become of a row that was given out."""

    JUDGED = "judged"
    CANNOT = "can't judge"
    BLANK = "blank"
    FINDING = "finding"
    ABSENT = "absent"


class Settled(NamedTuple):
    """A row of the manifest, what has become of it, and what the rater says."""

    row: Row
    rater: str
    outcome: Outcome
    said: Said = BLANK
    note: str = ""
    shown: Shown = Shown()


class Count(NamedTuple):
    """A packet, the files it came back in, and how many of its rows ended as what."""

    packet: Packet
    files: tuple[str, ...]
    outcomes: Mapping[Outcome, int]


class Collected(NamedTuple):
    """The rows of all packets, the counts of each, the findings, and what was done to read them."""

    rows: tuple[Settled, ...]
    counts: tuple[Count, ...]
    findings: tuple[Finding, ...]
    told: tuple[str, ...]


def settle(packets: Sequence[Packet], returned: Sequence[Returned]) -> Collected:
    """Say of each row of these packets what has become of it, given the files that came back."""
    files: dict[str, list[Returned]] = defaultdict(list)
    for each in returned:
        files[each.packet].append(each)
    rows: list[Settled] = []
    counts = []
    findings = [finding for each in returned for finding in each.findings]
    told = [f"{each.file}: {what}" for each in returned for what in each.told]
    for packet in packets:
        settling = _Settling(packet, files[packet.id])
        done = settling.rows()
        rows += done
        outcomes = dict.fromkeys(Outcome, 0)
        for row in done:
            outcomes[row.outcome] += 1
        names = tuple(each.file for each in files[packet.id])
        counts.append(Count(packet, names, outcomes))
        findings += settling.findings
        told += settling.told()
    return Collected(tuple(rows), tuple(counts), tuple(findings), tuple(told))


class _Settling:
    """Holds all copies of each row of one packet against each other."""

    def __init__(self, packet: Packet, returned: Sequence[Returned]) -> None:
        self._packet = packet
        self._files = [each.file for each in returned]
        self._claims: dict[str, list[Claim]] = defaultdict(list)
        for each in returned:
            for claim in each.claims:
                self._claims[claim.key].append(claim)
        self._again = self._filled = 0
        self.findings: list[Finding] = []

    def rows(self) -> list[Settled]:
        if not self._claims:
            return [Settled(row, self._packet.rater, Outcome.ABSENT) for row in self._packet.rows]
        return [self._settled(row, self._claims.get(row.key, ())) for row in self._packet.rows]

    def told(self) -> Iterator[str]:
        name = self._packet.file
        if len(self._files) > 1:
            yield f"{name}: came back in {len(self._files)} files: {', '.join(self._files)}"
        if self._again:
            yield f"{name}: rows that stand more than once and say the same: {self._again:,}"
        if self._filled:
            yield (
                f"{name}: rows judged in one copy and blank in another, of which the "
                f"judgment counts: {self._filled:,}"
            )

    def _settled(self, row: Row, claims: Sequence[Claim]) -> Settled:
        note = "\n".join(dict.fromkeys(claim.note for claim in claims if claim.note.strip()))
        shown = claims[0].shown if claims else Shown()
        finding = self._finding(row, claims)
        if finding:
            self.findings.append(finding)
            return Settled(row, self._packet.rater, Outcome.FINDING, BLANK, note, shown)
        said = next((claim.said for claim in claims if claim.said != BLANK), BLANK)
        if len(claims) > 1:
            same = all(claim.said == said for claim in claims)
            self._again += same
            self._filled += not same
        outcome = (
            Outcome.JUDGED
            if said.grade is not None
            else Outcome.CANNOT
            if said.code
            else Outcome.BLANK
        )
        return Settled(row, self._packet.rater, outcome, said, note, shown)

    def _finding(self, row: Row, claims: Sequence[Claim]) -> Finding | None:
        about = f"document {row.doc!r} of query {row.query!r}"
        if not claims:
            return Finding(
                self._packet.id,
                Place(self._files[0]),
                f"the row of {about} is gone",
                "Copy it back from an older copy of the file.",
                row.key,
            )
        for claim in claims:
            if claim.unclear:
                what, mend = claim.unclear.what, claim.unclear.mend
                return Finding(self._packet.id, claim.place, f"{about} {what}", mend, row.key)
        said: dict[Said, Claim] = {}
        for claim in claims:
            if claim.said != BLANK:
                said.setdefault(claim.said, claim)
        if len(said) < 2:
            return None
        copies = "; ".join(f"{_spelled(each)} ({claim.place})" for each, claim in said.items())
        return Finding(
            self._packet.id,
            claims[-1].place,
            f"{about} is judged more than once, and differently: {copies}",
            "Clear the copy that does not count, or leave that file out.",
            row.key,
        )


def _spelled(said: Said) -> str:
    return f"{said.grade:g}" if said.grade is not None else said.code


def judged_by_pair(rows: Iterable[Settled]) -> dict[tuple[str, str], dict[str, Settled]]:
    """The judged rows of each query and document, by rater."""
    pairs: dict[tuple[str, str], dict[str, Settled]] = defaultdict(dict)
    for each in rows:
        if each.outcome is Outcome.JUDGED:
            pairs[each.row.query, each.row.doc][each.rater] = each
    return dict(pairs)
