"""Find a template and read it: TOML in, ``Template`` out."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from xlmetrics.errors import BadTemplate
from xlmetrics.template.course import course_of, is_course
from xlmetrics.template.files import is_installed, read_toml, shipped_folder
from xlmetrics.template.grades import with_grades
from xlmetrics.template.model import (
    NdcgTable,
    Number,
    Query,
    ReciprocalRankTable,
    Table,
    WorkedExample,
    as_grade,
)
from xlmetrics.template.spelling import nearest
from xlmetrics.template.words import ENGLISH, read_words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from xlmetrics.template.model import Template
    from xlmetrics.template.words import Words


def shipped_templates() -> dict[str, Path]:
    """The templates that come with the package, by name."""
    return {path.stem: path for path in sorted(shipped_folder().glob("*.toml"))}


def find_template(name: str) -> Path:
    """The file of a shipped template, or of one's own given by its path.

    Raises:
        BadTemplate: there is no such template; the nearest name is offered.
    """
    path = Path(name)
    is_own = path.suffix.lower() == ".toml" or _is_there(path)
    return path if is_own and name not in shipped_templates() else shipped_template(name)


def shipped_template(name: str) -> Path:
    """The file of a shipped template.

    Raises:
        BadTemplate: none has this name; the nearest is offered.
    """
    shipped = shipped_templates()
    if name in shipped:
        return shipped[name]
    near = nearest(name, shipped, cutoff=0.4)
    hint = f"Did you mean {near}?" if near else "`xlmetrics templates` lists them."
    raise BadTemplate([f"{name}: there is no template of this name. {hint}"])


def _is_there(path: Path) -> bool:
    try:
        return path.exists()
    except OSError:
        return len(path.parts) > 1  # reading it will say why it cannot be reached


def read_template(path: Path, overrides: Mapping[str, Any] | None = None) -> Template:
    """Read a template; ``overrides`` replace its own keys (``k``, ``gain``).

    The notes quote figures of the template's own settings, so they are left out where an
    override changes these. The templates installed in the package are validated by the tests,
    and so load without the validator.

    Raises:
        BadTemplate: the file, or that of its words, cannot be read, is not TOML, or says something
            it cannot say; carries every complaint with file, line and key.
    """
    data, source = read_toml(path)
    if not is_installed(path):
        from xlmetrics.template.schema.validate import validate

        validate(data, path, source)
    words = read_words(data.get("words", ENGLISH), path.parent)
    if is_course(data):
        course = course_of(with_grades(data, path.parent), words, overrides or {})
        if not is_installed(path):
            from xlmetrics.template.schema.whole import validate_course

            validate_course(course, data, path, source)
        return course
    changes = {key: value for key, value in (overrides or {}).items() if data[key] != value}
    return _worked_example(data | changes | ({"notes": ()} if changes else {}), words)


def _worked_example(data: Mapping[str, Any], words: Words) -> WorkedExample:
    """Construct a worked example from data that is known to be valid."""
    scale = {as_grade(grade): meaning for grade, meaning in data["scale"].items()}
    return WorkedExample(
        title=data["title"],
        summary=data["summary"],
        sheet=data["sheet"],
        k=data["k"],
        gain=data["gain"],
        scale=dict(sorted(scale.items())),
        tables=tuple(map(_table, data["tables"])),
        notes=tuple(data.get("notes", ())),
        words=words,
    )


def _table(data: Mapping[str, Any]) -> Table:
    if data["kind"] == "ndcg":
        return NdcgTable(_grades(data["returned"]), _grades(data.get("missed", ())))
    return ReciprocalRankTable(
        tuple(
            Query(
                query["query"],
                None if query["first_relevant_rank"] == "none" else query["first_relevant_rank"],
            )
            for query in data["queries"]
        )
    )


def _grades(grades: list[Number | str]) -> tuple[Number | None, ...]:
    return tuple(None if isinstance(grade, str) else grade for grade in grades)
