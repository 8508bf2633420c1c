"""Files a second, and what is found: our check against two auditors of spreadsheets, in one run.

The files are the clean sheets of the corpus and every fifth mutant, saved as .xlsx with the value
beside each formula, unprotected; those with array formulas or functions newer than the format are
left out, since the tests do not save them as Excel does. Each tool checks them one after the
other in one process, its start not counted. A mutant is found if something is said of a cell that
was changed, or of one right beside it; and found anew if that is not said of the clean sheet as
well. Loud is what each tool calls more than a hint: our mistakes, defects and likely defects of
spreadsheet-auditor, high findings of unexplained-cells; of mutants, what is anew.
spreadsheet-auditor has LibreOffice recalculate each file where it can; without that it goes by
the values in the file, which are stale in few. So both are timed.

    python -m venv peers
    peers/bin/pip install spreadsheet-auditor==0.4.0 unexplained-cells==0.3.0
    python benchmarks/check.py --peers peers/bin/python
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tempfile
import time
import zipfile
from contextlib import redirect_stdout
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from tests.corpus import Case

STEP = 5
RUNS = 3
"""The fastest counts."""

RECALCULATED = 10
"""So many files are recalculated by LibreOffice, to tell what that costs."""

UNSAVED = re.compile(r"\b(?:LET|LAMBDA|SEQUENCE|SORT|TAKE|MINIFS|MAXIFS|XLOOKUP|IFS)\(")
_PROTECTION = re.compile(rb"<sheetProtection[^>]*/>")

Said = tuple[str, bool, list[str]]
"""A rule, whether it is loud, and the cells or ranges it speaks of, ``Sheet!B2:B7``."""


def xlmetrics(path: str) -> list[Said]:
    from xlmetrics.audit import check
    from xlmetrics.model import Severity

    return [
        (
            each.code,
            each.severity is Severity.MISTAKE,
            [str(at) for at in (each.where, each.address, each.origin, *each.affected) if at],
        )
        for each in check(path).findings
    ]


def spreadsheet_auditor(path: str, *, recalculates: bool = False) -> list[Said]:
    from spreadsheet_auditor.audit import main as audit

    with tempfile.TemporaryDirectory() as folder:
        told, config = Path(folder, "told.json"), Path(folder, "config.json")
        config.write_text(json.dumps({"recalc": {"enabled": recalculates}}))
        code = audit([path, "--json", str(told), "--config", str(config), "--quiet"])
        if not told.exists():
            raise RuntimeError(f"exit code {code}")
        found = json.loads(told.read_text())["findings"]
    return [
        (
            each["rule_id"],
            each["error_confidence"] in {"Defect", "Likely defect"},
            [*(each.get("members") or []), *each["location"].split(", ")],
        )
        for each in found
    ]


def recalculating_auditor(path: str) -> list[Said]:
    return spreadsheet_auditor(path, recalculates=True)


def unexplained_cells(path: str) -> list[Said]:
    from show_your_work.cli import run

    return [
        (each.check, each.level.value == "high", [f"{each.sheet}!{each.location}"])
        for each in run(path).findings
    ]


TOOLS: dict[str, Callable[[str], list[Said]]] = {
    "xlmetrics": xlmetrics,
    "spreadsheet-auditor": spreadsheet_auditor,
    "  with LibreOffice": recalculating_auditor,
    "unexplained-cells": unexplained_cells,
}


def work(tool: str) -> None:
    """Check the files named on the standard input, and print what is said and the seconds."""
    paths = sys.stdin.read().split("\n")
    TOOLS[tool](paths[0])  # loads what is loaded once
    for path in paths:
        start = time.perf_counter()
        failed = ""
        found: list[Said] = []
        with redirect_stdout(StringIO()):
            try:
                found = TOOLS[tool](path)
            except Exception as error:  # noqa: BLE001  one bad file is told, the others are checked
                failed = f"{type(error).__name__}: {error}"
        spent = time.perf_counter() - start
        print(json.dumps({"said": found, "seconds": spent, "failed": failed}), flush=True)


@dataclass(frozen=True)
class Checked:
    """What a tool says of a file."""

    said: list[Said]
    seconds: float
    failed: str


def checked(python: str, tool: str, paths: Sequence[Path]) -> list[Checked]:
    process = subprocess.run(
        [python, __file__, "--work", tool],
        input="\n".join(map(str, paths)),
        capture_output=True,
        text=True,
        check=False,
    )
    if process.returncode:
        raise RuntimeError(process.stderr.strip().rpartition("\n")[2])
    return [Checked(**json.loads(line)) for line in process.stdout.splitlines()]


def is_savable(case: Case) -> bool:
    texts = (str(value) for cells in case.sheets.values() for value in cells.values())
    return not case.said.get("arrays") and not any(map(UNSAVED.search, texts))


def save(case: Case, path: Path) -> None:
    """Write a sheet of the corpus, without the protection of sheets of ours."""
    with tempfile.TemporaryDirectory() as folder:
        ours = Path(folder, "ours.xlsx")
        case.save(ours)
        with zipfile.ZipFile(ours) as old, zipfile.ZipFile(path, "w") as new:
            for part in old.namelist():
                new.writestr(part, _PROTECTION.sub(b"", old.read(part)))


def near(case: Case, said: list[Said]) -> Iterator[Said]:
    """What is said of cells that were changed, or beside one."""
    from xlmetrics.address import Range

    changed = list(seeded(case))
    for each in said:
        for cells in each[2]:
            title, _, a1 = cells.rpartition("!")
            title = title.strip("'").replace("''", "'") or case.first
            if not re.fullmatch(r"\$?[A-Z]+\$?[0-9]+(:\$?[A-Z]+\$?[0-9]+)?", a1):
                continue
            place = Range.parse(title, a1)
            wide = place._replace(
                top=place.top - 1,
                left=place.left - 1,
                bottom=place.bottom + 1,
                right=place.right + 1,
            )
            if any(at in wide for at in changed):
                yield each
                break


def seeded(case: Case) -> Iterator[Any]:
    """The cells in which a mutant differs from the sheet it was made of."""
    for key in ("edits", "cached", "formats"):
        yield from (case.address(at) for at in case.said.get(key, {}))
    uncalculated = case.said.get("uncalculated", ())
    hidden = {
        (title, int(row))
        for title, rows in case.said.get("hidden_rows", {}).items()
        for row in rows
    }
    for title, cells in case.sheets.items():
        for a1 in cells:
            at = case.address(f"{title}!{a1}")
            if "*" in uncalculated or a1 in uncalculated or (title, at.row) in hidden:
                yield at


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--peers", default=sys.executable, help="a Python that has the peers")
    parser.add_argument("--step", type=int, default=STEP)
    parser.add_argument("--work", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.work:
        work(options.work)
        return
    sys.path.insert(0, str(Path(__file__).parents[1]))
    from tests.corpus import layouts

    clean = [case for layout in layouts() for case in layout.clean() if is_savable(case)]
    mutants = [case for layout in layouts() for case in layout.mutants() if is_savable(case)]
    mutants = mutants[:: options.step]
    cases = [*clean, *mutants]
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder, f"{number}.xlsx") for number in range(len(cases))]
        for case, path in zip(cases, paths, strict=True):
            save(case, path)
        print(f"{len(mutants)} mutants and {len(clean)} clean sheets, one process each tool")
        print(
            f"{'':22}{'files/s':>8}{'found':>8}{'anew':>8}{'loud':>8}{'named':>8}"
            f"{'clean accused':>15}{'loud':>8}{'failed':>8}"
        )
        for tool in TOOLS:
            python = sys.executable if tool == "xlmetrics" else options.peers
            some = paths[:RECALCULATED] if tool.startswith(" ") else paths
            runs = 1 if some is not paths else RUNS
            try:
                told, *again = (checked(python, tool, some) for _ in range(runs))
            except RuntimeError as error:
                print(f"{tool:22}{error}")
                continue
            seconds = min(sum(each.seconds for each in run) for run in (told, *again))
            row = f"{tool:22}{len(some) / seconds:8.1f}"
            print(row + (figures(clean, mutants, told) if some is paths else ""), flush=True)


def figures(clean: Sequence[Case], mutants: Sequence[Case], told: Sequence[Checked]) -> str:
    """The figures of a tool that checked the clean sheets and then the mutants."""
    before = {
        (case.layout, case.name): {(rule, at) for rule, _, cells in each.said for at in cells}
        for case, each in zip(clean, told, strict=False)
    }
    found = anew = loud = named = 0
    for case, each in zip(mutants, told[len(clean) :], strict=True):
        said = list(near(case, each.said))
        old = before[case.layout, case.of]
        new = [e for e in said if any((e[0], at) not in old for at in e[2])]
        found += bool(said)
        anew += bool(new)
        loud += any(e[1] for e in new)
        named += any(e[0].removeprefix("XL") in case.named_by for e in each.said)
    accused = [each.said for each in told[: len(clean)]]
    shares = [count / len(mutants) for count in (found, anew, loud)]
    is_ours = any(e[0].startswith("XL") for each in told for e in each.said)
    cells = "".join(f"{share:8.0%}" for share in shares)
    cells += f"{named / len(mutants):8.0%}" if is_ours else f"{'–':>8}"
    cells += f"{sum(map(bool, accused)) / len(clean):15.0%}"
    cells += f"{sum(any(e[1] for e in said) for said in accused) / len(clean):8.0%}"
    return cells + f"{sum(bool(each.failed) for each in told):8}"


if __name__ == "__main__":
    main()
