"""The sheet of differences: how far each system is from the baseline, query by query."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.layout.judging.items import shown
from xlmetrics.layout.metrics import HEADER
from xlmetrics.model import Look

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from xlmetrics.address import Range
    from xlmetrics.layout.canvas import Canvas
    from xlmetrics.layout.scores.shared import Column, Scored
    from xlmetrics.measures import Measure
    from xlmetrics.model import Value
    from xlmetrics.template.words import Words


def place_differences(
    canvas: Canvas,
    scored: Scored,
    columns: Mapping[Measure, Column],
    tables: Sequence[dict[str, Range]],
    words: Words,
) -> None:
    """A row for each query and system; the ``tables`` of the measures are told where they stand."""
    others, count = scored.others, len(scored.systems)
    base = next(n for n in range(1, count + 1) if n not in others)
    baseline = scored.systems[base - 1]
    canvas.label(1, 1, words.filled("scores.differences", baseline=baseline), Look.TITLE)
    canvas.label(2, 1, words["working.differences"], Look.INTRO)
    compared = [
        (columns[measure].name, fields)
        for measure, fields in zip(scored.measures, tables, strict=True)
        if measure in scored.compared
    ]
    asides = ("pair_score", "pair_base", "pair_system")
    names = [words[f"heading.{name}"] for name in ("query", "system")]
    names += [name for name, _ in compared]
    names += [words[f"heading.{name}"] for name in asides]
    canvas.headings(HEADER, 1, names, len(names) - 2)
    row = HEADER
    for at, query in enumerate(scored.scores.queries):
        for number in others:
            row += 1
            canvas.label(row, 1, shown(query, scored.cut))
            canvas.label(row, 2, scored.systems[number - 1])
            rows: tuple[Value, ...] = (at * count + number, at * count + base, number)
            for column, value in enumerate(rows, 3 + len(compared)):
                canvas.label(row, column, value)
    for column, (_, fields) in enumerate(compared, 3):
        fields["difference"] = canvas.area(HEADER + 1, column, row)
        for aside, name in enumerate(asides, 3 + len(compared)):
            fields[name] = canvas.area(HEADER + 1, aside, row)
