"""A subject that was examined: what it shows, what explains it, what it should show."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from xlmetrics.diagnosis.matching import fits_all

if TYPE_CHECKING:
    from collections.abc import Sequence

    from xlmetrics.diagnosis.choices import Choice, Recipe
    from xlmetrics.diagnosis.matching import Explanation, Sight
    from xlmetrics.diagnosis.subjects import Subject
    from xlmetrics.model import Result


@dataclass(frozen=True)
class Case:
    """A subject and the recipe that explains it, if one does.

    ``sights`` are what it shows on the inputs in the file, first, and on others; ``places`` the
    decimals to which the first is compared, None for all.
    """

    subject: Subject
    explanation: Explanation | None
    sights: Sequence[Sight]
    places: float | None

    @property
    def shown(self) -> Sequence[Result]:
        """What the cells show in the file."""
        return self.sights[0].shown

    @property
    def recipe(self) -> Recipe | None:
        """How the cells are computed, as far as is known."""
        return self.explanation.recipe if self.explanation else None

    @property
    def is_sound(self) -> bool:
        """Whether they are computed rightly, or in a valid variant."""
        return self.recipe is not None and not self.recipe.mistakes

    @property
    def is_seen_through(self) -> bool:
        """Whether what explains the cells explains all that they were seen to show."""
        return self.explanation is not None and (self.explanation.sure or len(self.sights) == 1)

    def should(self, recipe: Recipe) -> tuple[Result, ...]:
        """What the cells should show by a recipe, on the inputs in the file."""
        values = (*recipe.values(self.sights[0].seen),)
        return values + (None,) * (len(self.subject.cells) - len(values))

    def would_fit(self, recipe: Recipe) -> bool:
        """Whether another recipe gives what the cells show, too."""
        return fits_all(recipe, self.sights, self.places)

    def choosing(self, choice: Choice) -> Case:
        """The case, explained with another choice for a part; itself if nothing explains it."""
        if self.explanation is None:
            return self
        recipe = with_choice(self.explanation.recipe, choice)
        return replace(self, explanation=replace(self.explanation, recipe=recipe))


def with_choice(recipe: Recipe, choice: Choice) -> Recipe:
    """The recipe with another choice for a part."""
    return recipe.choosing(choice if each.part == choice.part else each for each in recipe.choices)
