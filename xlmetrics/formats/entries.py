"""Rows collected from JSON, each with its path, every value held to its type."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import polars as pl

from xlmetrics.formats.complaints import Complaints, excerpt
from xlmetrics.formats.rows import Rows

if TYPE_CHECKING:
    from collections.abc import Sequence

    from xlmetrics.files.source import Source


class Entries:
    """Rows with these roles; what is not of the type it must be is noted, to be told at the end."""

    def __init__(self, source: Source, roles: Sequence[str]) -> None:
        self.source = source
        self.complaints = Complaints()
        self._paths: list[str] = []
        self._columns: dict[str, list[str | None]] = {role: [] for role in roles}

    def add(self, path: str, **values: object) -> None:
        """Add a row: texts, whole numbers and, as a grade, rank or score, any number."""
        self._paths.append(path)
        for role, column in self._columns.items():
            column.append(self._value(path, role, values.get(role)))

    def items(self, value: Any, path: str) -> list[tuple[str, Any]]:
        """The elements of an array, each with its path; null is an empty one."""
        if isinstance(value, list):
            return [(f"{path}[{place}]", each) for place, each in enumerate(value)]
        if value is not None:
            self.complain(path, f"is {excerpt(value)} and not an array. Write [ … ].")
        return []

    def objects(self, value: Any, path: str) -> list[tuple[str, dict[str, Any]]]:
        """The elements of an array of objects, each with its path."""
        return [(each, self.mapping(one, each)) for each, one in self.items(value, path)]

    def mapping(self, value: Any, path: str) -> dict[str, Any]:
        """An object; null is an empty one."""
        if isinstance(value, dict):
            return value
        if value is not None:
            self.complain(path, f"is {excerpt(value)} and not an object. Write {{ … }}.")
        return {}

    def complain(self, path: str, what: str) -> None:
        """Note a fault at a path."""
        self.complaints.add(f"{self.source.path}, {path}", what)

    def rows(self, remarks: tuple[str, ...] = ()) -> Rows:
        """All rows.

        Raises:
            XlmetricsError: something was noted.
        """
        self.complaints.settle()
        frame = pl.DataFrame(self._columns, schema=dict.fromkeys(self._columns, pl.String))
        return Rows(
            frame,
            lambda row: f"{self.source.path}, {self._paths[row]}",
            remarks,
        )

    def _value(self, path: str, role: str, value: object) -> str | None:
        match value:
            case None:
                return None
            case str():
                return value if self._whole(path, role, value) else None
            case bool():
                pass
            case int():
                return str(value)
            case float() if role in ("grade", "rank", "score"):
                return repr(value)
        self.complain(path, f"the {role} is {excerpt(value)}. Write text.")
        return None

    def _whole(self, path: str, role: str, text: str) -> bool:
        try:
            text.encode()
        except UnicodeEncodeError:
            self.complain(
                path, f"the {role} holds half of a character, \\ud800 or such. Remove it."
            )
            return False
        return True
