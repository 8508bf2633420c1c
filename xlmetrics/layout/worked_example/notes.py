"""The second sheet: what each figure means, how inputs are read, and where it is written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.layout.canvas import Canvas
from xlmetrics.layout.fit import is_long, lines_within, row_heights
from xlmetrics.model import Look, Sheet
from xlmetrics.text import NOTE_WIDTH, display_width

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from xlmetrics.model import Table
    from xlmetrics.template.model import WorkedExample
    from xlmetrics.template.words import Words

TERM_WIDTH = 30
TITLE_WIDTH, SUMMARY_WIDTH = 75, 110

_FIGURES = {
    "ndcg": ("discounted_gain", "ideal_grade", "DCG", "IDCG", "nDCG"),
    "reciprocal_rank": ("RR", "MRR"),
}
_READING = {
    "ndcg": ("blank_grade", "text_grade", "short_ideal"),
    "reciprocal_rank": ("no_rank",),
}
_SOURCES = {
    "ndcg": ("jarvelin_2002", "burges_2005"),
    "reciprocal_rank": ("voorhees_1999",),
}


def arrange_notes(template: WorkedExample, tables: Sequence[Table]) -> Sheet:
    """The sheet of notes; it holds no formula and no input."""
    words = template.words
    title = words["sheet.notes"]
    if title.casefold() == template.sheet.casefold():
        title = words["sheet.about"]
    canvas = Canvas(title)
    row = _place_opening(canvas, template)
    for heading, lines in (
        ("figures", _figures(tables, template)),
        ("reading", _reading(tables, words)),
        ("notes", [(f"{number}.", note) for number, note in enumerate(template.notes, 1)]),
    ):
        if lines:
            row = _place_group(canvas, row, words[f"heading.{heading}"], lines)
    canvas.headings(row, 1, (words["heading.sources"], ""))
    for offset, source in enumerate(_unique(tables, _SOURCES), 1):
        name, work, link = (words[f"source.{source}.{part}"] for part in ("name", "work", "link"))
        canvas.label(row + offset, 1, name, Look.LINK, link=link)
        canvas.label(row + offset, 2, work, Look.NOTE)
    widths = _widths(canvas)
    heights = row_heights(canvas.cells, widths)
    return Sheet(
        title,
        tuple(canvas.cells),
        widths=widths,
        heights=heights,
        print_area=canvas.extent(),
        long=is_long(canvas.cells, heights),
    )


def _widths(canvas: Canvas) -> dict[int, float]:
    """The terms have the width of the longest; what has nothing beside it runs on."""
    noted = {cell.address.row for cell in canvas.cells if cell.address.column == 2 and cell.value}
    terms = [
        str(cell.value)
        for cell in canvas.cells
        if cell.address.column == 1 and cell.address.row in noted
    ]
    return {1: max(TERM_WIDTH, *(display_width(term) + 2 for term in terms)), 2: NOTE_WIDTH}


def _place_opening(canvas: Canvas, template: WorkedExample) -> int:
    """The title and the summary across both columns; gives the row below them."""
    titles = lines_within(template.title, TITLE_WIDTH)
    lines = [*titles, *lines_within(template.summary, SUMMARY_WIDTH)]
    for row, line in enumerate(lines, 1):
        canvas.label(row, 1, line, Look.TITLE if row <= len(titles) else Look.LABEL)
    return len(lines) + 2


def _place_group(canvas: Canvas, top: int, heading: str, lines: Sequence[tuple[str, ...]]) -> int:
    canvas.headings(top, 1, (heading, ""))
    for row, (term, text) in enumerate(lines, top + 1):
        canvas.label(row, 1, term)
        canvas.label(row, 2, text, Look.NOTE)
    return top + len(lines) + 2


def _figures(tables: Sequence[Table], template: WorkedExample) -> list[tuple[str, str]]:
    words = template.words
    return [
        (f"{words[f'figure.{field}']} ({table[field].a1})", words[_meaning(field, template.gain)])
        for table in tables
        for field in _FIGURES[table.kind]
    ]


def _meaning(field: str, gain: str) -> str:
    """The key of what a figure means."""
    return f"meaning.{field}_{gain}" if field == "discounted_gain" else f"meaning.{field}"


def _reading(tables: Sequence[Table], words: Words) -> list[tuple[str, str]]:
    none = words["value.none"]
    return [
        (words.filled(f"reading.{case}.case", none=none), words[f"reading.{case}.meaning"])
        for case in _unique(tables, _READING)
    ]


def _unique(tables: Sequence[Table], names: Mapping[str, Sequence[str]]) -> list[str]:
    return [name for kind in dict.fromkeys(table.kind for table in tables) for name in names[kind]]
