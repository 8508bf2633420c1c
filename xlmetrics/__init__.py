"""Spreadsheets that measure rankings, live and proven right."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from xlmetrics.definitions import MEASURES
from xlmetrics.errors import BadMeasureInput
from xlmetrics.evaluation import Scores, evaluate
from xlmetrics.measures import Measure, parse_measure
from xlmetrics.reference import (
    Gain,
    MatchedRun,
    Query,
    average_precision,
    average_precision_capped,
    average_precision_of_hits,
    bpref,
    cg,
    dcg,
    dcg_2002,
    discount,
    discount_2002,
    discounted_gain,
    err,
    f1,
    first_relevant_rank,
    gain,
    group_qrels,
    group_run,
    idcg,
    ideal_ranking,
    in_rank_order,
    in_score_order,
    judged_fraction,
    match_run,
    mean,
    mean_reciprocal_rank,
    ndcg,
    ndcg_2002,
    ndcg_retrieved_only,
    precision,
    r_precision,
    rbp,
    recall,
    recall_capped,
    reciprocal_rank,
    reciprocal_rank_of,
    success,
    tied,
)

if TYPE_CHECKING:
    from xlmetrics.recalc import recompute
    from xlmetrics.scorecard import score

__all__ = [
    "MEASURES",
    "BadMeasureInput",
    "Gain",
    "MatchedRun",
    "Measure",
    "Query",
    "Scores",
    "average_precision",
    "average_precision_capped",
    "average_precision_of_hits",
    "bpref",
    "cg",
    "dcg",
    "dcg_2002",
    "discount",
    "discount_2002",
    "discounted_gain",
    "err",
    "evaluate",
    "f1",
    "first_relevant_rank",
    "gain",
    "group_qrels",
    "group_run",
    "idcg",
    "ideal_ranking",
    "in_rank_order",
    "in_score_order",
    "judged_fraction",
    "match_run",
    "mean",
    "mean_reciprocal_rank",
    "ndcg",
    "ndcg_2002",
    "ndcg_retrieved_only",
    "parse_measure",
    "precision",
    "r_precision",
    "rbp",
    "recall",
    "recall_capped",
    "reciprocal_rank",
    "reciprocal_rank_of",
    "recompute",
    "score",
    "success",
    "tied",
]


def __getattr__(name: str) -> Any:
    """``recompute`` and ``score`` are loaded when asked for: they weigh more than all else."""
    if name == "recompute":
        from xlmetrics.recalc import recompute

        return recompute
    if name == "score":
        from xlmetrics.scorecard import score

        return score
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
