"""Hold a template against what it may say: every complaint at once, with file, line and key."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, get_args

from pydantic import ValidationError

from xlmetrics.errors import BadTemplate
from xlmetrics.quantities import KINDS
from xlmetrics.template.course import is_course
from xlmetrics.template.model import WORKED_KINDS
from xlmetrics.template.schema.course import CourseSchema, SingleSheetSchema
from xlmetrics.template.schema.fields import Part
from xlmetrics.template.schema.grades import bad_scale, given_once, off_the_scale
from xlmetrics.template.schema.worked_example import WorkedExampleSchema
from xlmetrics.template.spelling import (
    KeyPath,
    hint,
    in_plain_words,
    nearest,
    shortened,
    spelled_path,
    spelled_value,
)
from xlmetrics.template.toml_lines import line_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

KIND_NAMES = (*KINDS, *WORKED_KINDS)


def validate(data: dict[str, Any], path: Path, source: str) -> None:
    """Hold parsed TOML against what a template may say, key by key.

    Raises:
        BadTemplate: with all complaints, in the order of the file.
    """
    found = complaints_of(_schema_of(data), data)
    complain([*found, *given_once(data), *bad_scale(data), *off_the_scale(data)], path, source)


def complaints_of(schema: type[Part], data: dict[str, Any]) -> list[tuple[KeyPath, str]]:
    """What a schema says against parsed TOML, in plain words, each with the path of its key."""
    try:
        schema.model_validate(data)
    except ValidationError as error:
        details = error.errors(include_url=False)
        return [(_place(detail), _plain(detail, schema)) for detail in details]
    return []


def complain(found: Sequence[tuple[KeyPath, str]], path: Path, source: str) -> None:
    """Raise BadTemplate with these complaints, in the order of the file; nothing if none."""
    complaints = [(line_of(source, keys) or 0, keys, complaint) for keys, complaint in found]
    if complaints:
        complaints.sort(key=lambda complaint: complaint[0])
        raise BadTemplate(
            [
                f"{path}{f', line {line}' if line else ''}: {spelled_path(keys)}: {complaint}"
                for line, keys, complaint in complaints
            ]
        )


def _schema_of(data: dict[str, Any]) -> type[Part]:
    if "sheets" in data:
        return CourseSchema
    return SingleSheetSchema if is_course(data) else WorkedExampleSchema


def _place(detail: Any) -> KeyPath:
    """The path of a key in the file; the validator puts the kind after the number of a table."""
    place: KeyPath = detail["loc"]
    path = tuple(step for at, step in enumerate(place) if not _is_tag(place, at))
    return (*path, "kind") if detail["type"].startswith("union_tag") else path


def _is_tag(place: KeyPath, at: int) -> bool:
    return at > 1 and place[at - 2] == "tables" and place[at] in KIND_NAMES


def _plain(detail: Any, schema: type[Part]) -> str:
    place = detail["loc"]
    match detail["type"]:
        case "extra_forbidden":
            return f"is not a key here; {hint(str(place[-1]), _keys_at(schema, place[:-1]))}"
        case "value_error":
            return str(detail["ctx"]["error"])
        case "union_tag_invalid" | "union_tag_not_found":
            return _about_kind(detail["input"], schema)
        case "literal_error" | "missing" if place[-1] == "kind" and place[-3:-2] == ("tables",):
            return _about_kind(detail["input"], schema)
        case _:
            return in_plain_words(detail)


def _about_kind(given: object, schema: type[Part]) -> str:
    kind = given.get("kind") if isinstance(given, dict) else given
    kinds = WORKED_KINDS if schema is WorkedExampleSchema else KINDS
    if isinstance(kind, str) and kind not in WORKED_KINDS:
        meant = nearest(kind, kinds)
        if meant:
            return f"no kind is called {spelled_value(kind)}; did you mean {meant}?"
    misspelt = nearest("kind", given) if isinstance(given, dict) and kind is None else None
    if misspelt:
        return f"is missing, and {shortened(misspelt)} is not a key here; did you mean kind?"
    if schema is WorkedExampleSchema:
        return f"needs a kind: {_one_of(WORKED_KINDS)}"
    if kind in WORKED_KINDS:
        return (
            f"{' and '.join(WORKED_KINDS)} are tables of the published worked example and stand "
            f"beside no others; these are {_one_of(KINDS)}"
        )
    return f"needs a kind: {_one_of(KINDS)}"


def _one_of(names: Iterable[str]) -> str:
    *others, last = names
    return f"{', '.join(others)} or {last}" if others else last


def _keys_at(schema: type[Part], place: KeyPath) -> list[str]:
    """The keys that the part of a template at this place may have."""
    parts = [schema]
    for at, step in enumerate(place):
        if _is_tag(place, at):
            parts = [part for part in parts if step in _kinds(part)]
        elif not isinstance(step, int):
            fields = [part.model_fields[step] for part in parts if step in part.model_fields]
            parts = [found for field in fields for found in _parts_in(field.annotation)]
    return sorted(
        {field.alias or key for part in parts for key, field in part.model_fields.items()}
    )


def _kinds(part: type[Part]) -> tuple[Any, ...]:
    return get_args(part.model_fields["kind"].annotation) if "kind" in part.model_fields else ()


def _parts_in(annotation: Any) -> Iterator[type[Part]]:
    if isinstance(annotation, type) and issubclass(annotation, Part):
        yield annotation
    for inner in get_args(annotation):
        yield from _parts_in(inner)
