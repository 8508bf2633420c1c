"""What stands in a cell of an OpenDocument sheet: a value in an attribute, and text to show it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from xlmetrics.files.values import number, serial
from xlmetrics.model import ErrorValue
from xlmetrics.ods.number_formats import GENERAL
from xlmetrics.ods.vocabulary import CALC, OFFICE, TEXT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from lxml import etree

    from xlmetrics.files.package import Package
    from xlmetrics.model import Value

_TYPE, _STORED, _STRING = (OFFICE + name for name in ("value-type", "value", "string-value"))
_CALC_TYPE = f"{CALC}value-type"
_PARAGRAPH, _SPACES, _TAB, _BREAK = (TEXT + name for name in ("p", "s", "tab", "line-break"))
_ASIDES = frozenset(TEXT + name for name in ("ruby-text", "note"))
_COUNT = f"{TEXT}c"

_DURATION = re.compile(
    r"(-?)P(?:([0-9]{1,9})D)?"
    r"(?:T(?:([0-9]{1,9})H)?(?:([0-9]{1,9})M)?(?:([0-9]{1,9}(?:[.,][0-9]*)?)S)?)?"
)
_BOOLEANS = {"true": True, "1": True, "false": False, "0": False}
_ERROR = re.compile(r"#(?:N/A|DIV/0!|NAME\?|NULL!|NUM!|REF!|VALUE!)|Err:[0-9]{3}")
_EXCEL_NAMES = {
    "Err:502": "#VALUE!",  # as LibreOffice names it when it writes for Excel
    "Err:503": "#NUM!",
    "Err:504": "#VALUE!",
    "Err:519": "#VALUE!",
    "Err:521": "#NULL!",
    "Err:523": "#NUM!",
    "Err:524": "#REF!",
    "Err:525": "#NAME?",
    "Err:532": "#DIV/0!",
}


class Content:
    """What one cell element holds: ``value`` is None where nothing is stored.

    For a formula that means that it was never calculated. What the cell shows is looked at only
    where the value does not say all.
    """

    __slots__ = ("_element", "_package", "is_formula", "value")

    def __init__(self, package: Package, element: etree._Element, *, is_formula: bool) -> None:
        self._package = package
        self._element = element
        self.is_formula = is_formula
        self.value = self._value()

    @property
    def shown(self) -> str:
        """What the cell shows, paragraph by paragraph."""
        paragraphs = self._element.iterchildren(_PARAGRAPH)
        return "\n".join(["".join(_pieces(self._package, each)) for each in paragraphs])

    @property
    def is_bare(self) -> bool:
        """Whether the cell shows nothing, not even an empty text."""
        return self._element.find(_PARAGRAPH) is None

    def _value(self) -> Value:
        element = self._element
        kind, calc_kind = element.get(_TYPE), element.get(_CALC_TYPE)
        if calc_kind == "error" or (self.is_formula and calc_kind is None):
            shown = self.shown
            if calc_kind or _ERROR.fullmatch(shown):
                return ErrorValue(_EXCEL_NAMES.get(shown, shown))
        if kind is None:
            return self.shown or ("" if self.is_formula and not self.is_bare else None)
        if kind == "string":
            stored = element.get(_STRING)
            return self.shown if stored is None else stored
        attribute, read = _READ.get(kind, _NUMBER)
        stored = element.get(attribute)
        return read(self.shown if stored is None else stored)

    def as_shown(self, number_format: str) -> Value:
        """The value; 1 and 0 that are shown as words are TRUE and FALSE.

        So LibreOffice stores the logical values of formulas in files that came from Excel.
        """
        value = self.value
        if number_format == GENERAL and type(value) is int and value in (0, 1):
            shown = self.shown
            return value if not shown or any(map(str.isdecimal, shown)) else bool(value)
        return value


def _pieces(package: Package, element: etree._Element) -> Iterator[str]:
    """The text of a paragraph, without notes, and without what is drawn there."""
    yield element.text or ""
    for child in element:
        tag = str(child.tag)
        if tag == _SPACES:
            yield " " * _spaces(package, child.get(_COUNT, "1"))
        elif tag == _TAB:
            yield "\t"
        elif tag == _BREAK:
            yield "\n"
        elif tag.startswith(TEXT) and tag not in _ASIDES:
            yield from _pieces(package, child)
        yield child.tail or ""


def _spaces(package: Package, written: str) -> int:
    count = int(written) if written.isdecimal() and len(written) < 10 else 1
    package.spend(count)
    return count


def duration(text: str) -> float | str:
    """A time as spreadsheets count, in days: ``PT06H00M00S`` is 0.25; other text as it is."""
    match = _DURATION.fullmatch(text)
    if not match or not any(match.groups()[1:]):
        return text
    days, hours, minutes = (int(part or 0) for part in match.groups()[1:4])
    seconds = float((match[5] or "0").replace(",", "."))
    value = days + (hours * 3600 + minutes * 60 + seconds) / 86_400
    return -value if match[1] else value


_NUMBER: tuple[str, Callable[[str], Value]] = (_STORED, number)
_READ: Mapping[str, tuple[str, Callable[[str], Value]]] = {
    "boolean": (f"{OFFICE}boolean-value", lambda text: _BOOLEANS.get(text, text)),
    "date": (f"{OFFICE}date-value", serial),
    "time": (f"{OFFICE}time-value", duration),
}
