"""Systems held against a baseline, query by query, and whether chance would do as much.

The t-test and the outcomes are those of the reference; swaps and resamples are drawn for all
measures and systems at once, from a seed, so that the same scores always give the same figures.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from xlmetrics.errors import BadMeasureInput
from xlmetrics.reference.significance import SAME, Outcomes, outcomes, paired_t

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from xlmetrics.measures import Measure
    from xlmetrics.scoring.matched import Real
    from xlmetrics.scoring.scores import Scores

CONFIDENCE = 0.95
RESAMPLES = 10_000
_SWAPS = 100_000
_MANY = 1_000
"""Above so many queries a tenth of the swaps is tried."""

_ALL_SWAPS_UP_TO = 16
_CELLS = 1 << 20
"""Signs or draws held at a time."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """A system against the baseline by one measure, over every judged query.

    ``difference`` is its mean less that of the baseline; ``low`` to ``high`` the bootstrap
    interval of it; ``deviation`` the standard deviation of the differences, and ``effect`` the
    difference over that. ``p`` is
    that of the randomisation test, ``p_holm`` the same held against all the systems that are
    compared by the measure; ``p_t`` that of the t-test. What has no value is None: one query
    alone, or differences that do not vary.
    """

    system: str
    baseline: str
    measure: Measure
    difference: float
    low: float
    high: float
    outcomes: Outcomes
    deviation: float | None
    effect: float | None
    p: float
    p_holm: float
    t: float | None
    p_t: float | None


def compare(
    scores: Scores, baseline: str | None = None, *, seed: int = 0
) -> tuple[Comparison, ...]:
    """Hold all systems against the baseline (the first, unless named), measure by measure.

    Raises:
        BadMeasureInput: there is no system of the baseline's name.
    """
    names = [each.system for each in scores.systems]
    if baseline is None:
        baseline = names[0]
    if baseline not in names:
        raise BadMeasureInput(
            f"there is no system {baseline!r}; the systems are {', '.join(names)}"
        )
    base = scores.systems[names.index(baseline)]
    others = [each for each in scores.systems if each is not base]
    pairs = [(measure, other) for measure in scores.compared for other in others]
    if not pairs:
        return ()
    columns = [other.values[measure] - base.values[measure] for measure, other in pairs]
    differences = np.column_stack(columns)
    chances = randomisation(differences, seed)
    low, high = bootstrap(differences, seed)
    found = []
    for at, (measure, other) in enumerate(pairs):
        test = paired_t(differences[:, at].tolist())
        first = at - at % len(others)
        corrected = holm(chances[first : first + len(others)])
        found.append(
            Comparison(
                other.system,
                baseline,
                measure,
                float(differences[:, at].mean()),
                float(low[at]),
                float(high[at]),
                outcomes(differences[:, at].tolist()),
                test.deviation,
                None if test.t is None else test.t / len(differences) ** 0.5,
                chances[at],
                corrected[at - first],
                test.t,
                test.p,
            )
        )
    return tuple(found)


def randomisation(differences: Real, seed: int = 0) -> list[float]:
    """The p of ``reference.randomisation_test`` for each column of differences."""
    queries, _ = differences.shape
    total = differences.sum(axis=0)
    seen = np.abs(total) - SAME
    every = queries <= _ALL_SWAPS_UP_TO
    far = np.zeros(len(total))
    for swapped in _all_swaps(queries) if every else _random_swaps(queries, seed):
        far += (np.abs(total - 2.0 * (swapped @ differences)) >= seen).sum(axis=0)
    chances = far / 2**queries if every else (far + 1) / (swaps(queries) + 1)
    return [float(each) for each in chances]


def swaps(queries: int) -> int:
    """How many ways to swap the scores of queries are tried; all there are, up to 16 queries."""
    if queries <= _ALL_SWAPS_UP_TO:
        return 1 << queries
    return _SWAPS if queries <= _MANY else _SWAPS // 10


def _all_swaps(queries: int) -> Iterator[NDArray[np.float64]]:
    """Which queries are swapped, in every way there is."""
    ways = np.arange(2**queries)[:, None]
    yield (ways >> np.arange(queries) & 1).astype(float)


def _random_swaps(queries: int, seed: int) -> Iterator[NDArray[np.float64]]:
    random = np.random.default_rng(seed)
    width = -(-queries // 8)
    for rows in _portions(swaps(queries), queries):
        bits = np.frombuffer(random.bytes(rows * width), np.uint8).reshape(rows, width)
        yield np.unpackbits(bits, axis=1, count=queries).astype(float)


def bootstrap(differences: Real, seed: int = 0) -> tuple[Real, Real]:
    """The percentile interval of each column's mean, over resamples of the queries.

    Source: Efron & Tibshirani (1993), chapter 13; for retrieval systems, Sakai (2006).
    """
    queries, _ = differences.shape
    random = np.random.default_rng(seed)
    means = []
    for rows in _portions(RESAMPLES, queries):
        drawn = random.integers(0, queries, (rows, queries))
        drawn += np.arange(rows)[:, None] * queries
        times = np.bincount(drawn.ravel(), minlength=rows * queries).reshape(rows, queries)
        means.append(times @ differences / queries)
    tail = (1.0 - CONFIDENCE) / 2.0
    low, high = np.quantile(np.concatenate(means), (tail, 1.0 - tail), axis=0)
    return low, high


def _portions(total: int, width: int) -> Iterator[int]:
    """How many rows of this width to take at a time, until all are taken."""
    most = max(1, _CELLS // width)
    for start in range(0, total, most):
        yield min(most, total - start)


def holm(chances: Sequence[float]) -> list[float]:
    """The chances, corrected for how many there are (Holm, 1979)."""
    corrected = [0.0] * len(chances)
    least = 0.0
    for place, at in enumerate(sorted(range(len(chances)), key=chances.__getitem__)):
        least = max(least, min(1.0, (len(chances) - place) * chances[at]))
        corrected[at] = least
    return corrected
