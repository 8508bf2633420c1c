"""Two systems compared, against SciPy and against values worked out by hand."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from xlmetrics.errors import BadMeasureInput
from xlmetrics.reference import (
    outcomes,
    paired_differences,
    paired_t,
    randomisation_test,
    sign_test,
    t_probability,
    t_quantile,
)

SLEEP_A = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0]
SLEEP_B = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4]
"""Hours of sleep gained by ten patients under two drugs, from Student (1908)."""


def test_the_sleep_data_of_student() -> None:
    found = paired_t(paired_differences(SLEEP_B, SLEEP_A))
    assert found.pairs == 10
    assert found.mean == pytest.approx(1.58)
    assert found.deviation == pytest.approx(1.229995, abs=1e-6)
    assert found.t == pytest.approx(4.062128, abs=1e-6)
    assert found.degrees_of_freedom == 9
    assert found.p == pytest.approx(0.002833, abs=1e-6)
    assert (found.low, found.high) == pytest.approx((0.7001142, 2.4598858), abs=1e-7)


@given(st.floats(-40, 40), st.integers(1, 3000))
def test_student_t_as_scipy_has_it(t: float, df: int) -> None:
    p = t_probability(t, df)
    assert p == pytest.approx(2 * stats.t.sf(abs(t), df), rel=1e-9, abs=1e-300)


@given(st.floats(0.001, 0.999), st.integers(1, 500))
def test_the_quantile_is_the_inverse(probability: float, df: int) -> None:
    assert t_quantile(probability, df) == pytest.approx(stats.t.isf(probability / 2, df), rel=1e-8)


@given(st.lists(st.integers(-20, 20), min_size=2, max_size=40))
def test_as_scipy_has_it(tenths: list[int]) -> None:
    differences = [each / 10 for each in tenths]
    found = paired_t(differences)
    if len(set(tenths)) > 1:
        theirs = stats.ttest_1samp(differences, 0)
        assert (found.t, found.p) == pytest.approx((theirs.statistic, theirs.pvalue), abs=1e-9)
        low, high = theirs.confidence_interval(0.95)
        assert (found.low, found.high) == pytest.approx((low, high))
    else:
        assert found.t is found.p is None
    wins, _, losses = outcomes(differences)
    theirs = stats.binomtest(wins, wins + losses).pvalue if wins + losses else 1
    assert sign_test(differences) == pytest.approx(theirs)


def test_too_few_pairs() -> None:
    assert paired_t([]) == (0, None, None, None, 0, None, None, None)
    assert paired_t([0.5]) == (1, 0.5, None, None, 0, None, None, None)
    assert sign_test([]) == 1


def test_only_pairs_count() -> None:
    assert paired_differences([1, None, 3, None], [0.5, 2, None, None]) == [0.5]
    with pytest.raises(BadMeasureInput):
        paired_differences([1], [1, 2])
    with pytest.raises(BadMeasureInput):
        paired_differences([float("nan")], [1])
    with pytest.raises(BadMeasureInput):
        paired_t([1, 2], confidence=1)


def test_what_is_typed_alike_ties() -> None:
    assert outcomes([0.1 + 0.2 - 0.3, 0.001, -0.001]) == (1, 1, 1)


@given(st.lists(st.integers(-9, 9), min_size=1, max_size=7))
def test_every_swap_is_tried(tenths: list[int]) -> None:
    sums = [sum(map(int.__mul__, signs, tenths)) for signs in product((1, -1), repeat=len(tenths))]
    share = sum(abs(each) >= abs(sum(tenths)) for each in sums) / len(sums)
    assert randomisation_test([each / 10 for each in tenths]) == pytest.approx(share)


def test_sampled_swaps_come_near_all_swaps() -> None:
    differences = [0.3, -0.1, 0.2, 0.4, -0.2, 0.1, 0.3, 0.0, 0.2, -0.1, 0.1, 0.05, 0.02, -0.3]
    exact = randomisation_test(differences)
    # three queries of no difference change nothing, but make the swaps too many to try
    sampled = randomisation_test([*differences, 0, 0, 0], samples=20_000, seed=1)
    assert sampled == pytest.approx(exact, abs=0.01)
    assert sampled == randomisation_test([*differences, 0, 0, 0], samples=20_000, seed=1)
    assert randomisation_test([1.0] * 20, samples=10) >= 1 / 11
    with pytest.raises(BadMeasureInput):
        randomisation_test([])
