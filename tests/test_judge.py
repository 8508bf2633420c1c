"""From runs to packets: what raters are given, what they must not see, and what is never lost."""

import json
import re
from collections import Counter
from pathlib import Path
from zipfile import ZipFile

import openpyxl
import pandas as pd
import polars as pl
import pytest
from click.testing import CliRunner

import xlmetrics
from xlmetrics.audit import check
from xlmetrics.cli import main
from xlmetrics.errors import BadTemplate, XlmetricsError
from xlmetrics.formats import read_judgments, read_run
from xlmetrics.judging.columns import headings
from xlmetrics.judging.fingerprint import fingerprint
from xlmetrics.judging.manifest import read_manifest
from xlmetrics.judging.reading import Known, read_packet
from xlmetrics.judging.scale_file import read_scale, scale_of
from xlmetrics.layout.judging.items import MAX_LINK, is_safe_link, shown
from xlmetrics.prepare import Plan, judge
from xlmetrics.read import read_workbook
from xlmetrics.text import MAX_LENGTH, length

QUERIES = ("kettle", "=SUM(A1)", "nothing", "@tea", "04567")
DOCS = [f"{number:05}" for number in range(40)]


@pytest.fixture
def files(tmp_path: Path) -> dict[str, Path]:
    """Two runs, queries, documents and old judgments, each thing with a mark of its own."""
    found = {}

    def add(name: str, content: str) -> None:
        found[name] = tmp_path / name
        found[name].write_text(content, "utf-8")

    for system, step in (("SECRETONE", 1), ("SECRETTWO", 3)):
        lines = [
            f"{query.replace(' ', '_')} Q0 {DOCS[(step * rank + at) % 40]} {rank} "
            f"{98765.4321 - rank} {system}"
            for at, query in enumerate(("1", "2", "4", "5"))
            for rank in range(1, 16)
        ]
        add(f"{system}.run", "\n".join(lines))
    rows = [
        {"query_id": str(at), "query": query, "information_need": f"wants {query}"}
        for at, query in enumerate(QUERIES, 1)
    ]
    add("queries.jsonl", "\n".join(map(json.dumps, rows)))
    titles = ["=1+1", "+1", "-1", "@x", "\tx", "'x", "<b>&amp;", "ünï", "_x0041_", "a\nb"]
    rows = [
        {
            "doc": doc,
            "title": titles[at % 10],
            "snippet": "text " * at * 40,
            "url": f"https://e.org/{doc}" if at % 2 else "javascript:alert(1)",
        }
        for at, doc in enumerate(DOCS)
    ]
    add("docs.jsonl", "\n".join(map(json.dumps, rows)))
    add("old.qrels", "1 0 00001 77\n2 0 00002 77\n2 0 00005 -1\n")
    return found


def write(files: dict[str, Path], folder: Path, plan: Plan, **more: object) -> list[Path]:
    runs = [path for name, path in files.items() if name.endswith(".run")]
    done = judge(
        runs,
        plan,
        queries=files["queries.jsonl"],
        documents=files["docs.jsonl"],
        judged=[files["old.qrels"]],
        folder=folder,
        **more,  # type: ignore[arg-type]
    )
    return list(done.paths)


PLAN = Plan(raters=("ann", "bo", "cy"), overlap=0.2, calibrate=5, size=8, seed=3)


def test_the_manifest_tells_of_everything(files: dict[str, Path], tmp_path: Path) -> None:
    folder = tmp_path / "out"
    paths = write(files, folder, PLAN)
    manifest = read_manifest(folder / "manifest.json")
    assert {path.name for path in folder.iterdir()} == {path.name for path in paths}
    assert {packet.file for packet in manifest.packets} == {path.name for path in paths[:-1]}
    given = Counter(
        (row.query, row.doc)
        for packet in manifest.packets
        if not packet.calibration
        for row in packet.rows
    )
    calibrated = [
        [(row.query, row.doc) for row in packet.rows]
        for packet in manifest.packets
        if packet.calibration
    ]
    assert len(calibrated) == 3
    assert calibrated[0] == calibrated[1] == calibrated[2]
    assert len(calibrated[0]) == 5
    assert sum(given.values()) == len(given) + round(0.2 * len(given))
    assert {each.query: each.pooled for each in manifest.queries}["3"] == 0
    assert len(given) + 5 == sum(each.given for each in manifest.queries)
    left_out = {(each.query, each.doc) for each in manifest.left_out}
    assert left_out == {("1", "00001"), ("2", "00002")}
    assert sum(each.pooled - each.given for each in manifest.queries) == 2
    assert [run.name for run in manifest.runs] == ["SECRETONE", "SECRETTWO"]


