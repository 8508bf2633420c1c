"""What an exercise says of an answer: right, a known mistake, nearly, or not yet.

A table ``exercise`` is one answer: the cell that it is typed into, the one beside it that says
what it is worth, the right figure, what known mistakes give, and the texts to say. A table
``exercise_score`` counts the right ones of a sheet.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from xlmetrics.expected.expectation import Expectation
from xlmetrics.model import NotChecked, is_number

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from xlmetrics.expected.expectation import ValueOf
    from xlmetrics.model import Result, Table

TOLERANCE = 0.000500001
"""Right to three decimals: half of the third, and a hair for how computers count."""

NEAR = 0.005000001
"""Rounded to two decimals, perhaps, or cut off after them."""


class Verdict(StrEnum):
    """What an answer is."""

    RIGHT = "right"
    MISTAKE = "mistake"
    NEAR = "nearly"
    WRONG = "not yet"
    NO_NUMBER = "no number"
    BLANK = "blank"


class Judged(NamedTuple):
    """What an answer is; of a known mistake, which, counted from 0."""

    verdict: Verdict
    mistake: int = -1


def judge(answer: Result, right: Result, wrong: Sequence[Result]) -> Judged:
    """Hold an answer against the right figure, and then against those of known mistakes.

    A mistake that gives the right figure is none.
    """
    if answer is None or answer == "":
        return Judged(Verdict.BLANK)
    if not is_number(answer) or not is_number(right):
        return Judged(Verdict.NO_NUMBER)
    if abs(answer - right) <= TOLERANCE:
        return Judged(Verdict.RIGHT)
    for at, value in enumerate(wrong):
        if is_number(value) and abs(answer - value) <= TOLERANCE:
            return Judged(Verdict.MISTAKE, at)
    return Judged(Verdict.NEAR if abs(answer - right) <= NEAR else Verdict.WRONG)


SAYS = {
    Verdict.RIGHT: "is_right",
    Verdict.NEAR: "is_near",
    Verdict.WRONG: "is_not_yet",
    Verdict.NO_NUMBER: "is_no_number",
}
"""The field that holds the text of each verdict."""


def feedback(mistakes: int) -> str:
    """The formula that says what an answer is worth, with so many known mistakes."""
    says = f"IF(ABS([answer]-[right])<={NEAR},[is_near],[is_not_yet])"
    for number in range(mistakes, 0, -1):
        hit = f"IFERROR(ABS([answer]-[wrong_{number}])<={TOLERANCE},FALSE)"
        says = f"IF({hit},[says_{number}],{says})"
    says = f"IF(ABS([answer]-[right])<={TOLERANCE},[is_right],{says})"
    both = "AND(ISNUMBER([answer]),ISNUMBER([right]))"
    return f'=IF({both},{says},IF(COUNTBLANK([answer])=1,"",[is_no_number]))'


SCORE = "=COUNTIF([feedback],[is_right])"


def answered(table: Table, value: ValueOf) -> Iterator[Expectation]:
    """What stands beside an answer, given the figures on the sheet of answers."""
    place = table["feedback"].first
    values = {name: value(where.first) for name, where in table.fields.items()}
    unknown = [each for each in values.values() if isinstance(each, NotChecked)]
    if unknown:
        yield Expectation(place, "feedback", unknown[0])
        return
    wrong = [values[f"wrong_{number}"] for number in range(1, _mistakes(table) + 1)]
    verdict, mistake = judge(values["answer"], values["right"], wrong)
    if verdict is Verdict.BLANK:
        says: Result = ""
    elif verdict is Verdict.MISTAKE:
        says = values[f"says_{mistake + 1}"]
    else:
        says = values[SAYS[verdict]]
    yield Expectation(place, "feedback", says)


def scored(table: Table, value: ValueOf) -> Iterator[Expectation]:
    """How many of the answers of a sheet are right."""
    right = value(table["is_right"].first)
    says = [value(place) for place in table["feedback"].addresses()]
    yield Expectation(table["score"].first, "right answers", says.count(right))


def _mistakes(table: Table) -> int:
    return sum(name.startswith("wrong_") for name in table.fields)


def complaint(table: Table) -> str | None:
    """Why nothing can be expected of a table of either kind."""
    needed = {"score", "feedback", "is_right"}
    if table.kind == "exercise":
        numbers = {name.rpartition("_")[2] for name in table.fields if name.startswith("wrong_")}
        needed = {"answer", "feedback", "right", *SAYS.values()}
        needed |= {f"says_{number}" for number in numbers}
        needed |= {f"wrong_{number}" for number in range(1, len(numbers) + 1)}
    missing = sorted(needed - set(table.fields))
    return f"its cells for {', '.join(missing)} are gone" if missing else None


ANSWERS = {"exercise": answered, "exercise_score": scored}
