"""The functions borrowed from the formulas package, each compared with LibreOffice."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

import openpyxl
import pytest

from tests.engine.sheets import same, save, workbook
from xlmetrics.engine import recompute
from xlmetrics.engine.library import BORROWED, find
from xlmetrics.engine.libreoffice import recalculate
from xlmetrics.engine.table import FUNCTIONS
from xlmetrics.engine.values import Unchecked
from xlmetrics.model import ErrorValue, NotChecked

if TYPE_CHECKING:
    from xlmetrics.model import Result

DATA = json.loads(
    (Path(__file__).parent.parent / "data/borrowed_functions.json").read_text("utf-8")
)


def computed(formula: str, **cells: object) -> Result:
    [found] = recompute(workbook({"Sheet1": {**cells, "Z99": formula}})).values()  # type: ignore[dict-item]
    return found


@pytest.mark.libreoffice
def test_what_is_borrowed_is_what_libreoffice_gives(tmp_path: Path) -> None:
    cells = DATA["cells"] | {f"Z{row}": text for row, text in enumerate(DATA["formulas"], 20)}
    book = workbook({"Sheet1": cells})
    save(book, tmp_path / "in.xlsx")
    [copy] = recalculate([tmp_path / "in.xlsx"], tmp_path / "out")
    shown = openpyxl.load_workbook(copy, data_only=True)["Sheet1"]
    for address, ours in recompute(book).items():
        theirs = shown[address.a1].value
        both_errors = isinstance(ours, ErrorValue) and str(theirs).startswith("#")  # named anew
        is_date = hasattr(theirs, "year")  # formatted, not computed, by LibreOffice
        assert both_errors or is_date or same(ours, "" if theirs is None else theirs), (
            book.cells[address].formula,
            ours,
            theirs,
        )


def test_every_borrowed_function_is_compared() -> None:
    compared = {re.match(r"=([A-Z0-9.]+)\(", formula)[1] for formula in DATA["formulas"]}  # type: ignore[index]
    assert compared == set(BORROWED)
    assert not set(BORROWED) & set(FUNCTIONS)


@pytest.mark.parametrize("cells", [{"A1": "2"}, {"A1": True}, {"A1": None}, {"A1": "x"}])
def test_arrays_of_anything_but_numbers_are_not_checked(cells: dict[str, object]) -> None:
    found = computed("=AVEDEV(A1:A3)", A2=2, A3=3, **cells)
    assert isinstance(found, NotChecked)


@pytest.mark.parametrize(
    "name", ["RAND", "RANDBETWEEN", "TODAY", "NOW", "CELL", "INFO", "HYPERLINK"]
)
def test_what_changes_by_itself_is_not_known(name: str) -> None:
    with pytest.raises(Unchecked, match=f"the function {name} is not known"):
        find(name)