def test_the_manifest_knows_what_each_row_shows(files: dict[str, Path], tmp_path: Path) -> None:
    out = tmp_path / "out"
    write(files, out, Plan())
    asked = read_manifest(out / "manifest.json")
    packet = asked.packets[0]
    returned = read_packet(read_workbook(out / packet.file), "", Known(asked), headings({}))
    shows = [tuple(map(fingerprint, claim.shown[2:])) for claim in returned.claims]
    assert shows == [(row.title, row.snippet) for row in packet.rows]


def test_nothing_leaks(files: dict[str, Path], tmp_path: Path) -> None:
    """Neither system, rank, score nor grade stands anywhere in a packet, nor in its name."""
    *packets, _ = write(files, tmp_path / "out", PLAN)
    for path in packets:
        assert not re.search("SECRET|run|bm25", path.name)
        with ZipFile(path) as package:
            for name in package.namelist():
                content = name.encode() + package.read(name)
                for secret in (b"SECRET", b"9876", b"old.qrels", b".run", b">77<", b"Q0"):
                    assert secret not in content, (path, name, secret)


def test_what_is_looked_for_is_found_where_it_stands(
    files: dict[str, Path], tmp_path: Path
) -> None:
    """A workbook that shows systems names them, so that the test above can fail."""
    path, _ = write(files, tmp_path / "out", Plan(), solo=True)
    with ZipFile(path) as package:
        content = b"".join(map(package.read, package.namelist()))
    assert b"SECRETONE" in content
    assert b">77<" in content


def test_the_order_of_rows_tells_nothing(files: dict[str, Path], tmp_path: Path) -> None:
    """Runs that return the same documents in another order make the same packets."""
    one = write(files, tmp_path / "one", Plan(depth=15))
    for path in (path for name, path in files.items() if name.endswith(".run")):
        lines = [line.split() for line in path.read_text().splitlines()]
        turned = [f"{q} Q0 {d} {16 - int(r)} {int(r)} {s}" for q, _, d, r, _, s in reversed(lines)]
        path.write_text("\n".join(turned))
    two = write(files, tmp_path / "two", Plan(depth=15))
    assert [path.read_bytes() for path in one[:-1]] == [path.read_bytes() for path in two[:-1]]


def test_the_same_work_gives_the_same_bytes(files: dict[str, Path], tmp_path: Path) -> None:
    one = write(files, tmp_path / "one", PLAN)
    two = write(files, tmp_path / "two", PLAN)
    assert [path.read_bytes() for path in one] == [path.read_bytes() for path in two]


def test_a_packet_is_safe_and_locked(files: dict[str, Path], tmp_path: Path) -> None:
    path, _ = write(files, tmp_path / "out", Plan(size=1000))
    manifest = read_manifest(tmp_path / "out" / "manifest.json")
    book = openpyxl.load_workbook(path)
    sheet = book["Judge"]
    headings = [cell.value for cell in sheet[4]]
    assert headings == [
        *("Query", "What is wanted", "Title", "Text", "Link"),
        *("Grade", "Can't judge", "Note", "Query id", "Document id", "Row"),
    ]
    at = {heading: place for place, heading in enumerate(headings)}
    rows = list(sheet.iter_rows(min_row=5))
    assert len(rows) == len(manifest.packets[0].rows)
    for row, given in zip(rows, manifest.packets[0].rows, strict=True):
        assert all(cell.data_type in ("s", "inlineStr", "n") for cell in row)
        ids = [row[at[name]] for name in ("Query id", "Document id", "Row")]
        assert [cell.value for cell in ids] == [given.query, given.doc, given.key]
        assert all(cell.number_format == "@" and cell.protection.locked for cell in ids)
        typed = [row[at[name]] for name in ("Grade", "Can't judge", "Note")]
        assert all(cell.value is None and not cell.protection.locked for cell in typed)
        assert sum(not cell.protection.locked for cell in row) == 3
        link = row[at["Link"]].hyperlink
        assert (link.target if link else None) == (
            f"https://e.org/{given.doc}" if int(given.doc) % 2 else None
        )
    assert all(sheet.column_dimensions[letter].hidden for letter in "IJK")
    assert sheet.protection.sheet
    assert not sheet.protection.password
    assert not sheet.protection.autoFilter  # may be used
    assert sheet.auto_filter.ref == f"A4:K{4 + len(rows)}"  # the hidden ids are sorted along
    assert not check(path).findings


