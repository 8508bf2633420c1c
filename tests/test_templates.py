"""The shipped templates are valid, and the tests vouch for it: they load without the validator."""

import tomllib

import pytest

from tests.support import write_template
from xlmetrics.errors import BadTemplate
from xlmetrics.template.read import read_template, shipped_templates
from xlmetrics.template.schema import validate
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
    assert template.notes
    assert read_template(path, {"k": template.k}).notes == template.notes
    other = read_template(path, {"k": template.k + 1})
    assert other.notes == ()
    assert f"@{template.k + 1}" in other.heading


@pytest.mark.parametrize(
    "title",
    ["", " x", "a/b", "a'b", "[x]", "x" * 32, "History", "two\nlines", "😀" * 16, "\x07"],
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
        (("tables", 0, "returned", 0), 9),
        (("tables", 1, "kind"), 14),
        (("tables", 1, "queries"), 13),
    ],
)
def test_lines_of_keys(keys: tuple[str | int, ...], line: int | None) -> None:
    assert line_of(TOML, keys) == line
