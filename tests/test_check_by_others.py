"""Sheets laid out by people who had not seen the program: how many of them are read rightly."""

from __future__ import annotations

import pytest

from tests.accuracy import Accuracy, measure
from tests.corpus import BY_OTHERS

EVERY = 9
"""One case of so many is checked here; ``benchmarks/check_accuracy.py --by-others`` checks all."""

RECALL, PRECISION, ACCUSED = 0.87, 0.95, 0.03
"""What was reached, less what one sample differs from another. To be raised; lowered only where
layouts are added from which nothing was learned yet."""


@pytest.fixture(scope="module")
def accuracy() -> Accuracy:
    return measure(BY_OTHERS, EVERY)


def test_every_sheet_is_checked(accuracy: Accuracy) -> None:
    assert [(each.case.layout, each.case.name, each.crash) for each in accuracy.crashed] == []


def test_most_mistakes_are_named(accuracy: Accuracy) -> None:
    assert accuracy.recall >= RECALL


def test_hardly_anything_else_is_told_of(accuracy: Accuracy) -> None:
    assert accuracy.precision >= PRECISION
    assert len(accuracy.accused) <= ACCUSED * len(accuracy.clean)
