"""The rules for any spreadsheet: what each finds on small sheets, and what it leaves alone."""

import json
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rules_sheets import evidence, workbook
from xlmetrics import rules
from xlmetrics.address import Address
from xlmetrics.build import build
from xlmetrics.engine import Calculation
from xlmetrics.model import Severity
from xlmetrics.read import read_workbook
from xlmetrics.roles import read_roles
from xlmetrics.rules.evidence import Evidence
from xlmetrics.xlsx.shared_formula import SharedFormula

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


CONTENTS = st.one_of(
    st.sampled_from(
        [
            "=B2/C2",
            "=SUM(B$2:B2)",
            "=SUM(A1:C9)",
            "=1/LOG(3,2)",
            "=A1+[1]S!B2",
            "='q 2'!B2*2",
            "=IF(A1>0,B2,NA())",
            "=RAND()",
            "=(",
            "=SUM(#REF!)",
            "=T!A1:A3",
            "=XFD1048576",
            "=1:1",
            "=B:B",
        ]
    ),
    st.integers(-1, 50_000),
    st.sampled_from(["Query", "Rel", "3", " d1", "d1", "Grades 0 to 3", "k", "Total", "", True]),
    st.sampled_from(["#N/A", "#REF!"]),
)
SHEETS = st.dictionaries(
    st.sampled_from(["S", "q 2", "T"]),
    st.dictionaries(
        st.tuples(st.integers(1, 9), st.integers(1, 6)).map(lambda at: Address("S", *at).a1),
        CONTENTS,
        max_size=40,
    ),
    min_size=1,
)


@settings(max_examples=60, deadline=None)
@given(SHEETS, st.dictionaries(st.integers(1, 9).map(str), st.just("by hand"), max_size=2))
def test_any_sheet_is_survived(sheets: dict[str, Any], hidden: dict[str, str]) -> None:
    filled = {
        title: {
            at: SharedFormula(value, 2, 4).at(*Address.parse(title, at)[1:])
            if isinstance(value, str) and value.startswith("=")
            else value
            for at, value in cells.items()
        }
        for title, cells in sheets.items()
    }
    first = {"grade": "B2:B7", "rank": "A2:A7"}
    for lines in ({}, {"lines": first}):
        known = evidence({"sheets": filled, "hidden_rows": hidden, **lines})
        for rule in MODULES.values():
            list(rule.find(known))


@pytest.mark.parametrize("name", ["ndcg-mrr", "average-precision", "agreement", "shop"])
def test_nothing_is_found_in_our_own_workbooks_taken_for_foreign_ones(
    tmp_path: Path, name: str
) -> None:
    [path] = build([name], tmp_path)
    book = replace(read_workbook(path), tables=())
    calculation = Calculation(book)
    known = Evidence(book, (), (), 0, calculation.values(), (), calculation.values)
    known = replace(known, reading=read_roles(book))
    assert known.is_foreign
    for code, rule in MODULES.items():
        assert code < "XL2" or not list(rule.find(known)), code


def test_a_large_sheet_costs_little_a_formula() -> None:
    """Twice the rows take about twice the time, however many break their region."""

    def seconds(rows: int) -> float:
        cells: dict[str, Any] = {"A1": "Rank", "B1": "Rel"}
        for row in range(2, rows):
            cells |= {f"A{row}": row, f"B{row}": row % 4, f"C{row}": f"=B{row}/LOG(A{row}+1,2)"}
            if row % 5 == 0:
                cells[f"C{row}"] = 1 if row % 2 else f"=B{row}/A{row}"
            cells[f"D{row}"] = f"=SUM(C2:C{row})"
        known = Evidence(workbook({"sheets": {"S": cells}}), (), (), 0, {}, (), lambda _: {})
        start = time.perf_counter()
        assert known.regions.deviants
        list(known.short_ranges)
        return time.perf_counter() - start

    assert seconds(8_000) < 24 * seconds(2_000) + 0.5
