"""Tokens, references and shapes."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xlmetrics.address import Address, Range, column_letters
from xlmetrics.formula import (
    FormulaFault,
    function_name,
    reference,
    references,
    shape,
    tokens,
)


def words(formula: str) -> list[tuple[str, str]]:
    return [(token.kind, token.text) for token in tokens(formula)]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("B2", "reference"),
        ("$B$2:b8", "reference"),
        ("A:$C", "reference"),
        ("2:$3", "reference"),
        ("Sheet1!B2", "reference"),
        ("'It''s 1'!$A$1:B2", "reference"),
        ("été!A1", "reference"),
        ("XFD1048576", "reference"),
        ("XFE1", "name"),
        ("A1048577", "name"),
        ("_xlpm.x", "name"),
        ("Sheet1!rate", "name"),
        ("\\x", "name"),
        ("LOG10(", "function"),
        ("_xlfn._xlws.SORT(", "function"),
        ('"a ""b"" (A1)"', "text"),
        ("#N/A", "error"),
        ("#DIV/0!", "error"),
        ("Sheet1!#REF!", "error"),
        ("TRUE", "logical"),
        ("1.5E-3", "number"),
        (".5", "number"),
        ("[1]Sheet!A1", "external"),
        ("'[Book 1.xlsx]S'!A1", "external"),
        ("Sheet1:Sheet3!A1", "sheets"),
        ("T1[[#This Row],[rel]]", "structured"),
        ("[@rel]", "structured"),
        ("<>", "operator"),
    ],
)
def test_one_word(text: str, kind: str) -> None:
    assert words(text) == [(kind, text)]


def test_words_in_a_row() -> None:
    assert words("=SUM( B2:INDEX(B2:B7,1) ) <=1--2%") == [
        ("function", "SUM("),
        ("reference", "B2"),
        ("operator", ":"),
        ("function", "INDEX("),
        ("reference", "B2:B7"),
        ("comma", ","),
        ("number", "1"),
        ("close", ")"),
        ("close", ")"),
        ("operator", "<="),
        ("number", "1"),
        ("operator", "-"),
        ("operator", "-"),
        ("number", "2"),
        ("operator", "%"),
    ]


def test_a_space_between_ranges_intersects_and_no_other_does() -> None:
    assert ("operator", " ") in words("=B:B  B4")
    assert ("operator", " ") not in words("= B2 + (B3) * SUM( A1 , A2 )")


@pytest.mark.parametrize("formula", ['="open', "=1;~", "=1_0", "='x"])
def test_what_is_no_formula(formula: str) -> None:
    with pytest.raises(FormulaFault, match="position"):
        tokens(formula)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("B2", Range("Here", 2, 2, 2, 2)),
        ("$C$8:B2", Range("Here", 2, 2, 8, 3)),
        ("'It''s'!A1", Range("It's", 1, 1, 1, 1)),
        ("B:C", Range("Here", 1, 2, 1_048_576, 3)),
        ("$2:3", Range("Here", 2, 1, 3, 16_384)),
    ],
)
def test_where_a_reference_points(text: str, meant: Range) -> None:
    found = reference(text)
    assert found is not None
    assert found.range("Here") == meant


@pytest.mark.parametrize("text", ["XFE1", "A0x", "rate", "", "A1:rate", "A", "1"])
def test_what_is_no_reference(text: str) -> None:
    assert reference(text) is None


def test_references_of_a_formula() -> None:
    assert [str(found) for found in references("=LARGE($B$2:$B$8,A2)+Other!C1", "Sheet1")] == [
        "Sheet1!B2:B8",
        "Sheet1!A2",
        "Other!C1",
    ]


@pytest.mark.parametrize(
    ("formula", "seen"),
    [
        ("=B2/LOG(A2+1,2)", "R[0]C[-1]/LOG(R[0]C[-2]+1,2)"),
        ("=large( $B$2:$B$8, A2 )", "LARGE(R2C2:R8C2,R[0]C[-2])"),
        ('=COUNTIF(B$2:B2,"B2")', 'COUNTIF(R2C[-1]:R[0]C[-1],"B2")'),
        ("=SUM($A:B)", "SUM(R1C1:R1048576C[-1])"),
        ("='A b'!$A1&x", "'A b'!R[-1]C1&X"),
        ("=_xlfn.TAKE(A1,1)", "TAKE(R[-1]C[-2],1)"),
    ],
)
def test_shape(formula: str, seen: str) -> None:
    assert shape(formula, Address("Sheet1", 2, 3)) == seen


@given(st.integers(1, 500), st.integers(1, 500), st.integers(-20, 20), st.integers(-20, 20))
def test_filling_down_and_right_keeps_the_shape(
    row: int, column: int, down: int, right: int
) -> None:
    def written(row: int, column: int) -> str:
        return f"={column_letters(column)}{row}*$B$3+{column_letters(column)}$4"

    row, column = row + 20, column + 20
    one = shape(written(row, column), Address("S", row, column + 1))
    other = shape(written(row + down, column + right), Address("S", row + down, column + right + 1))
    assert one == other


@given(st.text(max_size=40))
def test_any_text_is_words_or_a_fault(text: str) -> None:
    with suppress(FormulaFault):
        assert all(token.text for token in tokens(text))


def test_function_names_as_people_know_them() -> None:
    assert function_name("_xlfn._xlws.Sort(") == "SORT"
