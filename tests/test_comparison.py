"""Systems compared: against SciPy, against the reference, and as they should come out."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from tests.test_scoring import judged, returned
from xlmetrics import score
from xlmetrics.errors import BadMeasureInput
from xlmetrics.reference.significance import randomisation_test
from xlmetrics.scoring.comparison import bootstrap, holm, randomisation, swaps

SCORES = st.lists(st.sampled_from([-0.5, -0.1, 0.0, 0.0, 0.25, 0.3, 0.7]), min_size=1, max_size=12)


@given(SCORES)
@settings(max_examples=60, deadline=None)
def test_all_swaps_as_the_reference_has_them(differences):
    (found,) = randomisation(np.array(differences)[:, None])
    assert found == pytest.approx(randomisation_test(differences), abs=1e-12)


@pytest.mark.parametrize("shift", [0.0, 0.03, 0.08])
def test_many_queries_as_scipy_has_them(shift):
    draw = np.random.default_rng(7)
    differences = draw.normal(shift, 0.3, 120)
    truth = stats.permutation_test(
        (differences,), np.mean, permutation_type="samples", n_resamples=20_000, rng=draw
    ).pvalue
    (found,) = randomisation(differences[:, None])
    assert found == pytest.approx(truth, abs=5 * (truth * (1 - truth) / 20_000) ** 0.5 + 1e-4)
    interval = stats.bootstrap(
        (differences,), np.mean, method="percentile", n_resamples=10_000, rng=draw
    ).confidence_interval
    low, high = bootstrap(differences[:, None])
    assert (low[0], high[0]) == pytest.approx(tuple(interval), abs=0.004)


def test_the_same_scores_give_the_same_figures():
    differences = np.random.default_rng(1).normal(0, 1, (50, 2))
    assert randomisation(differences) == randomisation(differences)
    alone = randomisation(differences[:, 1:])
    assert randomisation(differences)[1] == pytest.approx(alone[0], abs=1e-9)
    assert randomisation(differences, seed=1) != randomisation(differences)
    assert (swaps(3), swaps(16), swaps(17), swaps(5_000)) == (8, 65_536, 100_000, 10_000)


def test_holm_by_hand():
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([0.9, 0.8]) == [1.0, 1.0]
    assert holm([]) == []


def three():
    """One run that is right, one that has the second rank, one that misses every other query."""
    names = [f"q{at}" for at in range(8)]
    judgments = judged({name: {"a": 1, "b": 0} for name in names})
    runs = {
        "right": returned({name: {"a": 2, "b": 1} for name in names}),
        "second": returned({name: {"a": 1, "b": 2} for name in names}),
        "half": returned({name: {"a": 1} for name in names[::2]}),
    }
    return judgments, runs


def test_a_comparison_is_scipys_t_test():
    card = score(*three(), "RR", baseline="second")
    by_name = {each.system: each for each in card.comparisons}
    assert set(by_name) == {"right", "half"}
    always = by_name["right"]
    assert (always.difference, always.outcomes) == (0.5, (8, 0, 0))
    assert (always.low, always.high, always.t, always.effect) == (0.5, 0.5, None, None)
    assert always.p == 2 / 2**8
    assert always.p_holm == 4 / 2**8
    half = by_name["half"]
    one, other = [1.0, 0.0] * 4, [0.5] * 8
    assert half.outcomes == (4, 0, 4)
    truth = stats.ttest_rel(one, other)
    assert (half.t, half.p_t) == pytest.approx((truth.statistic, truth.pvalue))


def test_the_first_is_the_baseline_unless_named():
    card = score(*three(), "RR nDCG@5")
    assert {each.baseline for each in card.comparisons} == {"right"}
    assert [str(each.measure) for each in card.comparisons] == ["RR", "RR", "nDCG@5", "nDCG@5"]
    with pytest.raises(BadMeasureInput, match="no system 'x'; the systems are right, second, half"):
        score(*three(), baseline="x")
