"""What a workbook may hold."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection

    from xlmetrics.files.package import Package

MAX_CELLS = 5_000_000
"""Two systems of 1,000 queries and 100 documents each, to be judged in one workbook, come to 4.8
millions where no document is in both. To check them takes 3 GB.
"""

MAX_SHEETS = 10_000


def distinct(package: Package, titles: Collection[str]) -> set[str]:
    """The titles of the sheets, which differ by more than case.

    Raises:
        UnreadableFile: two are the same, or there are too many.
    """
    if len(titles) > MAX_SHEETS:
        raise package.unsafe(f"it has more than {MAX_SHEETS:,} sheets")
    known: set[str] = set()
    for title in titles:
        if title.casefold() in known:
            raise package.damaged(f"two of its sheets are called {title!r}")
        known.add(title.casefold())
    return set(titles)
