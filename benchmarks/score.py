"""How long a run takes to score: from two TREC files to five measures, against three libraries.

1,000 queries of 1,000 documents with 100 judged each. All in one run, each in a process of its
own, in turn; a library that is not installed is passed over. What is timed is reading both files
and computing the means, after the imports and one round of warming up (ranx compiles itself).

    python benchmarks/score.py
    python benchmarks/score.py --large    # 10,000,000 lines of a run, and the memory they take
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import random
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

MARK = 2.0
MEMORY = 2.0
ROUNDS = 3
NAMES = ("nDCG@10", "P@10", "R@10", "AP@10", "RR")


def ours(judgments: str, run: str) -> list[float]:
    from xlmetrics import score

    (row,) = score(judgments, run, NAMES).means().select(NAMES).iter_rows()
    return list(row)


def pytrec_eval(judgments: str, run: str) -> list[float]:
    import pytrec_eval as library

    with Path(judgments).open() as stream:
        qrels = library.parse_qrel(stream)
    with Path(run).open() as stream:
        ranked = library.parse_run(stream)
    names = ("ndcg_cut_10", "P_10", "recall_10", "map_cut_10", "recip_rank")
    asked = {"ndcg_cut.10", "P.10", "recall.10", "map_cut.10", "recip_rank"}
    found = library.RelevanceEvaluator(qrels, asked).evaluate(ranked).values()
    return [sum(each[name] for each in found) / len(qrels) for name in names]


def ir_measures(judgments: str, run: str) -> list[float]:
    import ir_measures as library

    asked = [library.parse_measure(name) for name in NAMES]
    qrels, ranked = library.read_trec_qrels(judgments), library.read_trec_run(run)
    found = library.calc_aggregate(asked, qrels, ranked)
    return [found[each] for each in asked]


def ranx(judgments: str, run: str) -> list[float]:
    import ranx as library

    qrels = library.Qrels.from_file(judgments, kind="trec")
    ranked = library.Run.from_file(run, kind="trec")
    names = ["ndcg@10", "precision@10", "recall@10", "map@10", "mrr"]
    found = library.evaluate(qrels, ranked, names)
    return [found[name] for name in names]


PROGRAMS = {each.__name__: each for each in (ours, pytrec_eval, ir_measures, ranx)}


def write_files(folder: Path, queries: int, depth: int) -> tuple[str, str]:
    """A run, and judgments of 80 documents that it returned and 20 that it did not."""
    draw = random.Random(1)
    judgments, run = folder / "judgments.qrels", folder / "system.run"
    with judgments.open("w") as qrels, run.open("w") as ranked:
        for query in range(queries):
            ids = [f"doc{number:08}" for number in draw.sample(range(100_000_000), depth)]
            score = 100.0
            for rank, doc in enumerate(ids, 1):
                score -= 0.001 + draw.random() / 100
                ranked.write(f"{query} Q0 {doc} {rank} {score:.6f} system\n")
            seen = draw.sample(ids[: depth * 3 // 10], min(80, depth * 3 // 10))
            missed = [f"missed{number}" for number in range(20)]
            for doc in (*seen, *missed):
                qrels.write(f"{query} 0 {doc} {draw.choice((0, 0, 1, 2, 3))}\n")
    return str(judgments), str(run)


def timed(name: str, judgments: str, run: str) -> None:
    """Print the best time of several rounds, and the means; in a process of its own."""
    program = PROGRAMS[name]
    program(judgments, run)
    seconds, means = [], []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        means = program(judgments, run)
        seconds.append(time.perf_counter() - start)
    print(json.dumps({"seconds": min(seconds), "means": means}))


def compare(judgments: str, run: str) -> None:
    found = {}
    for name in PROGRAMS:
        if name != "ours" and importlib.util.find_spec(name) is None:
            print(f"{name:<12} is not installed, and is passed over")
            continue
        command = [sys.executable, __file__, "--timed", name, judgments, run]
        done = subprocess.run(command, check=True, stdout=subprocess.PIPE)
        found[name] = json.loads(done.stdout.splitlines()[-1])
        means = "  ".join(f"{each:.6f}" for each in found[name]["means"])
        print(f"{name:<12} {found[name]['seconds']:7.3f} s   {means}")
    mine = found.pop("ours")
    for name, other in found.items():
        apart = max(abs(a - b) for a, b in zip(mine["means"], other["means"], strict=True))
        said = "the same means" if apart < 1e-4 else f"means differ by {apart:.4f}"
        print(f"{name:<12} {other['seconds'] / mine['seconds']:7.1f} times as long, {said}")
    if found:
        best = min(other["seconds"] for other in found.values()) / mine["seconds"]
        print(f"the best of them takes {best:.1f} times as long (mark {MARK})")


def large(folder: Path) -> None:
    judgments, run = write_files(folder, 10_000, 1_000)
    command = [sys.executable, __file__, "--once", judgments, run]
    subprocess.run(command, check=True)


def once(judgments: str, run: str) -> None:
    start = time.perf_counter()
    means = ours(judgments, run)
    seconds = time.perf_counter() - start
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6  # kilobytes on Linux
    shown = "  ".join(f"{each:.6f}" for each in means)
    size = Path(run).stat().st_size / 1e6
    print(
        f"10,000,000 lines, {size:.0f} MB: {seconds:.1f} s, {most:.2f} GB (mark {MEMORY})  {shown}"
    )


def main() -> None:
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--large", action="store_true")
    arguments.add_argument("--timed", nargs=3)
    arguments.add_argument("--once", nargs=2)
    given = arguments.parse_args()
    if given.timed:
        timed(*given.timed)
    elif given.once:
        once(*given.once)
    else:
        with tempfile.TemporaryDirectory() as name:
            if given.large:
                large(Path(name))
            else:
                compare(*write_files(Path(name), 1_000, 1_000))


if __name__ == "__main__":
    main()
