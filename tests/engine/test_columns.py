"""Formulas computed together give what each of them gives by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.engine.sheets import workbook
from tests.engine.test_any_formula import calls
from xlmetrics.address import Address
from xlmetrics.engine import Calculation, blocks, calculation
from xlmetrics.model import NotChecked
from xlmetrics.xlsx.shared_formula import SharedFormula

if TYPE_CHECKING:
    from collections.abc import Sequence

    from xlmetrics.model import Result, Value

    Cells = dict[str, Value]

ROWS = 12
INPUTS: list[Value] = [0, 1, 2, 3, -1.5, 1e300, None, "", "x", "3", True, False, "#N/A", "#DIV/0!"]
NOT_CHECKED: list[Value] = ["3/4", "TRUE", "=LAMBDA(x,x)"]
NUMBERS: Cells = {f"{column}{row}": row % 5 for column in "AB" for row in range(1, ROWS + 9)}
NAMES = {"nm": "=Sheet1!$A$2:$A$4", "cell": "=Sheet1!$B$2"}
ATOMS = """
    A2 A2 B2 B2 $A$2 B$3 A1 A:A A2:B4 $B$2:$B$9 B2:B2 1 2 0 "x" "<=2" TRUE #N/A nm cell {1;2}
    D2 D2 E2 F2 D1 E1 F1 E3 D$2 D2:E2 F$2:F9 Two!A2 Two!B2:B5
"""
USUAL = [
    *("A2/LOG(B2+1,2)", "LARGE($B$2:$B$9,A2)", "IF(A2>0,B2/A2,D2)", "SUM(D2:E4)", "D1+A2"),
    *("IFERROR(1/MATCH(TRUE,INDEX(B2:B9>0,0),0),0)", 'COUNTIF(A2:A9,">0")/3', "SUM(F$2:F2)"),
    *("IF(A2,IF(B2=0,D2,E2),F1)", "SUMPRODUCT(--(A2:A5>B2),IF(A2,B2:B5,1))", "A2&B2", "cell*A2"),
]
atoms = st.sampled_from(ATOMS.split())
formulas = st.sampled_from(USUAL) | st.recursive(atoms, calls, max_leaves=5)


def filled_down(formula: str, column: str, rows: Sequence[int]) -> Cells:
    shared = SharedFormula(f"={formula}", 2, 4)
    return {f"{column}{row}": shared.at(row, 4) for row in rows}


@st.composite
def sheets(draw: st.DrawFn) -> dict[str, Cells]:
    few = draw(st.lists(st.sampled_from(INPUTS), min_size=1, max_size=5))
    given = [f"{column}{row}" for column in "AB" for row in range(1, ROWS + 4)]
    one: Cells = {at: draw(st.sampled_from(few)) for at in given}
    for column in "DEF":
        one |= filled_down(draw(formulas), column, range(2, ROWS + 2))
    for at in draw(st.lists(st.sampled_from(sorted(one)), max_size=2)):
        one[at] = draw(st.sampled_from(few + NOT_CHECKED))
    two = {f"{column}{row}": f"=Sheet1!{column}{row}" for column in "AB" for row in range(2, ROWS)}
    return {"Sheet1": one, "Two": two}


def computed(
    cells: dict[str, Cells], changed: dict[Address, Value], few: int
) -> list[dict[Address, Result]]:
    """As it is, with other inputs, and as it is again."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(blocks, "FEW", few)
        found = Calculation(workbook(cells, NAMES))
        return [found.values(), found.values(changed), found.values()]


@settings(max_examples=100, deadline=None)
@given(sheets(), st.dictionaries(st.sampled_from("ABDE"), st.sampled_from(INPUTS), max_size=3))
def test_together_is_one_by_one(cells: dict[str, Cells], other: dict[str, Value]) -> None:
    changed = {Address.parse("Sheet1", f"{column}5"): value for column, value in other.items()}
    together, one_by_one = computed(cells, changed, 2), computed(cells, changed, 10_000)
    assert repr(together) == repr(one_by_one)