@pytest.mark.parametrize("snippet", ["", "snippet"])
def test_the_head_is_not_cut_off(snippet: str, tmp_path: Path) -> None:
    """The title has room up to the progress beside it, and the hint has its row for itself."""
    path = tmp_path / "results.csv"
    path.write_text(f"query,doc,title,snippet\ntea,1,One,{snippet}\n")
    done = judge(path, Plan(raters=("annabella-maria", "bo"), calibrate=1), folder=tmp_path / "out")
    sheet = openpyxl.load_workbook(done.paths[0]).worksheets[0]
    assert sheet["A1"].value == "annabella-maria: calibration"
    progress = next(cell.column for cell in sheet[1][1:] if cell.value is not None)
    widths = [sheet.column_dimensions["ABC"[at - 1]].width for at in range(1, progress)]
    assert sum(widths) > 1.7 * len(sheet["A1"].value)
    hint, *others = [cell.value for cell in sheet[3]]
    assert hint.startswith("Type a grade")
    assert set(others) == {None}


def test_returned_work_is_never_overwritten(files: dict[str, Path], tmp_path: Path) -> None:
    folder = tmp_path / "out"
    write(files, folder, PLAN)
    with pytest.raises(XlmetricsError, match="holds packets already"):
        write(files, folder, PLAN)
    write(files, folder, Plan(), force=True)
    assert {each.name for each in folder.iterdir()} == {"rater-1.xlsx", "manifest.json"}
    worked = folder / "rater-1.xlsx"
    openpyxl.load_workbook(worked).save(worked)
    before = worked.read_bytes()
    with pytest.raises(XlmetricsError, match="somebody worked on it"):
        write(files, folder, Plan(), force=True)
    assert worked.read_bytes() == before


