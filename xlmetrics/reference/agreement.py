"""Two raters who judged the same documents: how far they agree beyond what chance alone would.

All take the pairs of grades, (A, B), one for each document that both raters judged.
"""

from __future__ import annotations

from collections import Counter
from math import fsum
from typing import TYPE_CHECKING, Literal

from xlmetrics.errors import BadMeasureInput
from xlmetrics.reference.inputs import finite

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    Pairs = Iterable[tuple[float, float]]
    """The grade of rater A and that of rater B, document by document."""

Weights = Literal["linear", "quadratic"]
"""How grave a disagreement is: as the grades lie apart, or as the square of that."""

_DISTANCES: dict[Weights | None, Callable[[float, float], float]] = {
    None: lambda a, b: float(a != b),
    "linear": lambda a, b: abs(a - b),
    "quadratic": lambda a, b: (a - b) ** 2,
}


def observed_agreement(pairs: Pairs) -> float | None:
    """The share of documents that got the same grade twice; None where there is no document.

    Raises:
        BadMeasureInput: a grade that is not finite.
    """
    found = _grades(pairs)
    return sum(a == b for a, b in found) / len(found) if found else None


def expected_agreement(pairs: Pairs) -> float | None:
    """The share on which chance alone would agree, were each rater to give as many of each grade.

    None where there is no document. Source: Cohen (1960).

    Raises:
        BadMeasureInput: a grade that is not finite.
    """
    found = _grades(pairs)
    of_a, of_b = _counts(found)
    return sum(of_a[grade] * of_b[grade] for grade in of_a) / len(found) ** 2 if found else None


def cohen_kappa(pairs: Pairs, weights: Weights | None = None) -> float | None:
    """Cohen's kappa: 1 for full agreement, 0 for as much as by chance, below 0 for less.

    It is 1 - observed / expected disagreement. Without weights every disagreement is as grave as
    any other; with them it is graver the further apart the two grades are, as numbers.

    None where it has no value: there is no document, or both raters gave one and the same grade
    throughout, so that chance, too, would agree on everything.

    Sources: Cohen (1960); with weights, Cohen (1968), linear ones by Cicchetti & Allison (1971).

    Raises:
        BadMeasureInput: a grade that is not finite; weights of another name.
    """
    if weights not in _DISTANCES:
        raise BadMeasureInput(f"weights are linear, quadratic or None, not {weights!r}")
    distance = _DISTANCES[weights]
    found = _grades(pairs)
    of_a, of_b = _counts(found)
    observed = fsum(distance(a, b) for a, b in found)
    by_chance = fsum(of_a[a] * of_b[b] * distance(a, b) for a in of_a for b in of_b)
    return 1 - observed * len(found) / by_chance if by_chance else None


def _grades(pairs: Pairs) -> list[tuple[float, float]]:
    return [(finite(a, "a grade of A"), finite(b, "a grade of B")) for a, b in pairs]


def _counts(pairs: list[tuple[float, float]]) -> tuple[Counter[float], Counter[float]]:
    """How often each rater gave each grade."""
    return Counter(a for a, _ in pairs), Counter(b for _, b in pairs)
