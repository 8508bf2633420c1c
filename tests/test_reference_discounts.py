"""The weights of ranks, against values worked out by hand."""

import pytest

from xlmetrics.errors import BadMeasureInput
from xlmetrics.reference import linear_weight, log_weight, log_weight_2002, reciprocal_weight

BASES = [(1, 2, 1.0), (2, 2, 1.0), (4, 2, 0.5), (9, 10, 1.0), (10, 10, 1.0), (100, 10, 0.5)]


@pytest.mark.parametrize(("rank", "weight"), [(1, 1.0), (3, 0.5), (7, 1 / 3), (1023, 0.1)])
def test_log_weight(rank: int, weight: float) -> None:
    assert log_weight(rank) == pytest.approx(weight, rel=1e-15)


@pytest.mark.parametrize(("rank", "base", "weight"), BASES)
def test_the_original_leaves_the_ranks_before_the_base_alone(
    rank: int, base: float, weight: float
) -> None:
    assert log_weight_2002(rank, base=base) == pytest.approx(weight, rel=1e-15)


@pytest.mark.parametrize(("rank", "weight"), [(1, 1.0), (2, 0.75), (4, 0.25), (5, 0.0), (9, 0.0)])
def test_linear_weight_falls_to_nothing(rank: int, weight: float) -> None:
    assert linear_weight(rank, depth=4) == weight
    assert reciprocal_weight(rank) == 1 / rank


def test_nine_ranks_are_worth_the_same_anywhere_only_under_the_linear_fall() -> None:
    def lift(weight, start: int, to: int) -> float:
        return weight(to) - weight(start)

    def linear(rank: int) -> float:
        return linear_weight(rank, depth=100)

    assert lift(linear, 10, 1) == pytest.approx(lift(linear, 100, 91))
    assert lift(log_weight, 10, 1) > 200 * lift(log_weight, 100, 91)


def test_no_rank_no_weight() -> None:
    for weight in (log_weight, log_weight_2002, reciprocal_weight):
        with pytest.raises(BadMeasureInput):
            weight(0)
    with pytest.raises(BadMeasureInput):
        linear_weight(1, depth=0)
