"""The workbook of a packet: a sheet to judge on, and the rubric."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from xlmetrics.layout.judging.rows import JudgeSheet
from xlmetrics.layout.judging.rubric import arrange_rubric
from xlmetrics.memory import uncollected
from xlmetrics.model import Workbook

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from xlmetrics.judging.manifest import Packet
    from xlmetrics.judging.scale import Scale
    from xlmetrics.layout.judging.items import Item
    from xlmetrics.template.words import Words


@dataclass(frozen=True, slots=True)
class PacketContent:
    """What a packet shows; ``title`` stands over its rows, whose order is ``blind`` or not."""

    title: str
    items: Sequence[Item]
    scale: Scale
    blind: bool = True


def arrange_packet(content: PacketContent, words: Words) -> Workbook:
    """The workbook of a packet: nothing in it tells of systems, ranks, scores or other grades."""
    rubric = arrange_rubric(content.scale, words, blind=content.blind)
    judge = JudgeSheet(content.title, content.items, content.scale, rubric, words)
    with uncollected():
        sheet, table = judge.place()
    return Workbook((sheet, rubric.sheet), (table,), title=content.title)


def title_of(packet: Packet, packets: Iterable[Packet], words: Words, *, solo: bool = False) -> str:
    """What a packet is called: whose it is, and the how manieth of theirs."""
    if solo:
        return words.filled("packet.solo", rater=packet.rater)
    if packet.calibration:
        return words.filled("packet.calibration", rater=packet.rater)
    own = [each for each in packets if each.rater == packet.rater and not each.calibration]
    number = own.index(packet) + 1
    return words.filled("packet.title", rater=packet.rater, number=number, count=len(own))
