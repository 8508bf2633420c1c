"""Text that a cell can hold: what Excel's file format allows, and what to say of the rest."""

from __future__ import annotations

import math
import re
from textwrap import wrap
from unicodedata import combining, east_asian_width

MAX_LENGTH = 32_767
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_BAD_IN_TITLE = re.compile(r"[\[\]:*?/\\'\t\n\r]")
MAX_TITLE = 31
MAX_LINE = 200
MAX_LINES = 26
"""Lines in the highest row that a sheet can have (409.5 points)."""

NOTE_WIDTH = 95
_ESCAPE = re.compile("_x[0-9A-Fa-f]{4}_")


def complaint_about_text(text: str) -> str | None:
    """Why a cell cannot hold this text, or None if it can."""
    match = _FORBIDDEN.search(text)
    if match:
        return (
            f"holds the control character U+{ord(match[0]):04X} at position {match.start() + 1}, "
            "which no workbook can store; remove it"
        )
    if length(text) > MAX_LENGTH:
        return (
            f"is {length(text):,} characters long and a cell holds at most {MAX_LENGTH:,}; "
            "shorten it"
        )
    return None


def complaint_about_title(title: str) -> str | None:
    """Why this cannot be the title of a sheet, or None if it can."""
    match = _BAD_IN_TITLE.search(title)
    if match:
        return f"holds {match[0]!r}; a sheet title cannot hold it, nor any of [ ] : * ? / \\ '"
    if not title or title != title.strip():
        return "must not be blank, nor begin or end with a space"
    if length(title) > MAX_TITLE:
        return f"is {length(title)} characters long; a sheet title holds at most {MAX_TITLE}"
    escape = _ESCAPE.search(title)
    if escape:
        return f"holds {escape[0]}, which programs read as a character; remove it"
    if title.casefold() == "history":
        return "is a name that Excel keeps for itself; choose another"
    return complaint_about_text(title)


def title_from(text: str) -> str:
    """A title of a sheet: as much of a text as it can hold; 1 where that is nothing."""
    lines = wrap(" ".join(_BAD_IN_TITLE.sub(" ", text).split()), MAX_TITLE)
    return lines[0] if lines and not complaint_about_title(lines[0]) else "1"


def complaint_about_line(text: str) -> str | None:
    """Why this cannot stand on a line of its own (a title, a summary), or None if it can."""
    if not text.strip():
        return "must not be blank"
    if len(text.splitlines()) > 1 or text[-1] in "\r\n":
        return "holds a line break; write it on one line"
    if length(text) > MAX_LINE:
        return f"is {length(text):,} characters long and at most {MAX_LINE} fit; shorten it"
    return complaint_about_text(text)


def complaint_about_note(text: str) -> str | None:
    """Why this cannot be a note beside the tables, or None if it can."""
    if wrapped_lines(text, NOTE_WIDTH) > MAX_LINES:
        return f"takes more than {MAX_LINES} lines, the highest row there is; make it several notes"
    return complaint_about_text(text)


def counted(number: int, one: str, many: str = "") -> str:
    """A number and what it counts: 1 packet, 1,234 packets; ``many`` where an s is not enough."""
    return f"{number:,} {one if number == 1 else many or f'{one}s'}"


def length(text: str) -> int:
    """Its length in UTF-16 units, as Excel counts."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


def display_width(text: str) -> int:
    """Its width in letters of the usual width; those of East Asian scripts are twice as wide."""
    if text.isascii():
        return len(text)
    return sum(
        2 if east_asian_width(character) in "WF" else not combining(character) for character in text
    )


def wrapped_lines(text: str, characters: float) -> int:
    """The lines of text that is wrapped in a column of this width.

    A tenth is lost at the ends of lines, since wrapping breaks at words.
    """
    widths = [display_width(line) for line in text.splitlines()]
    return sum(
        1 if width < characters else math.ceil(width / (0.9 * characters)) for width in widths
    )
