"""The pool: what several runs return down to a depth, each document once, holes only if asked."""

from __future__ import annotations

from math import fsum
from typing import TYPE_CHECKING, NamedTuple

import polars as pl

from xlmetrics.judging.manifest import LeftOut
from xlmetrics.judging.shuffle import lot

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from xlmetrics.collection import Judgments, Run
    from xlmetrics.judging.manifest import Order

RRF_K = 60
UNJUDGED = -1
"""The grade that stands, by convention, for pooled and not judged."""


class Pool(NamedTuple):
    """The documents to judge, query by query, and what was pooled but is judged already.

    ``pairs`` has every query that was asked, those of which nothing is to be judged too.
    ``weights`` say how much a document weighs in the runs; ``pooled`` counts what the runs
    return for each query, whether judged or not.
    """

    pairs: Mapping[str, list[str]]
    weights: Mapping[tuple[str, str], float]
    pooled: Mapping[str, int]
    left_out: tuple[LeftOut, ...]

    @property
    def size(self) -> int:
        """How many documents are to be judged."""
        return sum(map(len, self.pairs.values()))


def pool(
    runs: Sequence[Run],
    depth: int,
    *,
    queries: Iterable[str] = (),
    judged: Sequence[Judgments] = (),
) -> Pool:
    """Pool the first ``depth`` documents of each query of each run.

    ``queries`` are those that were asked, in order; others of the runs follow. What ``judged``
    holds a grade for is left out.

    A document weighs ``sum(1 / (60 + rank))`` over the runs that return it: reciprocal rank
    fusion, Cormack, Clarke and Büttcher 2009, https://doi.org/10.1145/1571941.1572114. Judging
    what weighs most first settles most of the runs' scores soonest, as with the weights of Moffat
    and Zobel 2008, https://doi.org/10.1145/1416950.1416952, and needs no persistence to be chosen.
    """
    ranks: dict[tuple[str, str], list[int]] = {}
    pairs: dict[str, list[str]] = {query: [] for query in queries}
    for run in runs:
        for query in run.rows["query"].unique(maintain_order=True):
            pairs.setdefault(query, [])
        top = run.rows.filter(pl.col("rank") <= depth).select("query", "doc", "rank")
        for query, doc, rank in top.iter_rows():
            ranks.setdefault((query, doc), []).append(rank)
    known = grades_of(judged)
    pooled = dict.fromkeys(pairs, 0)
    left_out = []
    for query, doc in ranks:
        pooled[query] += 1
        if (query, doc) in known:
            left_out.append(LeftOut(query, doc, "judged"))
        else:
            pairs[query].append(doc)
    weights = {pair: fsum(1 / (RRF_K + rank) for rank in found) for pair, found in ranks.items()}
    return Pool(pairs, weights, pooled, tuple(left_out))


def whole_pool(
    runs: Sequence[Run],
    depth: int,
    *,
    queries: Iterable[str] = (),
    grades: Mapping[tuple[str, str], float],
) -> Pool:
    """Pool all that the runs return, and what else of their queries has a grade."""
    found = pool(runs, depth, queries=queries)
    pooled = {(query, doc) for query, docs in found.pairs.items() for doc in docs}
    pairs = {query: list(docs) for query, docs in found.pairs.items()}
    for query, doc in grades:
        if query in pairs and (query, doc) not in pooled:
            pairs[query].append(doc)
    return found._replace(pairs=pairs)


def grades_of(judged: Sequence[Judgments]) -> dict[tuple[str, str], float]:
    """The grade of each document that has one; of several, the last."""
    found: dict[tuple[str, str], float] = {}
    for judgments in judged:
        graded = judgments.rows.filter(
            pl.col("grade").is_not_null() & (pl.col("grade") != UNJUDGED)
        )
        for query, doc, grade in graded.select("query", "doc", "grade").iter_rows():
            found[query, doc] = grade
    return found


def in_order(
    docs: Iterable[str],
    query: str,
    order: Order,
    weights: Mapping[tuple[str, str], float],
    seed: int,
    who: str,
) -> list[str]:
    """The documents of a query in the order in which someone judges them.

    ``blind`` shuffles them by lot, for each rater anew; ``prioritised`` puts what weighs most
    first, and draws lots between equals.
    """
    if order == "prioritised":
        return sorted(
            docs,
            key=lambda doc: (-weights.get((query, doc), 0), lot(seed, "order", who, query, doc)),
        )
    return sorted(docs, key=lambda doc: lot(seed, "order", who, query, doc))
