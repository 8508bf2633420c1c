"""The second sheet: what each figure means, how inputs are read, and where it is written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.layout.canvas import Canvas
from xlmetrics.layout.fit import is_long, lines_within, row_heights
from xlmetrics.model import Look, Sheet
from xlmetrics.text import NOTE_WIDTH

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from xlmetrics.model import Table
    from xlmetrics.template.model import Template

_WIDTHS: dict[int, float] = {1: 30, 2: NOTE_WIDTH}
TITLE_WIDTH, SUMMARY_WIDTH = 75, 110

_FIGURES = {
    "ndcg": (
        ("discounted_gain", "Discounted gain", "{gain} / log2(rank + 1)"),
        (
            "ideal_grade",
            "Ideal relevance",
            "The grades of all judged documents, missed ones too, from the highest down.",
        ),
        ("DCG", "DCG@k", "The sum of the discounted gains down to rank k."),
        (
            "IDCG",
            "IDCG@k",
            "The same sum over the ideal ranking, which may be longer than the list.",
        ),
        ("nDCG", "NDCG@k", "DCG@k / IDCG@k; 0 if no judged document has a grade above 0."),
    ),
    "reciprocal_rank": (
        ("RR", "Reciprocal rank", "1 / rank of the first relevant result; 0 if there is none."),
        ("MRR", "MRR", "The mean over all queries; a first hit beyond the cut-off k counts 0."),
    ),
}

_READING = {
    "ndcg": (
        ("Blank grade", "Not judged: gain 0, and no place in the ideal ranking."),
        (
            "Text as a grade",
            "Counts as not judged. The row shows an error; DCG, IDCG and NDCG leave it out.",
        ),
        (
            "#NUM! in the ideal",
            "There are fewer judged documents than ranks; these ranks add 0.",
        ),
    ),
    "reciprocal_rank": (
        (
            "Blank rank, none, other text",
            "No relevant result: the query scores 0 and stays in the mean.",
        ),
    ),
}

_SOURCES = {
    "ndcg": (
        (
            "Järvelin and Kekäläinen 2002",
            "Cumulated gain-based evaluation of IR techniques",
            "https://doi.org/10.1145/582415.582418",
        ),
        (
            "Burges et al. 2005",
            "Learning to rank using gradient descent: discount log2(rank + 1), gain 2^grade - 1",
            "https://doi.org/10.1145/1102351.1102363",
        ),
    ),
    "reciprocal_rank": (
        (
            "Voorhees 1999",
            "The TREC-8 question answering track report",
            "https://trec.nist.gov/pubs/trec8/papers/qa_report.pdf",
        ),
    ),
}


def arrange_notes(template: Template, tables: Sequence[Table]) -> Sheet:
    """The sheet of notes; it holds no formula and no input."""
    title = "Notes" if template.sheet.casefold() != "notes" else "About"
    canvas = Canvas(title)
    row = _place_opening(canvas, template)
    gain = "grade" if template.gain == "linear" else "(2^grade - 1)"
    for heading, lines in (
        ("What each figure means", _figures(tables, gain)),
        ("How inputs are read", _unique(tables, _READING)),
        (
            "What to look at",
            [(f"{number}.", note) for number, note in enumerate(template.notes, 1)],
        ),
    ):
        if lines:
            row = _place_group(canvas, row, heading, lines)
    canvas.headings(row, 1, ("Sources", ""))
    for offset, (source, work, link) in enumerate(_unique(tables, _SOURCES), 1):
        canvas.label(row + offset, 1, source, Look.LINK, link=link)
        canvas.label(row + offset, 2, work, Look.NOTE)
    heights = row_heights(canvas.cells, _WIDTHS)
    return Sheet(
        title,
        tuple(canvas.cells),
        widths=_WIDTHS,
        heights=heights,
        print_area=canvas.extent(),
        long=is_long(canvas.cells, heights),
    )


def _place_opening(canvas: Canvas, template: Template) -> int:
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


def _figures(tables: Sequence[Table], gain: str) -> list[tuple[str, ...]]:
    return [
        (f"{name} ({table[field].a1})", meaning.format(gain=gain))
        for table in tables
        for field, name, meaning in _FIGURES[table.kind]
    ]


def _unique(
    tables: Sequence[Table], lines: Mapping[str, tuple[tuple[str, ...], ...]]
) -> list[tuple[str, ...]]:
    return [line for kind in dict.fromkeys(table.kind for table in tables) for line in lines[kind]]
