"""The parts of an .xlsx package and how they name each other."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING, NamedTuple

from xlmetrics.files.xml import elements

if TYPE_CHECKING:
    from xlmetrics.files.package import Package

SPREADSHEET = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
RELATIONSHIP = "{http://schemas.openxmlformats.org/package/2006/relationships}Relationship"


class Relation(NamedTuple):
    """A part that another one names, and as what: ``worksheet``, ``styles``."""

    kind: str
    part: str


def relations(package: Package, part: str) -> dict[str, Relation]:
    """The parts that a part names, by id; those that lie outside the file are never followed."""
    folder, name = posixpath.split(part)
    source = posixpath.join(folder, "_rels", f"{name}.rels")
    found: dict[str, Relation] = {}
    for element in elements(package, source, RELATIONSHIP) if source in package else ():
        if element.get("TargetMode") != "External":
            kind = element.get("Type", "").rpartition("/")[2]
            target = posixpath.join("/", folder, element.get("Target", ""))
            found[element.get("Id", "")] = Relation(kind, posixpath.normpath(target).lstrip("/"))
    return found
