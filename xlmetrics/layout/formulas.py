"""The formulas of a table, each placed on the sheet that it belongs to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.model import Look
from xlmetrics.quantities import ALL_KINDS, in_a1
from xlmetrics.quantities.pooled import MEASURES, UNCUT

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from xlmetrics.address import Range
    from xlmetrics.layout.canvas import Canvas
    from xlmetrics.model import Table
    from xlmetrics.quantities import Quantity

_RESULTS = (*MEASURES, *UNCUT.values(), "score")


def place_formulas(canvases: Iterable[Canvas], table: Table) -> None:
    """Place the formulas of all quantities of a table, each on the canvas of its sheet."""
    kind, fields = ALL_KINDS[table.kind], table.fields
    by_title = {canvas.title: canvas for canvas in canvases}
    for name, quantity in kind.quantities.items():
        if name in fields:
            _place_formulas(by_title[fields[name].sheet], quantity, fields)


def _place_formulas(canvas: Canvas, quantity: Quantity, fields: Mapping[str, Range]) -> None:
    place = fields[quantity.name]
    look = Look.RESULT if quantity.name.removeprefix("mean_") in _RESULTS else Look.STEP
    for address in place.addresses():
        first = quantity.first if address.row == place.top else ""
        formula = in_a1(first or quantity.formula, fields, address)
        _, row, column = address
        canvas.formula(row, column, formula, look=look, number_format=quantity.number_format)
