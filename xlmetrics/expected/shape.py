"""Whether the cells of a table can be what its kind says."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from xlmetrics.quantities.quantity import MAX_ROWS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from xlmetrics.address import Range
    from xlmetrics.model import Table


@dataclass(frozen=True, slots=True)
class Shape:
    """The fields of a kind of table: single cells, lists, and groups of columns of equal length.

    The first group is needed, and any other is there in full or not at all. ``grids`` are lists
    that have as many columns as the list named with them has rows.
    """

    singles: tuple[str, ...]
    lists: tuple[str, ...]
    columns: tuple[tuple[str, ...], ...]
    grids: Mapping[str, str] = field(default_factory=dict)
    most_rows: int = MAX_ROWS

    @property
    def _needed(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys((*self.singles, *self.lists, *self.columns[0])))

    def complaint(self, table: Table) -> str | None:
        """Why nothing can be expected of a table: cells are gone, or no cell or column."""
        missing = [name for name in self._needed if name not in table.fields]
        if missing:
            return f"its cells for {', '.join(missing)} are gone"
        for name in (*self.singles, *self.lists, *(self.columns[0] if self.columns else ())):
            rows, columns = table[name].shape
            most = 1 if name in self.singles else self.most_rows
            if columns != self._width(name, table) or rows > most:
                return f"its {name} in {table[name].a1} is no {self._what(name, rows)}"
        for group in self.columns:
            found = [name for name in group if name in table.fields]
            lengths = {table[name].shape[0] for name in found}
            if len(lengths) > 1 or len(found) not in (0, len(group)):
                return f"its columns {', '.join(group)} are not of equal length"
        if {"grade", "judged"} <= set(table.fields) and not _begins(
            table["judged"], table["grade"]
        ):
            return "its judged documents do not begin with those returned"
        return None

    def _width(self, name: str, table: Table) -> int:
        return table[self.grids[name]].shape[0] if name in self.grids else 1

    def _what(self, name: str, rows: int) -> str:
        return "grid" if name in self.grids else "cell" if rows == 1 else "column"


def _begins(judged: Range, returned: Range) -> bool:
    """Whether the list of returned documents is the first part of all that were judged."""
    return judged.first == returned.first and judged.bottom >= returned.bottom
