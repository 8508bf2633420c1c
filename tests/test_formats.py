"""Outside formats: samples as the tools write them, round trips, and files that are damaged."""

import gzip
import json
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pandas as pd
import polars as pl
import pytest
from click.testing import CliRunner
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.mutations import bytes_changed
from xlmetrics.cli import main
from xlmetrics.collection import (
    CODES,
    DOCUMENT_COLUMNS,
    JUDGMENT_COLUMNS,
    QUERY_COLUMNS,
    RUN_COLUMNS,
    Documents,
    Held,
    Judgments,
    Queries,
    Run,
)
from xlmetrics.errors import XlmetricsError
from xlmetrics.formats import (
    FORMATS,
    detect,
    documents_from_frame,
    judgments_from_frame,
    queries_from_frame,
    read_held,
    read_judgments,
    read_kind,
    read_queries,
    read_run,
    read_runs,
    run_from_frame,
    write,
)
from xlmetrics.formats.headers import role_of

DATA = Path(__file__).parent / "data"
SAMPLES = sorted((DATA / "formats").iterdir())
CASES = json.loads((DATA / "formats.json").read_text(encoding="utf-8"))


def told(path: Path) -> dict[str, Any]:
    """What a file is found to be, as the cases have it."""
    found = detect(path)
    return {
        "format": found.format.NAME,
        "held": [
            {
                "kind": kind,
                **({"name": held.name} if isinstance(held, Run) else {}),
                "rows": [list(row) for row in held.rows.iter_rows()],
                "remarks": list(held.remarks),
                **(
                    {"scale": {str(grade): label for grade, label in held.scale.items()}}
                    if isinstance(held, Judgments) and held.scale
                    else {}
                ),
            }
            for kind in found.kinds
            for held in read_kind(found, kind)
        ],
    }


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: path.name)
def test_sample_is_read_as_the_case_says(sample: Path) -> None:
    assert told(sample) == CASES[sample.name]


def test_name_of_a_file_says_nothing(tmp_path: Path) -> None:
    for sample in SAMPLES:
        if sample.suffix != ".gz":
            renamed = tmp_path / "file.xyz"
            renamed.write_bytes(sample.read_bytes())
            assert CASES[sample.name]["format"] == detect(renamed).format.NAME


def test_every_format_is_in_the_manual() -> None:
    manual = (Path(__file__).parent.parent / "docs" / "formats.md").read_text(encoding="utf-8")
    for name, form in FORMATS.items():
        assert f"| `{name}` | {form.DESCRIPTION} | {', '.join(form.HOLDS)} |" in manual


# Round trips

AWKWARD = [
    "04567",
    "NA",
    "null",
    "TRUE",
    "=1+1",
    "+3",
    "-x",
    "@home",
    'say "hi"',
    "a,b",
    "1e5",
    "nan",
]
LETTERS = st.characters(exclude_categories=("Cs", "Cc"), exclude_characters="\u2028\u2029")
WORDS = st.text(LETTERS, min_size=1, max_size=8).map(str.strip).filter(bool)
IDS = st.sampled_from(AWKWARD) | WORDS
TIGHT = IDS.map(lambda text: "".join(text.split())).filter(bool)
TEXTS = st.just("") | IDS | st.sampled_from(["two\nlines", "a\tb", "a;b", " spaced ", "'", "\r\n"])
NUMBERS = st.floats(allow_nan=False, allow_infinity=False).map(lambda value: value + 0.0)
GRADES = st.integers(-2, 5).map(float) | NUMBERS


@st.composite
def runs(draw: st.DrawFn, ids: st.SearchStrategy[str] = IDS) -> Run:
    queries = draw(st.lists(ids, min_size=1, max_size=3, unique=True))
    rows = [
        (query, doc, rank, draw(st.none() | NUMBERS))
        for query in queries
        for rank, doc in enumerate(draw(st.lists(ids, min_size=1, max_size=4, unique=True)), 1)
    ]
    types = dict(zip(RUN_COLUMNS, (pl.String, pl.String, pl.Int64, pl.Float64), strict=True))
    return Run(draw(WORDS), pl.DataFrame(rows, schema=types, orient="row"))


