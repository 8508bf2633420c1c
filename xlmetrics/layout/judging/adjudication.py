"""The workbook of disagreements: a packet that shows what the raters said."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.judging.adjudication import said_so_far
from xlmetrics.layout.judging.items import Item
from xlmetrics.layout.judging.packet import PacketContent, arrange_packet

if TYPE_CHECKING:
    from collections.abc import Mapping

    from xlmetrics.judging.collected import Settled
    from xlmetrics.judging.manifest import Packet
    from xlmetrics.judging.scale import Scale
    from xlmetrics.model import Workbook
    from xlmetrics.template.words import Words


def arrange_adjudication(
    packet: Packet,
    disagreements: Mapping[tuple[str, str], Mapping[str, Settled]],
    scale: Scale,
    words: Words,
    *,
    named: bool,
) -> Workbook:
    """The workbook of these disagreements, by query and document, with the raters ``named`` or not.

    It shows of a document what the packets showed as they came back, and the link of the manifest.
    """
    items = []
    for row in packet.rows:
        if judged := disagreements.get((row.query, row.doc)):
            shown = next(iter(judged.values())).shown
            said = said_so_far(judged, named=named)
            items.append(Item(row.key, row.query, row.doc, *shown, url=row.url, said=said))
    return arrange_packet(PacketContent(words["value.adjudication"], items, scale), words)
