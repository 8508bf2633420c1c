"""Put files in their places in one step, so that nothing is ever half-written."""

from __future__ import annotations

import os
import stat
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from xlmetrics.errors import XlmetricsError

if TYPE_CHECKING:
    from collections.abc import Mapping


def replace_file(path: Path, content: bytes) -> None:
    """Write ``content`` beside ``path``, then put it there; missing folders are made.

    Raises:
        XlmetricsError: the folder cannot be made or written to, or something is in the way.
    """
    replace_files({path: content})


def replace_files(contents: Mapping[Path, bytes]) -> None:
    """Write all contents beside their paths, and only then put each in its place.

    A symbolic link stays one: what it leads to is replaced.

    Raises:
        XlmetricsError: a folder cannot be made or written to, or something is in the way.
    """
    obstacles = [complaint for path in contents if (complaint := obstacle(path))]
    if obstacles:
        raise XlmetricsError(*obstacles)
    places = {path: path.resolve() for path in contents}
    if len(set(places.values())) < len(places):
        raise XlmetricsError("two of these files are one, by a link. Choose another place with -o.")
    staged: dict[Path, Path] = {}
    path = Path()
    try:
        for path, place in places.items():
            place.parent.mkdir(parents=True, exist_ok=True)
            _stage(place, contents[path], staged)
        for path in contents:
            staged[places[path]].replace(places[path])
            del staged[places[path]]
    except OSError as error:
        raise XlmetricsError(_cannot(path, str(error.strerror))) from None
    finally:
        for temporary in staged.values():
            temporary.unlink(missing_ok=True)


def obstacle(path: Path) -> str | None:
    """What keeps a file from being put here, as a complaint; None if nothing does."""
    try:
        place = path.resolve()
        if not _exists(place):
            return _obstacle_to_making(path, place)
        mode = place.stat().st_mode
    except (OSError, RuntimeError) as error:
        return _cannot(path, getattr(error, "strerror", None) or "its links go in a circle")
    if stat.S_ISDIR(mode):
        return f"{path}: is a folder. Give the name of a file with -o."
    if not stat.S_ISREG(mode):
        return _cannot(path, "a device or a pipe is in the way")
    return None if os.access(place.parent, os.W_OK) else _cannot(path, "its folder is locked")


def _obstacle_to_making(path: Path, place: Path) -> str | None:
    """What keeps the folders of a new file from being made or written to."""
    folder = next(folder for folder in place.parents if _exists(folder))
    if not folder.is_dir():
        return _cannot(path, f"{folder.name} is a file, not a folder")
    return None if os.access(folder, os.W_OK) else _cannot(path, "its folder is locked")


def _exists(place: Path) -> bool:
    """Whether something is there; an OSError where the name itself is impossible."""
    try:
        place.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    return True


def _cannot(path: Path, why: str) -> str:
    return f"{path}: cannot be written: {why}. Choose another place with -o."


def _stage(place: Path, content: bytes, staged: dict[Path, Path]) -> None:
    handle, name = tempfile.mkstemp(dir=place.parent, prefix=".xlmetrics-", suffix=".tmp")
    staged[place] = Path(name)
    with os.fdopen(handle, "wb") as stream:
        stream.write(content)
    staged[place].chmod(0o666 & ~_umask())


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