@st.composite
def judgments(
    draw: st.DrawFn, ids: st.SearchStrategy[str] = IDS, *, rich: bool = True
) -> Judgments:
    keys = draw(
        st.lists(
            st.tuples(ids, ids, TEXTS if rich else st.just("")), min_size=1, max_size=6, unique=True
        )
    )
    if not rich:
        keys = list({key[:2]: key for key in keys}.values())
    rows = []
    for query, doc, rater in keys:
        grade = draw(GRADES if not rich else st.none() | GRADES)
        code = draw(st.sampled_from(["", *CODES])) if rich and grade is None else ""
        rows.append((query, doc, grade, rater, code, draw(TEXTS) if rich else ""))
    types = dict.fromkeys(JUDGMENT_COLUMNS, pl.String) | {"grade": pl.Float64}
    return Judgments(pl.DataFrame(rows, schema=types, orient="row"))


@st.composite
def queries(draw: st.DrawFn) -> Queries:
    ids = draw(st.lists(IDS, min_size=1, max_size=4, unique=True))
    rows = [(query, draw(IDS), draw(TEXTS)) for query in ids]
    return Queries(pl.DataFrame(rows, schema=dict.fromkeys(QUERY_COLUMNS, pl.String), orient="row"))


@st.composite
def documents(draw: st.DrawFn) -> Documents:
    ids = draw(st.lists(IDS, min_size=1, max_size=4, unique=True))
    rows = [(doc, draw(TEXTS), draw(TEXTS), draw(TEXTS)) for doc in ids]
    schema = dict.fromkeys(DOCUMENT_COLUMNS, pl.String)
    return Documents(pl.DataFrame(rows, schema=schema, orient="row"))


SETTINGS = settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])


def there_and_back(held: Held | Sequence[Run], form: str, path: Path) -> tuple[Held, ...]:
    first = held if not isinstance(held, list | tuple) else held[0]
    kind = {Run: "run", Judgments: "judgments", Queries: "queries", Documents: "documents"}[
        type(first)
    ]
    write(held, path, form)
    return read_held(path, kind, form)  # type: ignore[arg-type]


@pytest.mark.parametrize("form", ["csv", "tsv", "semicolon", "jsonl", "parquet"])
@SETTINGS
@given(data=st.data())
def test_plain_tables_lose_nothing(form: str, tmp_path: Path, data: st.DataObject) -> None:
    held = data.draw(st.one_of(runs(), judgments(), queries(), documents()))
    (back,) = there_and_back(held, form, tmp_path / "file")
    assert back.rows.equals(held.rows)
    if isinstance(held, Run):
        assert isinstance(back, Run)
        assert back.name == held.name


@pytest.mark.parametrize("form", ["csv", "tsv", "semicolon", "jsonl", "parquet"])
@pytest.mark.parametrize("kind", ["runs", "judgments", "queries", "documents"])
def test_plain_tables_are_known_by_their_header(form: str, kind: str, tmp_path: Path) -> None:
    samples: dict[str, Held] = {
        "runs": read_run(DATA / "formats" / "trec-run.run"),
        "judgments": read_judgments(DATA / "formats" / "quepid-book.json"),
        "queries": read_queries(DATA / "formats" / "quepid-book.json"),
        "documents": read_held(DATA / "formats" / "quepid-book.json", "documents")[0],
    }
    write(samples[kind], tmp_path / "file", form)
    assert form == detect(tmp_path / "file").format.NAME


@SETTINGS
@given(held=runs(TIGHT))
def test_trec_run_keeps_the_order(held: Run, tmp_path: Path) -> None:
    (back,) = there_and_back(held, "trec-run", tmp_path / "file")
    assert back.rows.drop("score").equals(held.rows.drop("score"))


