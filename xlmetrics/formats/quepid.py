"""What Quepid's CSV files share: a space before what a spreadsheet would take for a formula."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import polars as pl


def guarded(text: pl.Series) -> pl.Series:
    """The text with one space before - = + and @."""
    return text.str.replace(r"^([-=+@])", " $1")


def unguarded(text: pl.Series) -> pl.Series:
    """The text without the one space before - = + and @."""
    return text.str.replace(r"^ ([-=+@])", "$1")


def guarded_dropped(text: pl.Series) -> list[str]:
    """What is lost of text that has such a space of its own."""
    count = int(text.str.contains(r"^ [-=+@]").sum())
    what = f"a space at the beginning, which Quepid takes for its own ({count:,})"
    return [what] if count else []
