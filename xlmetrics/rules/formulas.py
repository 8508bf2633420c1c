"""Formulas of cells: what they refer to, filled into another cell, or the same in other words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.formula import FormulaFault, reference, references_in, tokens
from xlmetrics.xlsx.shared_formula import SharedFormula

if TYPE_CHECKING:
    from xlmetrics.rules.grid import Grid, Place


def moved(grid: Grid, source: Place, place: Place) -> str:
    """The formula of one cell as it is when filled into another; empty if it leaves the sheet."""
    formula = grid.cells[source].formula or ""
    found = SharedFormula(formula, *source).at(*place)
    return "" if "#REF!" in found and "#REF!" not in formula else found


def same_cells(grid: Grid, place: Place, instead: str) -> bool:
    """Whether a formula differs from another only in how it is written: $, order of a product."""
    formula = grid.cells[place].formula
    return formula is not None and _written(formula, grid.title) == _written(instead, grid.title)


def omits_blanks(grid: Grid, place: Place, instead: str) -> bool:
    """Whether a formula reads what another would, but for cells that are blank."""
    own, other = (
        set(references_in(grid.cells[place].formula or "", grid.title)),
        references_in(instead, grid.title),
    )
    return (
        bool(own)
        and own < set(other)
        and all(
            each.sheet == grid.title and (each.top, each.left) not in grid.marks
            for each in set(other) - own
        )
    )


def _written(formula: str, title: str) -> list[str]:
    try:
        words = tokens(formula)
    except FormulaFault:
        return [formula]
    plain = []
    for word in words:
        found = reference(word.text) if word.kind == "reference" else None
        plain.append(str(found.range(title)) if found else word.text.upper())
    kinds = {word.text for word in words if word.kind == "operator"}
    simple = all(word.kind in ("reference", "number", "operator") for word in words)
    return sorted(plain) if simple and kinds in ({"*"}, {"+"}) else plain
