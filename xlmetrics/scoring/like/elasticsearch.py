"""Elasticsearch's ranking evaluation (``_rank_eval``, modules/rank-eval).

- ``dcg`` with ``normalize``: gain 2^rating - 1; the ideal has only as many documents as were
  returned in the top k: 3 perfect hits of 10 relevant documents score 1.0, where NDCG@10 is 0.469.
- ``precision`` divides by the documents returned in the top k.
- ``recall`` and ``mean_reciprocal_rank`` are ours; all of them are cut at k.
- ``relevant_rating_threshold`` is ``rel``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.scoring import vectorised
from xlmetrics.scoring.like.tool import (
    Figure,
    Tool,
    cutoff,
    exponential_dcg,
    exponential_dcg_at,
    precision_of_returned,
    returned_at,
    share,
)

if TYPE_CHECKING:
    from xlmetrics.measures import Measure
    from xlmetrics.scoring.matched import Matched, Real


def _ndcg(seen: Matched, measure: Measure) -> Real:
    returned = returned_at(seen, cutoff(measure))
    ideal = seen.ideal.where(seen.ideal.rank <= returned[seen.ideal.query])
    return share(exponential_dcg_at(seen, measure), exponential_dcg(seen, ideal))


def _precision(seen: Matched, measure: Measure) -> Real:
    return precision_of_returned(seen, cutoff(measure), measure.rel)


TOOL = Tool(
    "elasticsearch",
    "Elasticsearch's sources, modules/rank-eval",
    {
        "nDCG": Figure(_ndcg, "gain 2^rating - 1; the ideal ends where the returned list does"),
        "DCG": Figure(exponential_dcg_at, "gain 2^rating - 1"),
        "P": Figure(_precision, "divides by the documents returned, not by k"),
        "R": Figure(
            lambda seen, measure: vectorised.recall(seen, cutoff(measure), measure.rel), "the same"
        ),
        "RR": Figure(
            lambda seen, measure: vectorised.reciprocal_rank(seen, measure.k, measure.rel),
            "the same",
        ),
    },
    "the mean is over every request, and so over every judged query",
)
