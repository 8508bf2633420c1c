"""Measures that see relevant or not: a document of grade ``rel`` (inclusive) or more is a hit."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from xlmetrics.errors import BadMeasureInput
from xlmetrics.reference.inputs import both, cutoff, finite, judgments, threshold, top, whole
from xlmetrics.reference.queries import mean

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from xlmetrics.reference.inputs import Judged, Ranked


def _hits(grades: Iterable[float | None], rel: float) -> list[bool]:
    lowest = threshold(rel)
    return [grade is not None and grade >= lowest for grade in grades]


def _relevant(judged: Judged, rel: float) -> int:
    return sum(_hits(judgments(judged), rel))


def first_relevant_rank(ranked: Ranked, *, rel: float = 1) -> int | None:
    """The rank of the first hit, counted from 1; None if there is none.

    Raises:
        BadMeasureInput: rel not above 0; a grade that is not finite.
    """
    hits = _hits(top(ranked), rel)
    return hits.index(True) + 1 if True in hits else None


def reciprocal_rank_of(rank: int | None, *, k: int | None = None) -> float:
    """1 over the rank of the first hit; 0 for None (no hit) and for a rank beyond k.

    Raises:
        BadMeasureInput: a rank or k below 1.
    """
    reach = math.inf if k is None else cutoff(k)
    if rank is None or whole(rank, "a rank") > reach:
        return 0.0
    return 1.0 / rank


def mean_reciprocal_rank(ranks: Iterable[int | None], *, k: int | None = None) -> float:
    """MRR from the rank of the first hit of each query; None, no hit, stays in the mean as 0.

    Source: Voorhees (1999), TREC-8 question answering.

    Raises:
        BadMeasureInput: no queries; a rank or k below 1.
    """
    return mean(reciprocal_rank_of(rank, k=k) for rank in ranks)


def reciprocal_rank(ranked: Ranked, *, k: int | None = None, rel: float = 1) -> float:
    """1 over the rank of the first hit within the top k; 0 without one. Its mean is MRR.

    Source: Voorhees (1999), as in trec_eval's ``recip_rank``.

    Raises:
        BadMeasureInput: k below 1; rel not above 0; a grade that is not finite.
    """
    return reciprocal_rank_of(first_relevant_rank(ranked, rel=rel), k=k)


def precision(ranked: Ranked, *, k: int, rel: float = 1) -> float:
    """Hits in the top k over k, also where fewer than k documents were returned.

    As in trec_eval's ``P``. Quepid and Elasticsearch divide by the documents returned.

    Raises:
        BadMeasureInput: as ``reciprocal_rank``.
    """
    return sum(_hits(top(ranked, cutoff(k)), rel)) / k


def recall(ranked: Ranked, judged: Judged, *, k: int, rel: float = 1) -> float:
    """Hits in the top k over all relevant documents; 0 if none is relevant.

    As in trec_eval's ``recall``.

    Raises:
        BadMeasureInput: as ``reciprocal_rank``; a grade returned more often than it was judged.
    """
    returned, known = both(ranked, judged)
    relevant = _relevant(known, rel)
    return sum(_hits(top(returned, cutoff(k)), rel)) / relevant if relevant else 0.0


def recall_capped(ranked: Ranked, judged: Judged, *, k: int, rel: float = 1) -> float:
    """Hits in the top k over min(relevant, k), so that 1 is always in reach: a labelled variant.

    As BEIR's capped recall (Thakur et al., 2021).

    Raises:
        BadMeasureInput: as ``recall``.
    """
    returned, known = both(ranked, judged)
    reachable = min(_relevant(known, rel), cutoff(k))
    return sum(_hits(top(returned, k), rel)) / reachable if reachable else 0.0


def f1(ranked: Ranked, judged: Judged, *, k: int, rel: float = 1) -> float:
    """The harmonic mean of precision and recall at k; 0 if both are 0.

    Source: van Rijsbergen (1979). Taken per query, then averaged; not the F1 of the averages.

    Raises:
        BadMeasureInput: as ``recall``.
    """
    p = precision(ranked, k=k, rel=rel)
    r = recall(ranked, judged, k=k, rel=rel)
    return 2.0 * p * r / (p + r) if p + r else 0.0


def _precision_at_hits(hits: Sequence[bool]) -> float:
    ranks = (rank for rank, hit in enumerate(hits, start=1) if hit)
    return math.fsum(found / rank for found, rank in enumerate(ranks, start=1))


def average_precision(
    ranked: Ranked, judged: Judged, *, k: int | None = None, rel: float = 1
) -> float:
    """The precision at each hit of the top k, summed, over all relevant documents.

    0 if none is relevant. Its mean is MAP. Source: Buckley & Voorhees (2000), as in trec_eval's
    ``map`` and ``map_cut``.

    Raises:
        BadMeasureInput: as ``recall``.
    """
    returned, known = both(ranked, judged)
    relevant = _relevant(known, rel)
    return _precision_at_hits(_hits(top(returned, k), rel)) / relevant if relevant else 0.0


def average_precision_capped(ranked: Ranked, judged: Judged, *, k: int, rel: float = 1) -> float:
    """AP at k over min(relevant, k), so that 1 is always in reach: a labelled variant.

    As the MAP@k of Kaggle's competitions.

    Raises:
        BadMeasureInput: as ``recall``.
    """
    returned, known = both(ranked, judged)
    reachable = min(_relevant(known, rel), cutoff(k))
    return _precision_at_hits(_hits(top(returned, k), rel)) / reachable if reachable else 0.0


def average_precision_of_hits(ranked: Ranked, *, k: int | None = None, rel: float = 1) -> float:
    """The mean precision at the hits found, blind to what was missed: a labelled variant.

    0 without a hit. One hit at rank 1 scores 1 however many relevant documents there are.

    Raises:
        BadMeasureInput: as ``reciprocal_rank``.
    """
    hits = _hits(top(ranked, k), rel)
    return _precision_at_hits(hits) / sum(hits) if any(hits) else 0.0


def r_precision(ranked: Ranked, judged: Judged, *, rel: float = 1) -> float:
    """Precision at R, the number of relevant documents; 0 if none is relevant.

    As in trec_eval's ``Rprec``.

    Raises:
        BadMeasureInput: as ``recall``.
    """
    returned, known = both(ranked, judged)
    relevant = _relevant(known, rel)
    return precision(returned, k=relevant, rel=rel) if relevant else 0.0


def success(ranked: Ranked, *, k: int, rel: float = 1) -> float:
    """1 if the top k hold a hit, else 0. Its mean is the hit rate.

    As in trec_eval's ``success``.

    Raises:
        BadMeasureInput: as ``reciprocal_rank``.
    """
    return float(any(_hits(top(ranked, cutoff(k)), rel)))


def judged_fraction(ranked: Ranked, *, k: int) -> float:
    """The fraction of the returned top k that was judged at all; 0 if nothing was returned.

    To stand beside every score: an unjudged document counts as not relevant, which is a guess.

    Raises:
        BadMeasureInput: k below 1; a grade that is not finite.
    """
    seen = top(ranked, cutoff(k))
    return sum(grade is not None for grade in seen) / len(seen) if seen else 0.0


def bpref(ranked: Ranked, judged: Judged, *, rel: float = 1) -> float:
    """Binary preference: how seldom documents judged not relevant stand above relevant ones.

    Each hit with n such documents above it adds 1 - min(n, R) / min(N, R), or 1 where n is 0; the
    sum is divided by R. R counts the relevant, N the judged not relevant. Unjudged documents and
    negative grades are passed over. 0 if none is relevant.
    Source: Buckley & Voorhees (2004), as corrected in trec_eval's ``bpref``.

    Raises:
        BadMeasureInput: as ``recall``.
    """
    returned, known = both(ranked, judged)
    relevant = _relevant(known, rel)
    others = sum(0 <= grade < rel for grade in known)
    above = 0
    preferences = []
    for grade in returned:
        if grade is None or grade < 0:
            continue
        if grade < rel:
            above += 1
        else:
            lost = min(above, relevant) / min(others, relevant) if above else 0.0
            preferences.append(1.0 - lost)
    return math.fsum(preferences) / relevant if relevant else 0.0


def rbp(ranked: Ranked, *, p: float, rel: float = 1) -> float:
    """Rank-biased precision: (1 - p) times the sum of p ** (rank - 1) over the hits.

    p, between 0 and 1, is how likely the reader goes on to the next document. Binary, over the
    whole ranking, and not stretched to reach 1. Source: Moffat & Zobel (2008).

    Raises:
        BadMeasureInput: p not between 0 and 1; rel not above 0; a grade that is not finite.
    """
    if not 0 < finite(p, "p") < 1:
        raise BadMeasureInput(f"p must lie between 0 and 1, both excluded, not {p!r}")
    hits = _hits(top(ranked), rel)
    return (1.0 - p) * math.fsum(p**above for above, hit in enumerate(hits) if hit)
