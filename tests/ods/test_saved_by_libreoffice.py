"""Workbooks that LibreOffice has saved as .ods and .fods are read as those they were made from."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.engine.sheets import same, save, workbook
from tests.engine.test_workbooks import BOOKS, made, place
from tests.ods.convert import as_open_document
from tests.saved import assert_nothing_changed, places
from xlmetrics.address import Address
from xlmetrics.audit import check
from xlmetrics.build import build
from xlmetrics.engine import recompute
from xlmetrics.model import ErrorValue, Result, Value
from xlmetrics.read import read_workbook
from xlmetrics.template.read import shipped_templates

pytestmark = pytest.mark.libreoffice

NAMES = BOOKS["names of a sheet"]
EXCEL = json.loads((Path(__file__).parent.parent / "data/excel_formulas.json").read_text("utf-8"))


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    files = build(shipped_templates(), tmp_path_factory.mktemp("built"))
    return {path.stem: path for path in files}


@pytest.fixture(scope="module", params=[".ods", ".fods"])
def saved(
    built: dict[str, Path],
    tmp_path_factory: pytest.TempPathFactory,
    request: pytest.FixtureRequest,
) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("saved")
    files = as_open_document(list(built.values()), folder, request.param)
    return {path.stem: path for path in files}


def test_names_of_a_sheet(tmp_path: Path) -> None:
    cases = [case for case in NAMES["cases"] if case.get("expected") not in (None, "#NAME?")]
    cases = [case for case in cases if "libreoffice" not in case]
    save(made(NAMES, cases), tmp_path / "in.xlsx")
    [copy] = as_open_document([tmp_path / "in.xlsx"], tmp_path, ".ods")
    found = recompute(read_workbook(copy))
    assert {case["at"]: found[place(case)] for case in cases} == {
        case["at"]: case["expected"] for case in cases
    }


@pytest.mark.parametrize("name", shipped_templates())
def test_nothing_that_is_read_changes(
    built: dict[str, Path], saved: dict[str, Path], name: str
) -> None:
    before, after = read_workbook(built[name]), read_workbook(saved[name])
    assert_nothing_changed(before, after, unsigned, blank=("", None))


def unsigned(number_format: str) -> str:
    """What has a sign is read as what has none: of several formats, the last."""
    return number_format.rpartition(";")[2]


@pytest.mark.parametrize("name", shipped_templates())
def test_its_formulas_give_the_same(
    built: dict[str, Path], saved: dict[str, Path], name: str
) -> None:
    before = recompute(read_workbook(built[name]))
    after = recompute(read_workbook(saved[name]))
    assert after.keys() == before.keys() != set()
    assert not [at for at, value in before.items() if not same(after[at], value)]


@pytest.mark.parametrize("name", shipped_templates())
def test_what_is_found_in_it_was_in_what_we_built(
    built: dict[str, Path], saved: dict[str, Path], name: str
) -> None:
    report = check(saved[name])
    assert report.cells
    assert places(report.findings) == places(check(built[name]).findings)
    assert report.not_checked == {}
    assert report.saved_by.startswith("LibreOffice/")


def value(written: Any) -> Value:
    return ErrorValue(written) if isinstance(written, str) and written.startswith("#") else written


def agree(stored: Value, gives: Result) -> bool:
    """Whether LibreOffice and we say the same, or both an error, which it names differently."""
    both_errors = isinstance(stored, ErrorValue) and isinstance(gives, ErrorValue)
    return both_errors or same(stored, gives)


def differs(formula: str) -> bool:
    """Whether LibreOffice is known to differ: a function it lacks, or TRUE, which it adds up."""
    return re.search(r"\b[a-z]+\(", formula) is not None or "(H1:H5)" in formula


def test_formulas_of_ranking_sheets_are_computed_as_libreoffice_does(tmp_path: Path) -> None:
    cases = EXCEL["cases"]
    cells = EXCEL["cells"] | {f"D{row}": case["formula"] for row, case in enumerate(cases, 30)}
    save(workbook({"Sheet1": cells}), tmp_path / "cases.xlsx")
    [path] = as_open_document([tmp_path / "cases.xlsx"], tmp_path / "out")
    book = read_workbook(path)
    found = recompute(book)
    wrong, agreed = [], 0
    for row, case in enumerate(cases, 30):
        cell = book.cells[Address("Sheet1", row, 4)]
        gives = found[cell.address]
        if agree(cell.value, gives):
            agreed += 1
        elif not differs(cell.formula or ""):
            wrong.append((case["formula"], cell.formula, cell.value, gives, case["expected"]))
    assert not wrong
    assert agreed > 80
