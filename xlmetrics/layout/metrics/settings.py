"""The settings of live measures: k, the gain and the threshold, above the measures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.model import Look, Validation

if TYPE_CHECKING:
    from xlmetrics.address import Range
    from xlmetrics.layout.canvas import Canvas
    from xlmetrics.layout.metrics.asked import Asked
    from xlmetrics.template.words import Words


def place_settings(canvas: Canvas, asked: Asked, judge: str, words: Words) -> dict[str, Range]:
    """The title, the settings, and whether the rows are still where they were; gives the places.

    ``judge`` is the title of the sheet of grades.
    """
    fields: dict[str, Range] = {}
    canvas.label(1, 1, asked.title, Look.TITLE)
    canvas.label(2, 1, words.filled("working.metrics", judge=judge), Look.INTRO)
    depth = asked.depth
    at_most = "" if depth is None else f",{{cell}}<={depth}"
    allowed = {
        "k": ("custom", f"AND(ISNUMBER({{cell}}),{{cell}}>=1{at_most},{{cell}}=INT({{cell}}))"),
        "gain": ("list", '"linear,exponential"'),
        "rel": ("decimal", "0"),
    }
    for row, (name, value) in enumerate(asked.settings._asdict().items(), 4):
        canvas.label(row, 1, words[f"setting.{name}"])
        place = fields[name] = canvas.input(row, 2, value)
        kind, formula = allowed[name]
        canvas.validations.append(
            Validation(
                place,
                kind,
                formula.format(cell=place.first.a1),
                words[f"setting.{name}"],
                words[f"prompt.{name}"],
                words.filled("error.k_to", depth=depth)
                if name == "k" and depth is not None
                else words[f"error.{name}"],
                operator="greaterThan" if name == "rel" else None,
            )
        )
    canvas.label(7, 1, words["figure.moved_count"])
    place = fields["moved_count"] = canvas.area(7, 2, 7)
    canvas.highlight(place, f"{place.first.absolute}>0", "warning")
    return fields
