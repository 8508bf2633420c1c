"""`xlmetrics score`, from files to every form in which it is told."""

import csv
import json
from functools import partial
from itertools import takewhile
from random import Random

import openpyxl
import pandas as pd
import polars as pl
import pytest
from click.testing import CliRunner

from xlmetrics import parse_measure, score
from xlmetrics.audit import check
from xlmetrics.cli import main
from xlmetrics.collection import Judgments
from xlmetrics.engine import Calculation
from xlmetrics.errors import XlmetricsError
from xlmetrics.formats import read_judgments
from xlmetrics.layout.live import live_name, settings_for
from xlmetrics.read import read_workbook
from xlmetrics.report.scores import scores_as
from xlmetrics.scorecard import named, write_workbook
from xlmetrics.template.words import english
from xlmetrics.witnesses import Engine

approx = partial(pytest.approx, rel=1e-9, abs=1e-9)

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


def test_a_reason_that_holds_for_several_measures_is_said_once(files):
    out = told(*files, "--like", "trec_eval").output
    (line,) = [line for line in out.splitlines() if "32-bit" in line]
    assert line.strip() == (
        "nDCG@10, RR, P@10, R@10, AP: ranks documents by their scores as 32-bit floats, equal ones "
        "by id, descending (a run without scores keeps its ranks); cuts grades to whole numbers"
    )


def test_csv_is_read_back(files):
    rows = list(csv.DictReader(told(*files, "--format", "csv").stdout.splitlines()))
    assert [row["system"] for row in rows] == list(RUNS)
    rows = list(csv.DictReader(told(*files, "--format", "csv", "--per-query").stdout.splitlines()))
    assert len(rows) == 12
    assert float(rows[5]["nDCG@10"]) == 1.0


@pytest.mark.parametrize("ending", ["csv", "xlsx"])
def test_what_a_file_of_scores_alone_cannot_hold_is_said(files, tmp_path, ending):
    said = told(*files, "-o", tmp_path / f"scores.{ending}").stderr
    assert "judged but not answered, scores 0" in said
    both = told(*files, "-o", tmp_path / f"like.{ending}", "--like", "quepid")
    assert both.output == f"--like quepid: is no part of .{ending}. Leave one of the two out.\n"


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
        assert told(*files, "-o", path).stdout == f"{path}: 3 systems, 4 judged queries\n"
        assert path.read_text("utf-8").startswith(start)
    again = told(*files, "-o", path)
    assert (again.exit_code, again.output) == (
        2,
        f"{path}: is there already. Give another name, or --force.\n",
    )
    assert told(*files, "-o", path, "--force").exit_code == 0
    assert "its ending does not say the format" in told(*files, "-o", tmp_path / "x.doc").output


def live(files, tmp_path, measures="nDCG@10 RR P@10 R@10 AP", **more):
    """A workbook of scores, the card that it is of, and what it said."""
    card = score(files[0], files[1:], measures, keep_lists=True, **more)
    path = tmp_path / "live.xlsx"
    return path, card, write_workbook(card, path)


def drawn(tmp_path, seed):
    """Files at random: ties, holes, lists of any length, queries that a system does not answer."""
    random = Random(seed)
    queries = [f"q{at}" for at in range(random.randint(2, 6))]
    grades = random.choice([[0, 1, 2, 3], [0, 1], [-1, 0, 2], [0.5, 1.5, 2]])
    docs = [f"d{at}" for at in range(40)]
    judged = [
        f"{query},{doc},{random.choice(grades)}"
        for query in queries
        for doc in random.sample(docs, random.randint(1, 25))
    ]
    paths = [tmp_path / "judgments.csv"]
    paths[0].write_text("query,doc,grade\n" + "\n".join(judged))
    for name in ("one", "two", "three"):
        lines = [
            f"{query} Q0 {doc} 0 {random.choice([1, 1, 2, 3])} {name}"
            for query in [*random.sample(queries, random.randint(1, len(queries))), "other"]
            for doc in random.sample(docs, random.choice([1, 5, 12, 30]))
        ]
        paths.append(tmp_path / f"{name}.run")
        paths[-1].write_text("\n".join(lines))
    return paths


