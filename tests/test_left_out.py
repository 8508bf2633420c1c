"""One round of holes: what was judged before, what is judged now, and the score of both."""

from dataclasses import replace
from pathlib import Path

import openpyxl
import polars as pl
import pytest
from click.testing import CliRunner, Result

from tests.packets import fill, manifest
from xlmetrics.cli import main
from xlmetrics.gather import collect, write_collection
from xlmetrics.judging.left_out import reminder
from xlmetrics.judging.manifest import LeftOut, OldJudgments, PooledRun, read_manifest
from xlmetrics.prepare import judge
from xlmetrics.scorecard import score

RUN = "q1 Q0 a 1 3 mine\nq1 Q0 b 2 2 mine\nq2 Q0 c 1 1 mine\n"


def told(*arguments: object) -> Result:
    return CliRunner().invoke(main, [str(each) for each in arguments])


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("mine.run").write_text(RUN)
    Path("old judgments.qrels").write_text("q1 0 a 1\n")
    return tmp_path


def graded(path: Path, grades: list[object]) -> None:
    book = openpyxl.load_workbook(path)
    fill(book.worksheets[0], grades)
    book.save(path)


def test_collect_says_how_both_are_scored_and_that_works(here: Path) -> None:
    assert told("judge", "mine.run", "--qrels", "old judgments.qrels").exit_code == 0
    graded(here / "packets/rater-1.xlsx", [1, 1])
    result = told("collect", "packets", "-o", "judged")
    assert result.exit_code == 0
    *_, last = result.stderr.splitlines()
    said, command = last.split(" Score both: ")
    assert said == (
        "1 document was left out as judged already in old judgments.qrels, and merged.csv alone "
        "counts it as not judged."
    )
    assert command == "xlmetrics score judged/merged.csv mine.run --qrels 'old judgments.qrels'"
    runs, judgments = [here / "mine.run"], [here / "judged/merged.csv"]
    assert score(judgments, runs, "Judged@2").per_query()["Judged@2"].to_list() == [0.5, 1.0]
    judgments.append(here / "old judgments.qrels")
    assert score(judgments, runs, "Judged@2").per_query()["Judged@2"].to_list() == [1.0, 1.0]
    scored = told(
        "score", "judged/merged.csv", "mine.run", "--qrels", "old judgments.qrels", "-m", "P@2"
    )
    assert scored.exit_code == 0


@pytest.mark.parametrize("more", [["--solo"], []])
def test_nothing_is_said_where_nothing_was_left_out(here: Path, more: list[str]) -> None:
    old = ["--qrels", "old judgments.qrels"] if more else []
    assert told("judge", "mine.run", *old, *more).exit_code == 0
    graded(here / "packets/rater-1.xlsx", [1])
    assert "left out" not in told("collect", "packets", "-o", "judged").output


@pytest.mark.parametrize(
    ("judged", "runs", "named", "command"),
    [
        (["a.csv", "b.csv"], ["x.run", "x.run", "y.run"], " in a.csv, b.csv,",
         "x.run y.run --qrels a.csv --qrels b.csv"),
        (["a.csv", ""], ["x.run"], ",", "x.run --qrels a.csv --qrels OLD"),
        ([], ["", "x.run"], ",", "RUN... --qrels OLD"),
    ],
)  # fmt: skip
def test_what_the_manifest_does_not_know_is_left_open(
    judged: list[str], runs: list[str], named: str, command: str
) -> None:
    made = replace(
        manifest(),
        runs=tuple(PooledRun(f"run {at}", file, "") for at, file in enumerate(runs)),
        judged=tuple(OldJudgments(file, "") for file in judged),
        left_out=(LeftOut("q", "d", "judged"), LeftOut("q", "e", "judged")),
    )
    said = reminder(made, Path("merged.csv"))
    assert said is not None
    assert said.startswith(f"2 documents were left out as judged already{named}")
    assert said.endswith(f" Score both: xlmetrics score merged.csv {command}")


def test_frames_are_told_too(here: Path) -> None:
    old = pl.DataFrame({"query": ["q1"], "doc": ["a"], "grade": [1]})
    done = judge(here / "mine.run", judged=[here / "old judgments.qrels", old], folder=here / "out")
    file, frame = read_manifest(done.paths[-1]).judged
    assert file.file == "old judgments.qrels"
    assert frame.file == ""
    assert len(file.sha256) == len(frame.sha256) == 64
    found = collect(here / "out")
    *_, last = write_collection(found, here / "judged").told
    assert last.endswith("mine.run --qrels 'old judgments.qrels' --qrels OLD")
