"""The workbook that measures itself: what it shows is what the reference says of its grades."""

from pathlib import Path
from random import Random

import openpyxl
import pytest

from xlmetrics import reference
from xlmetrics.audit import check
from xlmetrics.engine import Calculation
from xlmetrics.errors import XlmetricsError
from xlmetrics.expected import expectations
from xlmetrics.gather import collect
from xlmetrics.model import agree
from xlmetrics.prepare import Plan, judge
from xlmetrics.quantities.pooled import MEASURES
from xlmetrics.rules.perturb import perturb
from xlmetrics.witnesses import Engine
from xlmetrics.xlsx.read import read_workbook

LISTS = {
    "one": {"tea": "a b c d", "pot": "a e", "=x": "z"},
    "two": {"tea": "c a f", "pot": "g", "lone": "a b"},
}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Two systems, of which each returns nothing for some query; some grades are known."""
    for system, lists in LISTS.items():
        lines = [
            f'"{query}",{doc},{rank}'
            for query, docs in lists.items()
            for rank, doc in enumerate(docs.split(), 1)
        ]
        (tmp_path / f"{system}.csv").write_text("query,doc,rank\n" + "\n".join(lines))
    (tmp_path / "queries.csv").write_text("query_id,query\nnobody,nobody\ntea,tea\n")
    (tmp_path / "old.csv").write_text(
        "query,doc,grade\ntea,a,1\ntea,c,3\ntea,missed,2\npot,e,0\nlone,b,2\n"
    )
    runs = [tmp_path / f"{system}.csv" for system in LISTS]
    done = judge(
        runs,
        Plan(depth=3),
        queries=tmp_path / "queries.csv",
        judged=[tmp_path / "old.csv"],
        solo=True,
        folder=tmp_path / "out",
    )
    return done.paths[0]


def measures(path: Path) -> dict[tuple[str, str], list[float]]:
    """What the sheet shows of each query and system."""
    rows = list(openpyxl.load_workbook(path, data_only=True)["Metrics"].iter_rows(values_only=True))
    top = next(at for at, row in enumerate(rows) if row[0] == "Query")
    return {row[:2]: list(row[2:8]) for row in rows[top + 1 :]}


def test_it_shows_what_is_known_already(path: Path) -> None:
    found = measures(path)
    queries = ("nobody", "tea", "pot", "=x", "lone")
    assert list(found) == [(query, system) for query in queries for system in LISTS]
    pool = [1.0, 3.0, 2.0]
    ranked = [3.0, 1.0, None]
    assert found["tea", "two"] == [
        pytest.approx(reference.ndcg(ranked, pool, k=3, gain="linear")),
        1,
        pytest.approx(2 / 3),
        pytest.approx(2 / 3),
        pytest.approx(2 / 3),
        pytest.approx(2 / 3),
    ]
    assert found["nobody", "one"] == [0] * 6
    assert found["lone", "one"] == [0] * 6
    assert found["pot", "one"] == [0, 0, 0, 0, 0, 0.5]


def test_it_is_right_on_other_grades(path: Path) -> None:
    """For any grades, blanks, text, cut-offs, gains and thresholds, as our engine computes it."""
    workbook = read_workbook(path)
    calculation = Calculation(workbook)
    random = Random(5)
    seen = set()
    for _ in range(25):
        changed = perturb(workbook, workbook.tables, random)
        values = {cell.address: cell.value for cell in workbook.cells.values()}
        values |= calculation.values(changed) | changed
        for table in workbook.tables:
            for each in expectations(table, values.get):
                assert agree(values[each.address], each.value), each
                seen.add((each.measure, each.value))
    for name in MEASURES:
        measure = f"{name.replace('_', ' ')}, row 4"
        assert len({value for known, value in seen if known == measure}) > 2, name


def test_the_file_is_clean(path: Path) -> None:
    report = check(path)
    assert not report.findings
    assert not report.not_checked


@pytest.mark.libreoffice
def test_libreoffice_agrees(path: Path) -> None:
    report = check(path, Engine.BOTH)
    assert not report.findings
    assert not report.not_checked


def test_rows_out_of_place_are_told(path: Path) -> None:
    workbook = read_workbook(path)
    [table] = [table for table in workbook.tables if table.kind == "pooled"]
    first, second, *_ = table["key"].addresses()
    swapped = {first: workbook.value(second), second: workbook.value(first)}
    values = Calculation(workbook).values(swapped)
    assert values[table["moved_count"].first] == 2


def test_old_judgments_that_do_not_fit_are_told(tmp_path: Path) -> None:
    (tmp_path / "a.run").write_text("1 Q0 a 1 2 s")
    (tmp_path / "one.qrels").write_text("1 0 a 2\n")
    (tmp_path / "two.qrels").write_text("1 0 a 5\n")
    done = judge(
        [tmp_path / "a.run"],
        Plan(),
        judged=[tmp_path / "one.qrels", tmp_path / "two.qrels"],
        solo=True,
        folder=tmp_path / "out",
    )
    told = "\n".join(done.remarks)
    assert "several grades to 1 document: 'a of 1': the last is shown" in told
    assert "1 old grade is not on the scale, such as 5" in told


def test_its_grades_are_collected(path: Path) -> None:
    """Its other sheets are not taken for packets."""
    collected = collect([path], path.with_name("manifest.json"))
    assert len(collected.grades.rows) == 5


def test_it_is_for_one_rater(tmp_path: Path) -> None:
    with pytest.raises(XlmetricsError, match="is for one rater"):
        judge([tmp_path / "a"], Plan(raters=("a", "b")), solo=True)
