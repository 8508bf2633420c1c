"""What grades there are, what each means, and what a rater is told of the work."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Level:
    """A grade, what it is called, and an example or a word more on it; both may be empty."""

    grade: float
    label: str = ""
    example: str = ""


@dataclass(frozen=True, slots=True)
class Scale:
    """The grades from the lowest up, and the rubric: how to work, a paragraph a line.

    ``words`` says in which language a packet speaks.
    """

    levels: tuple[Level, ...]
    rubric: str = ""
    words: str = "en"

    @property
    def labels(self) -> dict[float, str]:
        """What each grade is called."""
        return {level.grade: level.label for level in self.levels}
