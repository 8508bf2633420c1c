"""Questions and decisions: what is recommended for any answers, and what a template may say."""

import tomllib
from itertools import product
from pathlib import Path

import pytest

from xlmetrics.engine import Calculation
from xlmetrics.errors import BadTemplate
from xlmetrics.expected import expectations
from xlmetrics.layout import arrange
from xlmetrics.model import ErrorValue, NotChecked, Result, Value, Workbook
from xlmetrics.template.read import read_template, shipped_templates

SHIPPED = shipped_templates()["which-measure"]
[TABLE] = tomllib.loads(SHIPPED.read_text("utf-8"))["sheets"][0]["tables"]
OPTIONS = [question["options"] for question in TABLE["questions"]]
COMBINATIONS = list(product(*OPTIONS))
OPEN = TABLE["unanswered"]["recommendation"]


@pytest.fixture(scope="module")
def workbook() -> Workbook:
    return arrange(read_template(SHIPPED))


@pytest.fixture(scope="module")
def calculation(workbook: Workbook) -> Calculation:
    return Calculation(workbook)


def recommended(
    workbook: Workbook, calculation: Calculation, answers: tuple[Value, ...]
) -> tuple[Result, Result]:
    """What the formulas recommend and why; the reference says the same."""
    [table] = workbook.tables
    changed = dict(zip(table["reply"].addresses(), answers, strict=True))
    values = {cell.address: cell.value for cell in workbook.cells.values()}
    values |= calculation.values(changed) | changed
    for each in expectations(table, values.get):
        assert values[each.address] == each.value, (each, answers)
    return values[table["recommendation"].first], values[table["reason"].first]


def test_every_combination_is_recommended_what_the_first_decision_says(
    workbook: Workbook, calculation: Calculation
) -> None:
    reached = set()
    for answers in COMBINATIONS:
        first = next(
            each
            for each in TABLE["decisions"]
            if all(w in ("", a) for w, a in zip(each["when"], answers, strict=True))
        )
        reached.add((first["recommendation"], first["reason"]))
        found = recommended(workbook, calculation, answers)
        assert found == (first["recommendation"], first["reason"])
    assert len(reached) == len(TABLE["decisions"])


@pytest.mark.parametrize(
    ("answers", "measure"),
    [
        (("yes", "no", "yes", "up to 20"), "MRR@k"),
        (("yes", "yes", "until satisfied", "more than 20"), "MRR@k"),
        (("yes", "no", "no", "up to 20"), "Success@k"),
        (("yes", "yes", "no", "just one"), "Success@1"),
        (("no", "yes", "yes", "up to 20"), "NDCG@k"),
        (("no", "no", "yes", "more than 20"), "MAP@k"),
        (("no", "yes", "until satisfied", "up to 20"), "ERR@k"),
        (("no", "no", "until satisfied", "up to 20"), "MRR@k"),
        (("no", "no", "no", "up to 20"), "Recall@k, with Precision@k and F1@k"),
        (("no", "yes", "no", "more than 20"), "Recall@k"),
        (("no", "no", "yes", "just one"), "Precision@1"),
        (("No", "YES", "Until Satisfied", "UP TO 20"), "ERR@k"),
        (("no", "", "no", "up to 20"), "Recall@k, with Precision@k and F1@k"),
        (("maybe", "no", "yes", "up to 20"), "MAP@k"),
        (("no", "no", "*", "up to 20"), OPEN),
        (("no", 1, True, "up to 20"), OPEN),
    ],
)
def test_what_is_recommended(
    workbook: Workbook, calculation: Calculation, answers: tuple[Value, ...], measure: str
) -> None:
    assert recommended(workbook, calculation, answers)[0] == measure


@pytest.mark.parametrize("blank", range(4))
def test_nothing_is_recommended_while_a_question_is_open(
    workbook: Workbook, calculation: Calculation, blank: int
) -> None:
    for answers in COMBINATIONS:
        some = (*answers[:blank], None, *answers[blank + 1 :])
        assert recommended(workbook, calculation, some)[0] == OPEN


def test_each_question_has_a_drop_down_of_its_options(workbook: Workbook) -> None:
    rules = workbook.sheets[0].validations
    assert [rule.formula for rule in rules] == [f'"{",".join(each)}"' for each in OPTIONS]
    assert {rule.kind for rule in rules} == {"list"}


