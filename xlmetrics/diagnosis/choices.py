"""The parts of a measure, and how people choose them: right, another valid way, or a mistake."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations, product
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from xlmetrics.model import ErrorValue

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from xlmetrics.model import Result

    Compute = Callable[[Any, Mapping[str, Any]], Result | Sequence[Result]]

RIGHT, VARIANT, MISTAKE = 0, 1, 8
"""What a choice weighs: the lightest recipe that explains a cell is believed."""

MOST_UNUSUAL = 2

FOLLOWING = {
    "ideal gain": ("gain",),
    "ideal discount": ("discount",),
    "no ideal": ("discount", "order", "pool"),
}
"""Of two parts that are mistaken, the one need not be told of beside the others."""

DIVISION = ErrorValue("#DIV/0!")
ANY_ERROR = ErrorValue("#")
"""Some error, such as one that a search without a find gives, whichever function searches."""

UNKNOWN = "XL100"
"""The rule that tells of what no other is about."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One way of doing a part.

    ``does`` is what the measure calls for it. ``says`` tells of it in words, and is empty for what
    goes without saying; ``code`` is that of the rule that tells of it.
    """

    part: str
    does: Any
    says: str = ""
    code: str = ""
    weight: int = RIGHT
    meant: Any = None
    """What a mistake was meant to do, where that is not what the measure calls for at first."""


class Recipe(NamedTuple):
    """A choice for each part of a measure, and what they give together."""

    choices: tuple[Choice, ...]
    parts: tuple[tuple[Choice, ...], ...]
    compute: Compute
    unrounded: Recipe | None = None
    weight: int = RIGHT

    def __hash__(self) -> int:
        return hash(self.choices)

    def values(self, seen: Any) -> Sequence[Result]:
        """What the cells show if this is how they are computed; an error where numbers overflow."""
        try:
            found = self.compute(seen, {choice.part: choice.does for choice in self.choices})
        except ArithmeticError:
            return (ErrorValue("#NUM!"),)
        return found if isinstance(found, list | tuple) else (found,)

    @property
    def mended(self) -> Recipe:
        """The same with the mistakes put right; valid variants stay."""
        pairs = zip(self.choices, self.parts, strict=True)
        return self.choosing(_right(choice, part) for choice, part in pairs)

    def choosing(self, choices: Iterable[Choice]) -> Recipe:
        """The same with other choices."""
        chosen = tuple(choices)
        return self._replace(choices=chosen, weight=sum(choice.weight for choice in chosen))

    @property
    def exact(self) -> Recipe:
        """The same put right, and nothing rounded."""
        return self.unrounded.mended if self.unrounded else self.mended

    @property
    def unusual(self) -> tuple[Choice, ...]:
        """The choices that a rule tells of; of mistakes, those that a code explains best."""
        told = [choice for choice in self.choices if choice.code]
        mistakes = [choice for choice in told if choice.weight >= MISTAKE]
        wrong = {choice.part for choice in mistakes}
        mistakes = [
            choice
            for choice in mistakes
            if not any(part in wrong for part in FOLLOWING.get(choice.part, ()))
        ]
        known = [choice for choice in mistakes if choice.code != UNKNOWN]
        return tuple(known or mistakes or told)

    @property
    def says(self) -> str:
        """What is unusual, in words."""
        return " and ".join(choice.says for choice in self.unusual)

    @property
    def codes(self) -> tuple[str, ...]:
        """The rules that tell of it."""
        return tuple(choice.code for choice in self.unusual)

    @property
    def mistakes(self) -> tuple[Choice, ...]:
        """The choices that are mistakes."""
        return tuple(choice for choice in self.choices if choice.weight >= MISTAKE)

    def chose(self, part: str) -> Choice | None:
        """The choice for a part; None where the measure has no such part."""
        return next((choice for choice in self.choices if choice.part == part), None)


def _right(choice: Choice, part: Sequence[Choice]) -> Choice:
    if choice.weight < MISTAKE:
        return choice
    if choice.meant is None:
        return part[0]
    return next(each for each in part if each.does is choice.meant)


def recipes(parts: Sequence[tuple[Choice, ...]], compute: Compute) -> tuple[Recipe, ...]:
    """Every recipe with at most two parts that are not as usual, the lightest first.

    Of two mistakes, both are common ones.
    """
    every = tuple(parts)
    found = [
        Recipe(choices, every, compute, weight=sum(choice.weight for choice in choices))
        for number in range(MOST_UNUSUAL + 1)
        for places in combinations(range(len(every)), number)
        for choices in product(*(_of_part(part, at in places) for at, part in enumerate(every)))
        if _is_thought_of(choices)
    ]
    return tuple(sorted(found, key=attrgetter("weight")))


def _of_part(part: Sequence[Choice], unusual: bool) -> list[Choice]:  # noqa: FBT001
    return [choice for choice in part if (choice.weight > RIGHT) == unusual]


def _is_thought_of(choices: Sequence[Choice]) -> bool:
    mistakes = [choice.weight for choice in choices if choice.weight >= MISTAKE]
    return len(mistakes) < MOST_UNUSUAL or max(mistakes) == MISTAKE
