"""A formula guessed from the one above is the one that reading it gives."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.engine.test_any_formula import formulas
from xlmetrics.address import MAX_ROW
from xlmetrics.engine.filling import FilledColumn
from xlmetrics.formula import abstract, reference
from xlmetrics.xlsx.shared_formula import SharedFormula

ROW = 5


def compiled(formula: str):
    """A formula as the compiler gives it, with its pattern in place of the function."""
    pattern, found = abstract(formula)
    return pattern, tuple(reference(text).range("Sheet1") for text in found)


def guessed(above: str, formula: str, down: int):
    column = FilledColumn()
    column.learn(above, ROW, compiled(above))
    return column.guess(formula, ROW + down)


@pytest.mark.parametrize(
    ("above", "below"),
    [
        ("=B5/LOG(A5+1,2)", "=B6/LOG(A6+1,2)"),
        ("=LARGE($B$2:$B$7,A5)", "=LARGE($B$2:$B$7,A6)"),
        ("=SUM(B5:C9,A:A,2:3,'My 5!'!b7)*5%", "=SUM(B6:C10,A:A,2:3,'My 5!'!b8)*5%"),
        ('=COUNTIF(B9:B5,"A5")&A5', '=COUNTIF(B10:B6,"A5")&A6'),
    ],
)
def test_what_is_filled_down_is_guessed(above: str, below: str) -> None:
    assert guessed(above, below, 1) == compiled(below)


@pytest.mark.parametrize(
    ("above", "below"),
    [
        ("=B5", "=B5"),
        ("=B5", "=C6"),
        ("=B5+1", "=B6+2"),
        ('=A5&"A5"', '=A6&"A6"'),
        ("=B$5", "=B$6"),
        ("=SUM(B$2:B5)", "=SUM(B$2:B6)"),
        ("=T[A5]+A5", "=T[A6]+A6"),
        ("='A5:A6'!A1+A3", "='A6:A7'!A2+A4"),
    ],
)
def test_anything_else_is_read(above: str, below: str) -> None:
    assert guessed(above, below, 1) is None


@settings(max_examples=300, deadline=None)
@given(formulas, st.integers(-ROW, 9) | st.sampled_from([MAX_ROW - ROW, MAX_ROW - ROW - 3]))
def test_a_guess_is_what_reading_gives(formula: str, down: int) -> None:
    try:
        below = SharedFormula(formula, ROW, 5).at(ROW + down, 5)
        expected = compiled(below)
    except ValueError:
        return
    assert guessed(formula, below, down) in (None, expected)


def test_a_column_that_is_not_filled_down_is_given_up() -> None:
    column = FilledColumn()
    for row in range(1, 5):
        column.learn(f"=B{row * 10}", row, compiled(f"=B{row * 10}"))
    assert column.guess("=B41", 5) is None
