"""What may be typed as the rank of a first relevant result."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.model import Validation

if TYPE_CHECKING:
    from xlmetrics.address import Range
    from xlmetrics.template.words import Words


def rank_validation(where: Range, words: Words) -> Validation:
    """A whole number from 1, or the word for a query without a relevant result."""
    cell, none = where.first.a1, words["value.none"]
    return Validation(
        where,
        "custom",
        f'OR({cell}="{none}",AND(ISNUMBER({cell}),N({cell})>=1,N({cell})=INT(N({cell}))))',
        words["prompt.first_rank_title"],
        words.filled("prompt.first_rank", none=none),
        words.filled("error.first_rank", none=none),
    )