@pytest.mark.parametrize(
    "formula",
    [
        *USUAL,
        *("IF(A2,B2,A2)", "IF(A2>1,B2)", "SUM(IF(A2<9,B2,0))", "IF(A2,,B2)", "COUNT(A2,B2,A2&B2)"),
        *("SUMPRODUCT(IF(SUM(A2:A4*1)>2,1,2)*A2)", "IFERROR(A2^B2,B2)", "LEFT(A2,1)&B2", "A2=B2"),
        *("LARGE((A2:A4,B2:B4),1)+1", "SUM((A2,B2))+1", "SUM(Sheet1:Sheet1!A2)+1", "1+PI()"),
    ],
)
def test_the_same_on_every_kind_of_value(formula: str) -> None:
    every = INPUTS * 2
    cells: Cells = {f"A{row}": value for row, value in enumerate(every, 1)}
    cells |= {f"B{row}": value for row, value in enumerate(every[::-3] + every, 1)}
    cells |= filled_down(formula, "D", range(2, len(every)))
    assert repr(computed({"Sheet1": cells}, {}, 2)) == repr(computed({"Sheet1": cells}, {}, 99))


@pytest.mark.parametrize("named", ["", "5", "x", True, 3, None])
def test_a_name_for_a_cell_is_a_reference(named: Value) -> None:
    cells: Cells = {"B2": named} | filled_down("GCD(cell)+SUM(cell,1)", "D", range(2, ROWS))
    assert repr(computed({"Sheet1": cells}, {}, 2)) == repr(computed({"Sheet1": cells}, {}, 99))


def one_at_a_time(cells: Cells, monkeypatch: pytest.MonkeyPatch) -> int:
    """How many formulas are computed by themselves."""
    alone: list[Address] = []
    compute = calculation._Run._compute

    def noted(run: calculation._Run, address: Address) -> Result:
        alone.append(address)
        return compute(run, address)

    monkeypatch.setattr(calculation._Run, "_compute", noted)
    Calculation(workbook({"Sheet1": cells}, NAMES)).values()
    return len(alone)


@pytest.mark.parametrize(
    "formula",
    [
        *("A2/LOG(B2+1,2)", "LARGE($B$2:$B$9,A2)", "IF(A2>0,B2/A2,0)", "SUM(A2:A9)", "1/A2"),
        *(
            "IFERROR(1/MATCH(TRUE,INDEX(B2:B9>0,0),0),0)",
            'COUNTIF(A2:A9,">0")/3',
            "-A2%",
            "cell*A2",
        ),
        *('SUMIFS(A:A,B:B,"<="&B2)', "IF(AND(A2>1,B2>1),A2)", "ROUND(SUM(A2,B2),1)"),
    ],
)
def test_what_is_computed_together(formula: str, monkeypatch: pytest.MonkeyPatch) -> None:
    cells = NUMBERS | filled_down(formula, "D", range(2, ROWS))
    assert one_at_a_time(cells, monkeypatch) == 0


@pytest.mark.parametrize("formula", ["D1+A2", "A2+D3", "INDEX(A2:A3,1)", "A1:A20", "LET(x,A2,x)"])
def test_what_is_not(formula: str, monkeypatch: pytest.MonkeyPatch) -> None:
    cells = NUMBERS | filled_down(formula, "D", range(2, ROWS))
    assert one_at_a_time(cells, monkeypatch) >= ROWS - 2


@pytest.mark.parametrize("formula", ["SUM(A2:A9)", "1/MATCH(1,INDEX(A2:A9,0),0)"])
def test_time_runs_out_within_a_column(formula: str, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter(range(1000))
    monkeypatch.setattr("time.monotonic", lambda: next(clock))
    cells = NUMBERS | filled_down(formula, "D", range(2, ROWS))
    found = Calculation(workbook({"Sheet1": cells}), seconds=5).values()
    assert all(isinstance(result, NotChecked) for result in found.values())
