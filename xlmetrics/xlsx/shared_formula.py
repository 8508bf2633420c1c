"""Shared formulas: a file writes a filled-down formula once, and the others by their distance."""

from __future__ import annotations

import re

from xlmetrics.address import MAX_COLUMN, MAX_ROW, column_letters, column_number
from xlmetrics.formula import FormulaFault, tokens

_CORNER = re.compile(r"(\$?)([A-Za-z]{1,3})?(\$?)([0-9]+)?")


def shifted(formula: str, rows: int, columns: int) -> str:
    """The formula as it reads when its cell is copied down and to the right.

    Text that cannot be read as a formula is given back as it is.

    >>> shifted("=B2/LOG($A2+1,2)", 3, 1)
    '=C5/LOG($A5+1,2)'
    """
    try:
        words = tokens(formula)
    except FormulaFault:
        return formula
    return "=" + "".join(
        _shift_reference(word.text, rows, columns) if word.kind == "reference" else word.text
        for word in words
    )


def _shift_reference(text: str, rows: int, columns: int) -> str:
    sheet, mark, area = text.rpartition("!")
    corners = [_shift_corner(corner, rows, columns) for corner in area.split(":")]
    return "#REF!" if None in corners else sheet + mark + ":".join(map(str, corners))


def _shift_corner(corner: str, rows: int, columns: int) -> str | None:
    match = _CORNER.fullmatch(corner)
    if not match:
        return corner
    column_fixed, letters, row_fixed, digits = match.groups()
    if letters is None:
        column_fixed, row_fixed = "", column_fixed or row_fixed
    shown = ""
    if letters:
        column = column_number(letters) + (0 if column_fixed else columns)
        if not 1 <= column <= MAX_COLUMN:
            return None
        shown += column_fixed + column_letters(column)
    if digits:
        row = int(digits) + (0 if row_fixed else rows)
        if not 1 <= row <= MAX_ROW:
            return None
        shown += f"{row_fixed}{row}"
    return shown
