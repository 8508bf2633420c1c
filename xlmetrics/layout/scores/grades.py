"""The sheet of judgments: a row for each document, its grade to be changed, and the scale."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.judging.keys import row_keys
from xlmetrics.layout.fit import TITLE_HEIGHT, at_most
from xlmetrics.layout.judging.items import shown
from xlmetrics.layout.metrics import HEADER, Grades, Pooled
from xlmetrics.model import Look, Sheet, Validation
from xlmetrics.quantities.pooled import KEY_END

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from xlmetrics.address import Range
    from xlmetrics.layout.canvas import Canvas
    from xlmetrics.model import Cell
    from xlmetrics.scoring.lists import Lists
    from xlmetrics.template.words import Words

MAX_LEVELS = 100
"""A scale of more grades is none to choose from."""

Judged = dict[str, dict[str, float | None]]
"""The documents of each query that have a row, with their grades."""


def judged_rows(lists: Lists, queries: Sequence[str]) -> Judged:
    """The documents that have a row: for each query the judged ones, then others."""
    found: Judged = {query: {} for query in queries}
    for query, doc, grade in lists.judged.iter_rows():
        found[query][doc] = grade
    for each in lists.systems:
        for query, doc in each.rows.select("query", "doc").iter_rows():
            found[query].setdefault(doc, None)
    return found


def place_grades(canvas: Canvas, lists: Lists, judged: Judged, words: Words) -> Grades:
    """A row for each document, its grade yellow, and the scale beside them."""
    cut = words["value.cut"]
    canvas.label(1, 1, canvas.title, Look.TITLE)
    canvas.label(2, 1, words["working.judgments"], Look.INTRO)
    for column, name in enumerate(("query", "document", "grade", "row_key"), 1):
        canvas.label(HEADER, column, words[f"heading.{name}"], Look.HEADING)
    pairs = [(query, doc) for query, docs in judged.items() for doc in docs]
    keys = [key[-KEY_END:] for key in row_keys(0, "", pairs)]
    for row, ((query, doc), key) in enumerate(zip(pairs, keys, strict=True), HEADER + 1):
        canvas.label(row, 1, shown(query, cut))
        canvas.label(row, 2, shown(doc, cut))
        canvas.input(row, 3, _plain(judged[query][doc]))
        canvas.label(row, 4, key)
    bottom = HEADER + len(pairs)
    fields = {
        "judged": canvas.area(HEADER + 1, 3, bottom),
        "key": canvas.area(HEADER + 1, 4, bottom),
    }
    canvas.highlight(canvas.area(HEADER + 1, 1, bottom, 2), f"$A{HEADER + 1}<>$A{HEADER}", "group")
    levels = _levels(lists)
    if len(levels) <= MAX_LEVELS:
        fields["scale"] = _place_scale(canvas, levels, lists.scale, fields["judged"], words)
    return Grades(
        canvas.title,
        [Pooled(query, doc, key) for (query, doc), key in zip(pairs, keys, strict=True)],
        fields,
    )


def _place_scale(
    canvas: Canvas,
    levels: Sequence[float],
    labels: Mapping[float, str],
    grades: Range,
    words: Words,
) -> Range:
    """The grades there are, from which the yellow cells choose."""
    meant = any(labels.get(level) for level in levels)
    titles = ["scale_grade", "grade_meaning"][: 1 + meant]
    canvas.headings(HEADER, 6, [words[f"heading.{title}"] for title in titles])
    for row, level in enumerate(levels, HEADER + 1):
        canvas.label(row, 6, _plain(level), Look.RANK)
        if meant:
            canvas.label(row, 7, shown(labels.get(level, ""), words["value.cut"]), Look.INTRO)
    scale = canvas.area(HEADER + 1, 6, HEADER + len(levels))
    spelled = [(f"{level:g}", labels.get(level, "")) for level in levels]
    meanings = ", ".join(" ".join(filter(None, level)) for level in spelled)
    canvas.validations.append(
        Validation(
            grades,
            "list",
            scale.absolute,
            words["prompt.grade_title"],
            at_most(words.filled("prompt.grade", meanings=meanings), words["prompt.grade_short"]),
            at_most(
                words.filled("error.grade", grades=", ".join(each for each, _ in spelled)),
                words["error.grade_short"],
            ),
        )
    )
    return scale


def grades_sheet(canvas: Canvas, cells: Sequence[Cell]) -> Sheet:
    """The sheet of the grades, of cells that have their values; its keys are out of sight."""
    bottom = canvas.extent().bottom
    return Sheet(
        canvas.title,
        tuple(cells),
        {1: 34, 2: 40, 3: 12, 4: 12, 5: 4, 6: 12, 7: 40},
        {1: TITLE_HEIGHT},
        freeze=canvas.at(HEADER + 1, 1),
        print_area=canvas.extent(),
        validations=tuple(canvas.validations),
        highlights=tuple(canvas.highlights),
        hidden_columns=(4,),
        filtered=canvas.area(HEADER, 1, bottom, 4),
        cursor=canvas.at(HEADER + 1, 3),
        long=True,
    )


def _levels(lists: Lists) -> list[float]:
    """The grades from the lowest up: whole ones with all between them, others as they are."""
    found = {0.0, 1.0, *lists.judged["grade"].unique().to_list(), *lists.scale}
    if all(grade.is_integer() for grade in found) and max(found) - min(found) < MAX_LEVELS:
        return [float(grade) for grade in range(int(min(found)), int(max(found)) + 1)]
    return sorted(found)


def _plain(grade: float | None) -> float | None:
    """A grade as it is written: 3, not 3.0."""
    return int(grade) if grade is not None and grade.is_integer() else grade
