"""Arrange a worked example: its tables, the panel beside them, and the notes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.layout.canvas import BELOW_HEADER, Canvas, Panel
from xlmetrics.layout.fit import column_widths, is_long, row_heights
from xlmetrics.layout.values import with_values
from xlmetrics.layout.worked_example.ndcg import place_ndcg
from xlmetrics.layout.worked_example.notes import arrange_notes
from xlmetrics.layout.worked_example.reciprocal_rank import place_reciprocal_rank
from xlmetrics.layout.worked_example.shared import Shared
from xlmetrics.model import Sheet, Workbook
from xlmetrics.template.model import NdcgTable, ReciprocalRankTable

if TYPE_CHECKING:
    from xlmetrics.model import Table
    from xlmetrics.template.model import WorkedExample
    from xlmetrics.template.words import Words

_PLACE = {NdcgTable: place_ndcg, ReciprocalRankTable: place_reciprocal_rank}


def arrange_worked_example(template: WorkedExample) -> Workbook:
    """The workbook of a template; every formula cell carries the value the reference gives it."""
    canvas, tables = _placed(template, panel_top=1)
    widths = column_widths(canvas.cells)
    long = is_long(canvas.cells, row_heights(canvas.cells, widths))
    one_header = len(tables) == 1
    if long and one_header:
        canvas, tables = _placed(template, panel_top=BELOW_HEADER)
    sheet = Sheet(
        template.sheet,
        with_values(canvas.cells, tables),
        widths=widths,
        heights=row_heights(canvas.cells, widths),
        freeze=canvas.at(2, 1) if one_header or not long else None,
        print_area=canvas.extent(),
        validations=tuple(canvas.validations),
        highlights=tuple(canvas.highlights),
        long=long,
    )
    notes = arrange_notes(template, tables)
    return Workbook((sheet, notes), tuple(tables), title=template.title)


def _placed(template: WorkedExample, panel_top: int) -> tuple[Canvas, list[Table]]:
    """The cells of the first sheet, and the tables that they make."""
    shared = Shared(template)
    canvas = Canvas(template.sheet, shared.score_format)
    panel = Panel(canvas, panel_top)
    if any(isinstance(content, NdcgTable) for content in template.tables):
        shared.place_scale(panel)
    tables: list[Table] = []
    row = 1
    for number, content in enumerate(template.tables, 1):
        place = _PLACE[type(content)]
        table, row = place(canvas, panel, shared, content, row, number)  # type: ignore[operator]
        tables.append(table)
        row += 2
    _place_legend(panel, template.words)
    return canvas, tables


def _place_legend(panel: Panel, words: Words) -> None:
    panel.group(words["heading.key"], "")
    for kind in ("input", "calculated", "beyond"):
        panel.line(words[f"panel.key_{kind}"], words[f"panel.key_{kind}_meaning"])
