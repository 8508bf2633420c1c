"""Numbers and dates as files spell them; what they do not spell right is kept as a text."""

from __future__ import annotations

from datetime import datetime, timedelta

_DAY_ZERO = datetime(1899, 12, 30)  # noqa: DTZ001  a spreadsheet knows no time zones


def number(text: str) -> float | int | str | None:
    """The number a text spells as the file format does; any other text as it is."""
    is_short = len(text) < 16 and text.isascii()
    if is_short and (text.isdigit() or text.strip().removeprefix("-").isdigit()):
        return int(text)
    try:
        value = float(text)
    except ValueError:
        return text or None
    is_plain = value - value == 0 and "_" not in text and text.isascii()
    return value if is_plain else text


def serial(text: str) -> float | str:
    """A date as spreadsheets count, in days since 1899; any other text as it is."""
    try:
        return (datetime.fromisoformat(text).replace(tzinfo=None) - _DAY_ZERO) / timedelta(days=1)
    except ValueError:
        return text
