"""Which gain a grade is given: the grade itself, or 2^grade - 1 (Burges et al., 2005)."""

from __future__ import annotations

import math

from xlmetrics.diagnosis.choices import MISTAKE, VARIANT, Choice

HIGHEST = 1_000.0
"""Above this a grade is none, but a date, and 2 to its power is no number."""


def _linear(grade: float) -> float:
    return max(grade, 0.0)


def _exponential(grade: float) -> float:
    return math.pow(2, min(max(grade, 0.0), HIGHEST)) - 1


def _binary(grade: float) -> float:
    return 1.0 if grade > 0 else 0.0


def _squared(grade: float) -> float:
    return grade**2 - 1


def _power_of_two(grade: float) -> float:
    return math.pow(2, min(grade, HIGHEST))


GAINS = (
    Choice("gain", _linear),
    Choice("gain", _exponential, "the gain is 2^grade - 1"),
    Choice("gain", _binary, "every grade above 0 gains 1", "XL119", VARIANT),
    Choice(
        "gain", _squared, "the gain is grade^2 - 1, not 2^grade - 1", "XL107", MISTAKE, _exponential
    ),
    Choice(
        "gain",
        _power_of_two,
        "the gain is 2^grade, not 2^grade - 1",
        "XL107",
        MISTAKE,
        _exponential,
    ),
    Choice(
        "gain",
        lambda grade: math.pow(2, min(grade, HIGHEST) - 1),
        "the gain is 2^(grade - 1), not 2^grade - 1",
        "XL107",
        MISTAKE,
        _exponential,
    ),
)
