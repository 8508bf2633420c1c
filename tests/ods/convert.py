"""Workbooks saved as OpenDocument by LibreOffice."""

import subprocess
from collections.abc import Sequence
from pathlib import Path

from xlmetrics.engine.libreoffice import find_libreoffice, strip_cached_values


def as_open_document(files: Sequence[Path], folder: Path, suffix: str = ".ods") -> list[Path]:
    """Copies that LibreOffice has calculated and saved; one call for all of the files."""
    program = find_libreoffice()
    assert program is not None
    bare = folder / "bare"
    bare.mkdir(parents=True)
    for file in files:
        strip_cached_values(file, bare / file.name)
    profile = f"-env:UserInstallation={(folder / 'profile').as_uri()}"
    command = [program, profile, "--headless", "--convert-to", suffix[1:], "--outdir", str(folder)]
    names = [str(bare / file.name) for file in files]
    subprocess.run([*command, *names], check=True, capture_output=True, timeout=300)
    return [folder / f"{file.stem}{suffix}" for file in files]
