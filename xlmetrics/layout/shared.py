"""What the tables of a sheet share: the scale of grades, the gain, and one cut-off."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from xlmetrics.model import Look, Validation

if TYPE_CHECKING:
    from xlmetrics.address import Range
    from xlmetrics.layout.canvas import Canvas, Panel
    from xlmetrics.template.model import Template

MAX_PROMPT = 255
"""Characters in the message of a validation, beyond which Excel calls the file damaged."""


class Shared:
    """Where the scale and the gain stand, and where the cut-off is put by the first table."""

    def __init__(self, template: Template, scale: Range, gain: Range) -> None:
        self.template = template
        self.scale = scale
        self.gain = gain
        self.k: Range | None = None

    @classmethod
    def place(cls, panel: Panel, template: Template) -> Self:
        """Open the panel with the scale of grades and the gain."""
        panel.group("Grade", "Meaning")
        top = panel.row
        for grade, meaning in template.scale.items():
            panel.line(grade, meaning, Look.RANK)
        scale = panel.canvas.area(top, panel.column, panel.row - 1)
        panel.group("Gain of a grade", "")
        formula = "grade" if template.gain == "linear" else "2^grade-1"
        gain = panel.line(f"gain = {formula}", template.gain)
        return cls(template, scale, gain)

    @property
    def relevance_title(self) -> str:
        """The heading of a column of grades: ``Relevance (0–3)``."""
        grades = list(self.template.scale)
        return f"Relevance ({grades[0]}–{grades[-1]})"

    def grade_validation(self, where: Range) -> Validation:
        """A drop-down of the scale."""
        grades = ", ".join(map(str, self.template.scale))
        meanings = ", ".join(f"{grade} {label}" for grade, label in self.template.scale.items())
        return Validation(
            where,
            "list",
            self.scale.absolute,
            "Relevance grade",
            _at_most(
                f"{meanings}. Blank: not judged.", "Choose a grade of the scale. Blank: not judged."
            ),
            _at_most(
                f"A grade is one of {grades}. Leave the cell blank if it was not judged.",
                "A grade is one of the scale. Leave the cell blank if it was not judged.",
            ),
        )

    def place_cutoff(self, canvas: Canvas, row: int) -> Range:
        """Place the cut-off that every table of the sheet follows."""
        canvas.label(row, 1, "Cut-off k")
        self.k = canvas.input(row, 2, self.template.k)
        canvas.validations.append(
            Validation(
                self.k,
                "whole",
                "1",
                "Cut-off k",
                "How many ranks count: a whole number of 1 or more.",
                "The cut-off k is a whole number of 1 or more.",
                operator="greaterThanOrEqual",
            )
        )
        return self.k

    def gain_of(self, cell: str) -> str:
        """The formula text of the gain of the grade in a cell."""
        return cell if self.template.gain == "linear" else f"(2^{cell}-1)"


def _at_most(text: str, otherwise: str) -> str:
    return text if len(text) <= MAX_PROMPT else otherwise
