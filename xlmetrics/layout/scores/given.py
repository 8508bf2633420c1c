"""The sheet of scores that are given as numbers, a row a query and system."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from xlmetrics.layout.canvas import Canvas
from xlmetrics.layout.judging.items import shown
from xlmetrics.layout.metrics import HEADER
from xlmetrics.layout.scores.shared import Column
from xlmetrics.model import Cell, Look, Role

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from xlmetrics.layout.scores.shared import Scored
    from xlmetrics.measures import Measure
    from xlmetrics.template.words import Words

_DIGITS = "0.0000"


class Given(NamedTuple):
    """The sheet of given scores, and where those under each measure stand."""

    canvas: Canvas
    columns: Mapping[Measure, Column]


def place_given(scored: Scored, measures: Sequence[Measure], words: Words) -> Given:
    """Place as numbers the scores under these measures."""
    canvas, scores = Canvas(words["sheet.given"]), scored.scores
    canvas.label(1, 1, canvas.title, Look.TITLE)
    canvas.label(2, 1, words["working.given"], Look.INTRO)
    names = [str(measure) for measure in measures]
    canvas.headings(
        HEADER,
        1,
        [words["heading.query"], words["heading.system"], *names, words["heading.list_system"]],
        len(names) + 1,
    )
    values = [[each.values[measure].tolist() for measure in measures] for each in scores.systems]
    row = HEADER
    for at, query in enumerate(scores.queries):
        for number, system in enumerate(scored.systems, 1):
            row += 1
            canvas.label(row, 1, shown(query, scored.cut))
            canvas.label(row, 2, system)
            canvas.cells += [
                Cell(
                    canvas.at(row, column),
                    Role.LABEL,
                    of_measure[at],
                    look=Look.STEP,
                    number_format=_DIGITS,
                )
                for column, of_measure in enumerate(values[number - 1], 3)
            ]
            canvas.label(row, 3 + len(names), number)
    numbers = canvas.area(HEADER + 1, 3 + len(names), row)
    columns = {
        measure: Column(
            str(measure), measure.mean_name, canvas.area(HEADER + 1, column, row), numbers
        )
        for column, measure in enumerate(measures, 3)
    }
    return Given(canvas, columns)
