"""The values that keys of a template may have, each with its complaint."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal, TypeGuard

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, StrictStr

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


def _checked_by(complain: Callable[[str], str | None]) -> AfterValidator:
    def check(text: str) -> str:
        complaint = complain(text)
        if complaint:
            raise ValueError(complaint)
        return text

    return AfterValidator(check)


def _cutoff(value: object) -> object:
    if not is_rank(value):
        raise ValueError(
            f"must be a whole number from 1 to {MAX_RANK:,}, not {spelled_value(value)}"
        )
    return value


def _first_rank(value: object) -> object:
    if value == "none":
        return value
    try:
        return _cutoff(value)
    except ValueError as error:
        raise ValueError(f'{error}; "none" says that there is no relevant result') from None


def _grade(value: object) -> object:
    if value != "" and not is_a_number(value):
        raise ValueError(
            f'must be a grade of the scale, or "" for a blank, not {spelled_value(value)}'
        )
    return value


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


Text = Annotated[StrictStr, _checked_by(complaint_about_text)]
Line = Annotated[StrictStr, _checked_by(complaint_about_line)]
Title = Annotated[StrictStr, _checked_by(complaint_about_title)]
Cutoff = Annotated[int, BeforeValidator(_cutoff)]
FirstRank = Annotated[int | str, BeforeValidator(_first_rank)]
Grade = Annotated[int | float | str, BeforeValidator(_grade)]
Note = Annotated[StrictStr, _checked_by(complaint_about_note)]
Meaning = Annotated[StrictStr, BeforeValidator(_meaning), _checked_by(_complaint_about_meaning)]
Language = Annotated[StrictStr, _checked_by(_complaint_about_words)]
Scale = Annotated[dict[str, Meaning], BeforeValidator(_scale)]


class Part(BaseModel):
    """A part of a template; a key that it has not is a complaint."""

    model_config = ConfigDict(extra="forbid")


class QuerySchema(Part):
    """A query, and the rank of its first relevant result or "none"."""

    query: Text
    first_relevant_rank: FirstRank


Gain = Literal["linear", "exponential"]
