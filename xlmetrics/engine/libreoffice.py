"""LibreOffice as a second witness: workbooks recalculated by a program that is not ours.

It trusts the values cached in a file, even where the file asks to be calculated on loading. So
these are taken out first. Reading the values it finds is left to the reader of workbooks.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

from lxml import etree

from xlmetrics.errors import XlmetricsError

if TYPE_CHECKING:
    from collections.abc import Sequence

_PLACES = (
    "/Applications/LibreOffice.app/Contents/MacOS/soffice",
    "C:/Program Files/LibreOffice/program/soffice.com",
)
_INSTALL = "Install LibreOffice, or do without this second witness."


class LibreOfficeFailed(XlmetricsError):
    """LibreOffice is missing, took too long, or could not read a workbook."""


def find_libreoffice() -> str | None:
    """The program to call; None where LibreOffice is not installed."""
    named = shutil.which("soffice") or shutil.which("libreoffice")
    return named or next((place for place in _PLACES if Path(place).exists()), None)


def recalculate(files: Sequence[Path], folder: Path, timeout: float = 120) -> list[Path]:
    """Write a recalculated copy of each .xlsx file into a folder; one call for all of them.

    Returns the copies in the order of the files, which keep their names and so must differ in
    them; raises LibreOfficeFailed.
    """
    with tempfile.TemporaryDirectory(prefix="xlmetrics-") as temporary:
        stripped = [Path(temporary, f"{number}.xlsx") for number in range(len(files))]
        for source, target in zip(files, stripped, strict=True):
            strip_cached_values(source, target)
        made = convert(stripped, Path(temporary, "out"), timeout)
        folder.mkdir(parents=True, exist_ok=True)
        return [
            Path(shutil.move(copy, folder / source.name))
            for source, copy in zip(files, made, strict=True)
        ]


def convert(files: Sequence[Path], folder: Path, timeout: float = 120) -> list[Path]:
    """Let LibreOffice read files and write each as .xlsx into a folder; one call for all of them.

    Returns what it wrote, in the order of the files; raises LibreOfficeFailed.
    """
    program = find_libreoffice()
    if program is None:
        raise LibreOfficeFailed(f"LibreOffice is not installed. {_INSTALL}")
    with tempfile.TemporaryDirectory(prefix="xlmetrics-") as profile:
        command = [program, f"-env:UserInstallation={Path(profile).as_uri()}"]
        command += ["--headless", "--norestore"]
        command += ["--convert-to", "xlsx:Calc MS Excel 2007 XML", "--outdir", str(folder)]
        _call([*command, *map(str, files)], timeout)
    made = [folder / f"{each.stem}.xlsx" for each in files]
    for source, copy in zip(files, made, strict=True):
        if not copy.exists():
            raise LibreOfficeFailed(f"{source}: LibreOffice could not read it. {_INSTALL}")
    return made


def strip_cached_values(source: Path, target: Path) -> None:
    """Copy a workbook without the values cached beside its formulas."""
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as new:
        for part in old.infolist():
            content = old.read(part)
            is_sheet = part.filename.endswith(".xml") and b"sheetData" in content
            new.writestr(part.filename, _without_cached_values(content) if is_sheet else content)


def _without_cached_values(sheet: bytes) -> bytes:
    root = etree.fromstring(sheet, etree.XMLParser(resolve_entities=False, no_network=True))
    for formula in list(root.iter("{*}f")):
        cell = formula.getparent()
        if cell is not None:
            for value in cell.findall("{*}v"):
                cell.remove(value)
    return etree.tostring(root, encoding="UTF-8", xml_declaration=True)


def _call(command: list[str], timeout: float) -> None:
    process = subprocess.Popen(  # noqa: S603 # the program found above, and our own arguments
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        process.wait(timeout)
    except subprocess.TimeoutExpired:
        raise LibreOfficeFailed(f"LibreOffice took more than {timeout:g} s. Try again.") from None
    finally:
        _end(process)


def _end(process: subprocess.Popen[bytes]) -> None:
    """End the program and what it started, if it is still running."""
    if process.poll() is None:
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        process.kill()
        process.wait()
