"""The values that keys of a template may have, each with its complaint."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Annotated, Literal, TypeGuard

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    StrictStr,
    WithJsonSchema,
)

from xlmetrics.template.model import MAX_RANK, is_rank
from xlmetrics.template.spelling import spelled_value
from xlmetrics.template.words import SUFFIX, shipped_words
from xlmetrics.text import (
    complaint_about_line,
    complaint_about_note,
    complaint_about_text,
    complaint_about_title,
)

if TYPE_CHECKING:
    from collections.abc import Callable

MAX_ROWS = 10_000
MAX_NUMBER = 1_000
MAX_LIST = 1_000
"""Documents of a list whose every step is shown; some are sums down to each rank."""


def _checked_by(complain: Callable[[str], str | None]) -> AfterValidator:
    def check(text: str) -> str:
        complaint = complain(text)
        if complaint:
            raise ValueError(complaint)
        return text

    return AfterValidator(check)


def _first_rank(value: object) -> object:
    if value != "none" and not is_rank(value):
        raise ValueError(
            f"must be a whole number from 1 to {MAX_RANK:,}, not {spelled_value(value)}; "
            '"none" says that there is no relevant result'
        )
    return value


def _grade(value: object) -> object:
    if value != "" and not is_a_number(value):
        raise ValueError(
            f'must be a grade of the scale, or "" for a blank, not {spelled_value(value)}'
        )
    return value


def _score(value: object) -> object:
    if value != "" and not is_a_number(value):
        raise ValueError(f'must be a score, or "" for none, not {spelled_value(value)}')
    return value


def _axis_end(value: object) -> object:
    if not is_a_number(value) or not abs(value) <= MAX_NUMBER:
        bounds = f"from -{MAX_NUMBER:,} to {MAX_NUMBER:,}"
        raise ValueError(f"must be a number {bounds}, not {spelled_value(value)}")
    return value


def _number_above(least: float) -> BeforeValidator:
    def check(value: object) -> object:
        if not is_a_number(value) or not least < value <= MAX_NUMBER:
            bounds = f"above {least:g} and up to {MAX_NUMBER:,}"
            raise ValueError(f"must be a number {bounds}, not {spelled_value(value)}")
        return value

    return BeforeValidator(check)


def _chance(value: object) -> object:
    if not is_a_number(value) or not 0 < value < 1:
        raise ValueError(f"must be a number between 0 and 1, not {spelled_value(value)}")
    return value


def _count(most: int) -> BeforeValidator:
    def check(value: object) -> object:
        if not is_rank(value) or value > most:
            raise ValueError(
                f"must be a whole number from 1 to {most:,}, not {spelled_value(value)}"
            )
        return value

    return BeforeValidator(check)


def _cell(value: object) -> object:
    if isinstance(value, str):
        complaint = complaint_about_text(value)
        if complaint:
            raise ValueError(complaint)
    elif not is_a_number(value) or not math.isfinite(value):
        raise ValueError(f"must be text in quotes or a number, not {spelled_value(value)}")
    return value


def _complaint_about_paragraph(text: str) -> str | None:
    return complaint_about_note(text) if text.strip() else "must not be blank"


def _complaint_about_table_file(name: str) -> str | None:
    if name.lower().endswith((".csv", ".tsv", ".txt")):
        return complaint_about_text(name)
    return f"must be the path of a .csv file, not {spelled_value(name)}"


def says(what: str) -> WithJsonSchema:
    """What the documentation says a value may be."""
    return WithJsonSchema({"says": what})


def _scale(value: object) -> object:
    if not isinstance(value, dict) or not value:
        raise ValueError('must be a table that gives each grade a meaning: 0 = "not relevant"')
    return value


def _complaint_about_meaning(text: str) -> str | None:
    return complaint_about_line(text) if text else None


def _meaning(value: object) -> object:
    if isinstance(value, dict):
        raise ValueError('is no grade; write one with a fraction in quotes, such as "0.5"')
    return value


def _complaint_about_words(name: str) -> str | None:
    shipped = shipped_words()
    if name in shipped or name.lower().endswith(SUFFIX):
        return complaint_about_text(name)
    return (
        f"must be {' or '.join(shipped)}, or the path of your own .toml file, "
        f"not {spelled_value(name)}"
    )


def is_a_number(value: object) -> TypeGuard[int | float]:
    """Whether a value is a number; TRUE and FALSE are none."""
    return isinstance(value, int | float) and not isinstance(value, bool)


Text = Annotated[StrictStr, _checked_by(complaint_about_text), says("text")]
Line = Annotated[StrictStr, _checked_by(complaint_about_line), says("text on one line")]
Title = Annotated[
    StrictStr, _checked_by(complaint_about_title), says("text of at most 31 characters")
]
Cutoff = Annotated[int, _count(MAX_RANK), says(f"a whole number from 1 to {MAX_RANK:,}")]
FirstRank = Annotated[
    int | str, BeforeValidator(_first_rank), says('a whole number of 1 or more, or `"none"`')
]
Grade = Annotated[
    int | float | str, BeforeValidator(_grade), says('a grade of the scale, or `""` for a blank')
]
Score = Annotated[int | float | str, BeforeValidator(_score), says('a number, or `""` for none')]
Note = Annotated[StrictStr, _checked_by(_complaint_about_paragraph), says("text")]
Meaning = Annotated[StrictStr, BeforeValidator(_meaning), _checked_by(_complaint_about_meaning)]
Language = Annotated[
    StrictStr,
    _checked_by(_complaint_about_words),
    says(f"{' or '.join(map(spelled_value, shipped_words()))}, or the path of a .toml file"),
]
Scale = Annotated[
    dict[str, Meaning], BeforeValidator(_scale), says("a table: each grade = its meaning")
]
Threshold = Annotated[float, _number_above(0), says("a number above 0")]
Base = Annotated[float, _number_above(1), says("a number above 1")]
RowNumber = Annotated[int, _count(MAX_ROWS), says("the number of a row")]
RowCount = Annotated[int, _count(MAX_ROWS), says(f"a whole number from 1 to {MAX_ROWS:,}")]
Chance = Annotated[float, BeforeValidator(_chance), says("a number between 0 and 1")]
AxisEnd = Annotated[float, BeforeValidator(_axis_end), says("a number")]
CellValue = Annotated[int | float | str, BeforeValidator(_cell), says("text or a number")]
GradesFile = Annotated[
    StrictStr, _checked_by(_complaint_about_table_file), says("the path of a .csv file")
]


class Part(BaseModel):
    """A part of a template; a key that it has not is a complaint."""

    model_config = ConfigDict(extra="forbid")


Gain = Literal["linear", "exponential"]
