"""Comments added to a sheet, beside those that it has."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from lxml import etree

from xlmetrics.errors import XlmetricsError
from xlmetrics.xlsx.editing import child
from xlmetrics.xlsx.parts import SPREADSHEET
from xlmetrics.xlsx.strings import escaped

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from xlmetrics.address import Address
    from xlmetrics.xlsx.editing import Editing

_SHEET = (
    *("legacyDrawing", "legacyDrawingHF", "drawingHF", "picture", "oleObjects", "controls"),
    *("webPublishItems", "tableParts", "extLst"),
)
_COMMENTS = ("authors", "commentList", "extLst")
_ID = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
_SPACE = "{http://www.w3.org/XML/1998/namespace}space"
_SHAPE_ID = re.compile(rb"_x0000_s(\d+)")
_AUTHOR = "xlmetrics"
_DRAWING = "application/vnd.openxmlformats-officedocument.vmlDrawing"
_EMPTY_DRAWING = b"""<xml xmlns:v="urn:schemas-microsoft-com:vml"\
 xmlns:o="urn:schemas-microsoft-com:office:office"\
 xmlns:x="urn:schemas-microsoft-com:office:excel">\
<o:shapelayout v:ext="edit"><o:idmap v:ext="edit" data="1"/></o:shapelayout></xml>"""
_BOX_TYPE = b"""<v:shapetype xmlns:v="urn:schemas-microsoft-com:vml"\
 xmlns:o="urn:schemas-microsoft-com:office:office" id="_x0000_t202" coordsize="21600,21600"\
 o:spt="202" path="m,l,21600r21600,l21600,xe"><v:stroke joinstyle="miter"/>\
<v:path gradientshapeok="t" o:connecttype="rect"/></v:shapetype>"""
_BOX = """<v:shape xmlns:v="urn:schemas-microsoft-com:vml"\
 xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:x="urn:schemas-microsoft-com:office:excel"\
 id="_x0000_s{number}" type="#_x0000_t202" style="position:absolute;margin-left:60pt;\
margin-top:1.5pt;width:300pt;height:130pt;z-index:1;visibility:hidden" fillcolor="#ffffe1"\
 o:insetmode="auto"><v:fill color2="#ffffe1"/><v:shadow on="t" color="black" obscured="t"/>\
<v:path o:connecttype="none"/><v:textbox style="mso-direction-alt:auto"><div\
 style="text-align:left"></div></v:textbox><x:ClientData ObjectType="Note"><x:MoveWithCells/>\
<x:SizeWithCells/><x:Anchor>{left}, 15, {row}, 2, {right}, 15, {bottom}, 4</x:Anchor>\
<x:AutoFill>False</x:AutoFill><x:Row>{row}</x:Row><x:Column>{column}</x:Column></x:ClientData>\
</v:shape>"""


def comment(source: Path, editing: Editing, part: str, texts: Mapping[Address, str]) -> None:
    """Explain cells of the sheet in a part; one that has a comment gets more of it.

    One that has a conversation keeps that: nothing can be added to it in another's name.

    Raises:
        XlmetricsError: the comments are drawn in a way that cannot be added to.
    """
    existing = editing.related(part, "comments")
    if not existing:
        existing = [editing.unused("xl/comments{}.xml")]
        empty = f'<comments xmlns="{SPREADSHEET[1:-1]}"><authors/><commentList/></comments>'
        editing.add(existing[0], empty.encode(), "comments")
        editing.relate(part, "comments", existing[0])
    root = editing.tree(existing[0])
    authors, listed = (child(root, name, _COMMENTS) for name in ("authors", "commentList"))
    etree.SubElement(authors, SPREADSHEET + "author").text = _AUTHOR
    by_place = {each.get("ref", ""): each for each in listed}
    new = []
    for address, text in texts.items():
        old = by_place.get(address.a1)
        if old is None:
            old = etree.SubElement(listed, SPREADSHEET + "comment", ref=address.a1)
            old.set("authorId", str(len(authors) - 1))
            new.append(address)
            _add_run(old, text)
        elif not _is_conversation(authors, old):
            _add_run(old, f"\n\n{text}")
    _draw(source, editing, part, new)


def _is_conversation(authors: etree._Element, comment: etree._Element) -> bool:
    number = comment.get("authorId", "")
    author = authors[int(number)] if number.isdigit() and int(number) < len(authors) else None
    return author is not None and (author.text or "").startswith("tc=")


def _add_run(comment: etree._Element, text: str) -> None:
    holder = comment.find(SPREADSHEET + "text")
    if holder is None:
        holder = etree.SubElement(comment, SPREADSHEET + "text")
    lone = holder.find(SPREADSHEET + "t")
    if lone is not None:
        holder.remove(lone)
        etree.SubElement(holder, SPREADSHEET + "r").append(lone)
    run = etree.SubElement(etree.SubElement(holder, SPREADSHEET + "r"), SPREADSHEET + "t")
    run.text = escaped(text)
    run.set(_SPACE, "preserve")


def _draw(source: Path, editing: Editing, part: str, places: Sequence[Address]) -> None:
    """Draw the boxes of new comments, without which Excel shows none of them."""
    sheet = editing.tree(part)
    drawings = editing.related(part, "vmlDrawing") if _has_drawing(sheet) else []
    if drawings:
        content = editing.read(drawings[0])
    else:
        drawings = [editing.unused("xl/drawings/vmlDrawing{}.vml")]
        content = _EMPTY_DRAWING
        editing.add_ending("vml", _DRAWING)
        named = editing.relate(part, "vmlDrawing", drawings[0])
        child(sheet, "legacyDrawing", _SHEET).set(_ID, named)
    start, end, rest = content.rpartition(b"</xml>")
    if not end:
        raise XlmetricsError(
            f"{source}: its comments are drawn in a way that cannot be added to. Open the file in "
            "Excel, save it under a new name and annotate that."
        )
    first = max(map(int, _SHAPE_ID.findall(content)), default=1024) + 1
    boxes = [_box(first + number, place) for number, place in enumerate(places)]
    kind = b"" if b'id="_x0000_t202"' in content else _BOX_TYPE
    editing.write(drawings[0], start + kind + b"".join(boxes) + end + rest)


def _has_drawing(sheet: etree._Element) -> bool:
    return sheet.find(SPREADSHEET + "legacyDrawing") is not None


def _box(number: int, place: Address) -> bytes:
    row, column = place.row - 1, place.column - 1
    box = _BOX.format(
        number=number,
        row=row,
        column=column,
        left=column + 1,
        right=column + 6,
        bottom=row + 9,
    )
    return box.encode("ascii")
