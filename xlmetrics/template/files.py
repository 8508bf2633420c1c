"""The files that templates and their words stand in: where those shipped are, and TOML read."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

from xlmetrics.errors import BadTemplate

_LONG_NUMBER = re.compile(r"[0-9][0-9_]{3999,}")

_PACKAGE = Path(__file__).parents[1]
INSTALLED, IN_THE_SOURCES = _PACKAGE / "templates", _PACKAGE.parent / "templates"

MAX_BYTES = 16_000_000


def shipped_folder() -> Path:
    """The folder of what is shipped: in the installed package, or in the sources."""
    return INSTALLED if INSTALLED.is_dir() else IN_THE_SOURCES


def is_installed(path: Path) -> bool:
    """Whether a file came with the installed package, whose files the tests have validated."""
    return INSTALLED in path.parents


def source_of(path: Path) -> bytes:
    """The content of a file as it stands; raises BadTemplate if it cannot be read."""
    try:
        if path.exists() and not path.is_file():
            raise BadTemplate([f"{path}: is no file. Name a .toml file."])
        if path.stat().st_size > MAX_BYTES:
            raise BadTemplate([f"{path}: is larger than any template ({MAX_BYTES:,} bytes)"])
        return path.read_bytes()
    except FileNotFoundError:
        raise BadTemplate(
            [f"{path}: there is no such file; check the spelling and the folder"]
        ) from None
    except OSError as error:
        raise BadTemplate([f"{path}: cannot be read: {error.strerror}"]) from None


def read_toml(path: Path) -> tuple[dict[str, Any], str]:
    """What a TOML file says, and its text, by which the line of a key is found.

    Raises:
        BadTemplate: the file cannot be read, or is not TOML.
    """
    source = _read_text(path)
    return _parsed(path, source), source


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