def tables_of(book):
    """The table of live measures, and those of the comparisons, measure by measure."""
    return sorted(book.tables, key=lambda table: (table.kind != "pooled", table.number))


def shown(path, title, top, columns):
    """The rows below the row that begins with a heading, up to the first blank one."""
    sheet = openpyxl.load_workbook(path, data_only=True)[title]
    rows = [row[:columns] for row in sheet.iter_rows(values_only=True)]
    at = next(at for at, row in enumerate(rows) if row[0] == top)
    return rows[at], list(takewhile(lambda row: row[0] is not None, rows[at + 1 :]))


def test_the_workbook_is_live(files, tmp_path):
    path = tmp_path / "scores.xlsx"
    assert told(*files, "-o", path).stdout == f"{path}: 3 systems, 4 judged queries\n"
    book = read_workbook(path)
    assert [sheet.title for sheet in book.sheets] == [
        *("Scores", "Metrics", "Judgments", "Differences", "Lists", "Ideal")
    ]
    report = check(path)
    assert not report.findings
    assert not report.not_checked
    calculation = Calculation(book)
    pooled, first, *_ = tables_of(book)
    before = first["mean_score"].first
    assert calculation.values()[before] == pytest.approx(0.364291, abs=1e-6)
    changed = dict.fromkeys(pooled["judged"].addresses(), 3)
    assert calculation.values(changed)[before] > 0.44


MEASURES = (
    "nDCG@10 RR P@10 R@10 AP",
    "nDCG(gain='exp')@3 RR@3 RR AP@3 AP P(rel=2)@3 nDCG@10 ERR(max_grade=9)@20",
    "R@20 AP(rel=2) Bpref nDCG",
)


@pytest.mark.parametrize("seed", range(3))
def test_live_scores_are_those_of_the_table(tmp_path, seed):
    files = drawn(tmp_path, seed)
    path, card, said = live(files, tmp_path, MEASURES[seed % 3], baseline="two")
    report = check(path)
    assert not report.findings
    assert not report.not_checked
    measures = [each for each in card.scores.measures if each.averaged]
    _, means = shown(path, "Scores", "System", 2 + len(measures))
    for row, each in zip(means, card.scores.systems, strict=True):
        assert row == (each.system, row[1], *(approx(each.mean(measure)) for measure in measures))
    _, compared = shown(path, "Scores", "Measure", 9)
    for row, each in zip(compared, card.comparisons, strict=True):
        figures = (each.difference, *each.outcomes, each.deviation, each.t, each.p_t)
        assert row[1:] == (
            each.system,
            *(None if value is None else approx(value) for value in figures),
        )
    settings = settings_for(card.scores.measures)
    on_sheet = {measure: live_name(measure, settings) for measure in measures}
    heads, lines = shown(path, "Metrics", "Query", 10)
    for measure, name in on_sheet.items():
        if name:
            column = heads.index(english()[f"figure.{name}"])
            values = {(query, system): row[column] for row in lines for query, system in [row[:2]]}
            for each in card.scores.systems:
                for query, value in zip(card.scores.queries, each.values[measure], strict=True):
                    assert values[query, each.system] == approx(value), (measure, query)
    given = [str(measure) for measure, name in on_sheet.items() if not name]
    assert said == (
        (f"given as numbers, which do not follow the grades: {', '.join(given)}",) if given else ()
    )


