"""Formulas entered as array formulas, and those that only Excel's SUMPRODUCT treats as such."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.engine.sheets import workbook
from xlmetrics.address import Range
from xlmetrics.engine import recompute
from xlmetrics.model import ErrorValue, NotChecked, Sheet, Workbook

if TYPE_CHECKING:
    from xlmetrics.model import Result, Value

DATA: dict[str, Value] = {"A1": 1, "A2": 2, "A3": 3, "B1": 5, "B2": 6, "B3": 7}
NA = ErrorValue("#N/A")


def entered(formula: str, where: str) -> dict[str, Result]:
    """The values of an array formula entered into cells, and of Z1, which adds them up."""
    area = Range.parse("Sheet1", where)
    cells = DATA | {address.a1: formula for address in area.addresses()}
    [sheet] = workbook({"Sheet1": cells | {"Z1": f"=SUM({where})"}}).sheets
    arrays = [c._replace(array=area) if c.address in area else c for c in sheet.cells]
    found = recompute(Workbook((Sheet("Sheet1", tuple(arrays)),)))
    return {address.a1: result for address, result in found.items()}


def test_one_cell_sees_whole_ranges() -> None:
    assert entered("=SUM(A1:A3*B1:B3)", "D1") == {"D1": 38, "Z1": 38}
    assert entered("=MATCH(1,(A1:A3=2)*(B1:B3=6),0)", "D1")["D1"] == 2


def test_each_cell_has_its_part() -> None:
    assert entered("=A1:A3*2", "D5:D7") == {"D5": 2, "D6": 4, "D7": 6, "Z1": 12}
    assert entered("=A1:B3", "D5:E7")["E7"] == 7


def test_a_single_value_row_or_column_is_repeated() -> None:
    assert entered("=MAX(A1:A3)", "D1:E2") == {"D1": 3, "E1": 3, "D2": 3, "E2": 3, "Z1": 12}
    assert entered("=A1:A3", "D1:E3")["E3"] == 3
    assert entered("={1,2}", "D1:E3")["E3"] == 2


def test_cells_beyond_the_values_are_not_available() -> None:
    found = entered("=A1:A3*2", "D1:D4")
    assert (found["D3"], found["D4"], found["Z1"]) == (6, NA, NA)


def test_rows_and_columns_of_different_size() -> None:
    assert entered("=SUM(A1:A3*TRANSPOSE(A1:A2))", "D1")["D1"] == 18
    assert entered("=A1:A3+A1:A2", "D1:D3")["D3"] == NA


def test_where_each_cell_stands_is_not_guessed() -> None:
    assert isinstance(entered("=ROW()", "D1:D2")["D1"], NotChecked)


@pytest.mark.parametrize(
    "formula",
    [
        "=SUMPRODUCT(IF(A1:A3>1,B1:B3,0))",
        "=SUMPRODUCT(IFERROR(1/(A1:A3-1),0))",
        "=SUMPRODUCT(CHOOSE({1,2},A1:A3,B1:B3)*(A1:A3>1))",
    ],
)
def test_if_in_sumproduct_is_checked_only_where_it_was_entered_as_an_array(formula: str) -> None:
    [found] = [v for k, v in plain(formula).items() if k == "D9"]
    assert isinstance(found, NotChecked)


def test_if_in_sumproduct_entered_as_an_array() -> None:
    assert entered("=SUMPRODUCT(IF(A1:A3>1,B1:B3,0))", "D9")["D9"] == 13


def test_if_over_single_cells_in_sumproduct() -> None:
    assert plain("=SUMPRODUCT(IF(A1=1,B1:B3,0)*A1:A3)")["D9"] == 38


def test_match_in_index_sees_arrays_only_where_entered() -> None:
    formula = "=INDEX(B1:B3,MATCH(1,(A1:A3=2)*(B1:B3=6),0))"
    assert plain(formula)["D9"] == ErrorValue("#VALUE!")
    assert entered(formula, "D9")["D9"] == 6


def plain(formula: str) -> dict[str, Result]:
    found = recompute(workbook({"Sheet1": {**DATA, "D9": formula}}))
    return {address.a1: result for address, result in found.items()}
