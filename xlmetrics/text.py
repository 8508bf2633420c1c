"""Text that a cell can hold: what Excel's file format allows, and what to say of the rest."""

from __future__ import annotations

import re

MAX_LENGTH = 32_767
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_BAD_IN_TITLE = re.compile(r"[\[\]:*?/\\'\t\n\r]")
MAX_TITLE = 31


def complaint_about_text(text: str) -> str | None:
    """Why a cell cannot hold this text, or None if it can."""
    match = _FORBIDDEN.search(text)
    if match:
        return (
            f"holds the control character U+{ord(match[0]):04X} at position {match.start() + 1}, "
            "which no workbook can store; remove it"
        )
    if _length(text) > MAX_LENGTH:
        return (
            f"is {_length(text):,} characters long and a cell holds at most {MAX_LENGTH:,}; "
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
    if _length(title) > MAX_TITLE:
        return f"is {_length(title)} characters long; a sheet title holds at most {MAX_TITLE}"
    if title.casefold() == "history":
        return "is a name that Excel keeps for itself; choose another"
    return complaint_about_text(title)


def _length(text: str) -> int:
    """Its length in UTF-16 units, as Excel counts."""
    return len(text) + sum(character > "\uffff" for character in text)
