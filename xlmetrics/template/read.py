"""Find a template and read it: TOML in, ``Template`` out."""

from __future__ import annotations

import re
import tomllib
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any

from xlmetrics.errors import BadTemplate
from xlmetrics.template.model import (
    NdcgTable,
    Number,
    Query,
    ReciprocalRankTable,
    Table,
    Template,
    as_grade,
)

if TYPE_CHECKING:
    from collections.abc import Mapping


_LONG_NUMBER = re.compile(r"[0-9][0-9_]{3999,}")

_PACKAGE = Path(__file__).parents[1]
_INSTALLED, _IN_THE_SOURCES = _PACKAGE / "templates", _PACKAGE.parent / "templates"

MAX_BYTES = 16_000_000


def shipped_templates() -> dict[str, Path]:
    """The templates that come with the package, by name."""
    folder = _INSTALLED if _INSTALLED.is_dir() else _IN_THE_SOURCES
    return {path.stem: path for path in sorted(folder.glob("*.toml"))}


def find_template(name: str) -> Path:
    """The file of a shipped template, or of one's own given by its path.

    Raises:
        BadTemplate: there is no such template; the nearest name is offered.
    """
    shipped = shipped_templates()
    if name in shipped:
        return shipped[name]
    path = Path(name)
    if path.suffix.lower() == ".toml" or _is_there(path):
        return path
    nearest = get_close_matches(name.lower(), shipped, n=1, cutoff=0.4)
    hint = f"Did you mean {nearest[0]}?" if nearest else "`xlmetrics templates` lists them."
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
        BadTemplate: the file cannot be read, is not TOML, or says something a template cannot
            say; carries every complaint with file, line and key.
    """
    source = _read_text(path)
    data = _parsed(path, source)
    if path.parent != _INSTALLED:
        from xlmetrics.template.schema import validate

        validate(data, path, source)
    changes = {key: value for key, value in (overrides or {}).items() if data[key] != value}
    return _template(data | changes | ({"notes": ()} if changes else {}))


def source_of(path: Path) -> bytes:
    """The content of a template file as it stands; raises BadTemplate if it cannot be read."""
    try:
        if path.exists() and not path.is_file():
            raise BadTemplate([f"{path}: is no file. Name a .toml file."])
        if path.stat().st_size > MAX_BYTES:
            raise BadTemplate([f"{path}: is larger than any template ({MAX_BYTES:,} bytes)"])
        return path.read_bytes()
    except FileNotFoundError:
        raise BadTemplate([f"{path}: there is no such file"]) from None
    except OSError as error:
        raise BadTemplate([f"{path}: cannot be read: {error.strerror}"]) from None


def _read_text(path: Path) -> str:
    try:
        return source_of(path).decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError:
        raise BadTemplate([f"{path}: is not UTF-8 text; save it as UTF-8"]) from None


def _parsed(path: Path, source: str) -> dict[str, Any]:
    try:
        return tomllib.loads(source)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise BadTemplate([f"{path}: this is not TOML: {error}"]) from None
    except ValueError:
        found = _LONG_NUMBER.search(source)
        line = f", line {source.count(chr(10), 0, found.start()) + 1}" if found else ""
        raise BadTemplate([f"{path}{line}: a number has too many digits; shorten it"]) from None


def _template(data: Mapping[str, Any]) -> Template:
    """Construct a template from data that is known to be valid."""
    scale = {as_grade(grade): meaning for grade, meaning in data["scale"].items()}
    return Template(
        title=data["title"],
        summary=data["summary"],
        sheet=data["sheet"],
        k=data["k"],
        gain=data["gain"],
        scale=dict(sorted(scale.items())),
        tables=tuple(map(_table, data["tables"])),
        notes=tuple(data.get("notes", ())),
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
