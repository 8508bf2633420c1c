"""Figures and steps that no heading names: what they are, the forms of their formulas tell."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.roles.claims import Claim, Family
from xlmetrics.roles.model import Line, Meaning
from xlmetrics.roles.operands import first_rank_read
from xlmetrics.roles.steps import add_line, rows_of, step_of

if TYPE_CHECKING:
    from xlmetrics.address import Address
    from xlmetrics.roles.claims import Claims
    from xlmetrics.roles.listed import Listed
    from xlmetrics.roles.sheets import Sheets

_WHY = "the form of its formula"


def read_forms(sheets: Sheets, claims: Claims) -> None:
    """Find the figures and steps among the formulas that no heading names."""
    columns: dict[tuple[Listed, int, Meaning], list[tuple[int, Address]]] = {}
    single: list[Address] = []
    for cell in sheets.workbook.formulas():
        at = cell.address
        if at in claims or at in sheets.tracing.grades:
            continue
        sense = sheets.sensing.of(at)
        meaning = step_of(sense)
        listed = sheets.tracing.only(at) if meaning or sense.measure else None
        place = (
            listed.grid.place(at)
            if listed and listed.grid and listed.grid.title == at.sheet
            else None
        )
        if listed and meaning and place and place[0] in rows_of(listed, meaning):
            columns.setdefault((listed, place[1], meaning), []).append((place[0], at))
        elif sense.measure:
            single.append(at)
    for (listed, column, meaning), cells in columns.items():
        if listed.grid and _fills(sheets, listed, cells):
            rows = rows_of(listed, meaning)
            end = max(rows.index(row) for row, _ in cells) + 1
            ordered = tuple(listed.grid.address(row, column) for row in rows[:end])
            add_line(listed, Line(meaning, ordered, why=_WHY))
            claims.steps.update(ordered)
        else:
            single += [at for _, at in cells if sheets.sensing.of(at).measure]
    _singles(sheets, claims, single)


def _fills(sheets: Sheets, listed: Listed, cells: list[tuple[int, Address]]) -> bool:
    """Whether cells are a line beside a list: at most ranks, and filled down."""
    written = (sheets.formulas.at(at) for _, at in cells)
    patterns = {each.pattern for each in written if each}
    return len(cells) > 1 and 2 * len(cells) >= len(listed.rows) and len(patterns) <= 2


def _singles(sheets: Sheets, claims: Claims, cells: list[Address]) -> None:
    families: dict[tuple[str, int, str], Family] = {}
    for at in sorted(cells):
        sense = sheets.sensing.of(at)
        if sense.over == "sum" or sheets.formulas.repeated(at) in claims:
            continue
        mean = sense.over == "mean"
        listed, first_rank = sheets.tracing.only(at), None if mean else first_rank_read(sheets, at)
        if sense.measure == "nDCG" and not (mean or listed or first_rank):
            continue
        claims.add(
            Claim(
                at,
                sense.measure,
                listed=listed,
                first_rank=first_rank,
                mean=mean,
                why=_WHY,
            )
        )
        if not mean:
            written = sheets.formulas.at(at)
            key = at.sheet, at.column, written.pattern if written else ""
            families.setdefault(key, Family(sense.measure)).cells.append(at)
    for family in families.values():
        claims.add_family(family)
