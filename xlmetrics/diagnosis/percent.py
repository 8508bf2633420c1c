"""Shares that a sheet shows as numbers from 0 to 100."""

from __future__ import annotations

from statistics import median
from typing import TYPE_CHECKING, Any

from xlmetrics.model import is_number

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from xlmetrics.diagnosis.choices import Recipe
    from xlmetrics.diagnosis.observed import Values
    from xlmetrics.model import Result
    from xlmetrics.roles.model import Figure

SHARES = frozenset({"nDCG", "P", "R", "F1", "AP", "RR", "Success"})
"""Measures from 0 to 1."""

HUNDRED = 100

_LEAST = 10
"""Where most figures are so large, they are shares of 100; mistaken shares of 1 are smaller."""


def in_percent(figures: Iterable[Figure], value: Values) -> frozenset[str]:
    """The measures whose figures are numbers from 0 to 100."""
    shown: dict[str, list[float]] = {}
    for figure in figures:
        if figure.measure in SHARES and is_number(held := value(figure.address)) and held:
            shown.setdefault(figure.measure, []).append(held)
    return frozenset(name for name, held in shown.items() if median(held) >= _LEAST)


def of_hundred(recipes: Sequence[Recipe]) -> tuple[Recipe, ...]:
    """The recipes for numbers from 0 to 100."""
    return tuple(recipe._replace(compute=_times(recipe.compute)) for recipe in recipes)


def _times(compute: Callable[..., Any]) -> Callable[..., Any]:
    def computed(seen: Any, parts: Mapping[str, Any]) -> Result | list[Result]:
        found = compute(seen, parts)
        return [*map(_hundred, found)] if isinstance(found, list | tuple) else _hundred(found)

    return computed


def _hundred(value: Result) -> Result:
    return value * HUNDRED if is_number(value) else value
