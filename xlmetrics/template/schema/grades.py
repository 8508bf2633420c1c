"""Grades: the scale of a template and the lists of its tables, held against each other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from xlmetrics.template.model import as_grade
from xlmetrics.template.schema.fields import is_a_number
from xlmetrics.template.spelling import shortened, spelled_value

if TYPE_CHECKING:
    from collections.abc import Iterator

    from xlmetrics.template.spelling import KeyPath

MAX_GRADE = 100

_IN_PLACE_OF = {"ranking": ("returned", "missed", "documents"), "lists": ("lists",)}
"""The keys in place of which a table may name a file of grades; the first is needed."""


def bad_scale(data: dict[str, Any]) -> Iterator[tuple[KeyPath, str]]:
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


def off_the_scale(data: dict[str, Any]) -> Iterator[tuple[KeyPath, str]]:
    """Grades that the template's own scale does not have; whatever is malformed is passed over."""
    try:
        scale = {as_grade(key) for key in data["scale"]}
    except (KeyError, ValueError, TypeError):
        return
    if not scale:
        return
    shown = shortened(", ".join(map(str, sorted(scale))))
    for place, grade in _grades(data):
        if is_a_number(grade) and grade not in scale:
            yield place, f"{spelled_value(grade)} is not on the scale {shown}"


def given_once(data: dict[str, Any]) -> Iterator[tuple[KeyPath, str]]:
    """Tables that have no grades, or grades in the template and in a file too."""
    for place, part in _parts((), data):
        needed, *others = _IN_PLACE_OF.get(str(part.get("kind")), [""])
        if not needed:
            continue
        beside = [key for key in (needed, *others) if key in part]
        if "grades" not in part and needed not in part:
            yield (*place, needed), "is missing; add it, or grades = a .csv file"
        if "grades" in part and beside:
            yield (*place, "grades"), f"stands in place of {' and '.join(beside)}; keep one"
        if needed == "returned" and "query" in part and "grades" not in part:
            yield (*place, "query"), "chooses a query of a file of grades, and there is none"


def _grades(data: dict[str, Any]) -> Iterator[tuple[KeyPath, object]]:
    """What stands in the lists of grades."""
    for place, part in _parts((), data):
        for key in ("returned", "missed"):
            grades = part.get(key)
            for index, grade in enumerate(grades if isinstance(grades, list) else []):
                yield (*place, key, index), grade
        for key in ("grade", "a", "b"):
            if key in part:
                yield (*place, key), part[key]


def _parts(place: KeyPath, data: object) -> Iterator[tuple[KeyPath, dict[str, Any]]]:
    """Every part that may hold grades, with its place; no malformed ones."""
    if isinstance(data, dict):
        yield place, data
        for key in ("sheets", "tables", "lists", "moves", "judgments"):
            parts = data.get(key)
            for index, part in enumerate(parts if isinstance(parts, list) else []):
                yield from _parts((*place, key, index), part)
