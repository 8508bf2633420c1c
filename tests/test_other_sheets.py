"""Sheets of other kinds, in which a check must find nothing wrong."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.roles.sheets import Cells, book
from xlmetrics.address import column_letters
from xlmetrics.audit import check_workbook

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
