"""The form of the rules: a code and a name in the file's name, a manual in its docstring."""

import json
import re
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.engine.sheets import workbook
from xlmetrics import rules
from xlmetrics.model import Severity, Workbook
from xlmetrics.rules import xl219_prefix_missing
from xlmetrics.rules.evidence import Evidence

SECTIONS = ["What it does: ", "Why it is bad: ", "Example: ", "Use instead: "]


@pytest.mark.parametrize("rule", rules.RULES, ids=lambda rule: rule.CODE)
def test_a_rule_is_its_own_manual(rule: ModuleType) -> None:
    code, name = re.fullmatch(r"xlmetrics\.rules\.(xl\d{3})_(\w+)", rule.__name__).groups()
    manual = rule.__doc__ or ""
    assert code.upper() == rule.CODE
    assert manual.startswith(f"{rule.CODE} {name.replace('_', ' ')}: ")
    places = [manual.index(section) for section in SECTIONS]
    assert places == sorted(places)


def test_every_rule_is_in_force_and_codes_are_unique() -> None:
    files = {path.stem for path in Path(rules.__file__).parent.glob("xl*.py")}
    assert files == {rule.__name__.rpartition(".")[2] for rule in rules.RULES}
    assert len({rule.CODE for rule in rules.RULES}) == len(rules.RULES)


PREFIXES = json.loads((Path(__file__).parent / "data/prefixes.json").read_text("utf-8"))["cases"]


@pytest.mark.parametrize("case", PREFIXES, ids=lambda case: case["formula"])
def test_functions_without_the_prefix_that_the_file_must_have(case: dict[str, Any]) -> None:
    book = workbook({"S": {"A1": 1, "C1": case["formula"]}})
    found = list(xl219_prefix_missing.find(evidence(replace(book, has_prefixes=True))))
    assert not list(xl219_prefix_missing.find(evidence(book))), "other formats have no prefixes"
    if case["in_file"] is None:
        assert not found
    else:
        [finding] = found
        assert finding.message.endswith(f"the file must hold {case['in_file']}")
        assert finding.address.a1 == "C1"
        assert finding.severity is Severity.MISTAKE
        again = workbook({"S": {"A1": 1, "C1": case["in_file"]}})
        assert not list(xl219_prefix_missing.find(evidence(replace(again, has_prefixes=True))))


def evidence(book: Workbook) -> Evidence:
    return Evidence(book, (), (), 0, {}, (), lambda _: {})
