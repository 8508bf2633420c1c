"""The shipped templates are valid, and the tests vouch for it: they load without the validator."""

import re
import tomllib

import pytest

from tests.support import write_template
from xlmetrics.errors import BadTemplate
from xlmetrics.template import files
from xlmetrics.template.model import Course, Template
from xlmetrics.template.read import read_template, shipped_templates
from xlmetrics.template.schema.validate import validate
from xlmetrics.template.toml_lines import line_of


@pytest.mark.parametrize("name", shipped_templates())
def test_shipped_templates_are_valid(name: str) -> None:
    path = shipped_templates()[name]
    source = path.read_text("utf-8")
    validate(tomllib.loads(source), path, source)


@pytest.mark.parametrize("name", shipped_templates())
def test_notes_that_quote_figures_go_when_an_option_changes_them(name: str) -> None:
    path = shipped_templates()[name]
    template = read_template(path)
    as_it_is = notes(template)
    assert as_it_is
    assert notes(read_template(path, {"k": cutoff(template)})) == as_it_is
    assert notes(read_template(path, {"k": cutoff(template) + 1})) == []


@pytest.mark.parametrize(
    ("change", "sheet"),
    [({"k": 10}, "Another cut-off"), ({"gain": "exponential"}, "Another gain")],
    ids=str,
)
def test_a_sheet_of_two_settings_keeps_its_own_where_a_change_makes_both_alike(
    change: dict[str, object], sheet: str
) -> None:
    path = shipped_templates()["common-mistakes"]
    changed = read_template(path, change)
    as_it_is = read_template(path)
    assert isinstance(changed, Course)
    assert isinstance(as_it_is, Course)
    for new, old in zip(changed.topics, as_it_is.topics, strict=True):
        assert (new == old) == (new.name == sheet)
        assert new.settings == {**old.settings, **({} if new.name == sheet else change)}


RESULTS = re.compile(
    r"\bahead\b|\bseems to win\b|\bprefers list\b|\bcomes before B\b|\bthree quarters\b"
    r"|\bOnly NDCG tells\b|reciprocal rank of 0\.5|[0-9]\.[0-9]{3}"
)


@pytest.mark.parametrize("name", shipped_templates())
def test_what_stays_under_an_option_states_no_result(name: str) -> None:
    template = read_template(shipped_templates()[name], {"k": 1, "gain": "exponential"})
    topics = template.topics if isinstance(template, Course) else ()
    for topic in topics:
        for text in (*topic.text, *(chart.alt for chart in topic.charts)):
            assert not RESULTS.search(text), text


def notes(template: Template) -> list[str]:
    parts = template.topics if isinstance(template, Course) else [template]
    return [note for part in parts for note in part.notes]


def cutoff(template: Template) -> int:
    return template.topics[0].settings["k"] if isinstance(template, Course) else template.k


@pytest.mark.parametrize("name", shipped_templates())
def test_what_stays_in_the_workbook_quotes_no_cutoff(name: str) -> None:
    """The cut-off is an input; a title that names it is wrong once it is changed."""
    template = read_template(shipped_templates()[name])
    for text in (template.title, template.summary, *notes(template)):
        assert not re.search(r"@[0-9]", text), text


def test_only_templates_installed_in_the_package_are_trusted(tmp_path, monkeypatch) -> None:
    """Those of the sources are there to be edited, and so are validated like one's own."""
    shipped = shipped_templates()["ndcg-mrr"].read_text("utf-8")
    (tmp_path / "ndcg-mrr.toml").write_text(shipped.replace("missed = [3]", "missed = [7]"))
    monkeypatch.setattr(files, "IN_THE_SOURCES", tmp_path)
    with pytest.raises(BadTemplate, match="7 is not on the scale"):
        read_template(shipped_templates()["ndcg-mrr"])
    monkeypatch.setattr(files, "INSTALLED", tmp_path)
    assert read_template(shipped_templates()["ndcg-mrr"])


@pytest.mark.parametrize(
    "title",
    [
        *("", " x", "a/b", "a'b", "[x]", "x" * 32, "History", "two\nlines", "😀" * 16, "\x07"),
        "_x0041_",
    ],
)
def test_titles_that_no_sheet_can_have(tmp_path, title: str) -> None:
    path = write_template(tmp_path / "t.toml", ["a"], sheet=title)
    with pytest.raises(BadTemplate) as caught:
        read_template(path)
    assert [": sheet: " in complaint for complaint in caught.value.complaints] == [True]


@pytest.mark.parametrize("title", ["A1", "R1C1", "TRUE", "2024", "ünïcödé 中", "a&b <c>", "x" * 31])
def test_titles_that_look_odd_and_are_fine(tmp_path, title: str) -> None:
    path = write_template(tmp_path / "t.toml", ["a"], sheet=title)
    assert read_template(path).sheet == title


TOML = """\
title = "x"   # a comment with k = 3
"quoted" = 1

[scale]
0 = "no"

[[tables]]
kind = "ndcg"
returned = [
  1,
]

[[tables]]
kind = "reciprocal_rank"

[[tables.queries]]
query = "a"

[[tables.queries]]
query = "b"
first.rank = 2
"""


