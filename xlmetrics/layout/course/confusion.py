"""The four counts behind precision and recall, as a matrix: relevant or not by shown or not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.model import Look

if TYPE_CHECKING:
    from collections.abc import Iterator

    from xlmetrics.address import Range
    from xlmetrics.layout.canvas import Canvas
    from xlmetrics.template.words import Words

ROWS = 4
"""Rows that the matrix takes: its headings, its counts, a blank one."""
_COUNTS = {
    "relevant": ("true_positives", "false_negatives"),
    "not_relevant": ("false_positives", "true_negatives"),
}
CONFUSION = frozenset(name for counts in _COUNTS.values() for name in counts)


def confusion_areas(canvas: Canvas, top: int) -> Iterator[tuple[str, Range]]:
    """Where each count stands, in a matrix whose headings stand in row ``top``."""
    for row, counts in enumerate(_COUNTS.values(), top + 1):
        for column, name in enumerate(counts, 2):
            yield name, canvas.area(row, column, row)


def label_confusion(canvas: Canvas, words: Words, top: int) -> None:
    """Place the headings of its columns and rows."""
    canvas.headings(top, 1, ("", words["heading.shown"], words["heading.not_shown"]), numbers=2)
    for row, name in enumerate(_COUNTS, top + 1):
        canvas.label(row, 1, words[f"heading.{name}"], Look.LABEL)
