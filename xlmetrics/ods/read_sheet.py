"""The cells of a sheet: what stands in each, where the file writes many alike but once."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from xlmetrics.address import MAX_COLUMN, MAX_ROW, Address, Range
from xlmetrics.files.arrays import Arrays
from xlmetrics.model import Cell, Hiding, Role
from xlmetrics.ods.formula import excel_formula
from xlmetrics.ods.values import Content
from xlmetrics.ods.vocabulary import TABLE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lxml import etree

    from xlmetrics.errors import UnreadableFile
    from xlmetrics.files.package import Package
    from xlmetrics.model import Value
    from xlmetrics.ods.styles import Format, Styles

COPY = 64
"""What it takes to write out a cell that is repeated, as the package counts bytes."""

MAX_BLANK = 100
"""So many blank cells alike may be there to be filled in; more are but a look of the sheet."""
MAX_GAP = 16
"""So many blank cells alike are looked at in case an array formula fills them."""

_CELL, _COVERED = f"{TABLE}table-cell", f"{TABLE}covered-table-cell"
_ROWS_REPEATED, _COLUMNS_REPEATED = (
    f"{TABLE}number-{what}-repeated" for what in ("rows", "columns")
)
_ROWS_SPANNED, _COLUMNS_SPANNED = (
    f"{TABLE}number-matrix-{what}-spanned" for what in ("rows", "columns")
)
_FORMULA, _STYLE, _DEFAULT_STYLE = (
    TABLE + name for name in ("formula", "style-name", "default-cell-style-name")
)


_VISIBILITY = f"{TABLE}visibility"
_HIDING = {"collapse": Hiding.BY_HAND, "filter": Hiding.BY_FILTER}


class _Run(NamedTuple):
    """Cells beside each other that are alike."""

    column: int
    width: int
    value: Value
    formula: str | None
    is_bare: bool
    format: Format
    spans: tuple[int, int] | None


class SheetReader:
    """Collects the cells of one sheet, top down; ``hidden`` are the rows that it does not show."""

    def __init__(self, package: Package, title: str, styles: Styles) -> None:
        self._package = package
        self._title = title
        self._styles = styles
        self._columns: list[str] = []
        self._row = 1
        self._arrays = Arrays(package)
        self._has_arrays = False
        self.hidden: dict[int, Hiding] = {}

    def column(self, element: etree._Element) -> None:
        """Note how the cells of columns look that have no style of their own."""
        count = min(self._count(element, _COLUMNS_REPEATED), MAX_COLUMN - len(self._columns))
        self._columns += [element.get(_DEFAULT_STYLE, "")] * count

    def cells(self, row: etree._Element) -> Iterator[Cell]:
        """The cells of a row, and of those that repeat it, which hold something."""
        times = self._count(row, _ROWS_REPEATED)
        first, self._row = self._row, self._row + times
        runs = [run for run in self._runs(row) if self._matters(run, times)]
        if not runs:
            return iter(())
        if self._row - 1 > MAX_ROW:
            raise self._damaged("has cells outside a sheet")
        if hiding := _HIDING.get(row.get(_VISIBILITY, "")):
            self._package.spend(COPY * times)
            self.hidden.update(dict.fromkeys(range(first, self._row), hiding))
        if times > 1 or len(runs) < sum(run.width for run in runs):
            self._package.spend(COPY * times * sum(run.width for run in runs))
        return chain.from_iterable(
            self._placed(run, at) for at in range(first, first + times) for run in runs
        )

    def _runs(self, row: etree._Element) -> Iterator[_Run]:
        column = 1
        row_style = row.get(_DEFAULT_STYLE)
        for element in row.iterchildren(_CELL, _COVERED):
            width = self._count(element, _COLUMNS_REPEATED)
            style = element.get(_STYLE) or row_style or self._column_style(column)
            yield self._run(element, column, width, self._styles.of_cell(style))
            column += width

    def _run(self, element: etree._Element, column: int, width: int, look: Format) -> _Run:
        written = element.get(_FORMULA)
        content = Content(self._package, element, is_formula=written is not None)
        value = content.value
        is_bare = value is None and content.is_bare
        if written is None:
            return _Run(column, width, value, None, is_bare, look, None)
        spans = None
        if element.get(_ROWS_SPANNED) or element.get(_COLUMNS_SPANNED):
            spans = self._count(element, _ROWS_SPANNED), self._count(element, _COLUMNS_SPANNED)
        value = content.as_shown(look.number_format)
        return _Run(column, width, value, excel_formula(written), is_bare, look, spans)

    def _column_style(self, column: int) -> str:
        return self._columns[column - 1] if column <= len(self._columns) else ""

    def _matters(self, run: _Run, times: int) -> bool:
        """Whether cells hold something, or may be places for something."""
        fits = run.column + run.width - 1 <= MAX_COLUMN
        if run.value is None and run.formula is None:
            most = MAX_BLANK if run.format.unlocked else MAX_GAP if self._has_arrays else 0
            return fits and run.width * times <= most
        if not fits:
            raise self._damaged("has cells outside a sheet")
        return True

    def _placed(self, run: _Run, row: int) -> Iterator[Cell]:
        title, arrays = self._title, self._arrays
        for column in range(run.column, run.column + run.width):
            address = Address(title, row, column)
            formula = arrays.filling.pop(address, None)
            if run.formula is not None:
                formula = self._array(run, address) if run.spans else (run.formula, None)
            value = run.value
            if formula is not None:
                if value is None and not run.is_bare:
                    value = ""
                text, array = formula
                shown_as = run.format.number_format
                calculated = value is not None
                yield Cell(
                    address, Role.FORMULA, value, text, calculated, array, number_format=shown_as
                )
            elif value is not None or run.format.unlocked:
                role = Role.INPUT if run.format.unlocked else Role.LABEL
                yield Cell(address, role, value, number_format=run.format.number_format)

    def _array(self, run: _Run, address: Address) -> tuple[str, Range | None]:
        """The formula of a cell that fills others too."""
        title, row, column = address
        rows, columns = run.spans or (1, 1)
        bottom, right = row + rows - 1, column + columns - 1
        if bottom > MAX_ROW or right > MAX_COLUMN:
            raise self._damaged("has cells outside a sheet")
        self._has_arrays = True
        return self._arrays.fill(run.formula or "", Range(title, row, column, bottom, right))

    def _count(self, element: etree._Element, attribute: str) -> int:
        written = element.get(attribute)
        if written is None:
            return 1
        if not (written.isdecimal() and written.isascii() and 0 < len(written) < 10):
            raise self._damaged(f"repeats a part {written!r} times")
        return max(1, int(written))

    def _damaged(self, what: str) -> UnreadableFile:
        return self._package.damaged(f"the sheet {self._title!r} {what}")
