"""What a table of decisions recommends, and why: large, between the questions and the decisions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.layout.fit import LINE_HEIGHT, at_most, row_height
from xlmetrics.model import Look, Validation
from xlmetrics.quantities.choice import CONDITIONS
from xlmetrics.text import display_width, wrapped_lines

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from xlmetrics.address import Range
    from xlmetrics.layout.canvas import Canvas
    from xlmetrics.template.model import CataloguedTable
    from xlmetrics.template.words import Words

VERDICT = {"recommendation": Look.VERDICT, "reason": Look.REASON}
_RIGHT = 2 + len(CONDITIONS)
"""The last column over which it runs: that of the decisions before their reasons."""
_LEAST_WIDTH = 70
"""Letters that these columns hold at the least."""


def verdict_areas(canvas: Canvas, names: Sequence[str], top: int) -> Iterator[tuple[str, Range]]:
    """Where the recommendation and the reason stand, below a heading in row ``top``."""
    for row, name in enumerate(names, top + 1):
        yield name, canvas.area(row, 1, row)


def frame_verdict(
    canvas: Canvas, words: Words, content: CataloguedTable, fields: Mapping[str, Range]
) -> None:
    """Place its heading, and run its cells over the columns of the decisions."""
    places = {name: fields[name] for name in VERDICT if name in fields}
    top = min(place.top for place in places.values()) - 1
    canvas.label(top, 1, words[f"figure.{next(iter(places))}"], Look.SUBTITLE)
    for name, place in places.items():
        for column in range(2, _RIGHT + 1):
            canvas.label(place.top, column, None, VERDICT[name])
        canvas.merged.append(place._replace(right=_RIGHT))
        canvas.heights[place.top] = _height(name, content)


def _height(name: str, content: CataloguedTable) -> float:
    if name == "recommendation":
        return 2 * LINE_HEIGHT
    return row_height(max(wrapped_lines(str(why), _LEAST_WIDTH) for why in content.given["why"]))


def highlight_chosen(canvas: Canvas, fields: Mapping[str, Range]) -> None:
    """Draw the decision that counts as such."""
    first = fields["recommended"]
    decisions = first._replace(right=fields["why"].left - 2)
    here = f"ROW()-{first.top - 1}={fields['chosen'].absolute}"
    canvas.highlight(decisions, here, "chosen")


def offer_answers(
    canvas: Canvas, answers: Range, options: Sequence[Sequence[str]], words: Words
) -> None:
    """A drop-down for each answer, in a column that has room for any."""
    longest = max(display_width(option) for choices in options for option in choices)
    canvas.widths[answers.left] = 1.2 * longest + 2
    for place, choices in zip(answers.addresses(), options, strict=True):
        listed = ", ".join(choices)
        rule = Validation(
            answers._replace(top=place.row, bottom=place.row),
            "list",
            f'"{",".join(choices)}"',
            words["heading.reply"],
            at_most(words.filled("prompt.reply", options=listed), listed),
            at_most(words.filled("error.reply", options=listed), listed),
        )
        canvas.validations.append(rule)
