"""Questions with answers to choose from, and a table of decisions: the first row that fits counts.

A row fits where each of its conditions is blank, which means any answer, or is the answer to its
question; capitals make no difference. The last row has no conditions: it says what to do as long
as a question is open, and where no other row fits.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.inputs import Unusable, as_it_stands, read_answer, read_condition
from xlmetrics.quantities.quantity import GENERAL, WHOLE, Given, Kind, Quantity, Seen

if TYPE_CHECKING:
    from collections.abc import Callable

MAX_QUESTIONS = 4
_QUESTIONS, _DECISIONS = "questions", "decisions"
CONDITIONS = tuple(f"condition_{number}" for number in range(1, MAX_QUESTIONS + 1))


def _fits(seen: Seen) -> list[int]:
    answers = seen.column("reply")
    rows = list(zip(*map(seen.column, CONDITIONS), strict=True))
    if any(each is not None for row in rows for each in row[len(answers) :]):
        raise Unusable("a condition is about a question that is not asked; clear it")
    return [
        int(all(wanted in (None, given) for wanted, given in zip(row, answers, strict=False)))
        for row in rows
    ]


def _chosen(seen: Seen) -> int:
    """The row that counts, from 1."""
    if None in seen.column("reply"):
        return seen.count("recommended")
    fits = _fits(seen)
    if 1 not in fits:
        raise Unusable("no decision fits the answers; leave the conditions of the last one blank")
    return fits.index(1) + 1


def _text_of(column: str) -> Callable[[Seen], str]:
    return lambda seen: str(seen.column(column)[_chosen(seen) - 1])


def _condition(number: int) -> str:
    """1 where the condition on the answer to this question holds, else 0."""
    place = f"[@condition_{number}]"
    return f'IF({place}="",1,IF({place}=INDEX([reply],{number}),1,0))'


CHOICE = Kind(
    "choice",
    (
        Given("question", _QUESTIONS, as_it_stands, fixed=True),
        Given("reply", _QUESTIONS, read_answer),
        Given("recommended", _DECISIONS, as_it_stands, fixed=True, below=True),
        *(Given(name, _DECISIONS, read_condition, fixed=True) for name in CONDITIONS),
        Quantity(
            "fits",
            _DECISIONS,
            "=" + "*".join(_condition(number) for number in range(1, MAX_QUESTIONS + 1)),
            _fits,
            WHOLE,
        ),
        Given("why", _DECISIONS, as_it_stands, fixed=True, apart=True),
        Quantity(
            "recommendation",
            "",
            "=INDEX([recommended],[chosen])",
            _text_of("recommended"),
            GENERAL,
            is_text=True,
        ),
        Quantity("reason", "", "=INDEX([why],[chosen])", _text_of("why"), GENERAL, is_text=True),
        Quantity(
            "chosen",
            "",
            "=IF(COUNTA([reply])<ROWS([reply]),ROWS([recommended]),MATCH(1,[fits],0))",
            _chosen,
            WHOLE,
        ),
    ),
    reading=("open_question", "other_answer"),
    usual=("recommendation", "reason"),
)
