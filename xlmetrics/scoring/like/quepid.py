"""Quepid's own scorers (o19s/quepid, db/scorers/*@10.js, as its repository has them in 2025).

- ``ndcg@10``: gain 2^rating - 1; the ideal is that of all rated documents and is not cut at 10,
  so that a perfect top ten scores below 1 where more than ten documents are relevant: with 12
  perfect ones 0.892. ``dcg@10``: the same gain; ``cg@10``: the sum of ratings.
- ``p@10``: divides by the documents returned where there are fewer than 10.
- ``ap@10``: the top 10, or what was returned of it, over all relevant documents, as ours. Of a
  query without any it makes 0/0, which is taken as 0 here.
- A rating above 0 is relevant; there is no threshold to set.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.scoring import vectorised
from xlmetrics.scoring.like.tool import (
    ABOVE_0,
    Figure,
    Tool,
    cutoff,
    exponential_dcg,
    exponential_dcg_at,
    precision_of_returned,
    share,
)

if TYPE_CHECKING:
    from xlmetrics.measures import Measure
    from xlmetrics.scoring.matched import Matched, Real


def _ndcg(seen: Matched, measure: Measure) -> Real:
    return share(exponential_dcg_at(seen, measure), exponential_dcg(seen, seen.ideal))


def _precision(seen: Matched, measure: Measure) -> Real:
    return precision_of_returned(seen, cutoff(measure), ABOVE_0)


_RELEVANT = "every rating above 0 is relevant"

TOOL = Tool(
    "quepid",
    "the scorers in Quepid's repository (db/scorers, 2025)",
    {
        "nDCG": Figure(_ndcg, "gain 2^rating - 1, against the ideal of all rated documents, uncut"),
        "DCG": Figure(exponential_dcg_at, "gain 2^rating - 1"),
        "CG": Figure(lambda seen, measure: vectorised.cg(seen, measure.k), "the same"),
        "P": Figure(_precision, f"divides by the documents returned, not by k; {_RELEVANT}"),
        "AP": Figure(
            lambda seen, measure: vectorised.average_precision(seen, measure.k, ABOVE_0),
            _RELEVANT,
        ),
        "RR": Figure(
            lambda seen, measure: vectorised.reciprocal_rank(seen, measure.k, ABOVE_0),
            _RELEVANT,
        ),
    },
    "the mean is over every judged query here; a Quepid case may leave queries out",
)
