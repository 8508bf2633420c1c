"""How long it takes to check a large workbook of somebody else, part by part.

python benchmarks/check_large.py                  # long format: 200,000 formulas
python benchmarks/check_large.py --queries 500
python benchmarks/check_large.py --profile        # where the time goes
"""

from __future__ import annotations

import argparse
import cProfile
import pstats
import resource
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import openpyxl

from xlmetrics import audit

RANKS = 10
HEADINGS = (
    *("Query", "Rank", "Document", "Relevance", "Gain", "Discount", "Discounted gain", "Ideal"),
    *("Ideal gain", "Ideal discounted gain", "Hits", "P at hit"),
    *("DCG@10", "IDCG@10", "NDCG@10", "AP", "RR"),
)
PARTS = ("read_workbook", "read_roles", "diagnose", "findings")


def long_format(path: Path, queries: int) -> int:
    """A row for each document of each query, helper columns, figures on a query's first row."""
    random = Random(0)
    book = openpyxl.Workbook(write_only=True)
    sheet = book.create_sheet("Results")
    sheet.append(HEADINGS)
    formulas = 0
    for query in range(queries):
        top, bottom = 2 + query * RANKS, 1 + (query + 1) * RANKS
        grades = [random.choice((0, 0, 1, 2, 3)) for _ in range(RANKS)]
        for rank, grade in enumerate(grades, 1):
            at = top + rank - 1
            row = [f"query {query}", rank, f"d{random.randrange(10**6)}", grade]
            row += [f"=2^D{at}-1", f"=LOG(B{at}+1,2)", f"=E{at}/F{at}"]
            row += [f"=LARGE(D${top}:D${bottom},B{at})", f"=2^H{at}-1", f"=I{at}/F{at}"]
            row += [f'=COUNTIF(D${top}:D{at},">0")', f"=IF(D{at}>0,K{at}/B{at},0)"]
            if rank == 1:
                row += [f"=SUM(G{top}:G{bottom})", f"=SUM(J{top}:J{bottom})"]
                row += [f"=IF(N{at}=0,0,M{at}/N{at})"]
                row += [f"=IF(K{bottom}=0,0,SUM(L{top}:L{bottom})/K{bottom})"]
                row += [f"=IFERROR(1/MATCH(TRUE,INDEX(D{top}:D{bottom}>0,0),0),0)"]
            formulas += sum(str(each).startswith("=") for each in row)
            sheet.append(row)
    last = 1 + queries * RANKS
    sheet.append([])
    sheet.append(["Mean", *[None] * 13, *(f"=AVERAGE({each}2:{each}{last})" for each in "OPQ")])
    book.save(path)
    return formulas + 3


def figures(path: Path, queries: int) -> int:
    """A row for each query, its grades along it, and five figures in one formula each."""
    random = Random(0)
    book = openpyxl.Workbook(write_only=True)
    sheet = book.create_sheet("Queries")
    sheet.append(["Query", *range(1, RANKS + 1), "DCG@10", "IDCG@10", "NDCG@10", "P@10", "RR"])
    ranks = "$B$1:$K$1"
    for query in range(queries):
        at = query + 2
        grades = f"B{at}:K{at}"
        row = [f"query {query}", *(random.choice((0, 0, 1, 2, 3)) for _ in range(RANKS))]
        row += [f"=SUMPRODUCT({grades}/LOG({ranks}+1,2))"]
        row += [f"=SUMPRODUCT(LARGE({grades},{ranks})/LOG({ranks}+1,2))"]
        row += [f"=IF(M{at}=0,0,L{at}/M{at})", f'=COUNTIF({grades},">0")/10']
        row += [f"=IFERROR(1/MATCH(TRUE,INDEX({grades}>0,0),0),0)"]
        sheet.append(row)
    sheet.append([])
    means = (f"=AVERAGE({each}2:{each}{queries + 1})" for each in "NOP")
    sheet.append(["Mean", *[None] * 12, *means])
    book.save(path)
    return queries * 5 + 3


SHEETS: dict[str, tuple[Callable[[Path, int], int], int]] = {
    "long format": (long_format, 2350),
    "figures": (figures, 2000),
}


def timed(name: str, spent: dict[str, float]) -> Callable[..., Any]:
    """The same part of a check, its seconds noted."""
    part = getattr(audit, name)

    def call(*arguments: Any, **more: Any) -> Any:
        start = time.perf_counter()
        found = part(*arguments, **more)
        found = list(found) if isinstance(found, Iterator) else found
        spent[name] = spent.get(name, 0) + time.perf_counter() - start
        return found

    return call


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--queries", type=int)
    parser.add_argument("--profile", action="store_true")
    parser.add_argument("--sheet", choices=SHEETS)
    options = parser.parse_args()
    spent: dict[str, float] = {}
    for name in PARTS:
        setattr(audit, name, timed(name, spent))
    for name, (write, queries) in SHEETS.items():
        if options.sheet in (None, name):
            with tempfile.TemporaryDirectory() as folder:
                path = Path(folder, "large.xlsx")
                formulas = write(path, options.queries or queries)
                spent.clear()
                profile = cProfile.Profile(time.process_time)
                start = time.perf_counter()
                run = partial(profile.runcall, audit.check) if options.profile else audit.check
                report = run(path)
                whole = time.perf_counter() - start
            tell(name, formulas, whole, spent, report)
            if options.profile:
                pstats.Stats(profile).sort_stats("cumulative").print_stats(70)


def tell(
    name: str, formulas: int, whole: float, spent: dict[str, float], report: audit.Report
) -> None:
    rest = whole - sum(spent.values())
    told = ", ".join(f"{part} {seconds:.2f}" for part, seconds in spent.items())
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(
        f"{name}: {formulas:,} formulas, {len(report.cells):,} measure cells, "
        f"{len(report.mistakes)} mistakes: {whole:.2f} s ({told}, computing and the rest "
        f"{rest:.2f}); peak memory {peak:.0f} MiB"
    )


if __name__ == "__main__":
    main()
