"""The measures, for all queries at once: each equals the reference, query by query, to 1e-12.

What a measure means, and where it comes from, stands in ``reference``; here stands only how it is
computed from columns of numbers. Each function gives one value a query.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from xlmetrics.errors import BadMeasureInput

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from xlmetrics.scoring.matched import Matched, Ranking, Real, Whole

HIGHEST_EXPONENT = 1000.0


def _cut(ranking: Ranking, k: int | None) -> Ranking:
    return ranking if k is None else ranking.top(k)


def _gain(grade: Real, gain: str) -> Real:
    worth = np.maximum(grade, 0.0)
    if gain == "linear":
        return worth
    if worth.size and worth.max() > HIGHEST_EXPONENT:
        raise BadMeasureInput(
            f"exponential gain has no room for grade {worth.max():g}; use linear gain"
        )
    exponential: Real = np.exp2(worth) - 1.0
    return exponential


def _share(part: Real, whole: Real) -> Real:
    """Part over whole, 0 where the whole is 0."""
    return np.divide(part, whole, out=np.zeros_like(part), where=whole != 0)


def _discount(rank: Whole) -> Real:
    logarithm: Real = np.log2(rank + 1.0)
    return logarithm


def _discount_2002(base: float) -> Callable[[Whole], Real]:
    return lambda rank: np.where(rank < base, 1.0, np.log(rank) / np.log(base))


def _cumulated(
    seen: Matched,
    ranking: Ranking,
    k: int | None,
    gain: str,
    discount: Callable[[Whole], Real] = _discount,
) -> Real:
    top = _cut(ranking, k)
    return seen.sums(top, _gain(top.grade, gain) / discount(top.rank))


def cg(seen: Matched, k: int | None = None) -> Real:
    """Cumulated gain."""
    top = _cut(seen.found, k)
    return seen.sums(top, np.maximum(top.grade, 0.0))


def dcg(seen: Matched, k: int | None = None, gain: str = "linear") -> Real:
    """Discounted cumulated gain."""
    return _cumulated(seen, seen.found, k, gain)


def idcg(seen: Matched, k: int | None = None, gain: str = "linear") -> Real:
    """Ideal DCG."""
    return _cumulated(seen, seen.ideal, k, gain)


def ndcg(seen: Matched, k: int | None = None, gain: str = "linear") -> Real:
    """Normalised DCG."""
    return _share(dcg(seen, k, gain), idcg(seen, k, gain))


def ndcg_retrieved_only(seen: Matched, k: int | None = None, gain: str = "linear") -> Real:
    """NDCG against the ideal order of the retrieved documents alone."""
    found = seen.found
    order = np.lexsort((-found.grade, found.query))
    best = type(found)(found.query, counted(found.query), found.grade[order])
    return _share(dcg(seen, k, gain), _cumulated(seen, best, k, gain))


def dcg_2002(seen: Matched, k: int | None = None, gain: str = "linear", base: float = 2.0) -> Real:
    """DCG with the original discount."""
    return _cumulated(seen, seen.found, k, gain, _discount_2002(base))


def ndcg_2002(seen: Matched, k: int | None = None, gain: str = "linear", base: float = 2.0) -> Real:
    """NDCG with the original discount."""
    ideal = _cumulated(seen, seen.ideal, k, gain, _discount_2002(base))
    return _share(dcg_2002(seen, k, gain, base), ideal)


def counted(query: Whole) -> Whole:
    """1, 2, 3 and so on within each query; the rows of a query stand together."""
    return _running(np.ones(len(query)), query).astype(np.int64)


def _running(weights: Real, query: Whole) -> Real:
    """The sum of the weights down to each row, within its query."""
    total: Real = np.cumsum(weights)
    first = np.flatnonzero(np.diff(query, prepend=-1))
    before = np.concatenate(([0.0], total))[first]
    down_to_here: Real = total - np.repeat(before, np.diff(np.append(first, len(query))))
    return down_to_here


def _hits(seen: Matched, k: int | None, rel: float) -> Ranking:
    top = _cut(seen.found, k)
    return top.where(top.grade >= rel)


def _hit_count(seen: Matched, k: int | None, rel: float) -> Real:
    hits = _hits(seen, k, rel)
    return seen.sums(hits, np.ones(len(hits.query)))


def reciprocal_rank(seen: Matched, k: int | None = None, rel: float = 1.0) -> Real:
    """1 over the rank of the first hit."""
    hits = _hits(seen, k, rel)
    first = hits.where(counted(hits.query) == 1)
    return seen.sums(first, 1.0 / first.rank)


def precision(seen: Matched, k: int, rel: float = 1.0) -> Real:
    """Hits in the top k over k."""
    return _hit_count(seen, k, rel) / k


def recall(seen: Matched, k: int, rel: float = 1.0) -> Real:
    """Hits in the top k over all relevant documents."""
    return _share(_hit_count(seen, k, rel), seen.relevant(rel))


def recall_capped(seen: Matched, k: int, rel: float = 1.0) -> Real:
    """Hits in the top k over min(relevant, k)."""
    return _share(_hit_count(seen, k, rel), np.minimum(seen.relevant(rel), k))


def f1(seen: Matched, k: int, rel: float = 1.0) -> Real:
    """The harmonic mean of precision and recall."""
    p, r = precision(seen, k, rel), recall(seen, k, rel)
    return _share(2.0 * p * r, p + r)


def _precision_at_hits(seen: Matched, k: int | None, rel: float) -> Real:
    hits = _hits(seen, k, rel)
    return seen.sums(hits, counted(hits.query) / hits.rank)


def average_precision(seen: Matched, k: int | None = None, rel: float = 1.0) -> Real:
    """The precision at each hit, summed, over all relevant documents."""
    return _share(_precision_at_hits(seen, k, rel), seen.relevant(rel))


def average_precision_capped(seen: Matched, k: int, rel: float = 1.0) -> Real:
    """AP over min(relevant, k)."""
    return _share(_precision_at_hits(seen, k, rel), np.minimum(seen.relevant(rel), k))


def average_precision_of_hits(seen: Matched, k: int | None = None, rel: float = 1.0) -> Real:
    """The mean precision at the hits found."""
    return _share(_precision_at_hits(seen, k, rel), _hit_count(seen, k, rel))


def r_precision(seen: Matched, rel: float = 1.0) -> Real:
    """Precision at R, the number of relevant documents."""
    relevant = seen.relevant(rel)
    top = seen.found.where(seen.found.rank <= relevant[seen.found.query])
    hits = top.where(top.grade >= rel)
    return _share(seen.sums(hits, np.ones(len(hits.query))), relevant)


def success(seen: Matched, k: int, rel: float = 1.0) -> Real:
    """1 if the top k hold a hit."""
    return (_hit_count(seen, k, rel) > 0).astype(float)


def judged_fraction(seen: Matched, k: int) -> Real:
    """The fraction of the returned top k that was judged."""
    top = _cut(seen.found, k)
    judged = seen.sums(top, np.ones(len(top.query)))
    return _share(judged, np.minimum(seen.returned, k).astype(float))


def bpref(seen: Matched, rel: float = 1.0) -> Real:
    """Binary preference."""
    relevant = seen.relevant(rel)
    others = seen.sums(seen.ideal, ((seen.ideal.grade >= 0) & (seen.ideal.grade < rel)) * 1.0)
    known = seen.found.where(seen.found.grade >= 0)
    above = _running((known.grade < rel) * 1.0, known.query)
    hit = known.grade >= rel
    hits, above = known.where(hit), above[hit]
    bound = relevant[hits.query]
    lost = _share(np.minimum(above, bound), np.minimum(others[hits.query], bound))
    return _share(seen.sums(hits, 1.0 - np.where(above > 0, lost, 0.0)), relevant)


def err(seen: Matched, max_grade: float, k: int | None = None) -> Real:
    """Expected reciprocal rank."""
    if seen.found.grade.size and seen.found.grade.max() > max_grade:
        raise BadMeasureInput(
            f"grade {seen.found.grade.max():g} is above max_grade {max_grade:g}: give the highest "
            f"grade of the scale as max_grade"
        )
    top = _cut(seen.found, k)
    stop = _gain(top.grade, "exponential") / 2.0**max_grade
    going_on = np.log1p(-stop)
    reached = np.exp(_running(going_on, top.query) - going_on)
    return seen.sums(top, reached * stop / top.rank)


def rbp(seen: Matched, p: float, rel: float = 1.0) -> Real:
    """Rank-biased precision."""
    hits = _hits(seen, None, rel)
    return (1.0 - p) * seen.sums(hits, p ** (hits.rank - 1.0))


COMPUTE: Mapping[str, Callable[..., Real]] = {
    "CG": cg,
    "DCG": dcg,
    "IDCG": idcg,
    "nDCG": ndcg,
    "RR": reciprocal_rank,
    "P": precision,
    "R": recall,
    "F1": f1,
    "AP": average_precision,
    "Rprec": r_precision,
    "Success": success,
    "Judged": judged_fraction,
    "Bpref": bpref,
    "ERR": err,
    "RBP": rbp,
    "nDCG_retrieved_only": ndcg_retrieved_only,
    "DCG_2002": dcg_2002,
    "nDCG_2002": ndcg_2002,
    "R_capped": recall_capped,
    "AP_capped": average_precision_capped,
    "AP_of_hits": average_precision_of_hits,
}
"""How each measure is computed, by its name."""
