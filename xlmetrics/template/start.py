"""The start of a template of one's own: a file that explains itself, to be changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.errors import XlmetricsError
from xlmetrics.template.files import shipped_folder, source_of

if TYPE_CHECKING:
    from pathlib import Path


def write_start(path: Path) -> None:
    """Write a commented template that builds as it stands; nothing is ever overwritten.

    Raises:
        XlmetricsError: the file is not called .toml, is there already, or cannot be written.
    """
    if path.suffix.lower() != ".toml":
        raise XlmetricsError(f"{path}: a template is a .toml file. Name it {path.name}.toml.")
    content = source_of(shipped_folder() / "start" / "start.toml")
    try:
        with path.open("xb") as stream:
            stream.write(content)
    except FileExistsError:
        raise XlmetricsError(f"{path}: is there already. Choose another name.") from None
    except (FileNotFoundError, NotADirectoryError):
        raise XlmetricsError(
            f"{path}: there is no folder {path.parent}. Make it first, or choose another."
        ) from None
    except OSError as error:
        raise XlmetricsError(f"{path}: cannot be written: {error.strerror}") from None
