"""What `xlmetrics judge` tells of what it is given, and what it takes for one and the same."""

import sys
from io import StringIO
from pathlib import Path

import openpyxl
import polars as pl
import pytest
from click.testing import CliRunner

from xlmetrics import prepare
from xlmetrics.cli import main
from xlmetrics.cli.shared import shown_progress
from xlmetrics.collection import Queries
from xlmetrics.errors import XlmetricsError
from xlmetrics.formats.query_names import ids_by_words
from xlmetrics.prepare import judge
from xlmetrics.text import MAX_LENGTH, counted

BY_ID = "1 Q0 a 1 2 ids\n1 Q0 b 2 1 ids\n2 Q0 a 1 2 ids\n"
BY_WORDS = "query,doc,rank\nred kettle,b,1\nred kettle,c,2\ntea,a,1\n"
QUERIES = "query_id,query\n1,red kettle\n2,tea\n"


@pytest.fixture
def files(tmp_path: Path) -> dict[str, Path]:
    found = {}
    for name, text in (
        ("ids.run", BY_ID),
        ("words.csv", BY_WORDS),
        ("queries.csv", QUERIES),
        ("old.csv", "query,doc,grade\nred kettle,c,1\n"),
    ):
        found[name] = tmp_path / name
        found[name].write_text(text, "utf-8")
    return found


def test_queries_named_by_their_words_get_their_ids(files: dict[str, Path], tmp_path: Path) -> None:
    runs = [files["ids.run"], files["words.csv"]]
    done = judge(
        runs, queries=files["queries.csv"], judged=files["old.csv"], folder=tmp_path / "out"
    )
    given = {(row.query, row.doc) for row in done.manifest.packets[0].rows}
    assert given == {("1", "a"), ("1", "b"), ("2", "a")}
    assert [(each.query, each.doc) for each in done.manifest.left_out] == [("1", "c")]
    assert [each.query for each in done.manifest.queries] == ["1", "2"]
    assert (
        f"{files['words.csv']}: 2 queries are named by words and taken for the known ids, such as "
        "'red kettle' for '1'"
    ) in done.remarks
    assert (
        f"{files['old.csv']}: 1 query is named by words and taken for the known ids, such as "
        "'red kettle' for '1'"
    ) in done.remarks
    assert not any("share" in remark for remark in done.remarks)


def test_a_run_that_knows_ids_and_words_tells_them_to_the_others(tmp_path: Path) -> None:
    both = pl.DataFrame({"query_id": ["1"], "query": ["tea"], "doc": ["a"], "rank": [1]})
    words = pl.DataFrame({"query": ["tea"], "doc": ["b"], "rank": [1], "need": ["to drink"]})
    done = judge({"both": both, "words": words}, folder=tmp_path)
    assert [(each.query, each.pooled) for each in done.manifest.queries] == [("1", 2)]


def test_runs_without_a_query_in_common_are_told(files: dict[str, Path], tmp_path: Path) -> None:
    runs = [files["ids.run"], files["words.csv"]]
    done = judge(runs, judged=files["old.csv"], folder=tmp_path / "one")
    assert (
        "the runs share 0 of 4 queries: '1' is in ids and not in words. Does one name queries by "
        "their ids, and another by their words?"
    ) in done.remarks
    done = judge(files["ids.run"], judged=files["old.csv"], folder=tmp_path / "two")
    assert (
        f"{files['old.csv']}: judges 1 query, such as 'red kettle', and none that the runs answer. "
        "Does one name queries by their ids, and another by their words?"
    ) in done.remarks
    fewer = pl.DataFrame({"query": ["2"], "doc": ["a"]})
    done = judge({"all": str(files["ids.run"]), "fewer": fewer}, folder=tmp_path / "three")
    assert "the runs share 1 of 2 queries: '1' is in all and not in fewer" in done.remarks


def test_a_query_named_by_both_is_refused(tmp_path: Path) -> None:
    run = pl.DataFrame({"query": ["1", "tea"], "doc": ["a", "b"], "rank": [1, 1]})
    queries = pl.DataFrame({"query_id": ["1"], "query": ["tea"]})
    with pytest.raises(
        XlmetricsError, match="names the query '1' by its id and by its words, 'tea'"
    ):
        judge({"mine": run}, queries=queries, folder=tmp_path)


