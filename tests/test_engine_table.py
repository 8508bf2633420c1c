"""The table of the documentation says what the engine gives today."""

import re
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

from tests.engine import test_cases


def script() -> ModuleType:
    spec = spec_from_file_location(
        "engine_table", Path(__file__).parents[1] / "docs/engine_table.py"
    )
    assert spec
    assert spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


TABLE = script()
CASES = [
    *(("engine_cases", case, test_cases.DATA["cells"]) for case in test_cases.CASES),
    *(("excel_formulas", case, test_cases.EXCEL["cells"]) for case in test_cases.EXCEL["cases"]),
]


def rows() -> dict[tuple[str, str], list[str]]:
    """The columns after the formula, by the file of the case and its formula."""
    found, file = {}, ""
    for line in TABLE.TARGET.read_text("utf-8").splitlines():
        heading = re.search(r"\(`(\w+)\.json`\)", line)
        if heading:
            file = heading[1]
        elif line.startswith("| `="):
            cells = [cell.strip() for cell in line.replace("\\|", "\0").split("|")]
            found[file, cells[1].strip("`")] = cells[2:-1]
    return found


ROWS = rows()


def test_every_case_has_a_row() -> None:
    assert len(ROWS) > 400
    missing = [case["formula"] for file, case, _ in CASES if key(file, case) not in ROWS]
    assert not missing, "run docs/engine_table.py"


@pytest.mark.parametrize(("file", "case", "cells"), CASES, ids=[c["formula"] for _, c, _ in CASES])
def test_ours_is_as_the_table_says(file: str, case: dict, cells: dict) -> None:
    excel, _, ours, _ = ROWS[key(file, case)]
    given = TABLE.ours({**cells, TABLE.PLACE.a1: case["formula"]}).replace("\\|", "\0")
    assert ours == TABLE.marked(given, excel)
    assert not ours.startswith("**"), "a value that is not Excel's"


def key(file: str, case: dict) -> tuple[str, str]:
    return file, case["formula"].replace("|", "\0")
