"""The parts of an .xlsx file, changed in a copy: those that nobody touches stay to the byte."""

from __future__ import annotations

import posixpath
from io import BytesIO
from typing import TYPE_CHECKING
from zipfile import ZIP_DEFLATED, ZipFile

from lxml import etree

from xlmetrics.files.package import Package
from xlmetrics.xlsx.parts import RELATIONSHIP, SPREADSHEET

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

_TYPES = "[Content_Types].xml"
_CONTENT = "{http://schemas.openxmlformats.org/package/2006/content-types}"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"
_MAIN = "application/vnd.openxmlformats-officedocument.spreadsheetml."
_NAMESPACE = RELATIONSHIP[1:].partition("}")[0]
_PIECE = 2**20


class Editing:
    """A workbook file being changed: parts by name, as trees or as they are.

    Raises:
        UnreadableFile: the file is no workbook, is damaged, or is not safe to open; so do all
            methods that read.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._package = Package(path)
        with ZipFile(path) as archive:
            self._names = {_plain(each.filename): each.filename for each in archive.infolist()}
        self._trees: dict[str, etree._Element] = {}
        self._texts: dict[str, bytes] = {}

    def __contains__(self, part: str) -> bool:
        return part.lower() in self._names

    def read(self, part: str) -> bytes:
        """The content of a part, as it stands or as it was set."""
        if part.lower() in self._texts:
            return self._texts[part.lower()]
        stream, pieces = self._package.open(part), []
        while piece := stream.read(_PIECE):
            stream.piece = 0
            pieces.append(piece)
        return b"".join(pieces)

    def write(self, part: str, content: bytes) -> None:
        """Set the content of a part, which may be new."""
        self._names.setdefault(part.lower(), part)
        self._texts[part.lower()] = content

    def tree(self, part: str) -> etree._Element:
        """A part as XML; what is changed in it is written."""
        name = part.lower()
        if name not in self._trees:
            parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False)
            try:
                root = etree.fromstring(self.read(part), parser)
            except etree.XMLSyntaxError as error:
                raise self._package.damaged(f"{part} is no proper XML: {error.msg}") from None
            if root.getroottree().docinfo.internalDTD is not None:
                raise self._package.unsafe(f"{part} declares a document type (DOCTYPE)")
            self._trees[name] = root
        return self._trees[name]

    def add(self, part: str, content: bytes, kind: str) -> None:
        """A new part, of this kind of spreadsheet content: ``worksheet``, ``comments``."""
        self.write(part, content)
        name = {"PartName": f"/{part}", "ContentType": f"{_MAIN}{kind}+xml"}
        etree.SubElement(self.tree(_TYPES), f"{_CONTENT}Override", name)

    def add_ending(self, ending: str, content_type: str) -> None:
        """Say what parts with this ending hold, unless it is said already."""
        types = self.tree(_TYPES)
        known = {each.get("Extension", "").lower() for each in types.iter(f"{_CONTENT}Default")}
        if ending not in known:
            new = etree.Element(f"{_CONTENT}Default", Extension=ending, ContentType=content_type)
            types.insert(0, new)

    def content_type(self, part: str) -> str:
        """What a part is said to hold; empty where nothing is."""
        for each in self.tree(_TYPES).iter(f"{_CONTENT}Override"):
            if each.get("PartName", "").lstrip("/").lower() == part.lower():
                return each.get("ContentType", "")
        return ""

    def unused(self, pattern: str) -> str:
        """A name for a new part: the pattern with the first number that is free."""
        number = 1
        while pattern.format(number) in self:
            number += 1
        return pattern.format(number)

    def related(self, part: str, kind: str) -> list[str]:
        """The parts that a part names as this kind."""
        source = _relations_of(part)
        if source not in self:
            return []
        found = [
            each.get("Target", "")
            for each in self.tree(source).iter(RELATIONSHIP)
            if each.get("Type", "").rpartition("/")[2] == kind
            and each.get("TargetMode") != "External"
        ]
        folder = posixpath.dirname(part)
        return [posixpath.normpath(posixpath.join("/", folder, each)).lstrip("/") for each in found]

    def relate(self, part: str, kind: str, target: str) -> str:
        """Let a part name another one; returns the id by which it does."""
        source = _relations_of(part)
        if source not in self:
            self.write(source, f'<Relationships xmlns="{_NAMESPACE}"/>'.encode())
        root = self.tree(source)
        used = {each.get("Id") for each in root}
        number = next(n for n in range(1, len(used) + 2) if f"rIdX{n}" not in used)
        keys = {"Id": f"rIdX{number}", "Type": f"{_OFFICE}{kind}", "Target": f"/{target}"}
        etree.SubElement(root, RELATIONSHIP, keys)
        return keys["Id"]

    def content(self) -> bytes:
        """The whole file: its parts in their order, the new ones last."""
        changed = self._texts | {part: _spelled(root) for part, root in self._trees.items()}
        out = BytesIO()
        with ZipFile(self._path) as old, ZipFile(out, "w", ZIP_DEFLATED) as new:
            for member in old.infolist():
                content = changed.pop(_plain(member.filename), None)
                new.writestr(member, old.read(member) if content is None else content)
            for part, content in changed.items():
                new.writestr(self._names[part], content)
        return out.getvalue()


def child(root: etree._Element, name: str, order: Sequence[str]) -> etree._Element:
    """The child of this name; where there is none it is made, in its place in the order."""
    found = root.find(SPREADSHEET + name)
    if found is None:
        found = etree.Element(SPREADSHEET + name)
        after = {SPREADSHEET + each for each in order[order.index(name) + 1 :]}
        places = (at for at, each in enumerate(root) if each.tag in after)
        root.insert(next(places, len(root)), found)
    return found


def _spelled(root: etree._Element) -> bytes:
    return etree.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=True)


def _plain(name: str) -> str:
    return name.replace("\\", "/").lstrip("/").lower()


def _relations_of(part: str) -> str:
    folder, name = posixpath.split(part)
    return posixpath.join(folder, "_rels", f"{name}.rels")
