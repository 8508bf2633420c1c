"""What a template may say: every complaint at once, each with its file, line and key."""

from __future__ import annotations

import math
from difflib import get_close_matches
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Discriminator,
    Field,
    StrictStr,
    ValidationError,
)

from xlmetrics.errors import BadTemplate
from xlmetrics.template.model import as_grade
from xlmetrics.template.toml_lines import line_of
from xlmetrics.text import complaint_about_text, complaint_about_title

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

MAX_GRADE = 100
MAX_ROWS = 10_000
MAX_RANK = 1_000_000

KeyPath = tuple[str | int, ...]


def validate(data: dict[str, Any], path: Path, source: str) -> None:
    """Hold parsed TOML against what a template may say.

    Raises:
        BadTemplate: with all complaints, in the order of the file.
    """
    found: list[tuple[KeyPath, str]] = []
    try:
        TemplateSchema.model_validate(data)
    except ValidationError as error:
        found += [
            (tuple(key for key in detail["loc"] if key not in _KINDS), _plain(detail))
            for detail in error.errors(include_url=False)
        ]
    found += _off_the_scale(data)
    complaints = [(line_of(source, keys) or 0, keys, complaint) for keys, complaint in found]
    if complaints:
        complaints.sort(key=lambda complaint: complaint[0])
        raise BadTemplate(
            [
                f"{path}{f', line {line}' if line else ''}: {_spelled(keys)}: {complaint}"
                for line, keys, complaint in complaints
            ]
        )


def _checked_by(complain: Callable[[str], str | None]) -> AfterValidator:
    def check(text: str) -> str:
        complaint = complain(text)
        if complaint:
            raise ValueError(complaint)
        return text

    return AfterValidator(check)


def _cutoff(value: object) -> object:
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= MAX_RANK:
        raise ValueError(f"must be a whole number from 1 to {MAX_RANK:,}, not {value!r}")
    return value


def _first_rank(value: object) -> object:
    if value == "none":
        return value
    try:
        return _cutoff(value)
    except ValueError as error:
        raise ValueError(f'{error}; "none" says that there is no relevant result') from None


def _grade(value: object) -> object:
    number = isinstance(value, int | float) and not isinstance(value, bool)
    if value != "" and not number:
        raise ValueError(f'must be a grade of the scale, or "" for a blank, not {value!r}')
    return value


def _scale(value: object) -> object:
    if not isinstance(value, dict) or not value:
        raise ValueError('must be a table that gives each grade a meaning: 0 = "not relevant"')
    seen: set[float] = set()
    for key, meaning in value.items():
        if isinstance(meaning, dict):
            raise ValueError(f'write a grade with a fraction in quotes, such as "{key}.5"')
        try:
            grade = as_grade(key)
        except (ValueError, OverflowError):
            raise ValueError(f"{key!r} is not a number") from None
        if math.isnan(grade) or not 0 <= grade <= MAX_GRADE:
            raise ValueError(f"the grade {key} is not between 0 and {MAX_GRADE}")
        if grade in seen:
            raise ValueError(f"the grade {key} is given twice")
        seen.add(grade)
    return value


Text = Annotated[StrictStr, _checked_by(complaint_about_text)]
Line = Annotated[Text, Field(min_length=1, max_length=200)]
Title = Annotated[StrictStr, _checked_by(complaint_about_title)]
Cutoff = Annotated[int, BeforeValidator(_cutoff)]
FirstRank = Annotated[int | str, BeforeValidator(_first_rank)]
Grade = Annotated[int | float | str, BeforeValidator(_grade)]
Scale = Annotated[dict[str, Text], BeforeValidator(_scale)]


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid")


class QuerySchema(_Part):
    """A query, and the rank of its first relevant result or "none"."""

    query: Text
    first_relevant_rank: FirstRank


class NdcgSchema(_Part):
    """A table of NDCG: grades returned in rank order, and those missed."""

    kind: Literal["ndcg"]
    returned: Annotated[list[Grade], Field(min_length=1, max_length=MAX_ROWS)]
    missed: Annotated[list[Grade], Field(max_length=MAX_ROWS)] = []


class ReciprocalRankSchema(_Part):
    """A table of MRR: queries with the rank of their first relevant result."""

    kind: Literal["reciprocal_rank"]
    queries: Annotated[list[QuerySchema], Field(min_length=1, max_length=MAX_ROWS)]


class TemplateSchema(_Part):
    """A template as TOML spells it."""

    title: Line
    summary: Line
    sheet: Title
    k: Cutoff
    gain: Literal["linear", "exponential"]
    scale: Scale
    tables: Annotated[
        list[Annotated[NdcgSchema | ReciprocalRankSchema, Discriminator("kind")]],
        Field(min_length=1, max_length=100),
    ]
    notes: list[Text] = []


_PARTS = (TemplateSchema, NdcgSchema, ReciprocalRankSchema, QuerySchema)
_KEYS = sorted({name for part in _PARTS for name in part.model_fields})
_KINDS = ("ndcg", "reciprocal_rank")


def _off_the_scale(data: dict[str, Any]) -> Iterator[tuple[KeyPath, str]]:
    """Grades that the template's own scale does not have; whatever is malformed is passed over."""
    try:
        scale = {as_grade(key) for key in data["scale"]}
    except (KeyError, ValueError, TypeError, AttributeError, OverflowError):
        return
    shown = ", ".join(map(str, sorted(scale)))
    tables = data.get("tables")
    for index, table in enumerate(tables if isinstance(tables, list) else []):
        for key in ("returned", "missed"):
            grades = table.get(key) if isinstance(table, dict) else None
            for position, grade in enumerate(grades if isinstance(grades, list) else []):
                number = isinstance(grade, int | float) and not isinstance(grade, bool)
                if number and grade not in scale:
                    yield ("tables", index, key, position), f"{grade} is not on the scale {shown}"


def _spelled(keys: KeyPath) -> str:
    spelled = ""
    for key in keys:
        if isinstance(key, int):
            spelled += f"[{key + 1}]"
        else:
            spelled += f".{key}" if spelled else key
    return spelled


def _plain(detail: Any) -> str:
    match detail["type"]:
        case "missing":
            return "is missing; add it"
        case "extra_forbidden":
            nearest = get_close_matches(str(detail["loc"][-1]), _KEYS, n=1)
            hint = f"; did you mean {nearest[0]}?" if nearest else "; remove it"
            return "is not a key of a template" + hint
        case "value_error":
            return str(detail["ctx"]["error"])
        case "union_tag_invalid" | "union_tag_not_found":
            return f"needs a kind: {' or '.join(_KINDS)}"
        case _:
            given = repr(detail["input"])
            message = str(detail["msg"]).replace("Input should", "must")
            return message + (f", not {given}" if len(given) < 80 else "")
