"""Parse the XML of an untrusted workbook: no entities, no document types, no network."""

from __future__ import annotations

import re
from io import BytesIO
from typing import TYPE_CHECKING

from lxml import etree

from xlmetrics.errors import UnreadableFile

if TYPE_CHECKING:
    from collections.abc import Iterator

    from xlmetrics.xlsx.package import Package

MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
RELATIONSHIP = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"

_STRICT = "http://purl.oclc.org/ooxml/"
_AGAIN = "Open it in a spreadsheet program and save it again."
_ESCAPE = re.compile(r"_x([0-9A-Fa-f]{4})_")


def parse(package: Package, name: str) -> etree._Element:
    """The root element of a small part.

    Raises:
        UnreadableFile: the part is missing, is no XML, or is not safe to parse.
    """
    parser = etree.XMLParser(
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        remove_comments=True,
        remove_pis=True,
    )
    try:
        root = etree.fromstring(package.read(name), parser)
    except (etree.XMLSyntaxError, ValueError) as error:
        raise _broken(package, name, error) from None
    _refuse(package, name, root)
    return root


def elements(package: Package, name: str, tag: str) -> Iterator[etree._Element]:
    """The elements of one kind in a part, one by one; each is emptied when the next is asked for.

    Raises:
        UnreadableFile: as ``parse`` does.
    """
    walk = etree.iterparse(
        BytesIO(package.read(name)),
        events=("end",),
        tag=MAIN + tag,
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        remove_comments=True,
        remove_pis=True,
    )
    first = True
    try:
        for _, element in walk:
            if first:
                _refuse(package, name, element)
                first = False
            yield element
            element.clear()
            while (before := element.getprevious()) is not None:
                parent = before.getparent()
                if parent is None:
                    break
                parent.remove(before)
    except etree.XMLSyntaxError as error:
        raise _broken(package, name, error) from None
    if first and isinstance(walk.root, etree._Element):  # noqa: SLF001
        _refuse(package, name, walk.root)


def unescaped(text: str) -> str:
    """Text with the format's own escapes decoded: ``_x000D_`` is a carriage return."""
    if "_x" not in text:
        return text
    return _ESCAPE.sub(lambda match: chr(int(match[1], 16)), text)


def _refuse(package: Package, name: str, element: etree._Element) -> None:
    tree = element.getroottree()
    document_type: object = tree.docinfo.internalDTD
    if document_type is not None:
        raise UnreadableFile(
            package.path,
            f"declares a document type in {name}, which no spreadsheet program does",
            "Do not open it unless you trust who made it.",
        )
    root = tree.getroot()
    if isinstance(root.tag, str) and root.tag.startswith("{" + _STRICT):
        raise UnreadableFile(
            package.path,
            "is saved as Strict Open XML",
            "Open it in Excel and save it as Excel Workbook (.xlsx).",
        )


def _broken(package: Package, name: str, error: Exception) -> UnreadableFile:
    return UnreadableFile(package.path, f"holds broken XML in {name}: {error}", _AGAIN)
