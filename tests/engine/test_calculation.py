"""A workbook computed as a whole: order, circles, what is passed on, what is asked again."""

from __future__ import annotations

import math
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.sheets import same, workbook
from xlmetrics import reference
from xlmetrics.address import Address
from xlmetrics.engine import Calculation, recompute
from xlmetrics.model import ErrorValue, NotChecked

if TYPE_CHECKING:
    from xlmetrics.model import Result, Value

WORKED_EXAMPLE: dict[str, Value] = {
    **{f"A{n}": n - 1 for n in range(2, 8)},
    **dict(zip(("B2", "B3", "B4", "B5", "B6", "B7", "B8"), (2, 0, 3, 1, 0, 2, 3), strict=True)),
    **{f"C{n}": f"=B{n}/LOG(A{n}+1,2)" for n in range(2, 8)},
    **{f"D{n}": f"=LARGE($B$2:$B$8,A{n})" for n in range(2, 8)},
    **{f"E{n}": f"=D{n}/LOG(A{n}+1,2)" for n in range(2, 8)},
    "B10": 5,
    "B11": '=SUMIFS(C2:C7,A2:A7,"<="&B10,B2:B7,">0")',
    "B12": '=SUMIFS(E2:E7,A2:A7,"<="&B10)',
    "B13": "=IF(B12=0,0,B11/B12)",
    **dict(zip(("B16", "B17", "B18", "B19", "B20"), (1, 3, 2, "none", 1), strict=True)),
    **{f"C{n}": f"=IFERROR(1/B{n},0)" for n in range(16, 21)},
    "C21": "=AVERAGE(C16:C20)",
}


def at(a1: str, sheet: str = "Sheet1") -> Address:
    return Address.parse(sheet, a1)


def values(cells: dict[str, Value], **names: str) -> dict[str, Result]:
    found = recompute(workbook({"Sheet1": cells}, names))
    return {address.a1: result for address, result in found.items()}


def test_worked_example() -> None:
    found = values(WORKED_EXAMPLE)
    assert found["B13"] == pytest.approx(3.930676558073393 / 7.1409951840957)
    assert found["C21"] == pytest.approx(17 / 30)
    assert found["D7"] == 0


def test_worked_example_with_other_inputs() -> None:
    calculation = Calculation(workbook({"Sheet1": WORKED_EXAMPLE}))
    before = calculation.values()
    changed = calculation.values({at("B10"): 3, at("B19"): 5, at("B2"): None})
    assert changed[at("C19")] == 0.2
    assert changed[at("C2")] == 0
    assert changed[at("B11")] == pytest.approx(1.5)
    assert calculation.values() == before


def test_a_formula_can_be_overruled_and_is_computed_again_afterwards() -> None:
    calculation = Calculation(workbook({"Sheet1": {"A1": 1, "B1": "=A1+1", "A2": "=B1*2"}}))
    assert list(calculation.values({at("B1"): 10}).values()) == [10, 20]
    assert list(calculation.values().values()) == [2, 4]


def test_values_come_in_the_order_of_the_workbook() -> None:
    book = workbook({"One": {"B2": "=Two!A1", "A1": "=B2"}, "Two": {"A1": "=1"}})
    assert list(recompute(book)) == [cell.address for cell in book.formulas()]


def test_a_wrong_formula_is_seen() -> None:
    """The negative control: with a slip in one formula the figure is another."""
    slip = {**WORKED_EXAMPLE, "C4": "=B4/LOG(A4+2,2)"}
    assert values(slip)["B13"] != pytest.approx(3.930676558073393 / 7.1409951840957, abs=1e-3)


def test_the_order_of_cells_does_not_matter() -> None:
    cells = {
        "A1": "=A2+1",
        "A2": "=SUM(A3:A5)",
        "A3": "=A4",
        "A4": "=A6*2",
        "A5": "=A4+A3",
        "A6": 1,
    }
    backwards = dict(reversed(cells.items()))
    assert values(cells) == values(backwards) == {"A1": 9, "A2": 8, "A3": 2, "A4": 2, "A5": 4}


def test_a_chain_longer_than_the_stack() -> None:
    down = {"A1": 0, **{f"A{n}": f"=A{n - 1}+1" for n in range(2, 20_001)}}
    assert values(dict(reversed(down.items())))["A20000"] == 19_999


def test_a_sum_above_what_it_adds_up() -> None:
    assert values({"A1": "=SUM(A2:A5001)", **{f"A{n}": "=1" for n in range(2, 5002)}})["A1"] == 5000


