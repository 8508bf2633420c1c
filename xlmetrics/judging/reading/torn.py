"""Rows that were torn apart: what they show belongs to other rows than their keys."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING

from xlmetrics.judging.cells import Unclear
from xlmetrics.judging.fingerprint import BLANK, fingerprint

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from xlmetrics.judging.manifest import Packet
    from xlmetrics.judging.reading.claims import Claim, Known, Place


MEND = (
    "Take a copy of the file from before that, or copy the grades document by document into a "
    "fresh copy of the packet."
)
_SORTED_APART = (
    "the columns were sorted without the hidden ones, so that its grade may be another's"
)
_TORN = Unclear(f"shows the query of other rows than its key: {_SORTED_APART}", MEND)
_OTHER = Unclear(f"shows another document than its key says: {_SORTED_APART}", MEND)
_PASTED = "one of them was typed or pasted over, so that its grade may be another's"
_COPY = "Copy the row from an older copy of the file."
_ONE_TORN = Unclear(f"shows the query of other rows than its key or ids: {_PASTED}", _COPY)
_ONE_OTHER = Unclear(f"shows another document than its key or ids say: {_PASTED}", _COPY)
_BESIDE_TORN = Unclear(
    "stands among rows whose columns were sorted without the hidden ones, and nothing tells "
    "whether its grade is still its own",
    MEND,
)


def doubt_torn(
    claims: Sequence[Claim], packet: Packet, known: Known, told: Collection[Place]
) -> list[Claim]:
    """Make findings of rows that were torn apart: what they show belongs to other keys.

    That is seen by the queries, each of which shows one text, and by the documents, where the
    manifest tells what they show. One such row by itself was pasted over. Where several are
    torn, no other row is trusted but those that show a document which stands in no other row.
    Those at the places ``told`` have their finding already.
    """
    texts: dict[str, Counter[str]] = defaultdict(Counter)
    under: dict[str, set[str]] = defaultdict(set)
    for claim in claims:
        query, text = known.rows[claim.key].query, claim.shown.text
        texts[query][text] += 1
        under[text].add(query)
    usual = {query: max(counts, key=counts.__getitem__) for query, counts in texts.items()}
    torn = {
        claim.place
        for claim in claims
        if len(under[claim.shown.text]) > 1
        and claim.shown.text != usual[known.rows[claim.key].query]
    }
    own, other = _documents(claims, packet, known)
    several = len(torn | other) > 1
    return [
        claim
        if claim.place in told
        else claim.doubted(_TORN if several else _ONE_TORN)
        if claim.place in torn
        else claim.doubted(claim.unclear or (_OTHER if several else _ONE_OTHER))
        if claim.place in other
        else claim.doubted(_BESIDE_TORN)
        if several and claim.place not in own
        else claim
        for claim in claims
    ]


def _documents(
    claims: Sequence[Claim], packet: Packet, known: Known
) -> tuple[set[Place], set[Place]]:
    """Which rows show what only they were given of a document, and which that of another row.

    One that shows neither was edited, which says nothing.
    """
    titles = Counter(row.title for row in packet.rows)
    snippets = Counter(row.snippet for row in packet.rows)
    own, other = set(), set()
    for claim in claims:
        row = known.rows[claim.key]
        if not row.title:
            continue
        for given, text, all_given in (
            (row.title, claim.shown.title, titles),
            (row.snippet, claim.shown.snippet, snippets),
        ):
            found = fingerprint(text)
            if found == BLANK:
                continue
            if found != given and found in all_given:
                other.add(claim.place)
            elif found == given and all_given[found] == 1:
                own.add(claim.place)
    return own, other
