"""The agreement of two raters, against published tables and against scikit-learn."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import cohen_kappa_score

from xlmetrics.errors import BadMeasureInput
from xlmetrics.reference import cohen_kappa, expected_agreement, observed_agreement

DIAGNOSES = [[88, 14, 18], [10, 40, 10], [2, 6, 12]]
"""200 patients by three diagnoses of two judges: Cohen (1968), table 1."""

SKIN = [[10, 4, 1, 0], [5, 10, 12, 2], [2, 4, 12, 5], [0, 2, 6, 13]]
"""88 patients by the grades, 0 to 3, of two dermatologists: SAS/STAT, the FREQ procedure, its
example of an agreement study, which prints kappa 0.3449 and, by Cicchetti & Allison, 0.5082."""

PAIRS = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), max_size=40)


def pairs(table: list[list[int]]) -> list[tuple[int, int]]:
    return [
        (a, b) for a, row in enumerate(table) for b, count in enumerate(row) for _ in range(count)
    ]


def test_published_tables() -> None:
    diagnoses, skin = pairs(DIAGNOSES), pairs(SKIN)
    assert observed_agreement(diagnoses) == pytest.approx(0.70)
    assert expected_agreement(diagnoses) == pytest.approx(0.41)
    assert cohen_kappa(diagnoses) == pytest.approx(0.492, abs=5e-4)
    assert cohen_kappa(skin) == pytest.approx(0.3449, abs=5e-5)
    assert cohen_kappa(skin, "linear") == pytest.approx(0.5082, abs=5e-5)


@given(PAIRS, st.sampled_from([None, "linear", "quadratic"]))
def test_as_scikit_learn_has_it(found: list[tuple[int, int]], weights: str | None) -> None:
    kappa = cohen_kappa(found, weights)
    if len({grade for pair in found for grade in pair}) < 2:
        assert kappa is None
    else:
        a, b = zip(*found, strict=True)
        theirs = cohen_kappa_score(a, b, weights=weights, labels=range(4))
        assert kappa == pytest.approx(theirs, abs=1e-12)


@given(PAIRS.filter(bool))
def test_without_weights_it_is_agreement_beyond_chance(found: list[tuple[int, int]]) -> None:
    kappa, expected = cohen_kappa(found), expected_agreement(found)
    observed = observed_agreement(found)
    assert (kappa is None) == (expected == 1)
    if kappa is not None:
        assert kappa == pytest.approx((observed - expected) / (1 - expected))


def test_grades_are_as_far_apart_as_their_numbers() -> None:
    # 0 + 1 + 3 apart as observed; 4 + 5 + 5 over the nine pairs of any grade of A with any of B
    assert cohen_kappa([(0, 0), (1, 0), (1, 4)], "linear") == pytest.approx(1 - 4 * 3 / 14)


def test_what_has_no_value() -> None:
    assert observed_agreement([]) is expected_agreement([]) is cohen_kappa([]) is None
    assert cohen_kappa([(2, 2), (2, 2)]) is None
    with pytest.raises(BadMeasureInput):
        cohen_kappa([(1, math.nan)])
    with pytest.raises(BadMeasureInput):
        cohen_kappa([(1, 2)], "cubic")
