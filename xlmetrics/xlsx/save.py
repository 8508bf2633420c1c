"""Put a file in its place in one step, so that nothing is ever half-written."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from xlmetrics.errors import XlmetricsError


def replace_file(path: Path, content: bytes) -> None:
    """Write ``content`` beside ``path``, then put it there; missing folders are made.

    Raises:
        XlmetricsError: the folder cannot be made or written to, or a folder stands in the way.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.is_dir():
            raise XlmetricsError(f"{path}: is a folder. Give the name of a file with -o.")
        _replace(path, content)
    except OSError as error:
        raise XlmetricsError(
            f"{path}: cannot be written: {error.strerror}. Choose another place with -o."
        ) from None


def _replace(path: Path, content: bytes) -> None:
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".xlmetrics-", suffix=".tmp")
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(content)
        temporary.chmod(0o666 & ~_umask())
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
