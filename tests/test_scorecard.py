"""`xlmetrics score`, from files to every form in which it is told."""

import csv
import json

import pandas as pd
import polars as pl
import pytest
from click.testing import CliRunner

from xlmetrics import parse_measure, recompute, score
from xlmetrics.cli import main
from xlmetrics.collection import Judgments
from xlmetrics.engine.libreoffice import recalculate
from xlmetrics.errors import XlmetricsError
from xlmetrics.formats import read_judgments
from xlmetrics.model import agree
from xlmetrics.read import read_workbook
from xlmetrics.report.scores import scores_as
from xlmetrics.scorecard import named, write_workbook

QRELS = "q1 0 a 3\nq1 0 b 0\nq1 0 c 1\nq2 0 a 2\nq3 0 z 0\nq4 0 y 1\n"
RUNS = {
    "bm25": "q1 Q0 a 1 3 bm25\nq1 Q0 b 2 2 bm25\nq2 Q0 b 1 3 bm25\n"
    "q2 Q0 a 2 2 bm25\nq9 Q0 a 1 1 bm25\n",
    "dense": "q1 Q0 c 1 3 dense\nq1 Q0 a 2 2 dense\nq2 Q0 a 1 3 dense\nq4 Q0 y 1 1 dense\n",
    "a_[b]|$%": "q1 Q0 b 1 3 a_[b]|$%\nq4 Q0 y 1 1 a_[b]|$%\n",
}


@pytest.fixture
def files(tmp_path):
    judgments = tmp_path / "judgments.qrels"
    judgments.write_text(QRELS)
    paths = [judgments]
    for at, text in enumerate(RUNS.values()):
        path = tmp_path / f"run{at}.run"
        path.write_text(text)
        paths.append(path)
    return paths


def told(*arguments):
    result = CliRunner().invoke(main, ["score", *map(str, arguments)])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def test_names_apart_by_spaces_and_commas():
    assert named("nDCG@10,RR  P(rel=2)@5\nRBP(p=0.8, rel=2)") == [
        *("nDCG@10", "RR", "P(rel=2)@5", "RBP(p=0.8, rel=2)")
    ]


def test_the_table_says_who_is_in_it(files):
    out = told(*files, "--per-query").output
    assert "Mean over 4 judged queries" in out
    assert "system    nDCG@10     MRR    P@10    R@10     MAP  Judged@10" in out
    assert "without a document graded 1 or more, scores 0: 1 query (q3)" in out
    assert "bm25: judged but not answered, scores 0: 2 queries (q3, q4)" in out
    assert "bm25: answered but not judged, does not count: 1 query (q9)" in out
    assert "Against bm25, query by query" in out
    assert "Holm" in out
    assert out.count("\nq1 ") == 3
    alone = told(*files[:2]).output
    assert "Against" not in alone
    assert "Each query" not in alone
    assert "Holm" not in told(*files[:3]).output


def test_json_holds_everything(files):
    data = json.loads(told(*files, "-m", "nDCG@10 DCG@5", "--format", "json", "--per-query").output)
    assert data["schema"] == "xlmetrics.score/1"
    assert set(data) == {
        *("schema", "queries", "measures", "systems", "comparisons", "comparison"),
        *("without_relevant", "remarks", "per_query"),
    }
    assert data["measures"] == ["nDCG@10", "DCG@5", "Judged@10", "Judged@5"]
    assert data["systems"][0]["means"]["DCG@5"] is None
    assert data["systems"][0]["missing"] == ["q3", "q4"]
    assert data["systems"][0]["means"]["nDCG@10"] == pytest.approx(0.364291, abs=1e-6)
    assert data["per_query"]["dense"]["DCG@5"]["q1"] == pytest.approx(1 + 3 / 1.5849625)
    assert {each["measure"] for each in data["comparisons"]} == {"nDCG@10"}
    like = json.loads(told(*files, "--format", "json", "--like", "quepid").output)["like"]
    assert like["systems"]["dense"]["P@10"] == 0.75
    assert "divides by the documents returned" in like["why"]["P@10"]


