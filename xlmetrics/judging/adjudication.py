"""The packet of disagreements, for somebody to decide: known again by keys, as every packet is.

Its keys are hashes of the manifest's seed like all others, so that what comes back is known from
the manifest alone, whichever of the disagreements it was made of.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from xlmetrics.judging.keys import packet_id, row_keys
from xlmetrics.judging.manifest import Packet

if TYPE_CHECKING:
    from collections.abc import Mapping

    from xlmetrics.judging.collected import Settled
    from xlmetrics.judging.manifest import Manifest

NAME = "adjudication.xlsx"
RATER = ""
"""An adjudicator is no rater: the decision is no judgment more."""


def adjudication_packet(manifest: Manifest) -> Packet:
    """Every document that more than one rater was given, as rows of one packet, query by query."""
    rows = [row for packet in manifest.packets for row in packet.rows]
    given = Counter((row.query, row.doc) for row in rows)
    shows = {(row.query, row.doc): row for row in rows}
    order = {each.query: place for place, each in enumerate(manifest.queries)}
    shared = [pair for pair, times in given.items() if times > 1]
    pairs = sorted(shared, key=lambda pair: order.get(pair[0], len(order)))
    taken = {packet.id for packet in manifest.packets}
    again = 0
    while (name := packet_id(manifest.seed, RATER, 0, again)) in taken:
        again += 1
    keys = row_keys(manifest.seed, name, pairs)
    found = (shows[pair]._replace(key=key) for key, pair in zip(keys, pairs, strict=True))
    return Packet(name, RATER, NAME, tuple(found))


def said_so_far(judged: Mapping[str, Settled], *, named: bool) -> str:
    """The grades and notes of the raters, a line each, by name or else in the order of grades."""
    found = [
        (rater if named else "", each.said.grade or 0.0, " ".join(each.note.split()))
        for rater, each in judged.items()
    ]
    return "\n".join(
        (f"{rater}: " if rater else "") + f"{grade:g}" + (f" ({note})" if note else "")
        for rater, grade, note in sorted(found)
    )