def test_circles_are_not_checked_and_neither_is_what_hangs_on_them() -> None:
    found = values(
        {"A1": "=A2", "A2": "=A3+1", "A3": "=A1", "B1": "=B1", "C1": "=A1*2", "D1": "=1"}
    )
    for cell in ("A1", "A2", "A3", "B1"):
        assert isinstance(found[cell], NotChecked)
        assert "circular" in found[cell].reason
    assert isinstance(found["C1"], NotChecked)
    assert found["C1"].reason.startswith("depends on Sheet1!A1: circular")
    assert found["D1"] == 1


def test_what_depends_on_a_cell_not_checked_names_it() -> None:
    found = values({"A1": "=NOSUCH(1)", "A2": "=IFERROR(A1,0)", "A3": "=SUM(A1:A2)", "A4": "=A3+1"})
    assert found["A2"] == found["A4"]
    assert found["A4"] == NotChecked("depends on Sheet1!A1: the function NOSUCH is not known")


def test_a_branch_not_taken_does_not_matter() -> None:
    assert values({"A1": "=NOSUCH(1)", "A2": "=IF(TRUE,1,A1)"})["A2"] == 1


def test_other_sheets_in_any_spelling() -> None:
    book = workbook(
        {
            "Jan's 1:2".replace(":", "-"): {"B2": 4},
            "Sum": {"A1": "='jan''s 1-2'!B2*2", "A2": "=sum!A1"},
        }
    )
    assert list(recompute(book).values()) == [8, 8]


def test_defined_names() -> None:
    names = {
        "grades": "Sheet1!$A$1:$A$3",
        "CutOff": "Sheet1!$B$1",
        "rate": "0.5",
        "moving": "Sheet1!A1",
        "Double": "=2*Sheet1!$B$1",
    }
    cells: dict[str, Value] = {"A1": 1, "A2": 2, "A3": 3, "B1": 2, "C1": "=SUM(Grades)*cutoff*RATE"}
    cells |= {"C2": "=SUM(moving)", "C3": "=double+1", "C4": "=LARGE(grades,cutoff)"}
    found = values(cells, **names)
    assert (found["C1"], found["C3"], found["C4"]) == (6, 5, 2)
    assert isinstance(found["C2"], NotChecked)


def test_a_single_cell_is_taken_from_the_same_row_or_column() -> None:
    cells: dict[str, Value] = {
        "A1": 1,
        "A2": 2,
        "A3": 3,
        "B2": "=A1:A3*10",
        "B4": "=A1:A3*10",
        "C9": "=A1:A3",
    }
    cells |= {"D3": "=A:A", "E1": "=SUM(A1:A3*2)"}
    cells |= {"F2": "=SUM(@A1:A3)", "G3": "=SUM(_xlfn.SINGLE(A1:A3))"}
    found = values(cells)
    assert (found["B2"], found["D3"], found["E1"]) == (20, 3, 2)
    assert (found["F2"], found["G3"]) == (2, 3)
    assert found["B4"] == found["C9"] == ErrorValue("#VALUE!")


def test_a_formula_knows_where_it_stands() -> None:
    assert values({"B7": "=ROW()", "C7": "=COLUMN()-1", "D8": "=ROW()&COLUMN()"}) == {
        "B7": 7,
        "C7": 2,
        "D8": "84",
    }


def test_references_made_as_the_formula_is_computed() -> None:
    cells: dict[str, Value] = {
        "A1": "=SUM(OFFSET(A2,0,0,A5,1))",
        "A2": "=A4*2",
        "A3": "=A4",
        "A4": 1,
    }
    cells |= {"A5": "=A4+1", "A6": '=INDIRECT("A"&A5)'}
    assert values(cells) == {"A1": 3, "A2": 2, "A3": 1, "A5": 2, "A6": 2}
    calculation = Calculation(workbook({"Sheet1": cells}))
    calculation.values()
    assert calculation.values({at("A4"): 2})[at("A6")] == 2


def test_a_subtotal_of_subtotals_is_not_guessed() -> None:
    found = values(
        {"A1": 1, "A2": "=SUBTOTAL(9,A1)", "A3": "=SUBTOTAL(9,A1:A2)", "A4": "=SUM(A1:A2)"}
    )
    assert isinstance(found["A3"], NotChecked)
    assert found["A4"] == 2


@pytest.mark.parametrize(
    ("criterion", "found"),
    [("a~~*", 2), ("a[1]", 1), ("~?", 1), ("*\n*", 1), ("A~**", 2), ("??", 1)],
)
def test_wildcards(criterion: str, found: int) -> None:
    texts: list[Value] = ["a~", "a~x", "a[1]", "?", "p\nq", "a*b", "a**"]
    cells = {f"A{row}": text for row, text in enumerate(texts, 1)}
    assert values({**cells, "B1": criterion, "B2": "=COUNTIF(A1:A7,B1)"})["B2"] == found