def test_one_table_is_enough(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("results.csv").write_text(
        "query,doc,title,rank\ntea,1,One,1\ntea,2,Two,2\ncoffee,3,,1\n", "utf-8"
    )
    result = CliRunner().invoke(main, ["judge", "results.csv"])
    assert result.exit_code == 0, result.output
    assert "3 documents of 2 queries to judge, in 3 rows of 1 packet; seed 0" in result.output
    assert "nothing tells the title of 1 document: '3'" in result.output
    sheet = openpyxl.load_workbook("packets/rater-1.xlsx")["Judge"]
    assert [cell.value for cell in sheet[4]][:3] == ["Query", "Title", "Grade"]


def test_a_snippet_may_differ_by_query(tmp_path: Path) -> None:
    path = tmp_path / "results.csv"
    path.write_text("query,doc,rank,snippet\na,1,1,x\nb,1,1,y\n")
    done = judge([path], Plan(), folder=tmp_path / "out")
    assert f"{path}: 1 row tells otherwise of a document: the first row is kept" in done.remarks
    sheet = openpyxl.load_workbook(done.paths[0])["Judge"]
    assert [sheet.cell(row, 3).value for row in (5, 6)] == ["x", "x"]


def in_pandas(frame: pl.DataFrame) -> pd.DataFrame:
    """The frame in pandas, by way of lists: Polars' own way wants a further library."""
    return pd.DataFrame(frame.to_dict(as_series=False))


def test_frames_and_paths_are_the_same(files: dict[str, Path], tmp_path: Path) -> None:
    paths = [files["SECRETONE.run"], files["SECRETTWO.run"]]
    plan = xlmetrics.Plan(raters=("ann", "bo"), overlap=0.5)
    truth = xlmetrics.judge(
        paths,
        plan,
        queries=files["queries.jsonl"],
        documents=str(files["docs.jsonl"]),
        judged=files["old.qrels"],
        folder=str(tmp_path / "paths"),
    )
    runs = {path.stem: in_pandas(read_run(path).rows) for path in paths}
    made = xlmetrics.judge(
        runs,
        plan,
        queries=pl.read_ndjson(files["queries.jsonl"]),
        documents=in_pandas(pl.read_ndjson(files["docs.jsonl"])),
        judged=[read_judgments(files["old.qrels"]).rows],
        folder=tmp_path / "frames",
    )
    for one, other in zip(truth.paths[:-1], made.paths[:-1], strict=True):
        assert one.name == other.name
        assert one.read_bytes() == other.read_bytes()
    assert [(run.name, run.file) for run in made.manifest.runs] == [
        ("SECRETONE", ""),
        ("SECRETTWO", ""),
    ]
    assert len({run.sha256 for run in made.manifest.runs}) == 2
    assert read_manifest(made.paths[-1]) == made.manifest
    assert made.manifest.packets == truth.manifest.packets

    found = xlmetrics.collect(tmp_path / "frames")
    assert found.judgments.rows.is_empty()
    assert sum(len(each.packet.rows) for each in found.collected.counts) == len(
        [row for packet in made.manifest.packets for row in packet.rows]
    )


def test_one_frame_is_enough(tmp_path: Path) -> None:
    frame = pl.DataFrame({"query": ["tea", "tea"], "doc": ["a", "b"], "title": ["One", "Two"]})
    done = xlmetrics.judge(frame, folder=tmp_path)
    assert done.remarks == ()
    sheet = openpyxl.load_workbook(done.paths[0]).worksheets[0]
    assert {sheet.cell(row, 2).value for row in (5, 6)} == {"One", "Two"}


@pytest.mark.parametrize(
    ("given", "complaint"),
    [
        (7, "int: is neither a path nor a frame"),
        (pl.DataFrame({"query": ["a"], "text": ["b"]}), "the frame: holds queries, and no run"),
        (pl.DataFrame({"x": ["a"]}), "no run. Give runs first, and these as queries= or doc"),
        ([], "no run returns a document"),
    ],
)
def test_what_is_no_run_is_refused(given: object, complaint: str, tmp_path: Path) -> None:
    with pytest.raises(XlmetricsError, match=complaint):
        xlmetrics.judge(given, folder=tmp_path)


def test_what_is_odd_is_told(files: dict[str, Path], tmp_path: Path) -> None:
    runs = [files["SECRETONE.run"]]
    (tmp_path / "q.csv").write_text("query_id,query\n1,one\n3,three\n")
    done = judge(runs, Plan(), queries=tmp_path / "q.csv", folder=tmp_path / "out")
    assert "no run returns anything for 1 query: '3'" in done.remarks
    assert "nothing tells the words of 3 queries: '2', '4', '5'" in done.remarks


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--raters", "ann,Ann"], "two have the same name"),
        (["--raters", "../ann"], "must be letters and digits"),
        (["--raters", "ann,"], "a name is empty"),
        (["--overlap", "20%"], "needs two raters"),
        (["--overlap", "120%"], "is no share"),
        (["--grades", "3"], "is no scale"),
        (["--grades", "3-0"], "goes from the lowest"),
        (["--depth", "0"], "depth"),
        (["--qrels", "all.qrels"], "all of the pool is judged already (2 documents)"),
        (["--docs", "none.csv"], "none.csv"),
    ],
)
def test_what_cannot_be_is_refused(
    arguments: list[str], complaint: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.run").write_text("1 Q0 a 1 2 s\n1 Q0 b 2 1 s\n")
    Path("all.qrels").write_text("1 0 a 0\n1 0 b 1\n")
    result = CliRunner().invoke(main, ["judge", "a.run", *arguments])
    assert result.exit_code == 2
    assert complaint in result.output
    assert not Path("packets").exists()


@pytest.mark.parametrize("solo", [False, True])
@pytest.mark.parametrize("character", ["\x01", "\x1b", "\ufffe", "\uffff"])
def test_ids_that_no_workbook_holds_are_refused(character: str, solo: bool, tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text(
        f"query,doc,rank\nq,a,1\nq,b{character},2\nq,c{character},3\nr{character},a,1\n", "utf-8"
    )
    with pytest.raises(XlmetricsError) as caught:
        judge(tmp_path / "a.csv", Plan(depth=2), folder=tmp_path / "out", solo=solo)
    what = f"holds the control character U+{ord(character):04X} at position 2"
    doc, query = caught.value.complaints
    assert doc.startswith(f"{tmp_path / 'a.csv'}, query 'q', rank 2: the document's id 'b")
    assert query.startswith(f"{tmp_path / 'a.csv'}: the query 'r")
    assert what in doc
    assert what in query
    assert not (tmp_path / "out").exists()


def test_a_scale_of_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "scale.toml"
    path.write_text(
        'words = "de"\nrubric = "Erst lesen.\\nDann urteilen."\n'
        '[scale]\n"0.5" = "halb"\n0 = ""\n2 = "ganz"\n[examples]\n2 = "genau das"\n'
    )
    scale = read_scale(path)
    assert [(level.grade, level.label, level.example) for level in scale.levels] == [
        (0, "", ""),
        (0.5, "halb", ""),
        (2, "ganz", "genau das"),
    ]
    assert scale.words == "de"
    (tmp_path / "a.run").write_text("1 Q0 a 1 2 s")
    done = judge([tmp_path / "a.run"], Plan(), scale=path, folder=tmp_path / "out")
    book = openpyxl.load_workbook(done.paths[0])
    rubric = book.worksheets[1]
    texts = [cell.value for row in rubric.iter_rows() for cell in row if cell.value is not None]
    assert {"Erst lesen.", "Dann urteilen.", 0.5, "halb", "genau das"} <= set(texts)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "scale: is missing"),
        ("[scale]\nx = 'a'", "line 2: scale.x: is not a number"),
        ("[scale]\n0 = 'a'\n[examples]\n1 = 'b'", "line 4: examples.1: is no grade of the scale"),
        ("scales = 1\n[scale]\n0 = 'a'", "line 1: scales: is not a key here; did you mean scale?"),
        ("words = 'xx'\n[scale]\n0 = 'a'", "line 1: words: must be de or en"),
        ("[scale]\n0 = 'a'\n1 = 'A '", "line 3: scale.1: is labelled 'A ', as 0 is; tell them"),
        ("[scale]\n0 = 'ok'\n1 = '(OK)'", "line 3: scale.1: is labelled '(OK)', as 0 is"),
        (
            "[scale]\n2 = 'a'\n3 = '2'",
            "line 3: scale.3: is labelled '2', which reads as the grade 2",
        ),
        (
            "[scale]\n0 = 'a'\n1 = '4'",
            "line 3: scale.1: is labelled '4', which reads as the grade 4",
        ),
        ("[scale]\n0 = 'two'\n2 = 'b'", "line 2: scale.0: is labelled 'two', which reads as the"),
        ("[scale]\n0 = 'Later'", "scale.0: is labelled 'Later', which says why there is no grade"),
        ("words = 'de'\n[scale]\n0 = 'später'", "scale.0: is labelled 'später', which says why"),
    ],
)
def test_a_bad_scale_says_where(text: str, complaint: str, tmp_path: Path) -> None:
    path = tmp_path / "scale.toml"
    path.write_text(text)
    with pytest.raises(BadTemplate) as error:
        read_scale(path)
    assert complaint in "\n".join(error.value.complaints)