@pytest.mark.parametrize(
    ("keys", "line"),
    [
        (("title",), 1),
        (("quoted",), 2),
        (("k",), None),
        (("scale", "0"), 5),
        (("scale", "7"), 4),
        (("tables", 0, "kind"), 8),
        (("tables", 0, "returned"), 9),
        (("tables", 0, "returned", 0), 10),
        (("tables", 1, "kind"), 14),
        (("tables", 1, "queries"), 16),
        (("tables", 1, "missed"), 13),
        (("tables", 1, "queries", 0, "query"), 17),
        (("tables", 1, "queries", 1), 19),
        (("tables", 1, "queries", 1, "query"), 20),
        (("tables", 1, "queries", 1, "first", "rank"), 21),
    ],
)
def test_lines_of_keys(keys: tuple[str | int, ...], line: int | None) -> None:
    assert line_of(TOML, keys) == line


GOOD = """\
title = "T"
summary = "S"
sheet = "S"
k = 3
gain = "linear"
scale = { 0 = "no", 1 = "yes" }
[[tables]]
kind = "ndcg"
returned = [1]
"""

COMPLAINTS = [
    (
        "title",
        "ndcg = 1\ntitle",
        ["ndcg: is not a key here; there are gain, k, notes"],
    ),
    ("title", "queries = 1\ntitle", ["queries: is not a key here; there are gain, k, "]),
    ('"T"', '""', ["title: must not be blank"]),
    ('"T"', '"a\\nb"', ["title: holds a line break; write it on one line"]),
    ('"T"', f'"{"x" * 201}"', ["title: is 201 characters long and at most 200 fit; shorten it"]),
    ('"T"', "2024-01-01", ["title: must be text in quotes, not 2024-01-01"]),
    ('"T"', "true", ["title: must be text in quotes, not true"]),
    ('"T"', "[1, 1.5, 'x']", ['title: must be text in quotes, not [1, 1.5, "x"]']),
    ('"T"', "{ a = inf }", ["title: must be text in quotes, not { a = inf }"]),
    ("3", f"0x{'f' * 5000}", ["not a number of over 40 digits"]),
    ("3", "1_000_001", ["k: must be a whole number from 1 to 1,000,000, not 1000001"]),
    ("3", f'"{"long " * 20}"', ['not "long long long long long long long lon…']),
    ('"linear"', "1", ["gain: must be 'linear' or 'exponential', not 1"]),
    ('0 = "no"', '"1_0" = "no"', ["scale.1_0: is not a number such as 2 or 2.5"]),
    ('0 = "no"', '"1e1" = "no"', ["scale.1e1: is not a number such as 2 or 2.5"]),
    ('0 = "no"', '0.5 = "no"', ["scale.0: is no grade; write one with a fraction in quotes"]),
    ('0 = "no"', '"01" = "no"', ["scale.1: is the grade 1, which is given twice"]),
    (
        '0 = "no"',
        '101 = "a", -1 = "b", x = "c"',
        [
            "scale.101: is not a grade between 0 and 100",
            "scale.-1: is not a grade between 0 and 100",
            "scale.x: is not a number such as 2 or 2.5",
        ],
    ),
    ("[1]", "[]", ["tables[1].returned: is empty; give at least 1"]),
    ("[1]", f"[{'1,' * 10_001}]", ["returned: holds 10,001; at most 10,000 are possible"]),
    ("[1]", "1", ["tables[1].returned: must be a list in [ ], not 1"]),
    ("[1]", "[true]", ['must be a grade of the scale, or "" for a blank, not true']),
    ('"ndcg"', '"dcg"', ["tables[1].kind: needs a kind: ranking, first_ranks, lists"]),
    ('"ndcg"', "[]", ["tables[1].kind: needs a kind: ranking, first_ranks, lists"]),
    (
        '"ndcg"\nreturned = [1]',
        '"reciprocal_rank"\nqueries = [1]',
        ["tables[1].queries[1]: must be a table of keys, not 1"],
    ),
    ("[[tables]]", "[tables]", ["tables: must be a list in [ ], not {"]),
    ("gain", f"notes = ['{'x' * 5000}']\ngain", ["notes[1]: takes more than 26 lines"]),
]


@pytest.mark.parametrize(("old", "new", "said"), COMPLAINTS, ids=lambda value: str(value)[:40])
def test_complaints_are_plain_and_complete(tmp_path, old: str, new: str, said: list[str]) -> None:
    path = tmp_path / "t.toml"
    path.write_text(GOOD.replace(old, new, 1))
    with pytest.raises(BadTemplate) as caught:
        read_template(path)
    complaints = caught.value.complaints
    assert len(complaints) == len(said), complaints
    for text in said:
        assert any(text in complaint for complaint in complaints), complaints


def test_the_good_one_is_good(tmp_path) -> None:
    """Negative control of the complaints above."""
    (tmp_path / "t.toml").write_text(GOOD)
    assert read_template(tmp_path / "t.toml").k == 3