def test_other_settings_give_what_score_gives(tmp_path):
    """Whoever changes k, gain and threshold reads what `score` prints for them, however deep."""
    files = drawn(tmp_path, 0)
    path, _, _ = live(files, tmp_path, "nDCG@10 RR@10 P@10 R@10 AP@10")
    book = read_workbook(path)
    pooled, *tables = tables_of(book)
    calculation = Calculation(book)
    for k, gain, rel in ((1, "linear", 2), (25, "exponential", 1), (1000, "linear", 3)):
        settings = {"k": k, "gain": gain, "rel": rel}
        values = calculation.values({pooled[name].first: each for name, each in settings.items()})
        binary = [f"{name}(rel={rel})@{k}" for name in ("RR", "P", "R", "AP")]
        names = [f"nDCG(gain={gain})@{k}", *binary, f"Judged@{k}"]
        other = score(files[0], files[1:], names).scores
        for table, measure in zip(tables, other.measures, strict=True):
            means = [values[each] for each in table["mean_score"].addresses()]
            assert means == [approx(each.mean(measure)) for each in other.systems], measure


@pytest.mark.libreoffice
def test_libreoffice_computes_the_same(tmp_path):
    path, _, _ = live(drawn(tmp_path, 1), tmp_path, MEASURES[1])
    report = check(path, Engine.BOTH)
    assert not report.findings
    assert not report.not_checked


def test_one_system_alone_has_nothing_to_be_held_against(files, tmp_path):
    path, _, _ = live(files[:2], tmp_path)
    titles = [sheet.title for sheet in read_workbook(path).sheets]
    assert titles == ["Scores", "Metrics", "Judgments", "Lists", "Ideal"]
    assert not check(path).findings


def test_ids_that_no_cell_holds_are_shown_all_the_same(tmp_path):
    frame = pl.DataFrame({"query": ["a\x1b"], "doc": ["=d\x00"], "grade": [1]})
    run = pl.DataFrame({"query": ["a\x1b"], "doc": ["=d\x00"], "rank": [1]})
    path, _, _ = live([frame, {"s\x01": run}], tmp_path)
    assert not check(path).findings


def test_too_much_to_be_live_is_given_as_numbers(files, tmp_path, monkeypatch):
    monkeypatch.setattr("xlmetrics.layout.scores.arrange.MAX_LIVE_ROWS", 10)
    path = tmp_path / "numbers.xlsx"
    told_so = told(*files, "-o", path).output
    assert "17 rows of grades and lists are too many for live measures" in told_so
    book = read_workbook(path)
    titles = [sheet.title for sheet in book.sheets]
    assert titles == ["Scores", "Differences", "Given scores"]
    assert any("too many for live measures" in str(cell.value) for cell in book.sheets[0].cells)
    report = check(path)
    assert not report.findings
    assert not report.not_checked


def test_what_kept_no_lists_is_given_as_numbers(files, tmp_path):
    path = tmp_path / "numbers.xlsx"
    assert write_workbook(score(files[0], files[1:]), path) == ()
    assert [sheet.title for sheet in read_workbook(path).sheets][-1] == "Given scores"


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
        "words: answers 2 queries (tea, mug), and others are judged, 4 queries (q1, q2, q3 and 1 "
        "more): it scores 0. Does one name queries by their ids, and another by their words?"
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


