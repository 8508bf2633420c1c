"""The rows that a rater was given to judge, and how far the work has come."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.inputs import as_it_stands
from xlmetrics.model import is_number
from xlmetrics.quantities.quantity import MAX_JUDGED_ROWS, PERCENT, WHOLE, Given, Kind, Quantity

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from xlmetrics.quantities.quantity import Seen

ROWS = "rows"
_EMPTY = (None, "")


def _judged(seen: Seen) -> int:
    return sum(map(is_number, seen.column("grade")))


def _cannot(seen: Seen) -> int:
    rows = zip(seen.column("grade"), seen.column("code"), strict=True)
    return sum(grade in _EMPTY and code not in _EMPTY for grade, code in rows)


def _done(seen: Seen) -> int:
    return _judged(seen) + _cannot(seen)


def _figure(
    name: str, formula: str, value: Callable[[Seen], Any], number_format: str = WHOLE
) -> Quantity:
    return Quantity(name, "", formula, value, number_format)


PACKET = Kind(
    "packet",
    (
        Given("grade", ROWS, as_it_stands),
        Given("code", ROWS, as_it_stands),
        Given("note", ROWS, as_it_stands),
        Given("query", ROWS, as_it_stands, fixed=True),
        Given("doc", ROWS, as_it_stands, fixed=True),
        Given("key", ROWS, as_it_stands, fixed=True),
        _figure("judged_count", "=COUNT([grade])", _judged),
        _figure("cannot_count", '=SUMPRODUCT(([grade]="")*([code]<>""))', _cannot),
        _figure(
            "left_count",
            "=ROWS([grade])-[judged_count]-[cannot_count]",
            lambda seen: seen.count("grade") - _done(seen),
        ),
        _figure(
            "done_share",
            "=([judged_count]+[cannot_count])/ROWS([grade])",
            lambda seen: _done(seen) / seen.count("grade"),
            PERCENT,
        ),
    ),
    most_rows=MAX_JUDGED_ROWS,
)
