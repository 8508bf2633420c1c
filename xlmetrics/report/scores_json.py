"""A scorecard as JSON, in a stable schema: keys are added, never changed or taken away."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from xlmetrics.scoring.comparison import CONFIDENCE, RESAMPLES, swaps
from xlmetrics.scoring.like.tool import ABOVE_0

if TYPE_CHECKING:
    from xlmetrics.scorecard import Likeness, Scorecard
    from xlmetrics.scoring.comparison import Comparison
    from xlmetrics.scoring.scores import SystemScores

SCHEMA = "xlmetrics.score/1"


def scores_as_json(card: Scorecard, *, per_query: bool) -> str:
    """The scorecard as one JSON object; what has no value is null."""
    scores = card.scores
    told: dict[str, Any] = {
        "schema": SCHEMA,
        "queries": len(scores.queries),
        "measures": [str(measure) for measure in scores.measures],
        "systems": [_system(each) for each in scores.systems],
        "comparisons": [_comparison(each) for each in card.comparisons],
        "comparison": {
            "confidence": CONFIDENCE,
            "resamples": RESAMPLES,
            "swaps": swaps(len(scores.queries)),
        },
        "without_relevant": [
            {"rel": None if rel == ABOVE_0 else rel, "queries": list(queries)}
            for rel, queries in scores.barren.items()
        ],
        "remarks": list(card.remarks),
    }
    if card.likeness is not None:
        told["like"] = _likeness(card.likeness)
    if per_query:
        told["per_query"] = {
            each.system: {
                str(measure): dict(zip(scores.queries, values.tolist(), strict=True))
                for measure, values in each.values.items()
            }
            for each in scores.systems
        }
    return json.dumps(told, indent=2, ensure_ascii=False)


def _system(each: SystemScores) -> dict[str, Any]:
    return {
        "system": each.system,
        "means": {str(measure): each.mean(measure) for measure in each.values},
        "missing": list(each.missing),
        "ignored": list(each.ignored),
    }


def _comparison(each: Comparison) -> dict[str, Any]:
    return {
        "measure": str(each.measure),
        "system": each.system,
        "baseline": each.baseline,
        "difference": each.difference,
        "interval": [each.low, each.high],
        "wins": each.outcomes.wins,
        "ties": each.outcomes.ties,
        "losses": each.outcomes.losses,
        "deviation": each.deviation,
        "effect": each.effect,
        "p_randomisation": each.p,
        "p_holm": each.p_holm,
        "t": each.t,
        "p_t": each.p_t,
    }


def _likeness(likeness: Likeness) -> dict[str, Any]:
    tool = likeness.tool
    return {
        "tool": tool.name,
        "facts": tool.facts,
        "mean_is": tool.means,
        "systems": {
            system: {str(measure): mean for measure, mean in means.items()}
            for system, means in likeness.means.items()
        },
        "why": {
            str(measure): found.why
            for measure in next(iter(likeness.values.values()))
            if (found := tool.figure(measure))
        },
    }
