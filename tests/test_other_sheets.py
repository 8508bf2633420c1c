"""Sheets of other kinds, in which nothing is wrong, and sheets to which anything was done."""

import json
import zipfile
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.corpus import Layout, layouts
from tests.mutations import Good, of_words, of_xml
from tests.roles.sheets import Cells, book
from tests.roles.test_junk import shaken
from xlmetrics.address import column_letters
from xlmetrics.audit import Verdict, check, check_workbook
from xlmetrics.errors import XlmetricsError

DATA = Path(__file__).with_name("data") / "other_sheets.json"
CASES = json.loads(DATA.read_text("utf-8"))["cases"]


def cells(rows: list[list[Any]]) -> Cells:
    return {
        f"{column_letters(column)}{row}": value
        for row, values in enumerate(rows, 1)
        for column, value in enumerate(values, 1)
        if value is not None
    }


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_nothing_is_wrong_in_them(case: dict[str, Any]) -> None:
    report = check_workbook(book({"S": cells(case["rows"])}))
    assert report.mistakes == ()
    assert report.has_measures == case["measures"]
    right = [cell for cell in report.cells if cell.verdict is Verdict.OK]
    assert len(right) == case.get("right", len(right))


WRONG = [(case, wrong) for case in CASES for wrong in case.get("wrong", ())]


@pytest.mark.parametrize(
    ("case", "wrong"), WRONG, ids=[f"{case['name']} {wrong['at']}" for case, wrong in WRONG]
)
def test_what_is_made_wrong_in_them_is_told_of(case: dict[str, Any], wrong: dict[str, Any]) -> None:
    report = check_workbook(book({"S": cells(case["rows"]) | wrong["edits"]}))
    assert (wrong["code"], wrong["at"]) in {(f.code, f.address.a1) for f in report.mistakes}


NO_HARMONIC_MEAN = {
    "A1": "Relevant",
    "A2": 1,
    "A3": 0,
    "A4": "relevant docs",
    "B4": -1,
    "A5": "F1@2",
    "B5": "=2*0.5*1/(0.5+1)",
}


def test_no_number_ends_a_check() -> None:
    assert check_workbook(book({"S": NO_HARMONIC_MEAN})).cells


WORDS = [
    *(
        b"0",
        b"-1",
        b"1e308",
        b"A1",
        b"=A1",
        b"n",
        b"s",
        b"str",
        b"b",
        b"e",
        b"#REF!",
        b"XFD1048576",
    ),
    *(b"SUM(A:A)", b"LARGE(B2:B7,A1)", b"1/0", b"nDCG", b"Rank", b"k", b"Mean", b"Relevance", b""),
]


@pytest.mark.parametrize("layout", layouts(), ids=lambda layout: layout.name)
def test_whatever_is_done_to_a_sheet_it_is_checked_or_refused(
    layout: Layout, tmp_path: Path
) -> None:
    random = Random(7)
    case = next(layout.clean())
    check_workbook(shaken(case.workbook(), random), everything=True)
    path = tmp_path / "x.xlsx"
    case.save(path)
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    good = Good(lambda: dict(parts), [name for name in parts if "sheet1" in name] * 20, WORDS)
    for mutation in (of_words, of_words, of_words, of_xml):
        mutation(good, random, path)
        with suppress(XlmetricsError):
            check(path)
