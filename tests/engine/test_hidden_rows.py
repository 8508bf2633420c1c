"""What totals of the rows that are shown leave out: tests/data/hidden_rows.json, by all readers."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from tests.engine.sheets import as_in_a_file, same, workbook
from tests.engine.test_cases import value
from tests.ods.convert import as_open_document
from xlmetrics.address import Address
from xlmetrics.engine import recompute
from xlmetrics.engine.libreoffice import recalculate
from xlmetrics.model import Hiding, NotChecked, Result
from xlmetrics.read import read_workbook

DATA = json.loads((Path(__file__).parent.parent / "data/hidden_rows.json").read_text("utf-8"))
CASES = DATA["cases"]
PLACES = [f"D{row}" for row in range(20, 20 + len(CASES))]


def save(path: Path, how: Hiding) -> Path:
    """The cells and all formulas, as a script writes them that hides rows or filters them."""
    book = openpyxl.Workbook()
    page = book.active
    page.title = "S"
    for a1, content in DATA["cells"].items():
        page[a1] = content
    for place, case in zip(PLACES, CASES, strict=True):
        page[place] = as_in_a_file(case["formula"])
    for row in DATA["hidden"]:
        page.row_dimensions[row].hidden = True
    if how is not Hiding.BY_HAND:
        page.auto_filter.ref = "A1:B7"
    if how is Hiding.BY_FILTER:
        page.auto_filter.add_filter_column(0, ["1"])
    book.save(path)
    return path


def agrees(found: Result, expected: Any) -> bool:
    return isinstance(found, NotChecked) if expected is None else same(found, value(expected))


@pytest.mark.parametrize("how", Hiding)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case["formula"])
def test_totals_of_what_is_shown(case: dict[str, Any], how: Hiding) -> None:
    book = workbook({"S": {**DATA["cells"], "D20": case["formula"]}})
    sheet = replace(book.sheets[0], hidden_rows=dict.fromkeys(DATA["hidden"], how))
    found = recompute(replace(book, sheets=(sheet,)))[Address("S", 20, 4)]
    assert agrees(found, case[how]), found


@pytest.mark.parametrize("how", Hiding)
def test_hidden_rows_are_read(tmp_path: Path, how: Hiding) -> None:
    book = read_workbook(save(tmp_path / "x.xlsx", how))
    assert book.sheets[0].hidden_rows == dict.fromkeys(DATA["hidden"], how)
    found = recompute(book)
    for place, case in zip(PLACES, CASES, strict=True):
        assert agrees(found[Address.parse("S", place)], case[how]), case


@pytest.mark.libreoffice
@pytest.mark.parametrize("how", [Hiding.BY_HAND, Hiding.BY_FILTER])
def test_libreoffice_agrees_and_its_files_are_read_the_same(tmp_path: Path, how: Hiding) -> None:
    source = save(tmp_path / "x.xlsx", how)
    [copy] = recalculate([source], tmp_path / "out")
    page = openpyxl.load_workbook(copy, data_only=True)["S"]
    [document] = as_open_document([source], tmp_path, ".ods")
    book = read_workbook(document)
    assert book.sheets[0].hidden_rows == dict.fromkeys(DATA["hidden"], how)
    ours = recompute(book)
    for place, case in zip(PLACES, CASES, strict=True):
        if case[how] is not None:
            assert same(value(page[place].value), value(case[how])), case
        assert agrees(ours[Address.parse("S", place)], case[how]), case
