"""Which recipe explains what cells show: on the inputs in the file, and on others."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from xlmetrics.diagnosis.choices import ANY_ERROR, MISTAKE, VARIANT, Choice, Recipe
from xlmetrics.model import TOLERANCE, ErrorValue, NotChecked, is_number
from xlmetrics.text import counted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from xlmetrics.model import Result

_NUMBERS = (float, int)

MOST_PLACES = 9
"""A number typed with so many decimals is compared like one that was computed."""

ROUNDED_TO = (1, 2, 3, 4)


class Sight(NamedTuple):
    """The inputs of some cells, and what the cells show on them."""

    seen: Any
    shown: Sequence[Result]

    @property
    def is_open(self) -> bool:
        """Whether nothing can be said, since errors stand among the inputs."""
        return all(isinstance(each, NotChecked) for each in self.shown)


@dataclass(frozen=True, slots=True)
class Explanation:
    """The recipe by which cells are computed; ``sure`` if it was seen on other inputs too.

    ``rivals`` are recipes that explain them as well and mean something else. It is mended
    ``elsewhere`` if another formula in its place would not do.
    """

    recipe: Recipe
    sure: bool
    rivals: tuple[Recipe, ...] = ()
    elsewhere: bool = False


def explain(
    recipes: Sequence[Recipe],
    sights: Sequence[Sight],
    places: float | None = None,
) -> Explanation | None:
    """The lightest recipe that gives what the cells show; None where none does.

    The first sight is that of the file. ``places`` are the decimals with which its numbers are
    written, None for numbers that were computed; the other sights are always compared exactly.
    """
    found = _lightest(each for each in recipes if fits_all(each, sights, places))
    return Explanation(found[0], sure=len(sights) > 1, rivals=found[1:]) if found else None


def _lightest(recipes: Iterable[Recipe]) -> tuple[Recipe, ...]:
    """The lightest, and those as light that mean something else; recipes come lightest first."""
    found: list[Recipe] = []
    for recipe in recipes:
        if found and recipe.weight > found[0].weight:
            break
        if not found or (recipe.weight >= MISTAKE and recipe.codes != found[0].codes):
            found.append(recipe)
    return tuple(found)


def rounded(recipes: Sequence[Recipe]) -> Iterator[Recipe]:
    """The sound recipes with their results rounded."""
    for recipe in recipes:
        if recipe.weight < MISTAKE:
            for places in ROUNDED_TO:
                yield _rounded(recipe, places)


def _rounded(recipe: Recipe, places: int) -> Recipe:
    says = f"rounded to {counted(places, 'decimal')}"
    choice = Choice("rounded", places, says, weight=VARIANT)

    def compute(seen: Any, _: Any) -> list[Result]:
        values = recipe.values(seen)
        return [half_up(each, places) if is_number(each) else each for each in values]

    choices, parts = (*recipe.choices, choice), (*recipe.parts, (choice,))
    return Recipe(choices, parts, compute, recipe, recipe.weight + choice.weight)


def half_up(value: float, places: int) -> float:
    """A number rounded as spreadsheets round: halves away from 0, by its decimal digits."""
    unit = 10.0**places
    return math.copysign(math.floor(abs(value) * unit + 0.5 + TOLERANCE) / unit, value)


def fits_all(recipe: Recipe, sights: Sequence[Sight], places: float | None = None) -> bool:
    """Whether a recipe gives what the cells show in the file, and on other inputs if they tell."""
    first, *others = sights
    return fits(recipe, first, places) and all(
        fits(recipe, each) for each in others if not each.is_open
    )


def fits(recipe: Recipe, sight: Sight, places: float | None = None) -> bool:
    """Whether a recipe gives what the cells show, and something at least is shown."""
    expected = recipe.values(sight.seen)
    if len(expected) < len(sight.shown):
        expected = (*expected, *[None] * (len(sight.shown) - len(expected)))
    told = False
    for shown, each in zip(sight.shown, expected, strict=False):
        if isinstance(shown, NotChecked):
            continue
        if not same(shown, each, places):
            return False
        told = told or each is not None or shown is not None
    return told


def same(shown: Result, expected: Result, places: float | None = None) -> bool:
    """Whether a cell shows a value, at the precision it is written with.

    A blank and an empty text are alike.
    """
    if type(shown) in _NUMBERS and type(expected) in _NUMBERS:
        return math.isclose(shown, expected, rel_tol=TOLERANCE, abs_tol=TOLERANCE) or (  # type: ignore[arg-type]
            places is not None and _to(places, shown, expected)  # type: ignore[arg-type]
        )
    if isinstance(shown, ErrorValue) or isinstance(expected, ErrorValue):
        return shown == expected or (isinstance(shown, ErrorValue) and expected == ANY_ERROR)
    if expected is None:
        return not is_number(shown) or shown == 0
    return expected == "" and (shown is None or isinstance(shown, str))


def _to(places: float, shown: float, expected: float) -> bool:
    """Whether a number is another one rounded, or cut off, after so many decimals."""
    if places >= MOST_PLACES:
        return False
    unit: float = 10.0**-places
    return abs(shown - expected) <= unit / 2 * 1.000001 or (
        abs(math.floor(expected / unit) * unit - shown) < unit * 1e-6
    )
