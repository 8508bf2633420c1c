"""What grade a cell holds, however it is written: 3, TRUE, R, not relevant, 50%, 2/4, a date."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from xlmetrics.model import is_number
from xlmetrics.roles.words import graded_words, plain

if TYPE_CHECKING:
    from xlmetrics.model import Cell, Result

HIGHEST_GRADE = 1_000
"""What is above this is no grade: an id, a date."""

_NUMBER = re.compile(r"([+-]?(?:[0-9]+(?:[.,][0-9]*)?|[.,][0-9]+))\s*(%?)")
_FRACTION = re.compile(r"([0-9]{1,3})\s*/\s*([0-9]{1,3})")
_LABELLED = re.compile(r"([0-9]{1,2})\s*[-:=.,()]*\s*[^\W\d][\w\s]*")
_QUOTED = re.compile(r'"[^"]*"|\\.|\[[^\]]*\]')


def read_grade(value: Result) -> float | None:
    """The grade that a value is taken for; None for a blank and for what is no grade.

    Numbers are taken as they are, so a date that a spreadsheet made of ``2/4`` gives the number
    of its day; ``is_date`` tells the cell from others.
    """
    if isinstance(value, bool):
        return float(value)
    if is_number(value):
        return float(value)
    return _text(value) if isinstance(value, str) else None


def _text(value: str) -> float | None:
    text = value.strip().casefold()
    if (number := _NUMBER.fullmatch(text)) is not None:
        return float(number[1].replace(",", ".")) / (100 if number[2] else 1)
    if (fraction := _FRACTION.fullmatch(text)) is not None:
        return int(fraction[1]) / int(fraction[2]) if int(fraction[2]) else None
    known = graded_words()
    if (words := plain(text) or text) in known:
        return known[words]
    labelled = _LABELLED.fullmatch(text)
    return float(labelled[1]) if labelled else None


def is_date(cell: Cell) -> bool:
    """Whether a number is shown as a date, as spreadsheets make of grades such as 2/4."""
    letters = _QUOTED.sub("", cell.number_format).casefold()
    return is_number(cell.value) and letters != "general" and bool(set(letters) & set("dmy"))
