"""Whatever stands in a formula, the engine gives a value, an error or a reason."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.engine.sheets import same, save, workbook
from xlmetrics.address import Range
from xlmetrics.engine import recompute
from xlmetrics.engine.table import FUNCTIONS
from xlmetrics.formula import _abstract_thoroughly, abstract
from xlmetrics.model import ErrorValue, ListObject, NotChecked

if TYPE_CHECKING:
    from xlmetrics.model import Value

CELLS: dict[str, Value] = {
    "A1": 1,
    "A2": 2.5,
    "A3": "x",
    "A4": None,
    "A5": "3",
    "B1": True,
    "B2": "#N/A",
    "B3": 0,
    "B4": "",
    "B5": -4,
    "C1": 1e300,
    "C2": "2024-01-05",
    "C3": "a*",
    "C4": 7,
    "C5": 7,
}
NAMES = sorted(name for name in FUNCTIONS if name.replace(".", "").isalnum())
ATOMS = """
    A1 $A$2 A3 A4 A1:A5 B1:B5 A1:C5 C:C 2:2 Sheet1!C4 {1,2;3,4} {1;2} 1 0 -1 2.5 1E+300 "x" "2"
    "<=2" "" TRUE #N/A nm (A1:A5,C1:C5) A1# C4# Sheet1:Sheet1!A1:A5 T_[a] T_[[#All],[a]:[b]] [@a]
"""
FORMS = [
    "LAMBDA(x,y,x+{0})({1},{2})",
    "LET(f,LAMBDA(x,x&{0}),f({1}))",
    "MAP({0},LAMBDA(x,{1}*x))",
    "REDUCE({0},{1},LAMBDA(x,y,x+y))",
    "SCAN({0},{1},LAMBDA(x,y,{2}))",
    "BYROW({0},LAMBDA(x,SUM(x,{1})))",
    "BYCOL({0},_xleta.MAX)",
    "MAKEARRAY({0},3,LAMBDA(x,y,{1}))",
]
atoms = st.sampled_from([*ATOMS.split(), ""])


def call(name: str, inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    least, most = FUNCTIONS[name].least, FUNCTIONS[name].most
    arguments = st.lists(inner, min_size=least, max_size=min(most, least + 3))
    return arguments.map(lambda written: f"{name}({','.join(written)})")


def calls(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.one_of(
        st.sampled_from(NAMES).flatmap(lambda name: call(name, inner)),
        st.builds("({}){}({})".format, inner, st.sampled_from(list("+-*/^&=<>: ")), inner),
        st.builds("-{}".format, inner),
        st.builds(str.format, st.sampled_from(FORMS), inner, inner, inner),
    )


formulas = st.recursive(atoms, calls, max_leaves=8).map("={}".format)


@settings(max_examples=700, deadline=None)
@given(formulas)
def test_no_formula_brings_the_engine_down(formula: str) -> None:
    book = workbook({"Sheet1": {**CELLS, "E9": formula}})
    table = ListObject("T_", Range("Sheet1", 1, 1, 5, 3), ("a", "b", "c"))
    [found] = recompute(replace(book, list_objects=(table,))).values()
    assert found is not None
    assert type(found) in (int, float, str, bool, ErrorValue, NotChecked)
    if isinstance(found, NotChecked):
        assert "cannot be computed" not in found.reason


@given(formulas)
def test_the_quick_way_to_the_references_is_the_thorough_one(formula: str) -> None:
    assert abstract(formula)[1] == _abstract_thoroughly(formula)[1]


@pytest.mark.parametrize(
    "formula",
    [
        *("=x.A1+A1", '=A1&"A1"', "='A1 b'!A1", "=LOG10(A1)", "=A1.b", "=S1:S3!A1", "=T[A1]"),
        *("=Sheet1:Sheet3!A1", "='a A1:b A2'!A1+A3", "=A1+INDEX(A1:A3,1):A3", "='it''s A1:A2'!A1"),
    ],
)
def test_references_among_what_looks_like_them(formula: str) -> None:
    assert abstract(formula)[1] == _abstract_thoroughly(formula)[1]


grades = st.lists(st.integers(0, 3), min_size=2, max_size=6)


@settings(max_examples=8, deadline=None)
@given(st.lists(grades, min_size=1, max_size=3))
@pytest.mark.filterwarnings("ignore")
def test_the_same_as_the_formulas_package_where_that_is_right(queries: list[list[int]]) -> None:
    import tempfile

    import formulas

    cells: dict[str, Value] = {"H1": 3}
    row = 2
    for found in queries:
        last = row + len(found) - 1
        for rank, grade in enumerate(found, 1):
            here = row + rank - 1
            cells |= {f"A{here}": rank, f"B{here}": grade, f"C{here}": f"=B{here}/LOG(A{here}+1,2)"}
            cells[f"D{here}"] = f"=LARGE($B${row}:$B${last},A{here})/LOG(A{here}+1,2)"
        cells[f"E{row}"] = f'=SUMIFS(C{row}:C{last},A{row}:A{last},"<="&$H$1)'
        cells[f"F{row}"] = f'=SUMIFS(D{row}:D{last},A{row}:A{last},"<="&$H$1)'
        cells[f"G{row}"] = f"=IF(F{row}=0,0,E{row}/F{row})"
        row = last + 1
    cells["G1"] = f"=AVERAGE(G2:G{row})"
    book = workbook({"Sheet1": cells})
    with tempfile.TemporaryDirectory() as folder:
        save(book, Path(folder, "book.xlsx"))
        model = formulas.ExcelModel().loads(str(Path(folder, "book.xlsx")))
        solution = model.finish(complete=False).calculate()
    theirs = {
        key.upper(): ranges.value[0, 0] for key, ranges in solution.items() if "!" in str(key)
    }
    for address, ours in recompute(book).items():
        assert same(ours, float(theirs[f"'[BOOK.XLSX]SHEET1'!{address.a1}"]))
