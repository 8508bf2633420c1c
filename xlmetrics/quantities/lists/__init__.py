"""Several ranked lists, one below the other: a row for each judged document of each query.

The rows of ``documents`` are those of the judgments: query, rank, grade. A document that was judged
but never returned has no rank (its cell is blank or holds text). The rows of a query stand
together: those with a rank first, in rank order from 1, then the others; two queries that stand
next to each other have different names, capitals apart. Formulas rely on that. They look at the
rows of their own query alone, so a thousand queries of a hundred documents cost a hundred
thousand short looks, not a hundred thousand long ones.

The rows of ``lists`` are one for each query, in the same order.
"""

from __future__ import annotations

from xlmetrics.inputs import (
    as_it_stands,
    read_cutoff,
    read_gain,
    read_grade,
    read_threshold,
)
from xlmetrics.quantities.lists.by_document import BY_DOCUMENT
from xlmetrics.quantities.lists.by_query import BY_QUERY, MEANS
from xlmetrics.quantities.quantity import Given, Kind

LISTS = Kind(
    "lists",
    (
        Given("k", "", read_cutoff),
        Given("gain", "", read_gain, usual=("linear", "exponential")),
        Given("rel", "", read_threshold, usual=(1, 2, 3)),
        Given("query", "documents", as_it_stands, fixed=True),
        Given("rank", "documents", as_it_stands, fixed=True, beyond="missed"),
        Given("document", "documents", as_it_stands, fixed=True),
        Given("judged", "documents", read_grade, graded=True),
        *BY_DOCUMENT,
        Given("list_number", "lists", as_it_stands, fixed=True, counted=True, below=True),
        *BY_QUERY,
        *MEANS,
    ),
    reading=("blank_grade", "text_as_unjudged", "rows_of_a_query", "no_hit_counts"),
    usual=("list_query", "mean_nDCG"),
)
