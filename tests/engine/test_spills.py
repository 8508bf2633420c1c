"""Dynamic arrays, whose values spill over the cells that the file says."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.engine.sheets import workbook
from xlmetrics.address import Address, Range
from xlmetrics.engine import Calculation, recompute
from xlmetrics.model import NotChecked, Sheet, Workbook

if TYPE_CHECKING:
    from xlmetrics.model import Result, Value

DATA: dict[str, Value] = {"A1": 1, "A2": 2, "A3": 3, "B1": 5, "B2": 6, "B3": 7}


def array(formula: str, where: str, other: str, *, dynamic: bool = True) -> Workbook:
    """A formula that fills a range, and another one in Z1."""
    area = Range.parse("Sheet1", where)
    filled = dict.fromkeys(area.addresses(), area)
    cells = DATA | {address.a1: formula for address in filled} | {"Z1": other}
    [sheet] = workbook({"Sheet1": cells}).sheets
    arrays = [
        cell._replace(
            array=filled.get(cell.address),
            dynamic=dynamic and cell.address == area.first,
        )
        for cell in sheet.cells
    ]
    return Workbook((Sheet("Sheet1", tuple(arrays)),))


def spilled(formula: str, where: str, other: str) -> Result:
    """What another formula makes of one whose values spill."""
    book = array(formula, where, other)
    return recompute(book)[Address("Sheet1", 1, 26)]


@pytest.mark.parametrize(
    ("other", "expected"),
    [
        ("=SUM(D1#)", 12),
        ("=SUM(_xlfn.ANCHORARRAY(D1))", 12),
        ("=SUM(Sheet1!$D$1#)", 12),
        ("=ROWS(D1#)", 3),
        ("=INDEX(D1#,2)*10", 40),
        ("=SUM(D1#:D4)", 12),
        ("=SUMPRODUCT(D1#*B1:B3)", 76),
        ('=COUNTIF(D1#,">2")', 2),
        ("=SUM(OFFSET(D1#,1,0,2))", 10),
        ("=_xlfn.SINGLE(D1#)", 2),
        ("=@D1#", 2),
        ("=SUM(_xlfn.SINGLE(A1:A3),1)", 2),
        ("=SUM((D1#,A1))", 13),
        ("=SUM(FILTER(D1#,D1#>2))", 10),
        ("=REDUCE(0,D1#,LAMBDA(a,b,a+b))", 12),
        ("=IFERROR(1/SUM(D2#),0)", "nothing spills from D2"),
        ("=SUM(A1#)", "nothing spills from A1"),
        ("=SUM(D1:D2#)", "nothing spills from D1:D2"),
        ("=(D1)#", "# stands where no cell is"),
    ],
)
def test_spilled_range(other: str, expected: Value) -> None:
    found = spilled("=A1:A3*2", "D1:D3", other)
    if isinstance(expected, str):
        assert isinstance(found, NotChecked)
        assert expected in found.reason
    else:
        assert found == expected


@pytest.mark.parametrize("where", ["D1:D2", "D1:D4", "D1"])
def test_what_spills_over_other_cells_than_the_file_has_is_not_checked(where: str) -> None:
    for other in ("=SUM(D1#)", "=D1", "=SUM(D1:D9)"):
        found = spilled("=A1:A3*2", where, other)
        assert isinstance(found, NotChecked)
        assert "spills over other cells than" in found.reason


def test_what_spills_over_other_cells_with_other_inputs_is_not_checked() -> None:
    book = array("=FILTER(A1:A3,A1:A3>1)", "D1:D2", "=SUM(D1#)")
    calculation = Calculation(book)
    z1 = Address("Sheet1", 1, 26)
    assert calculation.values()[z1] == 5
    assert isinstance(calculation.values({Address("Sheet1", 1, 1): 7})[z1], NotChecked)
    assert calculation.values({Address("Sheet1", 2, 1): 7})[z1] == 10


def test_an_array_formula_is_no_dynamic_array() -> None:
    book = array("=A1:A3*2", "D1:D3", "=SUM(D1#)", dynamic=False)
    assert isinstance(recompute(book)[Address("Sheet1", 1, 26)], NotChecked)
