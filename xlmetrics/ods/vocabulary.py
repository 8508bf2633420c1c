"""The names of elements and attributes that are looked for in an OpenDocument file."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lxml import etree

_OASIS = "urn:oasis:names:tc:opendocument:xmlns:"
OFFICE = f"{{{_OASIS}office:1.0}}"
TABLE = f"{{{_OASIS}table:1.0}}"
TEXT = f"{{{_OASIS}text:1.0}}"
STYLE = f"{{{_OASIS}style:1.0}}"
NUMBER = f"{{{_OASIS}datastyle:1.0}}"
META = f"{{{_OASIS}meta:1.0}}"
MANIFEST = f"{{{_OASIS}manifest:1.0}}"
CALC = "{urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0}"

CONTENT = "content.xml"
"""The part that holds the sheets."""


def depth(element: etree._Element) -> int:
    """In how many elements this one stands."""
    return sum(1 for _ in element.iterancestors())
