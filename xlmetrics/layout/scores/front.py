"""The first sheet: what this is, the means, and the systems against the baseline."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.layout.fit import TITLE_HEIGHT, heading_heights, lines_within
from xlmetrics.layout.judging.items import shown
from xlmetrics.layout.scores.shared import NARROW
from xlmetrics.model import Look, Sheet
from xlmetrics.quantities.compared import FIGURES

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from xlmetrics.address import Range
    from xlmetrics.layout.canvas import Canvas
    from xlmetrics.layout.scores.shared import Column, Scored
    from xlmetrics.measures import Measure
    from xlmetrics.model import Cell
    from xlmetrics.template.words import Words

_WIDE = 26.0
_ACROSS = 150
"""Characters on a line of text across the sheet."""


class Front:
    """Places the first sheet; ``tables`` say for each measure where its scores and means stand."""

    def __init__(
        self,
        canvas: Canvas,
        scored: Scored,
        columns: Mapping[Measure, Column],
        words: Words,
    ) -> None:
        self._canvas = canvas
        self._scored = scored
        self._columns = columns
        self._words = words
        self._header = 0
        self.tables: list[dict[str, Range]] = []

    def place(self, title: str, intro: Sequence[str]) -> None:
        """The title, what is to be said of the scores, the means, and the comparisons below."""
        canvas, scored, words = self._canvas, self._scored, self._words
        canvas.label(1, 1, title, Look.TITLE)
        row = 1
        for line in (each for text in intro for each in lines_within(text, _ACROSS)):
            row += 1
            canvas.label(row, 1, line, Look.INTRO)
        header = self._header = row + 2
        named = [self._columns[measure] for measure in scored.measures]
        means = [column.mean_name for column in named]
        names = [words["heading.system"], words["heading.system_number"], *means]
        canvas.headings(header, 1, names, len(means) + 1)
        for number, system in enumerate(scored.systems, 1):
            canvas.label(header + number, 1, system)
            canvas.label(header + number, 2, number)
        last = header + len(scored.systems)
        for column, each in enumerate(named, 3):
            self.tables.append(
                {
                    "score": each.scores,
                    "score_system": each.numbers,
                    "system_number": canvas.area(header + 1, 2, last),
                    "mean_score": canvas.area(header + 1, column, last),
                }
            )
        if scored.baseline is not None:
            self._place_others(last + 2, 3 + max(len(FIGURES), len(scored.measures)))

    def _place_others(self, top: int, aside: int) -> None:
        """The other systems under each measure; their numbers stand in the column ``aside``."""
        canvas, scored, words = self._canvas, self._scored, self._words
        others = scored.others
        baseline = shown(str(scored.baseline), scored.cut)
        canvas.label(top, 1, words.filled("scores.against", baseline=baseline), Look.SUBTITLE)
        names = ["measure", "system", *FIGURES]
        canvas.headings(top + 1, 1, [words[f"scores.{name}"] for name in names], len(FIGURES))
        canvas.label(top + 1, aside, words["heading.system_number"], Look.NUMBER_HEADING)
        row = top + 2
        for measure, fields in zip(scored.measures, self.tables, strict=True):
            if measure not in scored.compared:
                continue
            last = row + len(others) - 1
            fields["compared_system"] = canvas.area(row, aside, last)
            for column, name in enumerate(FIGURES, 3):
                fields[name] = canvas.area(row, column, last)
            for number in others:
                canvas.label(row, 1, self._columns[measure].name)
                canvas.label(row, 2, scored.systems[number - 1])
                canvas.label(row, aside, number)
                row += 1
        rows = canvas.area(top + 2, 1, row - 1, 2 + len(FIGURES))
        canvas.highlight(rows, f"$A{top + 2}<>$A{top + 1}", "group")
        for line in lines_within(words["scores.test.meaning"], _ACROSS):
            row += 1
            canvas.label(row, 1, line, Look.INTRO)

    def sheet(self, cells: Sequence[Cell]) -> Sheet:
        """The sheet, of cells that have their values."""
        canvas, scored = self._canvas, self._scored
        right = 2 + max(len(scored.measures), len(FIGURES) * bool(scored.compared))
        widths = {1: _WIDE, 2: _WIDE} | dict.fromkeys(range(3, canvas.extent().right + 1), NARROW)
        return Sheet(
            canvas.title,
            tuple(cells),
            widths,
            {1: TITLE_HEIGHT} | heading_heights(canvas, widths, self._header),
            print_area=canvas.extent()._replace(right=right),
            highlights=tuple(canvas.highlights),
            long=True,
        )
