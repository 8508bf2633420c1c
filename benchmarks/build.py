"""How long the worked example takes to build, and how long the command takes to start.

Whole processes, in turn, in one run: ours against a bare openpyxl script that writes the same
cells, and `xlmetrics --help` against a program that only imports click. Meant for an installed
wheel: from the sources, templates are validated first.

    python benchmarks/build.py
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import openpyxl

RUNS = 15


def bare_script(workbook: Path, target: Path) -> str:
    """A script that writes the same values and formulas with openpyxl and nothing else."""
    sheets = {
        sheet.title: [
            (c.row, c.column, c.value) for row in sheet for c in row if c.value is not None
        ]
        for sheet in openpyxl.load_workbook(workbook)
    }
    return f"""
import openpyxl
book = openpyxl.Workbook()
book.remove(book.active)
for title, cells in {sheets!r}.items():
    sheet = book.create_sheet(title)
    for row, column, value in cells:
        sheet.cell(row, column, value)
book.save({str(target)!r})
"""


def seconds(command: list[str]) -> float:
    start = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - start


def compare(name: str, ours: list[str], peer: list[str]) -> None:
    for command in (ours, peer):
        seconds(command)
    pairs = [(seconds(ours), seconds(peer)) for _ in range(RUNS)]
    mine, theirs = (statistics.median(column) for column in zip(*pairs, strict=True))
    ratio = statistics.median(one / other for one, other in pairs)
    print(f"{name:<28} {mine * 1000:7.0f} ms  peer {theirs * 1000:7.0f} ms  ratio {ratio:.2f}")


def main() -> None:
    program = str(Path(sys.executable).with_name("xlmetrics"))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        built, bare = folder / "ours.xlsx", folder / "bare.py"
        ours = [program, "build", "ndcg-mrr", "-o", str(built)]
        subprocess.run(ours, check=True, stdout=subprocess.DEVNULL)
        bare.write_text(bare_script(built, folder / "bare.xlsx"), "utf-8")
        compare("build ndcg-mrr (mark 1.5)", [*ours, "--force"], [sys.executable, str(bare)])
    compare("--help", [program, "--help"], [sys.executable, "-c", "import click"])


if __name__ == "__main__":
    main()
