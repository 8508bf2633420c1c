"""What the tables of a sheet share: the scale of grades, the gain, and one cut-off."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.layout.canvas import LARGE_SCORE, SCORE
from xlmetrics.layout.fit import at_most
from xlmetrics.model import Look, Validation

if TYPE_CHECKING:
    from xlmetrics.address import Range
    from xlmetrics.layout.canvas import Canvas, Panel
    from xlmetrics.template.model import WorkedExample

_LARGE = 1e6


class Shared:
    """The scale and the gain, where a table of grades needs them, and the cut-off of all tables."""

    def __init__(self, template: WorkedExample) -> None:
        self.template = template
        self.words = template.words
        self.k: Range | None = None
        self.fields: dict[str, Range] = {}

    @property
    def score_format(self) -> str:
        """How figures are shown; large ones by their power of ten, so that they fit."""
        if self.template.gain == "exponential" and 2 ** max(self.template.scale) >= _LARGE:
            return LARGE_SCORE
        return SCORE

    def place_scale(self, panel: Panel) -> None:
        """Open the panel with the scale of grades and the gain."""
        panel.group(self.words["heading.grade"], self.words["heading.grade_meaning"])
        top = panel.row
        for grade, meaning in self.template.scale.items():
            panel.line(grade, meaning, Look.RANK)
        self.fields["scale"] = panel.canvas.area(top, panel.column, panel.row - 1)
        panel.group(self.words["heading.gain"], "")
        gain = self.template.gain
        self.fields["gain"] = panel.line(self.words[f"panel.gain_{gain}"], gain)

    @property
    def relevance_title(self) -> str:
        """The heading of a column of grades: ``Relevance (0–3)``."""
        grades = list(self.template.scale)
        scale = f"{grades[0]}–{grades[-1]}" if len(grades) > 1 else str(grades[0])
        return self.words.filled("heading.relevance", scale=scale)

    def grade_validation(self, where: Range) -> Validation:
        """A drop-down of the scale."""
        words = self.words
        grades = ", ".join(map(str, self.template.scale))
        meanings = ", ".join(f"{grade} {label}" for grade, label in self.template.scale.items())
        return Validation(
            where,
            "list",
            self.fields["scale"].absolute,
            words["prompt.grade_title"],
            at_most(words.filled("prompt.grade", meanings=meanings), words["prompt.grade_short"]),
            at_most(words.filled("error.grade", grades=grades), words["error.grade_short"]),
        )

    def cutoff(self, canvas: Canvas, row: int) -> tuple[Range, int]:
        """The cut-off that every table of the sheet follows, and the next free row.

        It stands at ``row`` of the first table that asks for it.
        """
        if self.k:
            return self.k, row
        canvas.label(row, 1, self.words["heading.k"])
        self.k = canvas.input(row, 2, self.template.k)
        canvas.validations.append(
            Validation(
                self.k,
                "whole",
                "1",
                self.words["prompt.k_title"],
                self.words["prompt.k"],
                self.words["error.k"],
                operator="greaterThanOrEqual",
            )
        )
        return self.k, row + 1

    def gain_of(self, cell: str) -> str:
        """The formula text of the gain of the grade in a cell."""
        return cell if self.template.gain == "linear" else f"(2^{cell}-1)"