@SETTINGS
@given(held=runs(TIGHT))
def test_trec_run_loses_nothing_that_its_scores_order(held: Run, tmp_path: Path) -> None:
    scored = run_from_frame(held.rows.select("query", "doc", pl.col("score").fill_null(0.5)))
    path = tmp_path / "file"
    assert write(scored, path, "trec-run") == ()
    assert read_run(path, "trec-run").rows.equals(scored.rows)


@pytest.mark.parametrize("form", ["qrels", "ltr"])
@SETTINGS
@given(held=judgments(TIGHT, rich=False))
def test_lines_of_judgments(form: str, held: Judgments, tmp_path: Path) -> None:
    if len(held.rows):
        (back,) = there_and_back(held, form, tmp_path / "file")
        assert back.rows.equals(held.rows)


@pytest.mark.parametrize("form", ["opensearch", "opensearch-csv", "rre", "quepid-ratings"])
@SETTINGS
@given(held=judgments(rich=False))
def test_one_grade_for_each_document(form: str, held: Judgments, tmp_path: Path) -> None:
    (back,) = there_and_back(held, form, tmp_path / "file")
    assert in_one_order(back).equals(in_one_order(held))


@SETTINGS
@given(held=judgments())
def test_quepid_book_loses_only_what_is_unclear(held: Judgments, tmp_path: Path) -> None:
    (back,) = there_and_back(held, "quepid-book", tmp_path / "file")
    merged = held.rows.with_columns(
        pl.col("code").replace({"query unclear": "unclear", "document unclear": "unclear"})
    )
    assert in_one_order(back).equals(in_one_order(Judgments(merged)))


@SETTINGS
@given(held=judgments())
def test_quepid_book_csv_keeps_every_grade(held: Judgments, tmp_path: Path) -> None:
    odd = [rater for rater in held.rows["rater"] if role_of(rater) or len(rater.splitlines()) > 1]
    spaced = pl.col("rater").str.contains(r"^ [-=+@]|^Unknown$")
    named = held.rows.filter(~spaced & ~pl.col("rater").is_in(odd))
    kept = Judgments(named)
    (back,) = there_and_back(kept, "quepid-book-csv", tmp_path / "file")
    grades = ["query", "doc", "grade", "rater"]
    graded = in_one_order(back).filter(pl.col("grade").is_not_null()).select(grades)
    assert graded.equals(in_one_order(kept).filter(pl.col("grade").is_not_null()).select(grades))


@SETTINGS
@given(held=st.lists(runs(), min_size=1, max_size=3, unique_by=lambda run: run.name))
def test_snapshots_keep_several_runs(held: list[Run], tmp_path: Path) -> None:
    back = there_and_back(held, "quepid-snapshot", tmp_path / "file")
    assert [run.name for run in back if isinstance(run, Run)] == [run.name for run in held]
    for one, other in zip(back, held, strict=True):
        assert one.rows.drop("score").equals(other.rows.drop("score"))


def in_one_order(held: Held) -> pl.DataFrame:
    return held.rows.sort(held.rows.columns)


@pytest.mark.parametrize(
    ("form", "dropped"),
    [
        ("csv", {"labels of grades (4)"}),
        ("quepid-book", set()),
        ("quepid-book-csv", {"notes (1)", "labels of grades (4)", "who gave no grade (2)"}),
        ("opensearch", {"rows without a grade (3)", "names of raters (3)", "notes (1)"}),
        ("rank-eval", {"rows without a grade (3)", "labels of grades (4)"}),
    ],
)
def test_what_is_dropped_is_told(form: str, dropped: set[str], tmp_path: Path) -> None:
    book = read_judgments(DATA / "formats" / "quepid-book.json")
    told = set(write(book, tmp_path / "file", form))
    assert dropped <= told
    assert bool(dropped) == bool(told)


# What cannot be held is refused, and nothing is averaged


