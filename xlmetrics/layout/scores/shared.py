"""What the sheets of a workbook of scores share: what is shown, and where its scores stand."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from xlmetrics.layout.fit import TITLE_HEIGHT, heading_heights
from xlmetrics.layout.metrics import HEADER
from xlmetrics.model import Sheet

if TYPE_CHECKING:
    from collections.abc import Sequence
    from collections.abc import Set as AbstractSet

    from xlmetrics.address import Range
    from xlmetrics.layout.canvas import Canvas
    from xlmetrics.measures import Measure
    from xlmetrics.model import Cell
    from xlmetrics.scoring.scores import Scores

NARROW = 16.0


class Scored(NamedTuple):
    """What is shown: the scores under ``measures``, and which are held against a baseline.

    ``systems`` are the names of the systems as cells show them, and ``cut`` what stands for the
    rest of a text that is too long.
    """

    scores: Scores
    measures: Sequence[Measure]
    systems: Sequence[str]
    baseline: str | None
    compared: AbstractSet[Measure]
    cut: str

    @property
    def others(self) -> list[int]:
        """The numbers of the systems that are held against the baseline."""
        systems = self.scores.systems
        return [n for n, each in enumerate(systems, 1) if each.system != self.baseline]


class Column(NamedTuple):
    """The scores of a measure: what it and its mean are called, and where they stand.

    ``numbers`` is where the number of the system of each score stands.
    """

    name: str
    mean_name: str
    scores: Range
    numbers: Range


def long_sheet(canvas: Canvas, cells: Sequence[Cell], right: int) -> Sheet:
    """A sheet of a row a query and system, of which so many columns are printed."""
    extent = canvas.extent()
    widths = {1: 34.0, 2: 20.0} | dict.fromkeys(range(3, extent.right + 1), NARROW)
    return Sheet(
        canvas.title,
        tuple(cells),
        widths,
        {1: TITLE_HEIGHT} | heading_heights(canvas, widths, HEADER),
        freeze=canvas.at(HEADER + 1, 3),
        print_area=extent._replace(right=right),
        filtered=canvas.area(HEADER, 1, extent.bottom, extent.right),
        long=True,
    )