@pytest.mark.parametrize(
    ("field", "row", "value"),
    [
        ("reply", 0, ErrorValue("#N/A")),
        ("condition_1", 0, 1),
        ("condition_1", 11, "never"),
    ],
)
def test_what_cannot_be_decided_is_not_checked(
    workbook: Workbook, field: str, row: int, value: Value
) -> None:
    """An error as an answer, a number as a condition, or no decision that fits."""
    [table] = workbook.tables
    changed: dict[object, Value] = {[*table[field].addresses()][row]: value}
    if row:
        changed |= dict.fromkeys(table["reply"].addresses(), "other")
    found = [
        each
        for each in expectations(table, lambda at: changed.get(at, workbook.value(at)))
        if each.measure == "recommendation"
    ]
    assert isinstance(found[0].value, NotChecked)


OWN = """\
title = "T"
scale = { 0 = "no" }
[[tables]]
kind = "choice"
questions = [
  { question = "One?", name = "One", options = ["yes", "no"] },
  { question = "Graded?", name = "Graded", options = ["good", "bad", "odd"], answer = "BAD" },
]
decisions = [
  { when = ["yes", ""], recommendation = "a", reason = "A" },
  { when = ["", "bad"], recommendation = "b", reason = "B" },
  { when = ["no", ""], recommendation = "c", reason = "C" },
]
unanswered = { recommendation = "d", reason = "D" }
"""
COMPLAINTS = [
    ('"no", ""', '"no", "good"', "has no decision for One = no, Graded = odd; add one"),
    ('"", "bad"', '"yes", "bad"', "never comes to decisions[2], since those above it decide"),
    ('"", "bad"', '"", "bed"', "decisions[2] for Graded = 'bed', which the question does not"),
    ('"", "bad"', '"", "bed"', "does not offer; did you mean bad?"),
    ('"", "bad"', '"", "zzz"', "does not offer; there are good, bad, odd"),
    ('"", "bad"', '""', "2 questions and decisions[2].when holds 1 answer; give one for each"),
    ('"BAD"', '"worse"', "questions[2]: has the answer 'worse', which the question does not offer"),
    ('["yes", "no"]', '["yes", "YES"]', "questions[1]: offers the same option twice"),
    ('["yes", "no"]', '["yes"]', "questions[1].options: holds 1; give at least 2"),
    ('["yes", "no"]', '["yes", "1"]', "options[2]: must begin with a letter"),
    ('["yes", "no"]', '["yes", "True"]', "options[2]: must begin with a letter and be neither"),
    ('["yes", "no"]', '["yes", "n,o"]', "options[2]: must hold no comma"),
    ('["yes", "no"]', f'["yes", "{"n" * 198}"]', "has options of 202 characters together"),
    (
        "scale",
        'exercise = { text = ["t"], ask = ["recommendation"] }\nscale',
        "no figure of a choice table is called 'recommendation'; there are chosen",
    ),
    (', reason = "B"', "", "decisions[2].reason: is missing"),
    ("unanswered", "unanswerd", "tables[1].unanswerd: is not a key here; did you mean unanswered?"),
]


@pytest.mark.parametrize(("old", "new", "said"), COMPLAINTS, ids=lambda text: text[:30])
def test_complaints_are_plain(tmp_path: Path, old: str, new: str, said: str) -> None:
    assert old in OWN
    (tmp_path / "t.toml").write_text(OWN.replace(old, new, 1))
    with pytest.raises(BadTemplate) as caught:
        read_template(tmp_path / "t.toml")
    assert any(said in complaint for complaint in caught.value.complaints), caught.value.complaints


def test_a_table_of_fewer_questions_decides_too(tmp_path: Path) -> None:
    (tmp_path / "t.toml").write_text(OWN)
    workbook = arrange(read_template(tmp_path / "t.toml"))
    calculation = Calculation(workbook)
    assert recommended(workbook, calculation, ("yes", "bad"))[0] == "a"
    assert recommended(workbook, calculation, ("NO", "bad"))[0] == "b"
    assert recommended(workbook, calculation, ("no", "odd"))[0] == "c"
    assert recommended(workbook, calculation, (None, "odd"))[0] == "d"
