"""The XML of an untrusted workbook: no entities, no network, and a piece at a time.

So memory stays bounded.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lxml import etree

if TYPE_CHECKING:
    from collections.abc import Iterator

    from xlmetrics.files.package import Package, Stream

TURN, CHILD = 3, 2
"""What it takes to look at an element, and at each one in it, in steps as the package counts."""


def elements(
    package: Package, part: str, *tags: str, whole: tuple[str, ...] = ()
) -> Iterator[etree._Element]:
    """The elements of these tags, each when it is complete; it is emptied after its turn.

    What stands in an element whose tag is one of ``whole`` is part of that, with no turn of its
    own.

    Raises:
        UnreadableFile: the part is missing, is no XML, or is not safe to parse.
    """
    root_tag(package, part)
    stream = package.open(part)
    try:
        for _, element in _parse(stream, "end", tags):
            if whole and next(element.iterancestors(*whole), None) is not None:
                continue
            stream.piece = 0
            package.toil(TURN + CHILD * len(element))
            yield element
            _forget(element)
    except etree.XMLSyntaxError as error:
        raise package.damaged(f"{part} is no proper XML: {error.msg}") from None


def root_tag(package: Package, part: str) -> str:
    """The tag of the outermost element; a document type, which may hold entities, is refused.

    It stands before that element, so that nothing else has been read when it is found.

    Raises:
        UnreadableFile: as ``elements`` does.
    """
    try:
        _, root = next(_parse(package.open(part), "start"))
    except etree.XMLSyntaxError as error:
        raise package.damaged(f"{part} is no proper XML: {error.msg}") from None
    if root.getroottree().docinfo.internalDTD is not None:
        raise package.unsafe(f"{part} declares a document type (DOCTYPE), as no workbook does")
    return str(root.tag)


def _parse(
    stream: Stream, event: str, tags: tuple[str, ...] | None = None
) -> Iterator[tuple[str, etree._Element]]:
    walk: Iterator[tuple[str, etree._Element]] = etree.iterparse(
        stream,
        events=(event,),
        tag=tags,
        remove_comments=True,
        remove_pis=True,
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        huge_tree=False,
    )
    return walk


def _forget(element: etree._Element) -> None:
    """Free an element and all that stands before it."""
    element.clear()
    around = element
    while (parent := around.getparent()) is not None:
        while around.getprevious() is not None:
            del parent[0]
        around = parent
