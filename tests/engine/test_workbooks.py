"""Every case in tests/data/engine_workbooks.json, by us and by LibreOffice."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import openpyxl
import pytest

from tests.engine.sheets import same, save, workbook
from tests.engine.test_cases import value
from xlmetrics.address import Address, Range
from xlmetrics.engine import recompute
from xlmetrics.engine.libreoffice import recalculate
from xlmetrics.model import ErrorValue, ListObject, NotChecked, Workbook
from xlmetrics.xlsx.read import read_workbook

if TYPE_CHECKING:
    from collections.abc import Iterator

DATA = json.loads((Path(__file__).parent.parent / "data/engine_workbooks.json").read_text("utf-8"))
BOOKS = DATA["workbooks"]
CASES = [(name, case) for name, book in BOOKS.items() for case in book["cases"]]


def made(described: dict[str, Any], cases: list[dict[str, Any]]) -> Workbook:
    sheets = {title: dict(cells) for title, cells in described["sheets"].items()}
    for case in cases:
        title, a1 = case["at"].split("!")
        sheets[title][a1] = case["formula"]
    book = workbook(sheets, described.get("names"))
    local = described.get("local_names", {})
    return replace(book, list_objects=tuple(tables(described)), local_names=local)


def tables(described: dict[str, Any]) -> Iterator[ListObject]:
    for table in described.get("tables", ()):
        where = Range.parse(table["sheet"], table["where"])
        headers, totals = table.get("headers", 1), table.get("totals", 0)
        yield ListObject(table["name"], where, tuple(table["columns"]), headers, totals)


def place(case: dict[str, Any]) -> Address:
    return Address.parse(*case["at"].split("!"))


@pytest.mark.parametrize(
    ("name", "case"), CASES, ids=[f"{case['at']} {case['formula']}" for _, case in CASES]
)
def test_formula_gives_what_excel_gives(name: str, case: dict[str, Any]) -> None:
    found = recompute(made(BOOKS[name], [case]))[place(case)]
    if "not_checked" in case:
        assert isinstance(found, NotChecked), found
        assert case["not_checked"] in found.reason
    else:
        assert same(found, value(case["expected"])), found
        assert type(found) in (int, float, str, bool, ErrorValue)


@pytest.mark.libreoffice
@pytest.mark.parametrize("name", BOOKS)
def test_libreoffice_agrees_but_where_the_case_says_why(tmp_path: Path, name: str) -> None:
    known = [
        case
        for case in BOOKS[name]["cases"]
        if "expected" in case and case.get("libreoffice", 0) is not None
    ]
    save(made(BOOKS[name], known), tmp_path / "in.xlsx")
    [copy] = recalculate([tmp_path / "in.xlsx"], tmp_path / "out")
    shown = openpyxl.load_workbook(copy, data_only=True)
    pairs = [(case, shown[place(case).sheet][place(case).a1].value) for case in known]
    wrong = [
        (case["at"], case["formula"], found)
        for case, found in pairs
        if not same(value(case.get("libreoffice", case["expected"])), value(found))
    ]
    assert not wrong


@pytest.mark.parametrize("name", BOOKS)
def test_a_file_holds_all_that_the_cases_need(tmp_path: Path, name: str) -> None:
    book = made(BOOKS[name], BOOKS[name]["cases"])
    save(book, tmp_path / "in.xlsx")
    read = read_workbook(tmp_path / "in.xlsx")
    assert read.list_objects == book.list_objects
    assert read.local_names == book.local_names
    assert recompute(read) == recompute(book)


def test_each_difference_is_explained_and_each_cell_has_one_case() -> None:
    assert all(case.get("why") for _, case in CASES if "libreoffice" in case)
    for book in BOOKS.values():
        assert len({case["at"] for case in book["cases"]}) == len(book["cases"])