def test_words_of_two_queries_and_words_that_are_an_id_are_no_names() -> None:
    rows = [("1", "tea"), ("2", "tea"), ("3", "1"), ("4", "mug"), ("pot", "pot"), ("5", "")]
    frame = pl.DataFrame(rows, schema=["query", "text"], orient="row").with_columns(need=pl.lit(""))
    assert ids_by_words(Queries(frame)) == {"mug": "4"}


def test_a_file_given_twice_is_refused(files: dict[str, Path], tmp_path: Path) -> None:
    again = files["ids.run"].parent / ".." / tmp_path.name / "ids.run"
    with pytest.raises(XlmetricsError) as caught:
        judge([files["ids.run"], files["words.csv"], again], folder=tmp_path / "out")
    assert caught.value.complaints == (f"{again}: is given twice. Name each run once.",)


def test_runs_that_return_the_same_are_told(files: dict[str, Path], tmp_path: Path) -> None:
    copy = tmp_path / "copy.run"
    copy.write_text(BY_ID.replace("ids", "copy"))
    done = judge([files["ids.run"], copy], folder=tmp_path / "one")
    assert done.remarks[0] == "ids and copy return the same: is one of them given twice?"
    copy.write_text(BY_ID.replace("ids", "copy").replace(" b ", " c "))
    done = judge([files["ids.run"], copy], folder=tmp_path / "two")
    assert not any("the same" in remark for remark in done.remarks)


def test_texts_that_no_cell_can_show_are_told(tmp_path: Path) -> None:
    longer = "x" * (MAX_LENGTH + 1)
    documents = pl.DataFrame(
        {
            "doc": ["a", "b", "c", "other"],
            "title": ["t", "b\x01d", "t", "\x01"],
            "snippet": [longer[1:], longer, "\r\n" * MAX_LENGTH, longer],
        }
    )
    queries = pl.DataFrame({"query": ["1"], "text": ["tea"], "need": ["😀" * 20_000]})
    run = pl.DataFrame({"query": ["1"] * 3, "doc": ["a", "b", "c"]})
    done = judge(run, queries=queries, documents=documents, folder=tmp_path)
    long, odd = done.remarks
    assert long == (
        "2 texts are longer than a cell can hold (32,767 characters) and cut off, the first the "
        "need of query '1'"
    )
    assert odd == (
        "1 text is shown with spaces in place of control characters, the first the title of "
        "document 'b'"
    )
    sheet = openpyxl.load_workbook(done.paths[0]).worksheets[0]
    cut = {str(sheet.cell(row, 4).value).endswith("[cut]") for row in (5, 6, 7)}
    assert cut == {True, False}


@pytest.mark.parametrize(
    ("limit", "complaint"),
    [
        ("MAX_JUDGED_ROWS", "the pool has 3 documents, and one workbook is to hold 2 at most"),
        ("MAX_CELLS", "cells, and no more than 2 are read when it is collected"),
    ],
)
def test_a_solo_workbook_that_could_not_be_read_is_refused(
    limit: str, complaint: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(prepare, limit, 2)
    run = pl.DataFrame({"query": ["1"] * 3, "doc": ["a", "b", "c"]})
    with pytest.raises(XlmetricsError, match=complaint):
        judge(run, solo=True, folder=tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_one_is_one_and_two_are_two(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.csv").write_text("query,doc,rank\nq,a,1\n")
    said = CliRunner().invoke(main, ["judge", "a.csv"]).output
    assert "1 document of 1 query to judge, in 1 row of 1 packet; seed 0" in said
    said = CliRunner().invoke(main, ["convert", "a.csv", "b.run"]).output
    assert "run, 1 row, from csv to trec-run" in said
    assert counted(0, "row") == "0 rows"
    assert counted(2_000, "query", "queries") == "2,000 queries"


class Terminal(StringIO):
    """A stream that somebody watches."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("stream", "seen"), [(Terminal, True), (StringIO, False)])
def test_progress_is_shown_where_somebody_watches(
    stream: type[StringIO], seen: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    error = stream()
    monkeypatch.setattr(sys, "stderr", error)
    monkeypatch.setenv("TERM", "xterm")
    with shown_progress("packets") as progress:
        progress(0, 2)
        progress(1, 2)
    assert ("packets" in error.getvalue() and "1/2" in error.getvalue()) == seen
    assert bool(error.getvalue()) == seen
