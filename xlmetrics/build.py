"""Build: templates become workbooks."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from xlmetrics.errors import XlmetricsError
from xlmetrics.layout import arrange
from xlmetrics.template.read import find_template, read_template, shipped_templates
from xlmetrics.xlsx.save import obstacle, replace_files
from xlmetrics.xlsx.serialize import APPLICATION
from xlmetrics.xlsx.write import workbook_bytes

if TYPE_CHECKING:
    from collections.abc import Sequence

OUTPUT = Path("output")

_OF_A_FILE = re.compile(r"\.[a-z][a-z0-9]{1,5}", re.IGNORECASE)


def build(
    names: Sequence[str] = (),
    out: Path | None = None,
    overrides: dict[str, Any] | None = None,
    *,
    force: bool = False,
) -> list[Path]:
    """Write the workbooks of the templates named (all that are shipped, if none is).

    ``out`` is a folder, or for a single template the .xlsx file; ``overrides`` replace keys of
    the templates (``k``, ``gain``). Nothing is written unless everything can be.

    Raises:
        XlmetricsError: a template says something wrong, a target cannot be written, or something
            stands there that is not as ``build`` wrote it (``force`` overwrites it).
    """
    sources = [find_template(name) for name in names] or list(shipped_templates().values())
    targets = _targets(sources, out)
    complaints: list[str] = []
    contents: dict[Path, bytes] = {}
    for source, target in zip(sources, targets, strict=True):
        try:
            contents[target] = workbook_bytes(arrange(read_template(source, overrides)))
        except XlmetricsError as error:
            complaints += error.complaints
    complaints += filter(None, [_objection(target, force=force) for target in targets])
    if complaints:
        raise XlmetricsError(*complaints)
    replace_files(contents)
    return targets


def _targets(sources: Sequence[Path], out: Path | None) -> list[Path]:
    """Where each workbook goes."""
    a_file = out is not None and _OF_A_FILE.fullmatch(out.suffix) and not _is_folder(out)
    if out and a_file:
        if out.suffix.lower() != ".xlsx":
            raise XlmetricsError(
                f"{out}: only .xlsx workbooks are written. Name it {out.stem}.xlsx, or make the "
                "folder of this name first."
            )
        if len(sources) > 1:
            raise XlmetricsError(
                f"{out}: {len(sources)} workbooks do not fit one file. Give a folder with -o."
            )
        return [out]
    targets = [(out or OUTPUT) / f"{source.stem}.xlsx" for source in sources]
    if len(set(targets)) < len(targets):
        raise XlmetricsError("two of these templates have the same name. Build them one by one.")
    return targets


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except OSError:
        return False


def _objection(target: Path, *, force: bool) -> str | None:
    """Why nothing should be written here, or None."""
    complaint = obstacle(target)
    if complaint or force or not target.exists():
        return complaint
    from xlmetrics.xlsx.read import saved_by

    if saved_by(target) == APPLICATION:
        return None
    return (
        f"{target}: is there already and is not as build wrote it, so it may hold somebody's work. "
        "Choose another place with -o, or overwrite it with --force."
    )
