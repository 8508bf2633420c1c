"""Packets made for a test: a manifest of three raters, and their workbooks, filled or not."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import openpyxl
from openpyxl.worksheet.worksheet import Worksheet

from xlmetrics.judging.fingerprint import fingerprint
from xlmetrics.judging.keys import packet_id, row_keys
from xlmetrics.judging.manifest import (
    NAME,
    Manifest,
    Packet,
    PooledQuery,
    Row,
    manifest_bytes,
)
from xlmetrics.judging.scale import Level, Scale
from xlmetrics.layout.judging.items import Item
from xlmetrics.layout.judging.packet import PacketContent, arrange_packet
from xlmetrics.model import Workbook
from xlmetrics.template.words import english
from xlmetrics.xlsx.write import write_workbook

PAIRS = [(f"q{number // 3}", f"0{4560 + number}") for number in range(6)]
SCALE = Scale(
    (Level(0, "bad"), Level(1, "fair"), Level(2, "good"), Level(3, "perfect")), "Grade them."
)
CODES = ("query unclear", "document unclear", "later")
GRADES = {"ann": [0, 1, 2, 3, 2, 1], "bo": [0, 1, 2, 3, 1, None], "cy": [0, 2, 2, 3, 0, 1]}
HEADER, TOP = 4, 5


def manifest(
    raters: Sequence[str] = tuple(GRADES),
    pairs: Sequence[tuple[str, str]] = PAIRS,
    seed: int = 7,
) -> Manifest:
    """A manifest by which every rater was given every pair."""
    packets = []
    for rater in raters:
        name = packet_id(seed, rater, 1)
        keys = zip(row_keys(seed, name, pairs), pairs, strict=True)
        rows = tuple(
            Row(key, *pair, fingerprint(f"title {pair[1]}"), fingerprint("snippet"))
            for key, pair in keys
        )
        packets.append(Packet(name, rater, f"{rater}-1.xlsx", rows))
    queries = dict.fromkeys(query for query, _ in pairs)
    return Manifest(
        seed=seed,
        depth=10,
        order="blind",
        overlap=1.0,
        scale=SCALE,
        codes={code: code for code in CODES},
        headings={},
        runs=(),
        queries=tuple(PooledQuery(query, 3, 3) for query in queries),
        packets=tuple(packets),
    )


def workbook_of(packet: Packet) -> Workbook:
    """The workbook of a packet, nothing judged."""
    items = [
        Item(row.key, row.query, row.doc, f"about {row.query}", "", f"title {row.doc}", "snippet")
        for row in packet.rows
    ]
    return arrange_packet(PacketContent("Judge", items, SCALE), english())


@dataclass(frozen=True)
class Packets:
    """A folder of packets and the manifest beside it."""

    folder: Path
    manifest: Manifest

    @property
    def manifest_path(self) -> Path:
        return self.folder.parent / NAME

    def path(self, rater: str) -> Path:
        return self.folder / f"{rater}-1.xlsx"

    def edit(self, rater: str, edit: Callable[[Worksheet], object]) -> None:
        """Open a packet, do something to its sheet, and save it."""
        book = openpyxl.load_workbook(self.path(rater))
        edit(book["Judge"])
        book.save(self.path(rater))


def write_packets(tmp_path: Path, grades: Mapping[str, Sequence[object]] = GRADES) -> Packets:
    """Write the packets, with these grades in them, and the manifest beside their folder."""
    made = Packets(tmp_path / "packets", manifest(tuple(grades)))
    made.manifest_path.write_bytes(manifest_bytes(made.manifest))
    for packet in made.manifest.packets:
        write_workbook(workbook_of(packet), made.path(packet.rater))
        given = grades[packet.rater]
        made.edit(packet.rater, partial(fill, values=given))
    return made


def column(sheet: Worksheet, heading: str) -> int:
    """The number of the column under a heading."""
    return next(int(cell.column) for cell in sheet[HEADER] if cell.value == heading)


def fill(sheet: Worksheet, values: Sequence[object], heading: str = "Grade") -> None:
    """Type values into a column, from the first row down."""
    for row, value in enumerate(values, TOP):
        sheet.cell(row, column(sheet, heading)).value = value
