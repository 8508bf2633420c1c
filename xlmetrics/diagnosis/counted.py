"""How precision, recall and F1 are computed from counts: hits, documents returned and relevant."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from xlmetrics.diagnosis.binary import F1_MEANS
from xlmetrics.diagnosis.choices import MISTAKE, VARIANT, Choice, Recipe, recipes
from xlmetrics.diagnosis.hits import NONE_RELEVANT
from xlmetrics.model import is_number

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from xlmetrics.address import Address
    from xlmetrics.diagnosis.observed import Values
    from xlmetrics.model import Result
    from xlmetrics.roles.model import Counts

    Parts = Mapping[str, Any]


class Counted(NamedTuple):
    """The counts of a query, None where the sheet does not state one; ``k`` is the cut-off."""

    hits: float | None
    returned: float | None
    relevant: float | None
    k: int | None


def count(counts: Counts, k: int | None, value: Values) -> Counted:
    """The counts beside a figure."""

    def held(cell: Address | None) -> float | None:
        found = value(cell) if cell else None
        return float(found) if is_number(found) else None

    return Counted(held(counts.hits), held(counts.returned), held(counts.relevant), k)


def _ratio(seen: Counted, parts: Parts) -> Result:
    top, whole = parts["ratio"](seen)
    if top is None or whole is None:
        return None
    none: Result = parts["none"]
    return top / whole if whole else none


def _ratios(
    *ways: tuple[Callable[[Counted], tuple[float | None, float | None]], str, str, int],
) -> tuple[Choice, ...]:
    return tuple(Choice("ratio", *way) for way in ways)


@cache
def counted_recipes(measure: str) -> tuple[Recipe, ...]:
    """How a measure is computed from counts; none for those that need the list."""
    if measure == "P":
        return recipes((_PRECISION, NONE_RELEVANT), _ratio)
    if measure == "R":
        return recipes((_RECALL, NONE_RELEVANT), _ratio)
    return recipes((F1_MEANS, NONE_RELEVANT), _f1) if measure == "F1" else ()


_PRECISION = _ratios(
    (lambda seen: (seen.hits, seen.returned), "", "", 0),
    (lambda seen: (seen.hits, seen.k), "", "", VARIANT),
    (
        lambda seen: (seen.hits, seen.relevant),
        "hits are divided by the relevant documents, as in recall",
        "XL112",
        MISTAKE,
    ),
    (
        lambda seen: (seen.returned, seen.hits),
        "the documents returned are divided by the hits, upside down",
        "XL112",
        MISTAKE,
    ),
)

_RECALL = _ratios(
    (lambda seen: (seen.hits, seen.relevant), "", "", 0),
    (
        lambda seen: (seen.hits, seen.returned),
        "this is precision: hits are divided by the documents returned",
        "XL113",
        MISTAKE,
    ),
    (
        lambda seen: (seen.hits, seen.k),
        "this is precision: hits are divided by k",
        "XL113",
        MISTAKE,
    ),
    (
        lambda seen: (seen.hits, seen.hits),
        "recall is divided by the relevant documents that were retrieved",
        "XL113",
        MISTAKE,
    ),
    (
        lambda seen: (seen.relevant, seen.hits),
        "the relevant documents are divided by the hits, upside down",
        "XL113",
        MISTAKE,
    ),
)


def _f1(seen: Counted, parts: Parts) -> Result:
    if seen.hits is None or seen.relevant is None or seen.returned is None:
        return None
    none: Result = parts["none"]
    mean: Callable[[float, float], float] = parts["mean"]
    if not (seen.hits and seen.relevant and seen.returned):
        return none
    return mean(seen.hits / seen.returned, seen.hits / seen.relevant)
