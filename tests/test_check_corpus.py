"""The marks of the auditor: what it must find on the corpus, and what it must not say."""

from __future__ import annotations

import pytest

from tests.accuracy import MARK, Accuracy, measure


@pytest.fixture(scope="module")
def accuracy() -> Accuracy:
    return measure()


def test_every_sheet_is_checked(accuracy: Accuracy) -> None:
    assert [(each.case.layout, each.case.name, each.crash) for each in accuracy.crashed] == []


def test_no_mistake_is_told_of_in_a_clean_sheet(accuracy: Accuracy) -> None:
    assert [(each.case.layout, each.case.name, each.mistakes) for each in accuracy.accused] == []


def test_seeded_mistakes_are_named(accuracy: Accuracy) -> None:
    missed = [
        (each.case.layout, each.case.name, each.case.code, sorted(each.codes))
        for each in accuracy.mutants
        if not each.found
    ]
    assert accuracy.recall >= MARK, missed


def test_what_is_told_of_is_a_mistake(accuracy: Accuracy) -> None:
    false = [
        (each.case.layout, each.case.name, each.case.code, each.false_alarms)
        for each in accuracy.outcomes
        if each.false_alarms
    ]
    assert accuracy.precision >= MARK, false


def test_valid_variants_are_named(accuracy: Accuracy) -> None:
    unnamed = [
        (each.case.layout, each.case.name, sorted(each.notes_missed))
        for each in accuracy.clean
        if each.notes_missed
    ]
    assert accuracy.variants_named >= MARK, unnamed
