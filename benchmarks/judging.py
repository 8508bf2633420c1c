"""How long a packet takes to write and to collect, against openpyxl doing the same work.

One packet of 1,000 queries of 100 documents. Writing is held against openpyxl's write-only mode,
which is given the same cells, ready made, with the same styles, links and row heights; and against
the same mode with bare cells. Collecting is held against openpyxl's load of the same
file, which has no links, since openpyxl's time for them grows with their square. Each in
a process of its own, in turn, in one run; writing is timed after the imports, collecting as a whole
process. CPU time counts; the wall stands beside it.

    python benchmarks/judging.py
"""

from __future__ import annotations

import argparse
import io
import json
import resource
import subprocess
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import openpyxl
from openpyxl.cell import WriteOnlyCell
from openpyxl.utils import get_column_letter

from xlmetrics.judging.fingerprint import fingerprint
from xlmetrics.judging.keys import packet_id, row_keys
from xlmetrics.judging.manifest import Manifest, Packet, PooledQuery, Row, manifest_bytes
from xlmetrics.judging.scale import Level, Scale
from xlmetrics.layout.judging.items import Item
from xlmetrics.layout.judging.packet import PacketContent, arrange_packet
from xlmetrics.template.words import english
from xlmetrics.xlsx.styles import STYLES
from xlmetrics.xlsx.write import workbook_bytes, write_workbook

if TYPE_CHECKING:
    from collections.abc import Callable

    from openpyxl.styles.cell_style import StyleArray
    from openpyxl.worksheet._write_only import WriteOnlyWorksheet

    from xlmetrics.model import Cell, Look, Workbook

MARK = 1.3
QUERIES, DOCUMENTS, ROUNDS = 1_000, 100, 3
SCALE = Scale((Level(0, "bad"), Level(1, "fair"), Level(2, "good"), Level(3, "perfect")))
LOAD = "import openpyxl, sys; openpyxl.load_workbook(sys.argv[1])"


def rows_given() -> tuple[str, tuple[Row, ...]]:
    """The id of the packet, and its rows."""
    queries = [f"q{number}" for number in range(QUERIES)]
    pairs = [(query, f"{query}-{number:04}") for query in queries for number in range(DOCUMENTS)]
    name = packet_id(0, "ann", 1)
    keys = row_keys(0, name, pairs)
    title, text = fingerprint("title"), fingerprint("text")
    rows = (Row(key, *pair, title, text) for key, pair in zip(keys, pairs, strict=True))
    return name, tuple(rows)


def content_of(rows: tuple[Row, ...], *, linked: bool = True) -> PacketContent:
    items = [
        Item(
            key,
            query,
            doc,
            f"query {query}",
            "what is wanted",
            f"title of {doc}",
            "text " * 30,
            f"https://www.example.org/{doc}" if linked else "",
        )
        for key, query, doc, *_ in rows
    ]
    return PacketContent("Judge", items, SCALE)


def write_ours() -> Callable[[], bytes]:
    content = content_of(rows_given()[1])
    return lambda: workbook_bytes(arrange_packet(content, english()))


class Peer:
    """Writes the sheet to judge on by openpyxl alone, its cells laid out before."""

    def __init__(self, *, styled: bool) -> None:
        self.styled = styled
        self.sheet = arrange_packet(content_of(rows_given()[1]), english()).sheets[0]
        self.rows: dict[int, list[Cell | None]] = {}
        for cell in sorted(self.sheet.cells, key=lambda each: each.address):
            row = self.rows.setdefault(cell.address.row, [])
            row += [None] * (cell.address.column - 1 - len(row))
            row.append(cell)

    def __call__(self) -> bytes:
        """The file."""
        book = openpyxl.Workbook(write_only=True)
        target = book.create_sheet(self.sheet.title)
        for column, width in self.sheet.widths.items():
            target.column_dimensions[get_column_letter(column)].width = width
        if self.styled:
            self.append_styled(target)
        else:
            for cells in self.rows.values():
                target.append([each and (each.formula or each.value) for each in cells])
        out = io.BytesIO()
        book.save(out)
        return out.getvalue()

    def append_styled(self, target: WriteOnlyWorksheet) -> None:
        """Write the rows with their heights, styles and links."""
        drawn: dict[tuple[Look, str], StyleArray] = {}
        for row, cells in self.rows.items():
            if row in self.sheet.heights:
                target.row_dimensions[row].height = self.sheet.heights[row]
            target.append([each and self.drawn(target, each, drawn) for each in cells])

    def drawn(
        self, target: WriteOnlyWorksheet, cell: Cell, drawn: dict[tuple[Look, str], StyleArray]
    ) -> WriteOnlyCell:
        """A cell of openpyxl; a style is set up once, and then copied."""
        found = WriteOnlyCell(target, cell.formula or cell.value)
        style = cell.look, cell.number_format
        if style in drawn:
            found._style = drawn[style]  # noqa: SLF001
        else:
            for aspect, how in STYLES[cell.look].items():
                setattr(found, aspect, how)
            found.number_format = cell.number_format
            drawn[style] = found._style  # noqa: SLF001
        if cell.link:
            found.hyperlink = cell.link
        return found


