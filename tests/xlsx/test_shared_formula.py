"""A formula that is filled down is written once; each cell must have it as Excel shows it there."""

import pytest

from xlmetrics.xlsx.shared_formula import SharedFormula

C2 = 2, 3

FILLED_DOWN_AND_ACROSS = {
    "=A1": "=B3",
    "=$A$1+A$1+$A1": "=$A$1+B$1+$A3",
    "=B2/LOG(A2+1,2)": "=C4/LOG(B4+1,2)",
    "=SUM(A1:B3)": "=SUM(B3:C5)",
    "=SUM($A$1:A1)": "=SUM($A$1:B3)",
    "=SUM(A:A)+SUM($A:B)": "=SUM(B:B)+SUM($A:C)",
    "=SUM(1:2)+SUM($1:2)": "=SUM(3:4)+SUM($1:4)",
    "=Sheet2!A1+'My sheet'!A1": "=Sheet2!B3+'My sheet'!B3",
    "='It''s B2'!B2:C3": "='It''s B2'!C4:D5",
    "='A1'!$B2": "='A1'!$B4",
    '="A1"&A1&"""A1"': '="A1"&B3&"""A1"',
    "=LOG10(A1)+ATAN2(A1,B1)": "=LOG10(B3)+ATAN2(B3,C3)",
    "=A1B+B2_rate+rate.B2+_A1": "=A1B+B2_rate+rate.B2+_A1",
    "=Sales[A1]+Sales[[#This Row],[B2]]": "=Sales[A1]+Sales[[#This Row],[B2]]",
    "=[1]Sheet1!A1": "=[1]Sheet1!B3",
    "='[1]My A1'!A1": "='[1]My A1'!B3",
    "=1E5+2.5E-3*A1": "=1E5+2.5E-3*B3",
    "=TRUE+FALSE+NA()": "=TRUE+FALSE+NA()",
    "={1,2;3,4}*A1": "={1,2;3,4}*B3",
    "=a1+$b$1": "=B3+$b$1",
    "=A1:INDEX(A:A,3)": "=B3:INDEX(B:B,3)",
    "=A1#": "=B3#",
    "=@A1+-A1%": "=@B3+-B3%",
    "=#REF!+A1": "=#REF!+B3",
    "=Sheet1:Sheet3!A1": "=Sheet1:Sheet3!B3",
    "=XFE1+A1048577": "=XFE1+A1048577",
    "=A1 B1": "=B3 C3",
    "=SUM( A1 , B1 )": "=SUM( B3 , C3 )",
    "=nDCG.A1": "=nDCG.A1",
    "=\\A1": "=\\A1",
    "=größeA1+A1": "=größeA1+B3",
}


@pytest.mark.parametrize("formula", FILLED_DOWN_AND_ACROSS)
def test_relative_references_move_and_nothing_else_does(formula: str) -> None:
    shared = SharedFormula(formula, *C2)
    assert shared.at(4, 4) == FILLED_DOWN_AND_ACROSS[formula]


@pytest.mark.parametrize("formula", FILLED_DOWN_AND_ACROSS)
def test_the_first_cell_has_the_formula_as_written(formula: str) -> None:
    assert SharedFormula(formula, *C2).at(*C2).upper() == formula.upper()


@pytest.mark.parametrize(
    ("formula", "row", "column", "moved"),
    [
        ("=B2", 1, 2, "=A1"),
        ("=B2", 1, 1, "=#REF!"),
        ("=B1", 1, 3, "=#REF!"),
        ("=$B1", 1, 1, "=#REF!"),
        ("=SUM(A1:C9)", 1, 3, "=SUM(#REF!)"),
        ("=A:B", 9, 2, "=#REF!"),
        ("=1:2", 1, 1, "=#REF!"),
        ("=XFD1048576", 3, 3, "=#REF!"),
        ("=XFD1048576", 2, 4, "=#REF!"),
        ("='My sheet'!B2", 2, 1, "='My sheet'!#REF!"),
        ("=$A$1", 1_048_576, 16_384, "=$A$1"),
    ],
)
def test_what_leaves_the_sheet_is_an_error(formula: str, row: int, column: int, moved: str) -> None:
    assert SharedFormula(formula, *C2).at(row, column) == moved


@pytest.mark.parametrize("formula", ['="open', "='open", "=[[open", "=$", "=A1:", "=!A1", "=)("])
def test_what_is_no_formula_does_no_harm(formula: str) -> None:
    assert SharedFormula(formula, *C2).at(3, 3).startswith("=")


@pytest.mark.parametrize("piece", ["[", "'", '"', "[[", "A1", "$", "''", "[]", "a.", "(", "!"])
def test_no_formula_takes_long(piece: str) -> None:
    SharedFormula("=" + piece * 8_192, *C2).at(3, 3)
