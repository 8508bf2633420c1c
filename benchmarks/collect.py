"""How long a packet takes to collect, against openpyxl reading the same file.

1,000 queries of 100 documents in one packet, each row judged. Whole processes, in turn, in one run.

    python benchmarks/collect.py
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path

from xlmetrics.judging.keys import packet_id, row_keys
from xlmetrics.judging.manifest import Manifest, Packet, PooledQuery, Row, manifest_bytes
from xlmetrics.judging.scale import Level, Scale
from xlmetrics.layout.judging.items import Item
from xlmetrics.layout.judging.packet import PacketContent, arrange_packet
from xlmetrics.template.words import english
from xlmetrics.xlsx.write import write_workbook

QUERIES, DOCUMENTS, RUNS = 1_000, 100, 3
SCALE = Scale((Level(0, "bad"), Level(1, "fair"), Level(2, "good"), Level(3, "perfect")))
PEER = "import openpyxl, sys; openpyxl.load_workbook(sys.argv[1])"


def write_packet(folder: Path) -> tuple[Path, Path]:
    """A packet that came back, and its manifest."""
    queries = [f"q{number}" for number in range(QUERIES)]
    pairs = [(query, f"{query}-{number:04}") for query in queries for number in range(DOCUMENTS)]
    name = packet_id(0, "ann", 1)
    keys = row_keys(0, name, pairs)
    rows = tuple(Row(key, *pair) for key, pair in zip(keys, pairs, strict=True))
    items = [
        Item(key, query, doc, f"query {query}", "what is wanted", f"title of {doc}", "text " * 30)
        for key, query, doc in rows
    ]
    workbook = arrange_packet(PacketContent("Judge", items, SCALE), english())
    place = workbook.tables[0]["grade"]
    judge, rubric = workbook.sheets
    cells = tuple(
        cell._replace(value=cell.address.row % 4) if cell.address in place else cell
        for cell in judge.cells
    )
    packet, manifest = folder / "ann-1.xlsx", folder / "manifest.json"
    write_workbook(replace(workbook, sheets=(replace(judge, cells=cells), rubric)), packet)
    asked = Manifest(
        seed=0,
        depth=DOCUMENTS,
        order="blind",
        overlap=0,
        scale=SCALE,
        codes={},
        headings={},
        runs=(),
        queries=tuple(PooledQuery(query, DOCUMENTS, DOCUMENTS) for query in queries),
        packets=(Packet(name, "ann", packet.name, rows),),
    )
    manifest.write_bytes(manifest_bytes(asked))
    return packet, manifest


def seconds(command: list[str]) -> float:
    start = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - start


def main() -> None:
    with tempfile.TemporaryDirectory() as temporary:
        packet, manifest = write_packet(Path(temporary))
        ours = [sys.executable, "-m", "xlmetrics", "collect", str(packet)]
        ours += ["--manifest", str(manifest), "-o", str(Path(temporary, "out"))]
        peer = [sys.executable, "-c", PEER, str(packet)]
        pairs = [(seconds(ours), seconds(peer)) for _ in range(RUNS)]
    mine, theirs = (statistics.median(column) for column in zip(*pairs, strict=True))
    ratio = statistics.median(one / other for one, other in pairs)
    print(f"collect  {mine:6.1f} s  openpyxl reads it in {theirs:6.1f} s  ratio {ratio:.2f}")


if __name__ == "__main__":
    main()
