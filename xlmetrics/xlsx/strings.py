"""Texts as the file spells them: shared by number, in runs of differing fonts, and escaped."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from xlmetrics.files.xml import elements
from xlmetrics.xlsx.parts import SPREADSHEET

if TYPE_CHECKING:
    from lxml import etree

    from xlmetrics.files.package import Package

_ITEM, _TEXT, _RUN = (SPREADSHEET + name for name in ("si", "t", "r"))
_ESCAPE = re.compile(r"_x([0-9A-Fa-f]{4})_")
_LIKE_AN_ESCAPE = re.compile(r"_(?=x[0-9A-Fa-f]{4}_)")


def shared_strings(package: Package, part: str) -> list[str]:
    """The texts that cells name by number."""
    return [joined(item) for item in elements(package, part, _ITEM)]


def joined(item: etree._Element) -> str:
    """The text of all runs; the phonetic ones, which say how it is spoken, are no part of it."""
    texts = []
    if len(item) == 1 and item[0].tag == _TEXT:
        return unescaped(item[0].text or "")
    for child in item.iterchildren(_TEXT, _RUN):
        text = child if child.tag == _TEXT else child.find(_TEXT)
        if text is not None and text.text:
            texts.append(text.text)
    return unescaped("".join(texts))


def unescaped(text: str) -> str:
    """Decode ``_x0041_``, by which the format spells characters that XML cannot hold."""
    if "_x" not in text:
        return text
    decoded = _ESCAPE.sub(lambda match: chr(int(match[1], 16)), text)
    # two escapes may make one character; a half of one, which nothing can print, is replaced
    return decoded.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def escaped(text: str) -> str:
    """Text as the format spells it, in which ``_x0041_`` would stand for another character."""
    return _LIKE_AN_ESCAPE.sub("_x005F_", text) if "_x" in text else text
