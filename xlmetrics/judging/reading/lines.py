"""The rows of a sheet that came back, as lines: their cells by what they say, key and ids."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

from xlmetrics.address import MAX_ROW
from xlmetrics.judging.cells import shown, text_of
from xlmetrics.judging.keys import KEY
from xlmetrics.judging.reading.claims import Place
from xlmetrics.model import ErrorValue

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from xlmetrics.judging.columns import Columns
    from xlmetrics.model import Cell, Sheet


class Line(NamedTuple):
    """A row of a sheet: its cells by what they say, its key, and its ids."""

    place: Place
    cells: Mapping[str, Cell]
    key: str
    ids: tuple[str, str]

    def text(self, role: str) -> str:
        """The text of the cell in a column of the packet; empty where there is none."""
        return _text(self.cells.get(role))

    @property
    def quoted(self) -> str:
        """What a row that cannot be taken says, so that nothing is lost."""
        said = [
            f"{role} {shown(cell.formula if only_formula(cell) else cell.value)}"
            for role in ("grade", "code", "note")
            if (cell := self.cells.get(role))
            and (only_formula(cell) or cell.value not in (None, ""))
        ]
        return f" ({', '.join(said)})" if said else ""


def lines_of(file: str, sheet: Sheet, columns: Columns) -> Iterator[Line]:
    """The rows of a sheet that hold anything in the columns of a packet, top down.

    What stands over the headings, or over the first key where there are none, is no row of it.
    """
    roles = {column: role for role, column in columns.places.items()}
    rows: dict[int, dict[str, Cell]] = defaultdict(dict)
    for cell in sheet.cells:
        _, row, column = cell.address
        if column in roles and row != columns.header:
            rows[row][roles[column]] = cell
    above = True
    for row in sorted(rows):
        cells = rows[row]
        key = _text(cells.get("key")).strip().upper()
        key = key if KEY.fullmatch(key) else ""
        ids = _text(cells.get("query")), _text(cells.get("doc"))
        above = above and not key and row < (columns.header or MAX_ROW)
        if not above or (any(ids) and columns.header < row):
            yield Line(Place(file, sheet.title, row), cells, key, ids)


def only_formula(cell: Cell) -> bool:
    """Whether a cell holds a formula and no result of it."""
    no_result = cell.value is None or isinstance(cell.value, ErrorValue)
    return cell.formula is not None and no_result


def _text(cell: Cell | None) -> str:
    return "" if cell is None else text_of(cell.value)