@pytest.mark.parametrize(
    ("form", "rows", "complaint"),
    [
        ("qrels", [("star trek", "a", 1.0, "ann")], "holds a space"),
        ("qrels", [("q", "a", 1.0, "ann"), ("q", "a", 2.0, "bo")], "Merge the raters first"),
        ("ltr", [("q\nr", "a", 1.0, "")], "holds a line break"),
        ("hical", [("q", "a", 1.0, ""), ("r", "a", 1.0, "")], "holds one query"),
        ("rank-eval", [("q", "a", -1.0, "")], "is not 0, 1, 2"),
        ("quepid-book-csv", [("q", "a", 1.0, "Unknown")], "means a rater without a name"),
        ("quepid-book-csv", [("q", "a", 1.0, "grade")], "cannot be the heading"),
        ("trec-run", [("q", "a", 1.0, "")], "is written of run"),
    ],
)
def test_what_a_format_cannot_hold_is_refused(
    form: str, rows: list[tuple[Any, ...]], complaint: str, tmp_path: Path
) -> None:
    held = judgments_from_frame(
        pl.DataFrame(rows, schema=["query", "doc", "grade", "rater"], orient="row")
    )
    with pytest.raises(XlmetricsError, match=complaint):
        write(held, tmp_path / "file", form)
    assert not (tmp_path / "file").exists()


# Damaged files


RUN = "q Q0 {} 1 {} sys\n"