def test_csv_is_read_back(files):
    rows = list(csv.DictReader(told(*files, "--format", "csv").output.splitlines()))
    assert [row["system"] for row in rows] == list(RUNS)
    rows = list(csv.DictReader(told(*files, "--format", "csv", "--per-query").output.splitlines()))
    assert len(rows) == 12
    assert float(rows[5]["nDCG@10"]) == 1.0


def test_markdown_and_latex_are_escaped(files):
    markdown = told(*files, "--format", "markdown").output
    assert "| a\\_\\[b\\]\\|$% | 0.2500 |" in markdown
    assert "| --- | ---: |" in markdown
    latex = told(*files, "--format", "latex").output
    assert r"a\_{[}b{]}|\$\% & 0.2500 &" in latex
    assert latex.count(r"\begin{table}") == latex.count(r"\bottomrule") == 2


def test_a_file_is_written_once_and_its_ending_says_the_form(files, tmp_path):
    for ending, start in (("csv", "system,"), ("md", "### "), ("tex", "% needs"), ("txt", "Mean")):
        path = tmp_path / f"scores.{ending}"
        assert told(*files, "-o", path).output == f"{path}: 3 systems, 4 judged queries\n"
        assert path.read_text("utf-8").startswith(start)
    again = told(*files, "-o", path)
    assert (again.exit_code, again.output) == (
        2,
        f"{path}: is there already. Give another name, or --force.\n",
    )
    assert told(*files, "-o", path, "--force").exit_code == 0
    assert "its ending does not say the format" in told(*files, "-o", tmp_path / "x.doc").output


def test_the_workbook_is_live(files, tmp_path):
    path = tmp_path / "scores.xlsx"
    assert told(*files, "-o", path).exit_code == 0
    book = read_workbook(path)
    assert [sheet.title for sheet in book.sheets][:3] == ["Scores", "nDCG@10", "RR"]
    values = recompute(path)
    formulas = list(book.formulas())
    assert len(formulas) == 3 * 6 + 4 * 2 * 5 + 7 * 2 * 5
    for cell in formulas:
        assert agree(values[cell.address], cell.value), cell


@pytest.mark.libreoffice
def test_libreoffice_computes_the_same(files, tmp_path):
    path = tmp_path / "scores.xlsx"
    write_workbook(score(files[0], files[1:], "nDCG(gain='exp')@10 P(rel=2)@5"), path)
    (copy,) = recalculate([path], tmp_path / "copy")
    truth = read_workbook(copy).cells
    for cell in read_workbook(path).formulas():
        one, other = (
            "" if each.value is None else each.value for each in (truth[cell.address], cell)
        )
        assert agree(one, other), cell


def test_too_much_for_a_workbook(tmp_path):
    queries = [f"q{at}" for at in range(100_001)]
    frame = pl.DataFrame({"query": queries, "doc": "a", "grade": 1})
    card = score(frame, pl.DataFrame({"query": queries, "doc": "a", "rank": 1}))
    with pytest.raises(XlmetricsError, match="too much for a workbook"):
        write_workbook(card, tmp_path / "large.xlsx")


def test_frames_and_paths_are_the_same(files):
    truth = score(files[0], files[1:3])
    judgments = [line.split() for line in QRELS.splitlines()]
    frames = {
        name: pd.DataFrame(
            [(q, d, int(rank)) for q, _, d, rank, *_ in map(str.split, text.splitlines())],
            columns=["query", "doc", "rank"],
        )
        for name, text in list(RUNS.items())[:2]
    }
    grades = pl.DataFrame(
        {"query": [j[0] for j in judgments], "doc": [j[2] for j in judgments]}
        | {"grade": [int(j[3]) for j in judgments]}
    )
    card = score(grades, frames)
    assert card.means().equals(truth.means())
    assert card.per_query().equals(truth.per_query())
    assert card.comparisons == truth.comparisons
    mixed = score(files[0], {"new": str(files[1])}, ["RR"]).means()
    assert mixed["system"].to_list() == ["new"]


