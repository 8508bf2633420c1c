"""The one error that reaches a user: what is wrong, where, and how to mend it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path


class XlmetricsError(Exception):
    """Something the user can mend: a file that cannot be read, a value that makes no sense.

    Each complaint is one line that says where (file, sheet, cell or key), what is wrong and how
    to mend it. The command line prints them all and exits with 2.
    """

    def __init__(self, *complaints: str) -> None:
        super().__init__("\n".join(complaints))
        self.complaints: tuple[str, ...] = complaints


class UnreadableFile(XlmetricsError):
    """A file that is no workbook, or one that is not safe to open."""

    def __init__(self, path: Path | str, what: str, mend: str) -> None:
        super().__init__(f"{path}: {what}. {mend}")


class BadTemplate(XlmetricsError):
    """A template that does not say what it must; carries every complaint found."""

    def __init__(self, complaints: Sequence[str]) -> None:
        super().__init__(*complaints)


class BadMeasureInput(XlmetricsError, ValueError):
    """An input for which a measure has no meaning: a cut-off of 0, a score that is not finite."""
