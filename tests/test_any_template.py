"""Any valid template over the catalogue builds and checks clean; any other is refused in words."""

import json
import tomllib
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from xlmetrics.audit import check
from xlmetrics.errors import BadTemplate
from xlmetrics.layout import arrange
from xlmetrics.quantities import KINDS
from xlmetrics.template.files import shipped_folder
from xlmetrics.template.read import read_template, shipped_templates
from xlmetrics.xlsx.write import workbook_bytes

GRADE = st.sampled_from([0, 1, 2, 3, ""])
SCORE = st.sampled_from([0, 0.25, 0.3, 1, ""])
GRADES = st.lists(GRADE, min_size=1, max_size=4)
RANK = st.integers(1, 6)
NAMES = st.text("ab <&=\"'é中\n", min_size=1, max_size=6)
QUERIES = st.lists(st.sampled_from("abcdef"), min_size=1, max_size=3, unique=True)
PARTS: dict[str, dict[str, st.SearchStrategy[Any]]] = {
    "ranking": {"returned": GRADES, "missed": GRADES},
    "lists": {
        "lists": QUERIES.flatmap(
            lambda names: st.tuples(
                *(st.fixed_dictionaries({"query": st.just(n), "returned": GRADES}) for n in names)
            )
        )
    },
    "first_ranks": {
        "queries": st.lists(
            st.fixed_dictionaries({"query": NAMES, "first_relevant_rank": RANK | st.just("none")}),
            min_size=1,
            max_size=3,
        )
    },
    "systems": {
        "queries": st.lists(
            st.fixed_dictionaries({"query": NAMES, "a": SCORE, "b": SCORE}), min_size=1, max_size=3
        )
    },
    "raters": {
        "judgments": st.lists(
            st.fixed_dictionaries({"document": NAMES, "a": GRADE, "b": GRADE}),
            min_size=1,
            max_size=5,
        )
    },
    "discounts": {"ranks": RANK},
    "moves": {
        "moves": st.lists(
            st.fixed_dictionaries({"grade": GRADE, "from": RANK, "to": RANK}),
            min_size=1,
            max_size=3,
        )
    },
    "choice": {
        "questions": st.just(
            [
                {"question": "Q", "name": "N", "options": ["yes", "No way"], "answer": "YES"},
                {"question": "R", "name": "M", "options": ["a", "b", "c"]},
            ]
        ),
        "decisions": st.just(
            [
                {"when": ["yes", "c"], "recommendation": "one", "reason": "because"},
                {"when": ["", ""], "recommendation": "two", "reason": "otherwise"},
            ]
        ),
        "unanswered": st.just({"recommendation": "none", "reason": "open"}),
    },
}


@st.composite
def templates(draw: st.DrawFn) -> dict[str, Any]:
    """A small template: one or two tables that show a few quantities, and a chart."""
    kinds = draw(st.lists(st.sampled_from(sorted(PARTS)), min_size=1, max_size=2))
    return {
        "title": draw(NAMES.map(lambda name: f"T{' '.join(name.split())}")),
        "k": draw(RANK),
        "gain": draw(st.sampled_from(["linear", "exponential"])),
        "rel": draw(st.sampled_from([1, 2.5])),
        "scale": dict.fromkeys("0123", "m"),
        "tables": [draw(tables(kind)) for kind in kinds],
    }


@st.composite
def tables(draw: st.DrawFn, kind: str) -> dict[str, Any]:
    parts = {key: draw(strategy) for key, strategy in PARTS[kind].items()}
    quantities = sorted(KINDS[kind].quantities)
    show = draw(st.lists(st.sampled_from(quantities), min_size=1, max_size=4, unique=True))
    if kind == "ranking":
        parts["columns"] = [
            {
                "heading": draw(NAMES.map(lambda name: f"H{' '.join(name.split())}")),
                "values": values,
            }
            for values in draw(
                st.lists(
                    st.just([draw(NAMES) for _ in parts["returned"] + parts["missed"]]), max_size=2
                )
            )
        ]
    return {"kind": kind, **parts, **draw(st.sampled_from([{}, {"show": show}]))}


def toml(data: dict[str, Any]) -> str:
    return "\n".join(f"{key} = {spelled(value)}" for key, value in data.items())


def spelled(value: object) -> str:
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{json.dumps(k)} = {spelled(v)}' for k, v in value.items())} }}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(spelled, value))}]"
    return json.dumps(value, ensure_ascii=False)


def test_every_kind_of_the_catalogue_is_tried() -> None:
    assert set(PARTS) == set(KINDS)


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(templates())
def test_any_valid_template_builds_and_checks_clean(tmp_path: Path, data: dict[str, Any]) -> None:
    (tmp_path / "any.toml").write_text(toml(data), "utf-8")
    workbook = arrange(read_template(tmp_path / "any.toml"))
    (tmp_path / "any.xlsx").write_bytes(workbook_bytes(workbook))
    report = check(tmp_path / "any.xlsx")
    stand_there = {
        table[name].first
        for table in workbook.tables
        for name, quantity in KINDS[table.kind].quantities.items()
        if quantity.code and name in table.fields
    }
    assert not [each for each in report.mistakes if each.address not in stand_there]
    assert not report.not_checked


ODD = [
    *(None, 0, -1, 1, 2, 7, 10**30, 0.5, float("inf"), float("nan"), True, "", " ", "none", "x"),
    *("rank", "ranking", "ndcg", "nDCG", "\x07", "a\nb", "x" * 300, [], [1], [[]], {}, {"a": 1}),
    [{}],
]
KEYS = ["sheets", "tables", "queries", "lists", "show", "k", "grades", "query", "x", "rows", "0"]
GOOD = [*shipped_templates().values(), shipped_folder() / "start/start.toml"]


def mutated(data: dict[str, Any], random: Random) -> dict[str, Any]:
    """The data with a few values replaced, left out, doubled or put under another key."""
    for _ in range(random.choice([1, 1, 2, 4])):
        at: Any = data
        while True:
            keys = list(at) if isinstance(at, dict) else list(range(len(at)))
            if not keys:
                break
            key = random.choice(keys)
            if isinstance(at[key], dict | list) and random.random() < 0.8:
                at = at[key]
                continue
            change = random.randrange(3)
            if change == 0:
                del at[key]
            elif change == 1:
                at[key] = random.choice([odd for odd in ODD if odd is not None])
            elif isinstance(at, dict):
                at[random.choice(KEYS)] = at[key]
            else:
                at.append(at[key])
            break
    return data


@pytest.mark.parametrize("path", GOOD, ids=lambda path: path.stem)
def test_a_mutated_template_is_read_or_refused_in_words(tmp_path: Path, path: Path) -> None:
    random = Random(7)
    outcomes = set()
    for _ in range(30):
        data = mutated(tomllib.loads(path.read_text("utf-8")), random)
        (tmp_path / "any.toml").write_text(toml(data), "utf-8")
        outcomes.add(is_read(tmp_path / "any.toml"))
    assert outcomes == {True, False}


def is_read(path: Path) -> bool:
    try:
        template = read_template(path)
    except BadTemplate:
        return False
    assert arrange(template).sheets
    return True
