"""The rubric: what each grade means, why a row may have none, and how to work."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from xlmetrics.judging.codes import code_words
from xlmetrics.layout.canvas import Canvas
from xlmetrics.layout.fit import TITLE_HEIGHT, lines_within, row_height
from xlmetrics.model import Look, Sheet
from xlmetrics.text import wrapped_lines

if TYPE_CHECKING:
    from xlmetrics.address import Range
    from xlmetrics.judging.scale import Scale
    from xlmetrics.template.words import Words

_WORKING = ("grade", "cannot", "note", "order", "filter", "sort", "back")
_WIDTHS = {1: 22.0, 2: 30.0, 3: 78.0}
_ACROSS = 120
"""Characters on a line of text across the sheet."""


class Rubric(NamedTuple):
    """The sheet, and where its grades and its codes stand, from which drop-downs choose."""

    sheet: Sheet
    grades: Range
    codes: Range


def arrange_rubric(scale: Scale, words: Words, *, blind: bool) -> Rubric:
    """The sheet of the rubric; of a ``blind`` order it says that it means nothing."""
    canvas = Canvas(words["sheet.rubric"])
    heights: dict[int, float] = {1: TITLE_HEIGHT}
    canvas.label(1, 1, words["sheet.rubric"], Look.TITLE)
    row = 2
    for paragraph in filter(None, scale.rubric.splitlines()):
        row = _across(canvas, row, paragraph)
    row += 1
    titles = ("heading.grade", "heading.grade_meaning", "heading.example")
    canvas.headings(row, 1, [words[title] for title in titles])
    top = row + 1
    for row, level in enumerate(scale.levels, top):
        canvas.label(row, 1, level.grade, Look.RANK)
        canvas.label(row, 2, level.label, Look.NOTE)
        canvas.label(row, 3, level.example, Look.NOTE)
        heights[row] = _height(level.label, level.example)
    grades = canvas.area(top, 1, row)
    row += 2
    canvas.headings(row, 1, [words["heading.code"], words["heading.code_meaning"]])
    top = row + 1
    for row, (code, name) in enumerate(code_words(words).items(), top):
        canvas.label(row, 1, name, Look.RANK)
        canvas.label(row, 2, words[f"working.code_{code.replace(' ', '_')}"], Look.INTRO)
    codes = canvas.area(top, 1, row)
    row += 2
    canvas.label(row, 1, words["heading.working"], Look.SUBTITLE)
    for key in _WORKING:
        if key == "order" and not blind:
            continue
        row = _across(canvas, row + 1, words[f"working.{key}"]) - 1
    extent = canvas.extent()._replace(right=3)
    sheet = Sheet(canvas.title, tuple(canvas.cells), _WIDTHS, heights, print_area=extent, long=True)
    return Rubric(sheet, grades, codes)


def _across(canvas: Canvas, row: int, paragraph: str) -> int:
    """Place a paragraph across the sheet, a line a row; gives the row below."""
    for line in lines_within(paragraph, _ACROSS):
        canvas.label(row, 1, line, Look.INTRO)
        row += 1
    return row


def _height(label: str, example: str) -> float:
    return row_height(max(1, wrapped_lines(label, _WIDTHS[2]), wrapped_lines(example, _WIDTHS[3])))
