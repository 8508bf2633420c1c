"""Construct a course from data that is known to be valid."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from xlmetrics.quantities import KINDS
from xlmetrics.template.course_tables import TABLES
from xlmetrics.template.model import (
    WORKED_KINDS,
    ChartTemplate,
    Course,
    Exercise,
    Topic,
    as_asked,
    as_grade,
)
from xlmetrics.text import title_from

if TYPE_CHECKING:
    from collections.abc import Mapping

    from xlmetrics.model import Value
    from xlmetrics.template.model import Number
    from xlmetrics.template.words import Words

SETTINGS: Mapping[str, Value] = {
    "k": 5,
    "gain": "linear",
    "other_k": 10,
    "other_gain": "exponential",
    "rel": 1,
    "max_grade": None,
    "p": 0.8,
    "collection": 1000,
    "b": 2,
    "depth": 100,
}
"""What the settings are where a template says nothing; the highest grade is that of the scale."""


def is_course(data: Mapping[str, Any]) -> bool:
    """Whether parsed TOML, valid or not, is a course; else it is a worked example."""
    tables = data.get("tables")
    parts = tables if isinstance(tables, list) else []
    kinds = [str(part.get("kind")) for part in parts if isinstance(part, dict)]
    worked = any(kind in WORKED_KINDS for kind in kinds)
    return "sheets" in data or not worked or any(kind in KINDS for kind in kinds)


def course_of(data: Mapping[str, Any], words: Words, changes: Mapping[str, Any]) -> Course:
    """The course that the data says; ``changes`` are settings that replace those of all topics.

    A template without ``sheets`` is one sheet. The notes quote figures, so they are left out
    where a change is made. A sheet that shows what comes of another cut-off or gain keeps its own
    where a change would make both the same, and with them its point.
    """
    scale = {as_grade(grade): meaning for grade, meaning in data["scale"].items()}
    scale = dict(sorted(scale.items()))
    common = {**SETTINGS, "max_grade": max(scale), **_settings(data)}
    title = data["title"]
    sheets = data.get("sheets") or [{"sheet": title_from(title), **data}]
    topics = [_topic(sheet, title, scale, common, changes) for sheet in sheets]
    return Course(title, data.get("summary", title), scale, tuple(topics), words)


def _settings(data: Mapping[str, Any]) -> dict[str, Value]:
    return {name: data[name] for name in SETTINGS if name in data}


def _topic(
    data: Mapping[str, Any],
    title: str,
    scale: Mapping[Number, str],
    common: Mapping[str, Value],
    changes: Mapping[str, Value],
) -> Topic:
    settings = {**common, **_settings(data)}
    tables = tuple(TABLES[table["kind"]]({**table, "scale": scale}) for table in data["tables"])
    compared = {
        part.name
        for table in tables
        for part in KINDS[table.kind].needed([*table.given, *table.show])
        if part.name in SETTINGS
    }
    changes = {
        name: value
        for name, value in changes.items()
        if settings[name] != value
        and not (f"other_{name}" in compared and settings[f"other_{name}"] == value)
    }
    return Topic(
        data["sheet"],
        data.get("title", title),
        tuple(data.get("text", ())),
        {**settings, **changes},
        tables,
        tuple(map(_chart, data.get("charts", ()))),
        () if changes else tuple(data.get("notes", ())),
        _exercise(data["exercise"]) if "exercise" in data else None,
    )


def _exercise(data: Mapping[str, Any]) -> Exercise:
    return Exercise(tuple(data["text"]), tuple(map(as_asked, data["ask"])))


def _chart(data: Mapping[str, Any]) -> ChartTemplate:
    return ChartTemplate(
        data["kind"],
        data["title"],
        data.get("table", 1),
        data["x"],
        tuple(data["series"]),
        data["x_title"],
        data["y_title"],
        data["alt"],
        tuple(data["rows"]) if "rows" in data else None,
        data.get("y_min"),
        data.get("y_max"),
    )
