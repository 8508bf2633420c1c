"""How numbers are shown, in Excel's codes: ``0.000``, ``0.00%``, ``yyyy-mm-dd``.

Colours and conditions are left out: of a format for negative numbers, the one for others counts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.ods.vocabulary import NUMBER

if TYPE_CHECKING:
    from lxml import etree

GENERAL = "General"
MAX_DIGITS = 30

_NUMBER, _SCIENTIFIC, _FRACTION = (
    NUMBER + name for name in ("number", "scientific-number", "fraction")
)
_BOOLEAN, _TEXT, _SYMBOL = (NUMBER + name for name in ("boolean", "text", "currency-symbol"))
DATA_STYLES = tuple(
    f"{NUMBER}{kind}-style"
    for kind in ("number", "percentage", "currency", "date", "time", "boolean", "text")
)
_PARTS = {
    f"{NUMBER}{name}": code
    for name, code in (
        ("year", "yy"),
        ("month", "m"),
        ("day", "d"),
        ("day-of-week", "ddd"),
        ("hours", "h"),
        ("minutes", "m"),
        ("seconds", "s"),
        ("am-pm", "AM/PM"),
        ("text-content", "@"),
    )
}


def format_code(style: etree._Element) -> str:
    """The code of a data style; ``General`` where it shows values as they are."""
    return "".join(map(_piece, style)) or GENERAL


def _piece(element: etree._Element) -> str:
    tag = element.tag
    if tag == _NUMBER:
        return _digits(element)
    if tag == _SCIENTIFIC:
        return f"{_digits(element)}E+{'0' * _count(element, 'min-exponent-digits', 2)}"
    if tag == _FRACTION:
        return "# ?/?"
    if tag in (_TEXT, _SYMBOL):
        return _literal(element.text or "")
    code = _PARTS.get(str(tag), "")
    if element.get(f"{NUMBER}textual") == "true":
        return "mmmm" if _is_long(element) else "mmm"
    return code * 2 if _is_long(element) and code.islower() else code


def _is_long(element: etree._Element) -> bool:
    return element.get(f"{NUMBER}style") == "long"


def _digits(element: etree._Element) -> str:
    whole = "0" * _count(element, "min-integer-digits", 1)
    grouped = element.get(f"{NUMBER}grouping") == "true"
    places = _count(element, "decimal-places", -1)
    if places < 0 and not grouped:
        return GENERAL if len(whole) <= 1 else whole
    always = min(places, _count(element, "min-decimal-places", places))
    decimals = "0" * always + "#" * (places - always)
    if grouped:
        whole = "#,##" + (whole or "#")
    return whole + (f".{decimals}" if decimals else "")


def _count(element: etree._Element, name: str, default: int) -> int:
    text = element.get(NUMBER + name, "")
    return min(int(text), MAX_DIGITS) if text.isdecimal() and len(text) < 5 else default


def _literal(text: str) -> str:
    """Text as it stands; in quotes unless it means nothing else."""
    if not text or all(character in " -/:%().,$€£" for character in text):
        return text
    return '"' + text.replace('"', "") + '"'
