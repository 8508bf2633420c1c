"""The rules for any spreadsheet: what each finds on small sheets, and what it leaves alone."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.rules_sheets import evidence
from xlmetrics import rules
from xlmetrics.model import Severity

DATA = Path(__file__).parent / "data/rules"
CASES = [
    (path.stem.upper(), case)
    for path in sorted(DATA.glob("xl*.json"))
    for case in json.loads(path.read_text("utf-8"))["cases"]
]
MODULES = {rule.CODE: rule for rule in rules.RULES}


@pytest.mark.parametrize(
    ("code", "case"), CASES, ids=[f"{code} {case['about']}" for code, case in CASES]
)
def test_what_a_rule_finds(code: str, case: dict[str, Any]) -> None:
    found = list(MODULES[code].find(evidence(case)))
    first = next(iter(case["sheets"]))

    def told(severity: Severity) -> list[str]:
        return sorted(
            each.address.a1 if each.address.sheet == first else str(each.address)
            for each in found
            if each.severity is severity
        )

    assert told(Severity.MISTAKE) == sorted(case.get("found", [])), found
    assert told(Severity.NOTE) == sorted(case.get("noted", [])), found
    if "instead" in case:
        assert [each.instead for each in found] == [case["instead"]]
    if "says" in case:
        assert case["says"] in found[0].message


@pytest.mark.parametrize(
    ("code", "case"),
    [(code, case) for code, case in CASES if not case.get("found") and "beside" not in case],
    ids=[
        f"{code} {case['about']}"
        for code, case in CASES
        if not case.get("found") and "beside" not in case
    ],
)
def test_what_one_rule_leaves_alone_all_the_others_do(code: str, case: dict[str, Any]) -> None:
    for rule in rules.RULES:
        found = [each for each in rule.find(evidence(case)) if each.severity is Severity.MISTAKE]
        assert not found, code