@pytest.mark.parametrize(
    ("content", "complaints"),
    [
        ("", ["is empty"]),
        (" \n\n", ["is empty"]),
        ("hello\nworld\n", ["is of no format that is known"]),
        (
            RUN.format("a", 2) + "\n" + RUN.format("a", 1),
            ["line 3: document 'a' of query 'q' stands already in", "line 1. Keep one."],
        ),
        (
            RUN.format("a", "nan") + RUN.format("b", "inf"),
            ["line 1: the score nan is not", "line 2: the score inf"],
        ),
        (RUN.format("a", "1e999"), ["line 1: the score"]),
        (
            RUN.format("a", "x") + RUN.format("b", 1) * 1 + RUN.format("c", 1),
            ["line 1: the score 'x' is not a finite number"],
        ),
        (RUN.format("a", 1) * 2 + RUN.format("b c", 1), ["line 3: has 7 fields and not 6"]),
        (RUN.format("a", 1) * 2 + "x\n", ["line 3: has 1 field and not 6"]),
        (RUN.format("a" * 100_000, 1), ["line 1: the doc is 100,000 characters long"]),
        ("q 0 a 1\nq 0 b good\nq 0 c 1\n", ["line 2: the grade 'good'"]),
        ("q 0 a 1\nq 0 b 2\nq 0 a 1\n", ["line 3: document 'a' of query 'q'"]),
        ("query,doc,rank\nq,a,0\nq,b,1\n", ["line 2: the rank 0 is not 1, 2, 3"]),
        (
            "query,doc,rank\nq,a,1\nq,b,3\n",
            ["line 3: rank 3 of query 'q' stands where rank 2 should"],
        ),
        (
            "query,doc,rank\nq,a,1\nq,b,1\n",
            ["line 3: rank 1 of query 'q' stands where rank 2 should"],
        ),
        ("query,doc,rank\nq,a,1.5\n", ["line 2: the rank 1.5"]),
        ("query,doc,rank\nq,a,\n", ["line 2: the rank is missing"]),
        ("query,doc,score\nq,a,\n", ["line 2: the score is missing"]),
        (
            "query,doc,rank\n,a,1\nq, ,1\n",
            ["line 2: the query is missing", "line 3: the document's id is missing"],
        ),
        ('query,doc,rank\n"q\nr",a,1\n"q,b,2\n', ["line 4: has quotes that do not match"]),
        ('query,doc,rank\nq,"a,b",1\nq,c,d,2\n', ["line 3: has 4 cells and the header 3"]),
        (
            "query,doc,rating,relevance\nq,a,1,2\n",
            ["the columns 'rating' and 'relevance' both say the grade"],
        ),
        ("query,doc,grade,code\nq,a,,maybe\n", ["line 2: the code 'maybe' is not known"]),
        (
            '{"judgmentRatings": [{"query": "q", "ratings": [{"docId": ["a"], "rating": "1"}]}]}',
            ["judgmentRatings[0].ratings[0]: the doc is ['a']"],
        ),
        (
            '{"judgmentRatings": [{"query": "q", "ratings": {"a": 1}}]}',
            ["judgmentRatings[0].ratings: is {'a': 1} and not an array"],
        ),
        (
            (
                '{"judgmentRatings": [{"query": "\\ud800",'
                ' "ratings": [{"docId": "a", "rating": true}]}]}'
            ),
            ["holds half of a character", "the grade is True"],
        ),
        (
            '{"queries": [{"relevant_documents": {"a": {"gain": 1}}}]}',
            ["queries[0]: has no placeholders"],
        ),
        (
            (
                '{"queries": [{"placeholders": {"$query": "q"},'
                ' "relevant_documents": {"a": {"gain": 1}, "a": {"gain": 2}}}]}'
            ),
            ["has 'a' twice in one object"],
        ),
        ('{"judgmentRatings": [\n', ["line 2: is no JSON"]),
        ("[" * 100_000, ["is nested too deeply"]),
        ('{"query": "q", "doc": "a", "rank": 1}\n{"query": "q"\n', ["line 2: is no JSON"]),
        ('{"query": "q", "doc": "a", "rank": 1}\n[1]\n', ["line 2: is no object"]),
        ('{"query": "q", "doc": "a", "score": NaN}\n', ["line 1: the score 'nan'"]),
    ],
)
def test_damage_is_told_with_its_place(content: str, complaints: list[str], tmp_path: Path) -> None:
    path = tmp_path / "file.txt"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(XlmetricsError) as caught:
        told(path)
    for complaint in complaints:
        assert complaint in str(caught.value)
    assert str(path) in str(caught.value)


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (
            "query,doc,rank\ncafé,a,1\n".encode() + "café,b,2\n".encode("latin-1"),
            "line 3: is not UTF-8, as other lines are",
        ),
        (b"query,doc,rank\n\x81,a,1\n", "line 2: is in an encoding that is not known"),
        (b"\xff\xfeq\x00\x00", "is not UTF-16-LE throughout"),
        (b"query,doc\x00,rank\n", "holds zero bytes"),
        (b"PK\x03\x04rest", "is a zip archive or a workbook"),
        (b"PAR1 and nothing", "is of no format"),
        (gzip.compress(b"query,doc,rank\nq,a,1\n" * 9, mtime=0)[:-12], "is a damaged gzip file"),
    ],
)
def test_bytes_that_are_no_text(content: bytes, complaint: str, tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(content)
    with pytest.raises(XlmetricsError, match=complaint):
        told(path)


@pytest.mark.parametrize(
    ("content", "form"),
    [
        ("query\nred shoes\ntea\n", "csv"),
        ("\ufeffSearch term\r\nred shoes\r\n\r\ntea", "csv"),
        ('query\n"red shoes"\ntea\n', "csv"),
        ('{"query": "red shoes"}\n{"query": "tea"}\n', "jsonl"),
    ],
)
def test_a_column_of_queries_is_enough(content: str, form: str, tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text(content, "utf-8")
    assert form == detect(path).format.NAME
    assert read_queries(path).rows["query"].to_list() == ["red shoes", "tea"]


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        ("query\nred, or blue\n", "line 2: has 2 cells and the header 1"),
        ("text\nred shoes\n", "is of no format that is known"),
        ("doc\na\n", "is of no format that is known"),
    ],
)
def test_another_column_alone_is_no_table(content: str, complaint: str, tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text(content, "utf-8")
    with pytest.raises(XlmetricsError, match=complaint):
        read_queries(path)


def test_twenty_complaints_are_told_and_the_others_counted(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("".join(f"q 0 d{i} x\n" if i > 30 else f"q 0 d{i} 1\n" for i in range(70)))
    with pytest.raises(XlmetricsError) as caught:
        read_judgments(path)
    assert len(caught.value.complaints) == 21
    assert caught.value.complaints[-1] == "and 19 more of this kind"


def test_unpacked_size_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("xlmetrics.files.source.MAX_BYTES", 1_000_000)
    path = tmp_path / "bomb.gz"
    path.write_bytes(gzip.compress(b"q 0 a 1\n" * 1_000_000))
    with pytest.raises(XlmetricsError, match="is larger than"):
        detect(path)


FUZZED = [path for path in SAMPLES if path.suffix != ".gz"]


@pytest.mark.parametrize("seed", range(10))
def test_changed_samples_are_read_or_refused(seed: int, tmp_path: Path) -> None:
    random = Random(seed)
    path = tmp_path / "file"
    write(read_judgments(DATA / "formats" / "quepid-book.json"), path, "parquet")
    contents = [path.read_bytes(), *(sample.read_bytes() for sample in SAMPLES)]
    read = 0
    refused: list[str] = []
    for _ in range(60):
        path.write_bytes(bytes_changed(random, random.choice(contents)))
        try:
            read += len(told(path)["held"])
        except XlmetricsError as error:
            refused += [*error.complaints]
    assert read > 10
    assert all(str(path) in complaint or "more of" in complaint for complaint in refused)


# Order


def test_order_of_a_run_is_by_score_then_by_the_bytes_of_the_id(tmp_path: Path) -> None:
    random = Random(7)
    rows = [
        (
            f"q{random.randrange(4)}",
            f"{random.choice('aZé𝄞')}{place}",
            random.choice([0.0, -0.0, 1.5]),
        )
        for place in range(200)
    ]
    path = tmp_path / "file"
    path.write_text("".join(f"{q} Q0 {d} 0 {s} x\n" for q, d, s in rows), encoding="utf-8")
    run = read_run(path)
    seen = list(dict.fromkeys(query for query, _, _ in rows))
    expected = [
        (query, doc, rank)
        for query in seen
        for rank, doc in enumerate(
            (
                doc
                for doc, _ in sorted(
                    ((d, s) for q, d, s in rows if q == query),
                    key=lambda pair: (pair[1], pair[0].encode()),
                    reverse=True,
                )
            ),
            start=1,
        )
    ]
    assert list(run.rows.select("query", "doc", "rank").iter_rows()) == expected


def test_only_ties_out_of_order_are_settled_alike(tmp_path: Path) -> None:
    path = tmp_path / "file"
    scores = [3, 2, 2, 2, 1, 1]
    path.write_text("".join(f"q Q0 d{i} {i} {s} x\n" for i, s in enumerate(scores)))
    run = read_run(path)
    assert run.rows["doc"].to_list() == ["d0", "d3", "d2", "d1", "d5", "d4"]
    assert run.remarks[0].startswith("two documents have one score, the greater id comes first: 3")


def test_rank_that_contradicts_the_score_is_remarked() -> None:
    run = run_from_frame(
        pl.DataFrame({"query": ["q"] * 2, "doc": ["a", "b"], "rank": [1, 2], "score": [1, 2]})
    )
    assert run.rows["doc"].to_list() == ["a", "b"]
    assert "the scores contradict the ranks" in run.remarks[0]


def test_several_systems_are_several_runs(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("q Q0 a 1 2 one\nq Q0 a 1 2 two\nr Q0 a 1 2 one\n")
    assert [run.name for run in read_runs(path)] == ["one", "two"]
    with pytest.raises(XlmetricsError, match="holds 2 runs: one, two"):
        read_run(path)


# Frames


def test_frames_of_pandas_and_of_polars_say_the_same() -> None:
    columns = {"query_id": [7, 7], "docno": ["04567", "NA"], "position": [2, 1]}
    one, other = run_from_frame(pd.DataFrame(columns)), run_from_frame(pl.DataFrame(columns))
    assert one.rows.equals(other.rows)
    assert list(one.rows.iter_rows()) == [("7", "NA", 1, None), ("7", "04567", 2, None)]


def test_frames_of_the_other_kinds() -> None:
    grades = pd.DataFrame({"qid": ["q", "q"], "doc": ["a", "b"], "relevance": [1.5, None]})
    assert judgments_from_frame(grades).rows["grade"].to_list() == [1.5, None]
    assert queries_from_frame(pl.DataFrame({"query": ["star trek"]})).rows["text"][0] == "star trek"
    pages = documents_from_frame(pd.DataFrame({"id": ["a"], "title": ["A"], "link": ["x"]}))
    assert list(pages.rows.iter_rows()) == [("a", "A", "", "x")]


def test_ids_that_became_floats_are_refused() -> None:
    frame = pd.DataFrame({"query": [1, None], "doc": ["a", "b"], "rank": [1, 1]})
    with pytest.raises(XlmetricsError, match=r"row 1: the query 1\.0 is not text"):
        run_from_frame(frame)


def test_frame_without_the_columns_is_refused() -> None:
    with pytest.raises(XlmetricsError, match="has no column for grade"):
        judgments_from_frame(pl.DataFrame({"query": ["q"], "doc": ["a"]}))


# The command line


def run(*arguments: object) -> Any:
    result = CliRunner().invoke(main, [str(argument) for argument in arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def test_convert_says_what_was_made_of_it(tmp_path: Path) -> None:
    out = tmp_path / "out.qrels"
    result = run("convert", DATA / "formats" / "rank-eval.json", out)
    assert result.exit_code == 0
    assert result.stdout == f"{out}: judgments, 2 rows, from rank-eval to qrels\n"
    assert "the searches and the index are not read: enwiki_rank" in result.stderr
    assert out.read_text() == "JFK_query 0 25754234 1\nJFK_query 0 22044230 0\n"


def test_convert_says_what_is_dropped(tmp_path: Path) -> None:
    out = tmp_path / "out.csv"
    result = run("convert", DATA / "formats" / "quepid-book.json", out)
    assert result.exit_code == 0
    assert f"{out}: dropped: the queries in it" in result.stderr
    assert f"{out}: dropped: labels of grades (4)" in result.stderr


def test_convert_overwrites_only_when_told(tmp_path: Path) -> None:
    out = tmp_path / "out.csv"
    out.write_text("mine")
    sample = DATA / "formats" / "qrels.qrels"
    assert run("convert", sample, out).exit_code == 2
    assert out.read_text() == "mine"
    assert run("convert", sample, out, "--force").exit_code == 0


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["qrels.qrels", "out.json"], "its ending does not say the format. Name it with --to"),
        (["qrels.qrels", "out.run"], "holds judgments (qrels), and trec-run takes run"),
        (["qrels.qrels", "out", "--to", "xyz"], "xyz: is no format. Choose one of csv"),
        (["qrels.qrels", "out.csv", "--from", "trec-run"], "is not of the format trec-run"),
        (["nowhere", "out.csv"], "nowhere: there is no such file. Check the spelling"),
    ],
)
def test_convert_refuses(arguments: list[str], complaint: str, tmp_path: Path) -> None:
    file, out, *options = arguments
    result = run("convert", DATA / "formats" / file, tmp_path / out, *options)
    assert result.exit_code == 2
    assert complaint in result.stderr
    assert not (tmp_path / out).exists()


def test_formats_are_listed() -> None:
    lines = run("formats").stdout.splitlines()
    assert [line.split()[0] for line in lines] == list(FORMATS)
