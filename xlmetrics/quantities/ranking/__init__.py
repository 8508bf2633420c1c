"""One ranked list: the documents returned in rank order, then those judged but never returned.

The rows of ``ranks`` are those of the returned documents; the rows of ``judged`` go on with the
missed ones. ``grade`` and ``judged`` are the same column, shorter and longer, and so are ``rank``
and ``ideal_rank`` counted alike from 1.
"""

from __future__ import annotations

from xlmetrics.inputs import (
    as_it_stands,
    read_cutoff,
    read_gain,
    read_grade,
    read_persistence,
    read_size,
    read_threshold,
    read_top_grade,
)
from xlmetrics.quantities.quantity import Given, Kind
from xlmetrics.quantities.ranking import binary, cascade, graded, mistakes

RANKING = Kind(
    "ranking",
    (
        Given("k", "", read_cutoff),
        Given("gain", "", read_gain, usual=("linear", "exponential")),
        Given("other_k", "", read_cutoff, usual=(1, 3, 10, 100)),
        Given("other_gain", "", read_gain, usual=("linear", "exponential")),
        Given("rel", "", read_threshold, usual=(1, 2, 3)),
        Given("max_grade", "", read_top_grade, usual=(3, 4, 5)),
        Given("p", "", read_persistence, usual=(0.5, 0.8, 0.95)),
        Given("collection", "", read_size, usual=(200, 1_000)),
        Given("rank", "ranks", as_it_stands, fixed=True, counted=True, beyond="missed"),
        Given("document", "judged", as_it_stands, fixed=True),
        Given("judged", "judged", read_grade, graded=True),
        Given("grade", "ranks", read_grade, within="judged"),
        *graded.IN_RANK_ORDER,
        *binary.IN_RANK_ORDER,
        *cascade.IN_RANK_ORDER,
        *mistakes.IN_RANK_ORDER,
        Given("ideal_rank", "judged", as_it_stands, fixed=True, counted=True, apart=True),
        *graded.IN_IDEAL_ORDER,
        *mistakes.IN_IDEAL_ORDER,
        *graded.AT_K,
        *binary.AT_K,
        *cascade.AT_K,
        *mistakes.AT_K,
    ),
    reading=("blank_grade", "text_as_unjudged"),
    usual=("nDCG",),
)
