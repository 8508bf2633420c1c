"""How long it takes to recompute a workbook of judgments: ours against other engines, in one run.

The workbook holds, for each query, ten judged documents with three formulas each, and six figures:
36 formulas a query. Every engine gets the same file and must give the same mean NDCG@10. The
peers are optional: those that are not installed are left out, and said so.

    pip install formualizer ironcalc
    python benchmarks/recompute.py                    # 1,000 queries: 36,000 formulas
    python benchmarks/recompute.py --queries 10000 --ours-only
"""

from __future__ import annotations

import argparse
import resource
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

import openpyxl

DOCUMENTS = 10
MEAN_CELL = "D1"


def write_judgments(path: Path, queries: int) -> int:
    """Write the workbook; gives how many formulas it holds."""
    random = Random(0)
    book = openpyxl.Workbook(write_only=True)
    figures, judged = book.create_sheet("Metrics"), book.create_sheet("Judgments")
    last = queries + 2
    figures.append(["mean", None, None, f"=AVERAGE(D3:D{last})"])
    figures.append(["query", "DCG@10", "IDCG@10", "NDCG@10", "RR", "P@10", "CG@10"])
    judged.append(["query", "rank", "document", "grade", "DG", "ideal", "ideal DG"])
    for query in range(queries):
        top, bottom = 2 + query * DOCUMENTS, 1 + (query + 1) * DOCUMENTS
        row = query + 3
        for rank in range(1, DOCUMENTS + 1):
            at = top + rank - 1
            judged.append(
                [
                    f"query {query}",
                    rank,
                    f"doc-{random.randrange(10**6)}",
                    random.choice((0, 0, 0, 1, 2, 3)),
                    f"=D{at}/LOG(B{at}+1,2)",
                    f"=LARGE($D${top}:$D${bottom},B{at})",
                    f"=F{at}/LOG(B{at}+1,2)",
                ]
            )
        grades = f"Judgments!D{top}:D{bottom}"
        figures.append(
            [
                f"query {query}",
                f"=SUM(Judgments!E{top}:E{bottom})",
                f"=SUM(Judgments!G{top}:G{bottom})",
                f"=IF(C{row}>0,B{row}/C{row},0)",
                f"=IFERROR(1/MATCH(TRUE,INDEX({grades}>0,0),0),0)",
                f'=COUNTIF({grades},">0")/{DOCUMENTS}',
                f"=SUM({grades})",
            ]
        )
    book.save(path)
    return queries * (DOCUMENTS * 3 + 6) + 1


Steps = list[tuple[str, float]]


def ours(path: Path) -> tuple[Steps, float]:
    from xlmetrics.address import Address
    from xlmetrics.engine import Calculation
    from xlmetrics.xlsx.read import read_workbook

    clock = Clock()
    workbook = read_workbook(path)
    clock.lap("read")
    calculation = Calculation(workbook)
    clock.lap("compile")
    values = calculation.values()
    clock.lap("calculate")
    return clock.laps, values[Address.parse("Metrics", MEAN_CELL)]


def formualizer(path: Path) -> tuple[Steps, float]:
    import formualizer as engine

    clock = Clock()
    book = engine.load_workbook(str(path))
    clock.lap("read")
    book.evaluate_all()
    clock.lap("calculate")
    return clock.laps, book.get_value("Metrics", 1, 4)


def ironcalc(path: Path) -> tuple[Steps, float]:
    import ironcalc as engine

    clock = Clock()
    model = engine.load_from_xlsx(str(path), "en", "UTC", "en")
    clock.lap("read")
    model.evaluate()
    clock.lap("calculate")
    return clock.laps, model.get_cell_value(0, 1, 4)


def libreoffice(path: Path) -> tuple[Steps, float]:
    from xlmetrics.engine.libreoffice import recalculate

    clock = Clock()
    (copy,) = recalculate([path], path.parent / "libreoffice")
    clock.lap("whole")
    sheet = openpyxl.load_workbook(copy, data_only=True, read_only=True)["Metrics"]
    return clock.laps, sheet[MEAN_CELL].value


def excel_model(path: Path) -> tuple[Steps, float]:
    import formulas

    clock = Clock()
    model = formulas.ExcelModel().loads(str(path)).finish(complete=False)
    clock.lap("read")
    solution = model.calculate()
    clock.lap("calculate")
    return clock.laps, float(solution[f"'[{path.name}]METRICS'!{MEAN_CELL}"].value[0, 0])


class Clock:
    """Seconds, lap by lap."""

    def __init__(self) -> None:
        self.laps: Steps = []
        self._last = time.perf_counter()

    def lap(self, name: str) -> None:
        """Note the time since the last lap."""
        now = time.perf_counter()
        self.laps.append((name, now - self._last))
        self._last = now


Engine = Callable[[Path], tuple[Steps, float]]
PEERS: tuple[Engine, ...] = (formualizer, ironcalc, libreoffice, excel_model)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--queries", type=int, default=1000)
    parser.add_argument("--ours-only", action="store_true")
    parser.add_argument("--runs", type=int, default=3, help="of each engine but ExcelModel")
    options = parser.parse_args()
    engines: tuple[Engine, ...] = (ours,) if options.ours_only else (ours, *PEERS)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "judgments.xlsx")
        print(f"{write_judgments(path, options.queries):,} formulas")
        seconds: dict[str, float] = {}
        for engine in engines:
            try:
                runs = [engine(path) for _ in range(1 if engine is excel_model else options.runs)]
            except Exception as error:  # noqa: BLE001  a peer that fails is told, not hidden
                print(f"{engine.__name__:<12} {type(error).__name__}: {error}")
                continue
            laps, value = min(runs, key=lambda run: sum(spent for _, spent in run[0]))
            seconds[engine.__name__] = sum(spent for _, spent in laps)
            told = ", ".join(f"{name} {spent:.3f}" for name, spent in laps)
            ratio = seconds[engine.__name__] / seconds["ours"]
            print(
                f"{engine.__name__:<12} {seconds[engine.__name__]:8.3f} s = {ratio:6.2f} x ours "
                f"({told}); mean NDCG {value:.9f}"
            )
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"peak memory of this process {peak:.0f} MiB")


if __name__ == "__main__":
    main()
