"""OpenSearch's Search Relevance Workbench (opensearch-project/search-relevance, sources of 2026).

From ``metrics/calculator/Evaluation.java`` and ``JudgmentThresholdCalculator.java``:

- The figures of each query are rounded to two decimals, and so the mean is one of rounded ones.
- Precision divides by min(k, returned).
- NDCG and DCG: gain 2^rating - 1, the ideal cut at k.
- MRR looks at the top k.
- Relevant is a rating above 0 of at least max(half of the query's highest, its 90th percentile by
  nearest rank). Before pull request 394 (February 2026) it was any rating above 0.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from xlmetrics.scoring import vectorised
from xlmetrics.scoring.like.tool import (
    Figure,
    Tool,
    cutoff,
    exponential_dcg,
    exponential_dcg_at,
    hundredths,
    precision_of_returned,
    share,
)
from xlmetrics.scoring.matched import Ranking

if TYPE_CHECKING:
    from collections.abc import Callable

    from xlmetrics.measures import Measure
    from xlmetrics.scoring.matched import Matched, Real


def _binary(seen: Matched) -> Matched:
    """The same with grades of 1 where a document is relevant to OpenSearch, and 0 elsewhere."""
    count = seen.sums(seen.ideal, np.ones(len(seen.ideal.query)))
    below = count - np.ceil(0.9 * count)
    at_90th = seen.ideal.rank == (below + 1)[seen.ideal.query]
    bound = np.maximum(
        0.5 * seen.sums(seen.ideal, seen.ideal.grade * (seen.ideal.rank == 1)),
        seen.sums(seen.ideal, seen.ideal.grade * at_90th),
    )

    def marked(ranking: Ranking) -> Ranking:
        relevant = (ranking.grade >= bound[ranking.query]) & (ranking.grade > 0)
        return Ranking(ranking.query, ranking.rank, relevant.astype(float))

    return seen.regraded(marked)


def _dcg(seen: Matched, measure: Measure) -> Real:
    return hundredths(exponential_dcg_at(seen, measure))


def _ndcg(seen: Matched, measure: Measure) -> Real:
    k = cutoff(measure)
    found, ideal = (exponential_dcg(seen, each.top(k)) for each in (seen.found, seen.ideal))
    return hundredths(share(found, ideal))


def _precision(seen: Matched, measure: Measure) -> Real:
    return hundredths(precision_of_returned(_binary(seen), cutoff(measure)))


def _rounded(compute: Callable[[Matched, int], Real]) -> Callable[[Matched, Measure], Real]:
    return lambda seen, measure: hundredths(compute(_binary(seen), cutoff(measure)))


_ROUNDED = "each query is rounded to 2 decimals"
_RELEVANT = f"{_ROUNDED}; relevant from max(half the highest, the 90th percentile) of its ratings"

TOOL = Tool(
    "opensearch",
    "OpenSearch Search Relevance, Evaluation.java (main, 2026)",
    {
        "nDCG": Figure(_ndcg, f"{_ROUNDED}; gain 2^rating - 1"),
        "DCG": Figure(_dcg, f"{_ROUNDED}; gain 2^rating - 1"),
        "P": Figure(_precision, f"divides by min(k, returned); {_RELEVANT}"),
        "R": Figure(_rounded(vectorised.recall), _RELEVANT),
        "AP": Figure(_rounded(vectorised.average_precision), _RELEVANT),
        "RR": Figure(_rounded(vectorised.reciprocal_rank), _RELEVANT),
    },
    "the mean is over every judged query",
)
