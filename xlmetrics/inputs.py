"""How the value of an input cell is read: the stated meaning of blanks, text and odd numbers."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, get_args

from xlmetrics.model import ErrorValue, NotChecked, is_number
from xlmetrics.reference import Gain

if TYPE_CHECKING:
    from typing import TypeGuard

    from xlmetrics.model import Result


class Unusable(ValueError):
    """A value that an input cannot have; says what it should be."""


def reads_as_number(value: Result) -> bool:
    """Whether a cell holds text that a spreadsheet turns into a number when it calculates."""
    if not isinstance(value, str) or "_" in value:
        return False
    try:
        return math.isfinite(float(value.strip().removesuffix("%").replace(",", "")))
    except ValueError:
        return False


def read_grade(value: Result) -> float | None:
    """A grade; None (not judged) for a blank cell and for text.

    Raises:
        Unusable: an error value, which would spread to every figure; TRUE or FALSE.
    """
    if value is None or isinstance(value, str):
        return None
    if isinstance(value, bool | ErrorValue | NotChecked):
        raise Unusable(f"the grade is {shown(value)}; type a grade, or clear the cell")
    return float(value)


def read_first_rank(value: Result) -> int | None:
    """The rank of the first relevant result; None (no hit) for text and for a blank cell.

    Raises:
        Unusable: a number that is no rank, TRUE or FALSE, or an error value.
    """
    if value is None or isinstance(value, str):
        return None
    if not _is_whole_from_one(value):
        raise Unusable(
            f"the first relevant rank is {shown(value)}; type a whole number of 1 or more, or none"
        )
    return int(value)


def read_cutoff(value: Result) -> int:
    """The cut-off k.

    Raises:
        Unusable: anything but a whole number of 1 or more.
    """
    if not _is_whole_from_one(value):
        raise Unusable(f"the cut-off k is {shown(value)}; type a whole number of 1 or more")
    return int(value)


def read_gain(value: Result) -> Gain:
    """The gain of a grade: ``linear`` or ``exponential``.

    Raises:
        Unusable: anything else.
    """
    for gain in get_args(Gain):
        if value == gain:
            return gain  # type: ignore[no-any-return]
    raise Unusable(f"the gain is {shown(value)}; it is linear or exponential")


def shown(value: Result) -> str:
    """A value as a message spells it."""
    match value:
        case None:
            return "blank"
        case bool():
            return str(value).upper()
        case str():
            return f'"{value}"' if len(value) <= 60 else f'"{value[:57]}…"'
        case float():
            return f"{value:.10g}"
        case _:
            return str(value)


def _is_whole_from_one(value: Result) -> TypeGuard[int | float]:
    return is_number(value) and value >= 1 and value == math.floor(value)