def test_runs_of_one_name_go_by_their_files(files, tmp_path):
    other = tmp_path / "other.run"
    other.write_text(RUNS["bm25"])
    card = score(files[0], [files[1], other])
    assert [each.system for each in card.scores.systems] == [str(files[1]), str(other)]
    assert {each.outcomes for each in card.comparisons} == {(0, 4, 0)}
    with pytest.raises(XlmetricsError, match="two runs are called"):
        score(files[0], [other, other])


def test_what_has_no_grade_is_said(files):
    frame = pl.DataFrame({"query": ["q1", "q1"], "doc": ["a", "b"], "grade": [1, None]})
    remarks = score(frame, files[1]).remarks
    assert "1 judgment has no grade; such documents count as not judged" in remarks


def test_queries_that_runs_and_judgments_do_not_share_are_told(files):
    remarks = score(files[0], files[1:]).remarks
    assert "the runs share 1 of 4 queries: 'q2' is in bm25 and not in a_[b]|$%" in remarks
    words = pl.DataFrame({"query": ["tea", "mug"], "doc": ["a", "b"]})
    remarks = score(files[0], {"words": words}).remarks
    assert remarks[-1] == (
        "words: answers 2 queries (tea, mug) and none of the judged 4 queries (q1, q2, q3 and 1 "
        "more), so it scores 0. Does one name queries by their ids, and another by their words?"
    )
    assert not any("not answered" in remark for remark in remarks)


def test_err_takes_the_top_of_the_scale_from_the_judgments(files):
    card = score(files[0], files[1], "ERR@10 ERR(max_grade=4)@10")
    assert [str(each) for each in card.scores.measures] == [
        *("ERR(max_grade=3)@10", "ERR(max_grade=4)@10", "Judged@10")
    ]
    assert (
        "ERR@10 is taken as ERR(max_grade=3)@10: 3 is the highest grade given. Name max_grade "
        "where the scale goes further"
    ) in card.remarks
    scaled = Judgments(read_judgments(files[0]).rows, {0.0: "no", 4.0: "yes"})
    card = score(scaled, files[1], "ERR@10")
    assert card.scores.measures[0] == parse_measure("ERR(max_grade=4)@10")
    assert "4 is the highest grade of the scale" in card.remarks[0]
    assert not score(files[0], files[1], ["ERR(max_grade=3)@10"]).remarks[0].startswith("ERR")
    with pytest.raises(XlmetricsError, match="max_grade must be a number above 0"):
        score(pl.DataFrame({"query": ["q1"], "doc": ["a"], "grade": [0]}), files[1], "ERR@10")


def test_several_grades_of_a_document_are_refused(files, tmp_path):
    judgments = tmp_path / "all.csv"
    judgments.write_text(
        "query,doc,grade,rater\nq2,a,1,ann\nq2,a,2,bo\nq1,a,1,ann\nq1,a,1,bo\nq3,a,1,bo\n"
    )
    result = told(judgments, files[1])
    assert result.exit_code == 2
    assert result.output.startswith(
        f"{judgments}: documents that are judged more than once: 2, the first 'a' of query 'q2'."
    )
    assert "merged.csv" in result.output


def test_control_characters_stay_out_of_the_terminal(files):
    frame = pl.DataFrame({"query": ["\x1b[31m"], "doc": ["a"], "grade": [1]})
    card = score(frame, files[1])
    for form in ("table", "markdown", "latex"):
        assert "\x1b" not in scores_as(form, card, per_query=True)


def test_progress_is_told_run_by_run(files):
    told = []
    score(files[0], files[1:], progress=lambda done, of: told.append((done, of)))
    assert told == [(0, 3), (1, 3), (2, 3), (3, 3)]
