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
    from xlmetrics.audit import Report, check
    from xlmetrics.gather import collect, write_collection
    from xlmetrics.prepare import Plan, judge
    from xlmetrics.recalc import recompute
    from xlmetrics.scorecard import score

__all__ = [
    "MEASURES",
    "BadMeasureInput",
    "Gain",
    "MatchedRun",
    "Measure",
    "Plan",
    "Query",
    "Report",
    "Scores",
    "average_precision",
    "average_precision_capped",
    "average_precision_of_hits",
    "bpref",
    "cg",
    "check",
    "collect",
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
    "judge",
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
    "write_collection",
]


_LAZY = {
    "Plan": "prepare",
    "Report": "audit",
    "check": "audit",
    "collect": "gather",
    "judge": "prepare",
    "recompute": "recalc",
    "score": "scorecard",
    "write_collection": "gather",
}


def __getattr__(name: str) -> Any:
    """What weighs more than all else is loaded when it is asked for."""
    if name in _LAZY:
        from importlib import import_module

        return getattr(import_module(f"xlmetrics.{_LAZY[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
