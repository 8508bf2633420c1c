"""Two systems on the same queries: who wins, by how much, and whether chance would do as much.

Scores are paired, query by query; all that follows looks at the differences, A - B, alone.
"""

from __future__ import annotations

import math
from itertools import product
from operator import mul
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from xlmetrics.errors import BadMeasureInput
from xlmetrics.reference.inputs import finite, whole

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

SAME = 1e-9
"""Scores no further apart are the same; differences that spread no further do not vary."""

_EXACT = 1 << 16


class Outcomes(NamedTuple):
    """On how many queries A is better, as good, and worse."""

    wins: int
    ties: int
    losses: int


class PairedT(NamedTuple):
    """What the differences come to, and how likely chance alone makes a mean as far from 0.

    What has no value is None: the mean of no difference; the spread and the interval of a single
    one; ``t`` and ``p`` where the differences do not vary.
    """

    pairs: int
    mean: float | None
    deviation: float | None
    t: float | None
    degrees_of_freedom: int
    p: float | None
    low: float | None
    high: float | None


def paired_differences(a: Sequence[float | None], b: Sequence[float | None]) -> list[float]:
    """A - B for each query that both have a score of; None is a query without one.

    Raises:
        BadMeasureInput: the lists are of different length; a score is not finite.
    """
    if len(a) != len(b):
        raise BadMeasureInput(f"the scores of A, {len(a)}, and of B, {len(b)}, are no pairs")
    return [
        finite(one, "a score") - finite(other, "a score")
        for one, other in zip(a, b, strict=True)
        if one is not None and other is not None
    ]


def outcomes(differences: Iterable[float]) -> Outcomes:
    """Wins, ties and losses of A; scores within 1e-9 of each other tie."""
    found = list(differences)
    wins = sum(each > SAME for each in found)
    losses = sum(each < -SAME for each in found)
    return Outcomes(wins, len(found) - wins - losses, losses)


def paired_t(differences: Sequence[float], *, confidence: float = 0.95) -> PairedT:
    """The paired t test, two-sided, and the confidence interval of the mean difference.

    Source: Student (1908); for retrieval systems, Smucker, Allan & Carterette (2007).

    Raises:
        BadMeasureInput: a difference that is not finite; a confidence not between 0 and 1.
    """
    if not 0 < finite(confidence, "the confidence") < 1:
        raise BadMeasureInput(f"the confidence must be between 0 and 1, not {confidence!r}")
    found = [finite(each, "a difference") for each in differences]
    n = len(found)
    if n == 0:
        return PairedT(0, None, None, None, 0, None, None, None)
    mean = math.fsum(found) / n
    if n == 1:
        return PairedT(1, mean, None, None, 0, None, None, None)
    deviation = math.sqrt(math.fsum((each - mean) ** 2 for each in found) / (n - 1))
    error = deviation / math.sqrt(n)
    half = t_quantile(1 - confidence, n - 1) * error
    t = mean / error if deviation > SAME else None
    p = None if t is None else t_probability(t, n - 1)
    return PairedT(n, mean, deviation, t, n - 1, p, mean - half, mean + half)


def sign_test(differences: Iterable[float]) -> float:
    """How likely coins fall at least as unevenly as wins and losses do: two-sided, ties left out.

    1 where there is neither win nor loss. Source: Dixon & Mood (1946).
    """
    wins, _, losses = outcomes(differences)
    n = wins + losses
    tail = sum(math.comb(n, each) for each in range(min(wins, losses) + 1))
    return float(min(1.0, 2 * tail / 2**n))


def randomisation_test(
    differences: Sequence[float], *, samples: int = 100_000, seed: int = 0
) -> float:
    """How often the mean is as far from 0 when each query's two scores are swapped at random.

    All swaps are tried where there are few (up to 16 queries); otherwise ``samples`` of them, the
    one that was seen counted among them, so that the result is never 0. Source: Fisher (1935);
    for retrieval systems, Smucker, Allan & Carterette (2007).

    Raises:
        BadMeasureInput: no difference, or one that is not finite; samples below 1.
    """
    found = [finite(each, "a difference") for each in differences]
    if not found:
        raise BadMeasureInput("there is no query that both systems have a score of")
    seen = abs(math.fsum(found)) - SAME
    if 2 ** len(found) <= _EXACT:
        swaps = product((1, -1), repeat=len(found))
        sums = (abs(math.fsum(map(mul, signs, found))) for signs in swaps)
        return float(sum(each >= seen for each in sums) / 2 ** len(found))
    random = Random(seed)
    total, rounds = math.fsum(found), whole(samples, "samples")
    far = 1
    for _ in range(rounds):
        bits = random.getrandbits(len(found))
        swapped = sum(each for at, each in enumerate(found) if bits >> at & 1)
        far += abs(total - 2 * swapped) >= seen
    return far / (rounds + 1)


def t_probability(t: float, degrees_of_freedom: int) -> float:
    """The two-sided probability of a value at least as far from 0 under Student's t."""
    df = whole(degrees_of_freedom, "the degrees of freedom")
    square = finite(t, "t") ** 2
    return _incomplete_beta(df / (df + square), square / (df + square), df / 2, 0.5)


def t_quantile(probability: float, degrees_of_freedom: int) -> float:
    """The t beyond which, on both sides, this probability lies; by halving an interval."""
    low, high = 0.0, 1.0
    while t_probability(high, degrees_of_freedom) > probability:
        low, high = high, 2 * high
    while (middle := (low + high) / 2) not in (low, high):
        beyond = t_probability(middle, degrees_of_freedom) > probability
        low, high = (middle, high) if beyond else (low, middle)
    return high


def _incomplete_beta(x: float, y: float, a: float, b: float) -> float:
    """The regularised incomplete beta function by its continued fraction (DLMF 8.17.22).

    ``y`` is 1 - x, given so that a small one keeps its digits.
    """
    if x > (a + 1) / (a + b + 2):
        return 1 - _incomplete_beta(y, x, b, a)
    if x == 0:
        return 0.0
    front = math.exp(
        math.lgamma(a + b)
        - math.lgamma(a)
        - math.lgamma(b)
        + a * math.log(x)
        + b * math.log(y)
        - math.log(a)
    )
    fraction, c, d = 1.0, 1.0, 0.0
    for step in range(10_000):
        m = step // 2
        if step == 0:
            part = 1.0
        elif step % 2:
            part = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        else:
            part = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        d = 1 / (1 + part * d)
        c = 1 + part / c
        fraction *= c * d
        if abs(1 - c * d) < 1e-15:
            break
    return front * (fraction - 1)
