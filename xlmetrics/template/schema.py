"""What a template may say: every complaint at once, each with its file, line and key."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Discriminator, Field, ValidationError

from xlmetrics.errors import BadTemplate
from xlmetrics.quantities import KINDS
from xlmetrics.template.course_schema import CourseSchema
from xlmetrics.template.model import as_grade
from xlmetrics.template.schema_fields import (
    MAX_ROWS,
    Cutoff,
    Gain,
    Grade,
    Language,
    Line,
    Note,
    Part,
    QuerySchema,
    Scale,
    Title,
    is_a_number,
)
from xlmetrics.template.spelling import (
    KeyPath,
    in_plain_words,
    shortened,
    spelled_path,
    spelled_value,
)
from xlmetrics.template.toml_lines import line_of
from xlmetrics.template.words import ENGLISH

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

MAX_GRADE = 100


def validate(data: dict[str, Any], path: Path, source: str) -> None:
    """Hold parsed TOML against what a template may say.

    Raises:
        BadTemplate: with all complaints, in the order of the file.
    """
    found: list[tuple[KeyPath, str]] = []
    try:
        schema = CourseSchema if "sheets" in data else WorkedExampleSchema
        schema.model_validate(data)
    except ValidationError as error:
        found += [
            (_without_tag(detail["loc"]), _plain(detail))
            for detail in error.errors(include_url=False)
        ]
    found += [*_bad_scale(data), *_off_the_scale(data)]
    complaints = [(line_of(source, keys) or 0, keys, complaint) for keys, complaint in found]
    if complaints:
        complaints.sort(key=lambda complaint: complaint[0])
        raise BadTemplate(
            [
                f"{path}{f', line {line}' if line else ''}: {spelled_path(keys)}: {complaint}"
                for line, keys, complaint in complaints
            ]
        )


def _without_tag(place: KeyPath) -> KeyPath:
    """The path of a key in the file; the validator puts the kind after the number of a table."""
    for at, key in enumerate(place[:-2]):
        if key == "tables" and place[at + 2] in (*_KINDS, *KINDS):
            return (*place[: at + 2], *place[at + 3 :])
    return place


class NdcgSchema(Part):
    """A table of NDCG: grades returned in rank order, and those missed."""

    kind: Literal["ndcg"]
    returned: Annotated[list[Grade], Field(min_length=1, max_length=MAX_ROWS)]
    missed: Annotated[list[Grade], Field(max_length=MAX_ROWS)] = Field(default=[])


class ReciprocalRankSchema(Part):
    """A table of MRR: queries with the rank of their first relevant result."""

    kind: Literal["reciprocal_rank"]
    queries: Annotated[list[QuerySchema], Field(min_length=1, max_length=MAX_ROWS)]


class WorkedExampleSchema(Part):
    """A template as TOML spells it."""

    title: Line
    summary: Line
    sheet: Title
    k: Cutoff
    gain: Gain
    scale: Scale
    tables: Annotated[
        list[Annotated[NdcgSchema | ReciprocalRankSchema, Discriminator("kind")]],
        Field(min_length=1, max_length=100),
    ]
    notes: list[Note] = Field(default=[])
    words: Language = ENGLISH


_PARTS = (WorkedExampleSchema, NdcgSchema, ReciprocalRankSchema, QuerySchema)
_KEYS = sorted({name for part in _PARTS for name in part.model_fields})
_KINDS = ("ndcg", "reciprocal_rank")


def _bad_scale(data: dict[str, Any]) -> Iterator[tuple[KeyPath, str]]:
    """Grades of the scale that are none, out of bounds or given twice."""
    scale = data.get("scale")
    seen: set[float] = set()
    for key, meaning in scale.items() if isinstance(scale, dict) else ():
        if isinstance(meaning, dict):
            continue
        try:
            grade = as_grade(key)
        except ValueError as error:
            yield ("scale", key), str(error)
            continue
        if not 0 <= grade <= MAX_GRADE:
            yield ("scale", key), f"is not a grade between 0 and {MAX_GRADE}"
        elif grade in seen:
            yield ("scale", key), f"is the grade {grade}, which is given twice"
        seen.add(grade)


def _off_the_scale(data: dict[str, Any]) -> Iterator[tuple[KeyPath, str]]:
    """Grades that the template's own scale does not have; whatever is malformed is passed over."""
    try:
        scale = {as_grade(key) for key in data["scale"]}
    except (KeyError, ValueError, TypeError):
        return
    shown = shortened(", ".join(map(str, sorted(scale))))
    tables = data.get("tables")
    for index, table in enumerate(tables if isinstance(tables, list) else []):
        for key in ("returned", "missed"):
            grades = table.get(key) if isinstance(table, dict) else None
            for position, grade in enumerate(grades if isinstance(grades, list) else []):
                if is_a_number(grade) and grade not in scale:
                    off = f"{spelled_value(grade)} is not on the scale {shown}"
                    yield ("tables", index, key, position), off


def _plain(detail: Any) -> str:
    match detail["type"]:
        case "extra_forbidden":
            nearest = get_close_matches(str(detail["loc"][-1]), _KEYS, n=1)
            hint = f"; did you mean {nearest[0]}?" if nearest else "; remove it"
            return "is not a key of a template" + hint
        case "value_error":
            return str(detail["ctx"]["error"])
        case "union_tag_invalid" | "union_tag_not_found":
            kinds = list(KINDS) if detail["loc"][0] == "sheets" else _KINDS
            return f"needs a kind: {' or '.join(kinds)}"
        case _:
            return in_plain_words(detail)