@pytest.mark.parametrize(
    "labels", [("a", "b", "c"), ("", "", ""), ("0", "1", "2"), ("none", "", "(2)"), ("-", "--", "")]
)
def test_labels_that_mean_one_grade_are_taken(labels: tuple[str, ...], tmp_path: Path) -> None:
    path = tmp_path / "scale.toml"
    path.write_text("[scale]\n" + "".join(f"{at} = '{each}'\n" for at, each in enumerate(labels)))
    assert tuple(read_scale(path).labels.values()) == labels


def test_scales_of_the_command_line() -> None:
    assert [level.grade for level in scale_of("0-3").levels] == [0, 1, 2, 3]
    assert [level.grade for level in scale_of("1, 0, 0.5").levels] == [0, 0.5, 1]


@pytest.mark.parametrize(
    ("url", "safe"),
    [
        ("https://example.org/a?b=c&d=%20", True),
        ("http://example.org", True),
        ("HTTPS://EXAMPLE.ORG", True),
        ("javascript:alert(1)", False),
        ("file:///etc/passwd", False),
        ("mailto:a@b.c", False),
        ("https://user:word@example.org", False),
        ("https://example.org/a b", False),
        ("https://", False),
        ("https://[::1", False),
        ("//example.org", False),
        ("", False),
        ("https://example.org/" + "a" * MAX_LINK, False),
    ],
)
def test_only_links_that_open_a_page_are_links(url: str, safe: bool) -> None:
    assert is_safe_link(url) is safe


@pytest.mark.parametrize("text", ["a" * 40_000, "😀" * 20_000, "a\x00b\ud800c", "a\r\nb\rc"])
def test_any_text_is_made_to_fit(text: str) -> None:
    made = shown(text, "[cut]")
    assert length(made) <= MAX_LENGTH
    assert ("[cut]" in made) == (length(text) > MAX_LENGTH)
    made.encode()
