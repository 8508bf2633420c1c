"""Tables of several queries: what a template may say of them, and what is expected of them."""

from dataclasses import replace
from pathlib import Path

import pytest

from xlmetrics.address import Address
from xlmetrics.audit import check
from xlmetrics.engine import Calculation
from xlmetrics.errors import BadTemplate
from xlmetrics.expected import expectations, unfit
from xlmetrics.layout import arrange
from xlmetrics.model import NotChecked, Value, Workbook, agree
from xlmetrics.template.read import read_template
from xlmetrics.xlsx.write import workbook_bytes

COURSE = """\
title = "T"
summary = "S"
k = 3
scale = { 0 = "no", 1 = "yes" }
[[sheets]]
sheet = "Lists"
[[sheets.tables]]
kind = "lists"
show = ["MAP"]
lists = [
  { query = "a", returned = [1, 0], missed = [1], documents = ["x", "y", "z"] },
  { query = "b", returned = [], missed = [1], documents = ["x"] },
]
[[sheets.tables]]
kind = "first_ranks"
show = ["MRR_at_k"]
queries = [{ query = "a", first_relevant_rank = "none" }]
"""
COMPLAINTS = [
    (
        '"lists"',
        '"list"',
        'sheets[1].tables[1].kind: no kind is called "list"; did you mean lists?',
    ),
    ('["MAP"]', '["NAP"]', "no quantity of a lists table is called 'NAP'; did you mean AP?"),
    ('"b"', '"A"', "tables[1]: holds the query 'a' twice in a row; rename one"),
    (
        'missed = [1], documents = ["x"]',
        "missed = []",
        "lists[2]: holds no document; give those returned",
    ),
    ('["x"]', '["x", "y"]', "tables[1].lists[2]: names 2 documents and grades 1"),
    (', documents = ["x"]', "", "names the documents of some lists only; name all or none"),
    ('"none"', "0", "tables[2].queries[1].first_relevant_rank: must be a whole number from 1"),
]


def written(path: Path, source: str) -> Workbook:
    path.write_text(source)
    return arrange(read_template(path))


@pytest.mark.parametrize(("old", "new", "said"), COMPLAINTS, ids=lambda text: text[:30])
def test_complaints_are_plain(tmp_path: Path, old: str, new: str, said: str) -> None:
    assert old in COURSE
    with pytest.raises(BadTemplate) as caught:
        written(tmp_path / "t.toml", COURSE.replace(old, new, 1))
    assert [said in complaint for complaint in caught.value.complaints] == [True]


def test_each_table_says_in_words_what_has_no_rank(tmp_path: Path) -> None:
    workbook = written(tmp_path / "t.toml", COURSE)
    lists, ranks = workbook.tables
    assert [workbook.value(place) for place in lists["rank"].addresses()] == [1, 2, *["missed"] * 2]
    assert [workbook.value(place) for place in ranks["first_rank"].addresses()] == ["none"]


def test_what_two_tables_show_is_explained_once(tmp_path: Path) -> None:
    shown = '["MRR_at_k", "query_count"]'
    both = COURSE.replace('["MAP"]', shown).replace('["MRR_at_k"]', shown)
    notes = written(tmp_path / "t.toml", both).sheets[-1]
    terms = [cell.value for cell in notes.cells if cell.address.column == 1 and cell.value]
    assert len(terms) == len(set(terms))


def test_a_query_renamed_halfway_is_not_judged(tmp_path: Path) -> None:
    """Its rows are then those of two queries, and there is a row for one."""
    workbook = written(tmp_path / "t.toml", COURSE)
    lists = workbook.tables[0]
    renamed: dict[Address, Value] = {[*lists["query"].addresses()][1]: "c"}

    def value(address: Address) -> Value:
        return renamed.get(address, workbook.value(address))

    mean = next(each for each in expectations(lists, value) if each.measure == "MAP")
    assert isinstance(mean.value, NotChecked)


RATERS = """\
title = "T"
scale = { 0 = "no", 1 = "partly", 3 = "yes" }
[[tables]]
kind = "raters"
title = "Two"
judgments = [
  { document = "d", a = 3, b = 1 },
  { document = "e", a = 0, b = 0 },
  { document = "f", a = "", b = 1 },
]
show = ["confusion", "kappa_linear"]
[[charts]]
kind = "bar"
title = "C"
x = "scale_grade"
series = ["given_by_a"]
x_title = "X"
y_title = "Y"
alt = "Bars."
"""


def test_a_grid_has_a_row_and_a_column_for_each_grade(tmp_path: Path) -> None:
    workbook = written(tmp_path / "t.toml", RATERS)
    [table] = workbook.tables
    counts = [workbook.value(address) for address in table["confusion"].addresses()]
    assert counts == [1, 0, 0, 0, 0, 0, 0, 1, 0]
    heads = table["confusion"]._replace(top=table["confusion"].top - 1)
    assert [workbook.value(heads.first), workbook.value(heads.last)] == [0, 0]
    narrower = table["confusion"]._replace(right=table["confusion"].right - 1)
    gone = replace(table, fields={**table.fields, "confusion": narrower})
    assert "is no grid" in str(unfit(gone))


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("b = 0", "b = 2", "tables[1].judgments[2].b: 2 is not on the scale 0, 1, 3"),
        ('["given_by_a"]', '["confusion"]', "charts[1].series[1]: confusion is a grid and no"),
    ],
)
def test_complaints_about_raters(tmp_path: Path, old: str, new: str, said: str) -> None:
    with pytest.raises(BadTemplate) as caught:
        written(tmp_path / "t.toml", RATERS.replace(old, new, 1))
    assert [said in complaint for complaint in caught.value.complaints] == [True]


@pytest.mark.parametrize("odd", ["2", 2, 7, " "])
def test_what_is_no_grade_of_the_scale_makes_no_pair(tmp_path: Path, odd: Value) -> None:
    workbook = written(tmp_path / "t.toml", RATERS)
    [table] = workbook.tables
    changed = {table["grade_a"].last: odd}
    values = {cell.address: cell.value for cell in workbook.cells.values()}
    values |= Calculation(workbook).values(changed) | changed
    assert values[table["both_judged"].first] == 2
    for each in expectations(table, values.get):
        assert agree(values[each.address], each.value), each


def test_a_grade_off_the_scale_is_told_of_either_rater(tmp_path: Path) -> None:
    workbook = written(tmp_path / "t.toml", RATERS)
    [table] = workbook.tables
    place = table["grade_b"].first
    sheet, *others = workbook.sheets
    cells = tuple(c._replace(value=7) if c.address == place else c for c in sheet.cells)
    typed = replace(workbook, sheets=(replace(sheet, cells=cells), *others))
    (tmp_path / "t.xlsx").write_bytes(workbook_bytes(typed))
    found = check(tmp_path / "t.xlsx").findings
    assert ("XL210", place) in [(each.code, each.address) for each in found]
    assert "XL203" not in [each.code for each in found]
