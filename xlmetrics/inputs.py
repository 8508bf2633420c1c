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
    return _number_if_any(value, "the grade", "type a grade")


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
    return _whole_from_one(value, "the cut-off k")


def read_gain(value: Result) -> Gain:
    """The gain of a grade: ``linear`` or ``exponential``.

    Raises:
        Unusable: anything else.
    """
    for gain in get_args(Gain):
        if value == gain:
            return gain  # type: ignore[no-any-return]
    raise Unusable(f"the gain is {shown(value)}; it is linear or exponential")


def read_threshold(value: Result) -> float:
    """The lowest grade that counts as relevant.

    Raises:
        Unusable: anything but a number above 0.
    """
    if not is_number(value) or value <= 0:
        raise Unusable(f"the lowest relevant grade is {shown(value)}; type a number above 0")
    return float(value)


def read_top_grade(value: Result) -> float:
    """The highest grade of the scale.

    Raises:
        Unusable: anything but a number above 0 and up to 1000.
    """
    if not is_number(value) or not 0 < value <= 1000:
        raise Unusable(f"the highest grade is {shown(value)}; type a number above 0")
    return float(value)


def read_persistence(value: Result) -> float:
    """The chance p that a reader goes on to the next document.

    Raises:
        Unusable: anything but a number between 0 and 1.
    """
    if not is_number(value) or not 0 < value < 1:
        raise Unusable(f"the persistence p is {shown(value)}; type a number between 0 and 1")
    return float(value)


def read_size(value: Result) -> int:
    """How many documents there are.

    Raises:
        Unusable: anything but a whole number of 1 or more.
    """
    if not _is_whole_from_one(value):
        raise Unusable(f"the number of documents is {shown(value)}; type a whole number")
    return int(value)


def read_depth(value: Result) -> int:
    """How many ranks a linear discount takes to fall to 0.

    Raises:
        Unusable: anything but a whole number of 1 or more.
    """
    return _whole_from_one(value, "the depth")


def read_score(value: Result) -> float | None:
    """The score of a query; None (no score) for a blank cell and for text.

    Raises:
        Unusable: an error value; TRUE or FALSE.
    """
    return _number_if_any(value, "the score", "type a number")


def read_base(value: Result) -> float:
    """The base b of a logarithmic discount.

    Raises:
        Unusable: anything but a number above 1 and up to 1000.
    """
    if not is_number(value) or not 1 < value <= 1000:
        raise Unusable(f"the base b is {shown(value)}; type a number above 1")
    return float(value)


def read_rank(value: Result) -> int:
    """A rank.

    Raises:
        Unusable: anything but a whole number of 1 or more.
    """
    return _whole_from_one(value, "the rank")


def read_answer(value: Result) -> Result:
    """The answer to a question, as it is compared: capitals make no difference.

    Raises:
        Unusable: an error value.
    """
    if isinstance(value, ErrorValue | NotChecked):
        raise Unusable(f"the answer is {shown(value)}; choose one, or clear the cell")
    return value.casefold() if isinstance(value, str) else value


def read_condition(value: Result) -> str | None:
    """The answer that a row of decisions is for; None (any) for a blank cell.

    Raises:
        Unusable: anything but text.
    """
    if value is None or value == "":
        return None
    if not isinstance(value, str):
        raise Unusable(f"the condition is {shown(value)}; it is an answer, or blank")
    return value.casefold()


def as_it_stands(value: Result) -> Result:
    """Any value, unread."""
    return value


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


def _number_if_any(value: Result, what: str, mend: str) -> float | None:
    if value is None or isinstance(value, str):
        return None
    if isinstance(value, bool | ErrorValue | NotChecked):
        raise Unusable(f"{what} is {shown(value)}; {mend}, or clear the cell")
    return float(value)


def _whole_from_one(value: Result, what: str) -> int:
    if not _is_whole_from_one(value):
        raise Unusable(f"{what} is {shown(value)}; type a whole number of 1 or more")
    return int(value)


def _is_whole_from_one(value: Result) -> TypeGuard[int | float]:
    return is_number(value) and value >= 1 and value == math.floor(value)
