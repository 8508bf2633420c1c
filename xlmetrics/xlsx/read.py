"""Read a workbook: formulas and the values stored beside them in one pass, links never opened."""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING

from xlmetrics.address import Range
from xlmetrics.errors import UnreadableFile
from xlmetrics.model import Sheet, Table, Workbook
from xlmetrics.xlsx.package import Package, application
from xlmetrics.xlsx.read_sheet import read_cells
from xlmetrics.xlsx.read_styles import read_styles
from xlmetrics.xlsx.serialize import APPLICATION
from xlmetrics.xlsx.xml import MAIN, RELATIONSHIP, elements, parse, unescaped

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from lxml.etree import _Element

_AGAIN = "Open it in a spreadsheet program and save it again."
_FIELD = re.compile(rf"{APPLICATION}\.([a-z_]+)_(\d{{1,9}})\.(\w+)")
_PLACE = re.compile(r"(?:'((?:[^']|'')+)'|([^'!]+))!(\$?[A-Z]+\$?\d+(?::\$?[A-Z]+\$?\d+)?)")


def read_workbook(path: Path) -> Workbook:
    """Read an .xlsx workbook.

    Dates stay the numbers that they are. Sheets that hold only a chart are left out. Names of
    the form ``xlmetrics.<kind>_<number>.<field>`` become tables; a name that lost its cells is
    left out of its table.

    Raises:
        UnreadableFile: the file is no .xlsx workbook, is damaged, or is not safe to open.
    """
    with Package(path) as package:
        part = _workbook_part(package)
        root = parse(package, part)
        if root.tag != f"{MAIN}workbook":
            raise UnreadableFile(path, f"holds no workbook in {part}", _AGAIN)
        targets = _targets(package, part)
        texts = _shared_texts(package, targets)
        styles = read_styles(package, targets.get("styles"))
        sheets = []
        for element in root.iter(f"{MAIN}sheet"):
            target = targets.get(element.get(f"{RELATIONSHIP}id") or "")
            if target and "/worksheets/" in f"/{target}":
                title = element.get("name") or ""
                sheets.append(
                    Sheet(
                        title,
                        tuple(read_cells(package, target, title, texts, styles)),
                        hidden=element.get("state", "visible") != "visible",
                    )
                )
        names = {
            element.get("name") or "": element.text or ""
            for element in root.iter(f"{MAIN}definedName")
            if element.get("localSheetId") is None
        }
        return Workbook(tuple(sheets), _tables(names), names=names, saved_by=application(package))


def _workbook_part(package: Package) -> str:
    """Where the workbook stands in its package."""
    if "_rels/.rels" in package:
        for element in parse(package, "_rels/.rels"):
            if (element.get("Type") or "").endswith("/officeDocument"):
                return (element.get("Target") or "").lstrip("/")
    return "xl/workbook.xml"


def _targets(package: Package, part: str) -> dict[str, str]:
    """The parts that the workbook names: by id, and the shared texts and the styles by kind."""
    folder, name = posixpath.split(part)
    relations = posixpath.join(folder, "_rels", f"{name}.rels")
    targets: dict[str, str] = {}
    for element in parse(package, relations):
        if element.get("TargetMode") == "External":
            continue
        target = posixpath.normpath(posixpath.join("/", folder, element.get("Target") or ""))
        targets[element.get("Id") or ""] = target.lstrip("/")
        kind = posixpath.basename(element.get("Type") or "")
        if kind in ("sharedStrings", "styles"):
            targets[kind] = target.lstrip("/")
    return targets


def _shared_texts(package: Package, targets: Mapping[str, str]) -> list[str]:
    name = targets.get("sharedStrings")
    if name is None:
        return []
    return [text_of(element) for element in elements(package, name, "si")]


def text_of(element: _Element) -> str:
    """The text of a string item: its runs joined, readings for pronunciation left out."""
    runs = (
        run.text or ""
        for run in element.iter(f"{MAIN}t")
        if (parent := run.getparent()) is None or parent.tag != f"{MAIN}rPh"
    )
    return unescaped("".join(runs))


def _tables(names: Mapping[str, str]) -> tuple[Table, ...]:
    fields: dict[tuple[int, str], dict[str, Range]] = {}
    for name, target in names.items():
        field, place = _FIELD.fullmatch(name), _PLACE.fullmatch(target)
        if field is None:
            continue
        found = fields.setdefault((int(field[2]), field[1]), {})
        if place is not None:
            title = (place[1] or place[2]).replace("''", "'")
            try:
                found[field[3]] = Range.parse(title, place[3])
            except ValueError:
                continue
    return tuple(Table(kind, number, found) for (number, kind), found in sorted(fields.items()))
