"""Every case in tests/data/engine_cases.json, by us and by LibreOffice."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from tests.engine.sheets import same, save, workbook
from xlmetrics.address import Address
from xlmetrics.engine import recompute
from xlmetrics.engine.libreoffice import recalculate
from xlmetrics.model import ErrorValue, NotChecked

DATA = json.loads((Path(__file__).parent.parent / "data/engine_cases.json").read_text("utf-8"))
CASES = [case for group in DATA["groups"].values() for case in group]
KNOWN = [case for case in CASES if "expected" in case]


def value(written: Any) -> Any:
    return ErrorValue(written) if isinstance(written, str) and written.startswith("#") else written


def sheet(case: dict[str, Any]) -> dict[str, Any]:
    return {**DATA["cells"], "Z20": case["formula"]}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["formula"])
def test_formula_gives_what_excel_gives(case: dict[str, Any]) -> None:
    found = recompute(workbook({"Sheet1": sheet(case)}))[Address("Sheet1", 20, 26)]
    if "not_checked" in case:
        assert isinstance(found, NotChecked), found
        assert case["not_checked"] in found.reason
    else:
        assert same(found, value(case["expected"])), found
        assert type(found) in (int, float, str, bool, ErrorValue)


@pytest.mark.libreoffice
def test_libreoffice_agrees_but_where_the_case_says_why(tmp_path: Path) -> None:
    cells = DATA["cells"] | {f"Z{row}": case["formula"] for row, case in enumerate(KNOWN, 20)}
    save(workbook({"Sheet1": cells}), tmp_path / "in.xlsx")
    [copy] = recalculate([tmp_path / "in.xlsx"], tmp_path / "out")
    page = openpyxl.load_workbook(copy, data_only=True)["Sheet1"]
    shown = [value(page[f"Z{row}"].value) for row in range(20, 20 + len(KNOWN))]
    wrong = [
        (case["formula"], found)
        for case, found in zip(KNOWN, shown, strict=True)
        if not same(
            value(case.get("libreoffice", case["expected"])), "" if found is None else found
        )
    ]
    assert not wrong


def test_a_difference_is_written_down_only_where_there_is_one() -> None:
    assert not [c for c in KNOWN if "libreoffice" in c and same(c["libreoffice"], c["expected"])]
    assert all(case.get("why") for case in KNOWN if "libreoffice" in case)


EXCEL = json.loads((Path(__file__).parent.parent / "data/excel_formulas.json").read_text("utf-8"))
IDIOMS = json.loads((Path(__file__).parent.parent / "data/idioms.json").read_text("utf-8"))


@pytest.mark.parametrize("case", EXCEL["cases"], ids=lambda case: case["formula"])
def test_formula_from_a_ranking_sheet(case: dict[str, Any]) -> None:
    book = workbook({"Sheet1": {**EXCEL["cells"], "D30": case["formula"]}})
    found = recompute(book)[Address("Sheet1", 30, 4)]
    if "NOSUCHFUNCTION" in case["formula"]:
        assert found == NotChecked("the function NOSUCHFUNCTION is not known")
    else:
        assert same(found, value(case["expected"])), found


@pytest.mark.parametrize("sheet", IDIOMS["sheets"], ids=lambda sheet: sheet["idiom"])
def test_sheet_in_an_idiom(sheet: dict[str, Any]) -> None:
    found = recompute(workbook({"Sheet1": sheet["cells"]}))
    result = found[Address.parse("Sheet1", sheet["result_cell"])]
    assert result == pytest.approx(sheet["expected_value"], abs=1e-6)
    assert not [result for result in found.values() if isinstance(result, NotChecked)]