def test_hostile_wildcards_end() -> None:
    cells: dict[str, Value] = {"A1": "a" * 32_000, "B1": "*a" * 20 + "*b", "B2": "=COUNTIF(A1,B1)"}
    assert values(cells)["B2"] == 0


def test_a_number_in_a_cell_is_a_criterion_like_one_written_out() -> None:
    cells: dict[str, Value] = {"A1": 2, "A2": "2", "A3": 2.0, "B1": 2, "B2": "=COUNTIF(A1:A3,B1)"}
    assert values(cells)["B2"] == 3


def test_time_is_bounded() -> None:
    found = Calculation(workbook({"Sheet1": {"A1": "=1", "A2": "=A1"}}), seconds=-1).values()
    assert all(isinstance(result, NotChecked) for result in found.values())


@pytest.mark.parametrize(
    "formula", ["=" + "(" * 5000 + "1" + ")" * 5000, "=" + "+".join("1" * 2000)]
)
def test_formulas_nested_or_chained_beyond_reason(formula: str) -> None:
    assert isinstance(values({"A1": formula})["A1"], NotChecked | float)


grades = st.lists(st.one_of(st.integers(0, 3), st.none(), st.just("x")), min_size=1, max_size=8)


@given(grades, st.integers(1, 10))
def test_ndcg_equals_the_reference_on_any_grades(found: list[int | str | None], k: int) -> None:
    last = len(found) + 1
    numbers = [grade if isinstance(grade, int) else 0 for grade in found]
    cells: dict[str, Value] = {"F1": k}
    for row, grade in enumerate(found, 2):
        cells |= {
            f"A{row}": row - 1,
            f"B{row}": grade,
            f"C{row}": f"=N(B{row})/LOG(A{row}+1,2)",
            f"D{row}": f"=IFERROR(LARGE($B$2:$B${last},A{row}),0)/LOG(A{row}+1,2)",
        }
    for column in "CD":
        cells[f"{column}20"] = f'=SUMIFS({column}2:{column}{last},A2:A{last},"<="&$F$1)'
    cells["F2"] = "=IF(D20=0,0,C20/D20)"
    assert same(values(cells)["F2"], reference.ndcg(numbers, numbers, k=k))


def test_the_package_parses_and_its_function_table_waits_until_it_is_needed() -> None:
    """The parser costs a tenth of a second to load; the table six times that, and few need it."""
    code = (
        "import sys, xlmetrics.engine\n"
        "print({'formulas.parser', 'formulas.functions.stat', 'openpyxl'} & set(sys.modules))"
    )
    loaded = subprocess.check_output([sys.executable, "-c", code], text=True).strip()
    assert loaded == "{'formulas.parser'}"


def test_a_defined_name_may_be_a_function() -> None:
    found = values(
        {"A1": 3, "A2": 1, "B1": "=dcg(A1:A2)", "B2": "=half(A1)+half(1)", "B3": "=SUM(half)"},
        dcg="LAMBDA(_xlpm.g,SUM(_xlpm.g/LOG(ROW(_xlpm.g)+Sheet1!$A$2,2)))",
        half="_xlfn.LAMBDA(_xlpm.x,_xlpm.x/2)",
    )
    assert found["B1"] == pytest.approx(3 + 1 / math.log2(3))
    assert found["B2"] == 2
    assert isinstance(found["B3"], NotChecked)


def test_a_function_that_calls_itself_is_not_checked() -> None:
    found = values({"A1": "=again(3)"}, again="LAMBDA(x,IF(x=0,0,again(x-1)))")
    assert found["A1"] == NotChecked("nested too deeply")


DOUBLED = ",".join(f"f{n + 1}_,LAMBDA(x,f{n}_(x)+f{n}_(x))" for n in range(40))


@pytest.mark.parametrize(
    "formula",
    [
        f"=LET(f0_,LAMBDA(x,x),{DOUBLED},f40_(1))",
        "=n40_",
        "=SUM(MAKEARRAY(2000,2000,LAMBDA(r,c,SUM(MAKEARRAY(999,1,LAMBDA(a,b,1))))))",
    ],
)
def test_what_is_short_to_write_and_long_to_compute_ends(formula: str) -> None:
    names = {"n0_": "1", **{f"n{n + 1}_": f"n{n}_+n{n}_" for n in range(40)}}
    calculation = Calculation(workbook({"Sheet1": {"A1": formula}}, names), seconds=0.2)
    [found] = calculation.values().values()
    assert found == NotChecked("the workbook takes too long to compute")
