"""Whether the cells of a table can be what its kind says."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from xlmetrics.quantities.quantity import MAX_ROWS

if TYPE_CHECKING:
    from xlmetrics.address import Range
    from xlmetrics.model import Table


@dataclass(frozen=True, slots=True)
class Shape:
    """The fields of a kind of table: single cells, lists, and groups of columns of equal length.

    The first group is needed, and any other is there in full or not at all.
    """

    singles: tuple[str, ...]
    lists: tuple[str, ...]
    columns: tuple[tuple[str, ...], ...]
    most_rows: int = MAX_ROWS

    @property
    def _needed(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys((*self.singles, *self.lists, *self.columns[0])))

    def complaint(self, table: Table) -> str | None:
        """Why nothing can be expected of a table: cells are gone, or no cell or column."""
        missing = [field for field in self._needed if field not in table.fields]
        if missing:
            return f"its cells for {', '.join(missing)} are gone"
        for field in (*self.singles, *self.lists, *(self.columns[0] if self.columns else ())):
            rows, columns = table[field].shape
            if columns > 1 or rows > (1 if field in self.singles else self.most_rows):
                return f"its {field} in {table[field].a1} is no {'cell' if rows == 1 else 'column'}"
        for group in self.columns:
            found = [field for field in group if field in table.fields]
            shapes = {table[field].shape for field in found}
            if len(shapes) > 1 or len(found) not in (0, len(group)):
                return f"its columns {', '.join(group)} are not of equal length"
        if {"grade", "judged"} <= set(table.fields) and not _begins(
            table["judged"], table["grade"]
        ):
            return "its judged documents do not begin with those returned"
        return None


def _begins(judged: Range, returned: Range) -> bool:
    """Whether the list of returned documents is the first part of all that were judged."""
    return judged.first == returned.first and judged.bottom >= returned.bottom
