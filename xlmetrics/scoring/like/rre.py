"""Rated Ranking Evaluator (SeaseLtd/rated-ranking-evaluator, rre-core, metrics/impl).

- Any document that the ratings list counts as relevant in P, R and AP, one of gain 0 too.
- P@k divides by min(k, hits) and rounds to 2 decimals, halves up. Hits are those of the engine,
  which are the documents returned here.
- RR@k is that of the first document with the highest gain in the top k, to 2 decimals.
- NDCG@k: linear gain. Each term beyond rank 1 is cut off after 2 decimals, and so is the quotient.
- R and AP are divided to 4 decimals, upwards, at each step; the mean as well.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from xlmetrics.scoring import vectorised
from xlmetrics.scoring.like.tool import (
    Figure,
    Tool,
    cutoff,
    hundredths,
    precision_of_returned,
    share,
)
from xlmetrics.scoring.matched import Ranking

if TYPE_CHECKING:
    from xlmetrics.measures import Measure
    from xlmetrics.scoring.matched import Matched, Real

_SLACK = 1e-9
"""Decimals as Java has them are a hair away in binary."""


def _listed(seen: Matched) -> Matched:
    """The same with a grade of 1 for every document that is listed."""
    return seen.regraded(lambda each: Ranking(each.query, each.rank, np.ones_like(each.grade)))


def _upwards(values: Real) -> Real:
    rounded: Real = np.ceil(values * 10_000.0 - _SLACK) / 10_000.0
    return rounded


def _cents(seen: Matched, ranking: Ranking) -> Real:
    """The DCG in hundredths, of terms that are cut off after them."""
    terms = 100.0 * ranking.grade / np.log2(ranking.rank + 1.0)
    return seen.sums(ranking, np.where(ranking.rank == 1, terms, np.floor(terms + _SLACK)))


def _ndcg(seen: Matched, measure: Measure) -> Real:
    k = cutoff(measure)
    quotient = share(_cents(seen, seen.found.top(k)), _cents(seen, seen.ideal.top(k)))
    floored: Real = np.floor(100.0 * quotient + _SLACK) / 100.0
    return floored


def _precision(seen: Matched, measure: Measure) -> Real:
    return hundredths(precision_of_returned(_listed(seen), cutoff(measure)))


def _recall(seen: Matched, measure: Measure) -> Real:
    return _upwards(vectorised.recall(_listed(seen), cutoff(measure)))


def _average_precision(seen: Matched, measure: Measure) -> Real:  # noqa: ARG001
    found = seen.found
    hits = vectorised.counted(found.query)
    every = seen.relevant(-np.inf)[found.query]
    precision = _upwards(hits / found.rank)
    step = _upwards(hits / every) - _upwards((hits - 1) / every)
    return seen.sums(found, precision * step)


def _reciprocal_rank(seen: Matched, measure: Measure) -> Real:
    top = seen.found.top(cutoff(measure))
    top = top.where(top.grade > 0)
    order = np.lexsort((top.rank, -top.grade, top.query))
    first = np.flatnonzero(np.diff(top.query[order], prepend=-1))
    values = np.zeros(len(seen.queries))
    values[top.query[order][first]] = hundredths(1.0 / top.rank[order][first])
    return values


_LISTED = "any listed document is relevant, one of gain 0 too"

TOOL = Tool(
    "rre",
    "RRE's rre-core (metrics/impl)",
    {
        "nDCG": Figure(_ndcg, "terms and quotient are cut off after 2 decimals; linear gain"),
        "P": Figure(_precision, f"{_LISTED}; divides by min(k, hits); 2 decimals"),
        "R": Figure(_recall, f"{_LISTED}; 4 decimals, upwards"),
        "AP": Figure(_average_precision, f"{_LISTED}; 4 decimals, upwards at each step", "never"),
        "RR": Figure(_reciprocal_rank, "the rank of the first document of the highest gain"),
    },
    "the mean is over every judged query, 4 decimals, upwards",
    mean=lambda values, _: float(_upwards(np.array([np.mean(values)]))[0]),
)
