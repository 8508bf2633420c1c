"""The order of a ranking: by the ranks given, or by scores as trec_eval does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeVar

from xlmetrics.errors import BadMeasureInput
from xlmetrics.reference.inputs import finite, whole

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    Ties = Literal["id", "error"]

Item = TypeVar("Item")


def in_rank_order(pairs: Iterable[tuple[int, Item]]) -> list[Item]:
    """The items of (rank, item) pairs, best rank first: what was given rank 1, 2, 3 ...

    Raises:
        BadMeasureInput: ranks that are not 1, 2, 3 ... each once; a rank of 0, a gap, a repeat.
    """
    numbered: dict[int, Item] = {}
    for given, item in pairs:
        rank = whole(given, "a rank")
        if rank in numbered:
            raise BadMeasureInput(f"rank {rank} is given twice; give each rank once")
        numbered[rank] = item
    for rank in range(1, len(numbered) + 1):
        if rank not in numbered:
            raise BadMeasureInput(
                f"rank {rank} is missing though rank {max(numbered)} is given; "
                f"number the documents 1, 2, 3 without gaps"
            )
    return [numbered[rank] for rank in sorted(numbered)]


def in_score_order(scores: Mapping[str, float], *, ties: Ties = "id") -> list[str]:
    """The documents of a run for one query, best first, in the order of trec_eval.

    Args:
        scores: document id to score, compared as float64 (trec_eval itself has float32).
        ties: "id" puts the higher document id first among equal scores, by its UTF-8 bytes;
            "error" refuses equal scores.

    Raises:
        BadMeasureInput: a score that is NaN or infinite; equal scores if ties is "error".
    """
    if ties not in {"id", "error"}:
        raise BadMeasureInput(f"ties must be 'id' or 'error', not {ties!r}")
    exact = {doc: finite(score, f"the score of {doc}") for doc, score in scores.items()}
    groups = tied(exact) if ties == "error" else []
    if groups:
        raise BadMeasureInput(
            *(f"{', '.join(group)} have the same score; break the tie" for group in groups)
        )
    # Code points sort as their UTF-8 bytes do, so comparing the texts is enough.
    return sorted(exact, key=lambda doc: (exact[doc], doc), reverse=True)


def tied(scores: Mapping[str, float]) -> list[list[str]]:
    """The groups of documents that share a score: their order is not the system's choice."""
    groups: dict[float, list[str]] = {}
    for doc, score in scores.items():
        groups.setdefault(float(score), []).append(doc)
    return [sorted(group) for group in groups.values() if len(group) > 1]
