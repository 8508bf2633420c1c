"""Build: templates become workbooks."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from xlmetrics.errors import XlmetricsError
from xlmetrics.layout import arrange
from xlmetrics.template.read import find_template, read_template, shipped_templates
from xlmetrics.xlsx.save import replace_file
from xlmetrics.xlsx.serialize import APPLICATION
from xlmetrics.xlsx.write import workbook_bytes

if TYPE_CHECKING:
    from collections.abc import Sequence

OUTPUT = Path("output")

_OTHER_FORMATS = {".xls", ".xlsm", ".xlsb", ".ods", ".csv", ".tsv", ".pdf", ".html"}


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
        XlmetricsError: a template says something wrong, a target cannot be written, or it is a
            workbook that somebody has saved since (``force`` overwrites it).
    """
    sources = [find_template(name) for name in names] or list(shipped_templates().values())
    targets = _targets(sources, out)
    complaints: list[str] = []
    written: dict[Path, bytes] = {}
    for source, target in zip(sources, targets, strict=True):
        try:
            template = read_template(source, overrides)
        except XlmetricsError as error:
            complaints += error.complaints
            continue
        written[target] = workbook_bytes(arrange(template))
    if not force:
        complaints += [_worked_on(target) for target in targets if _is_somebodys(target)]
    if complaints:
        raise XlmetricsError(*complaints)
    for target, content in written.items():
        replace_file(target, content)
    return targets


def _targets(sources: Sequence[Path], out: Path | None) -> list[Path]:
    """Where each workbook goes."""
    suffix = out.suffix.lower() if out else ""
    if out and suffix in _OTHER_FORMATS:
        raise XlmetricsError(f"{out}: only .xlsx workbooks are written. Name it {out.stem}.xlsx.")
    if out and suffix == ".xlsx" and not out.is_dir():
        if len(sources) > 1:
            raise XlmetricsError(
                f"{out}: {len(sources)} workbooks do not fit one file. Give a folder with -o."
            )
        return [out]
    targets = [(out or OUTPUT) / f"{source.stem}.xlsx" for source in sources]
    if len(set(targets)) < len(targets):
        raise XlmetricsError("two of these templates have the same name. Build them one by one.")
    return targets


def _is_somebodys(target: Path) -> bool:
    """Whether a file stands there that was not left as ``build`` wrote it."""
    if not target.is_file():
        return False
    from xlmetrics.xlsx.read import saved_by

    return saved_by(target) != APPLICATION


def _worked_on(target: Path) -> str:
    return (
        f"{target}: was saved by another program since, so it may hold somebody's work. "
        "Choose another place with -o, or overwrite it with --force."
    )