PROGRAMS: dict[str, Callable[[], Callable[[], bytes]]] = {
    "ours": write_ours,
    "styled": lambda: Peer(styled=True),
    "bare": lambda: Peer(styled=False),
}


def timed(name: str) -> None:
    """Print the CPU time and the wall of writing once; in a process of its own."""
    write = PROGRAMS[name]()
    wall, cpu = time.perf_counter(), time.process_time()
    size = len(write())
    taken = time.process_time() - cpu, time.perf_counter() - wall
    print(json.dumps({"taken": taken, "size": size}))


def writing(name: str) -> tuple[float, float]:
    command = [sys.executable, __file__, "--timed", name]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE)
    cpu, wall = json.loads(done.stdout)["taken"]
    return cpu, wall


def process(command: list[str]) -> tuple[float, float]:
    """The CPU time and the wall of a whole process."""
    before, wall = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return cpu, time.perf_counter() - wall


def judged(workbook: Workbook) -> Workbook:
    """The packet with a grade in each row."""
    place = workbook.tables[0]["grade"]
    judge, *others = workbook.sheets
    cells = tuple(
        cell._replace(value=cell.address.row % 4) if cell.address in place else cell
        for cell in judge.cells
    )
    return replace(workbook, sheets=(replace(judge, cells=cells), *others))


def write_packet(folder: Path) -> tuple[Path, Path]:
    """A packet that came back, and its manifest."""
    name, rows = rows_given()
    packet, manifest = folder / "ann-1.xlsx", folder / "manifest.json"
    write_workbook(judged(arrange_packet(content_of(rows, linked=False), english())), packet)
    asked = Manifest(
        seed=0,
        depth=DOCUMENTS,
        order="blind",
        overlap=0,
        scale=SCALE,
        codes={},
        headings={},
        runs=(),
        queries=tuple(
            PooledQuery(query, DOCUMENTS, DOCUMENTS)
            for query in dict.fromkeys(row.query for row in rows)
        ),
        packets=(Packet(name, "ann", packet.name, rows),),
    )
    manifest.write_bytes(manifest_bytes(asked))
    return packet, manifest


def told(name: str, ours: list[tuple[float, float]], peer: list[tuple[float, float]]) -> None:
    """Print the best times of each, and their ratios."""
    (cpu, wall), (other_cpu, other_wall) = (
        [min(column) for column in zip(*each, strict=True)] for each in (ours, peer)
    )
    print(
        f"{name:<34} {cpu:6.1f} s CPU, peer {other_cpu:6.1f}, ratio {cpu / other_cpu:.2f}; "
        f"{wall:6.1f} s wall, peer {other_wall:6.1f}, ratio {wall / other_wall:.2f}"
    )


def main() -> None:
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--timed", choices=PROGRAMS)
    given = arguments.parse_args()
    if given.timed:
        timed(given.timed)
        return
    print(f"{QUERIES * DOCUMENTS:,} rows; the best of {ROUNDS}; the mark is {MARK}")
    found: dict[str, list[tuple[float, float]]] = {name: [] for name in PROGRAMS}
    for _ in range(ROUNDS):
        for name in PROGRAMS:
            found[name].append(writing(name))
    told("written, against the same cells", found["ours"], found["styled"])
    told("written, against bare cells", found["ours"], found["bare"])
    with tempfile.TemporaryDirectory() as temporary:
        packet, manifest = write_packet(Path(temporary))
        ours = [sys.executable, "-m", "xlmetrics", "collect", str(packet)]
        ours += ["--manifest", str(manifest), "-o", str(Path(temporary, "out"))]
        peer = [sys.executable, "-c", LOAD, str(packet)]
        pairs = [(process(ours), process(peer)) for _ in range(ROUNDS)]
    mine, theirs = zip(*pairs, strict=True)
    told("collected, against load_workbook", list(mine), list(theirs))


if __name__ == "__main__":
    main()