# Several judgments: what each file holds, which grades count, or what is said of the first that
# contradict each other.
JOINED = [
    (["q1,a,3 q1,b,0", "q1,c,1 q2,a,2"], "q1,a,3 q1,b,0 q1,c,1 q2,a,2"),
    (["q1,a,3 q1,b,0", "q1,a,3 q1,c,1"], "q1,a,3 q1,b,0 q1,c,1"),
    (["q1,a,3 q1,a,3 q2,a,2"], "q1,a,3 q2,a,2"),
    (["q1,a, q1,b,0", "q1,a,3 q1,b,"], "q1,b,0 q1,a,3"),
    (["q1,a,-1 q1,b,0", "q1,a,3", "q1,a,3.0"], "q1,b,0 q1,a,3"),
    (["q1,a,-1 q2,a,1", "q1,a,"], "q1,a,-1 q2,a,1"),
    (["q1,a,2 q1,b,0", "q1,a,1 q1,b,0"], ("1 document has different grades, such as 'a' of query "
     "'q1': 2 in old0.csv, 1 in old1.csv. Give one grade each")),
    (["q1,b,0 q1,a,2", "q1,b,1 q1,a,1", "q1,b,0.5"], ("2 documents have different grades, such as "
     "'b' of query 'q1': 0 in old0.csv, 1 in old1.csv, 0.5 in old2.csv. Give one grade each")),
    (["q1,b,0 q2,a,1 q2,a,2"], ("1 document has different grades, such as 'a' of query 'q2': 1 in "
     "old0.csv, 2 in old0.csv. Give one grade each")),
]  # fmt: skip


def judgments_of(text):
    """A table of judgments, each of a rater of its own."""
    rows = [f"{row},rater {at}\n" for at, row in enumerate(text.split())]
    return "query,doc,grade,rater\n" + "".join(rows)


@pytest.mark.parametrize(("parts", "come_to"), JOINED)
def test_several_judgments_are_joined(files, tmp_path, monkeypatch, parts, come_to):
    monkeypatch.chdir(tmp_path)
    for at, part in enumerate(parts):
        (tmp_path / f"old{at}.csv").write_text(judgments_of(part))
    (tmp_path / "all.csv").write_text(judgments_of(come_to) if "has" not in come_to else "")
    first, *more = [f"old{at}.csv" for at in range(len(parts))]
    more = [word for each in more for word in ("--qrels", each)]
    result = told(first, *files[1:], *more, "--per-query", "--format", "csv")
    if "different" in come_to:
        assert result.exit_code == 2
        assert result.output.startswith(come_to)
        assert len(result.output.splitlines()) == 1
        return
    assert result.stdout == told("all.csv", *files[1:], "--per-query", "--format", "csv").stdout


def test_judgments_in_a_list_are_joined(files):
    old = pl.DataFrame({"query": ["q1", "tea"], "doc": ["b", "a"], "grade": [0, 1]})
    new = pl.DataFrame({"query": ["q1"], "doc": ["a"], "grade": [3]})
    card = score([old, new], files[1], "nDCG@2 Judged@2")
    assert card.per_query()["Judged@2"].to_list() == [1.0, 0.0]
    assert score(new, files[1], "nDCG@2").per_query()["Judged@2"].to_list() == [0.5]
    other = pl.DataFrame({"query": ["q1"], "doc": ["a"], "grade": [1]})
    with pytest.raises(XlmetricsError, match="'q1': 3 in judgments 1, 1 in judgments 2"):
        score([new, other], files[1])
    with pytest.raises(XlmetricsError, match="no judgments are given"):
        score([], files[1])


def test_judgments_of_other_queries_than_the_runs_are_told(files, tmp_path):
    words = tmp_path / "words.csv"
    words.write_text(judgments_of("tea,a,1 mug,a,0"))
    remarks = score([files[0], words], files[1]).remarks
    assert (
        f"{words}: judges 2 queries, such as 'tea', and none that the runs answer. Does one name "
        "queries by their ids, and another by their words?"
    ) in remarks
    assert not any("judges" in remark for remark in score(files[:1], files[1]).remarks)


def test_control_characters_stay_out_of_the_terminal(files):
    frame = pl.DataFrame({"query": ["\x1b[31m"], "doc": ["a"], "grade": [1]})
    card = score(frame, files[1])
    for form in ("table", "markdown", "latex"):
        assert "\x1b" not in scores_as(form, card, per_query=True)


def test_progress_is_told_run_by_run(files):
    told = []
    score(files[0], files[1:], progress=lambda done, of: told.append((done, of)))
    assert told == [(0, 3), (1, 3), (2, 3), (3, 3)]
