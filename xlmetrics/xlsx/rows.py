"""The cells of a sheet as XML, written as text: many times faster than element by element."""

from __future__ import annotations

from collections import deque
from operator import attrgetter
from typing import TYPE_CHECKING

from xlmetrics.address import MAX_ROW, Range, column_letters
from xlmetrics.model import ErrorValue
from xlmetrics.xlsx.strings import escaped

if TYPE_CHECKING:
    from collections.abc import Iterator

    from xlmetrics.model import Sheet, Value
    from xlmetrics.xlsx.styles import StyleIds

_TYPED = {"n": "", "b": ' t="b"', "e": ' t="e"'}
"""How a cell says of what type it is."""

_address = attrgetter("address")


def rows_of(sheet: Sheet, styles: StyleIds) -> bytes:
    """The ``sheetData`` of a sheet: its rows, each formula with its value."""
    return "".join(["<sheetData>", *_rows(sheet, styles), "</sheetData>"]).encode()


def extent(sheet: Sheet) -> str:
    """From the first to the last row and column in which a cell stands."""
    places = [cell.address for cell in sheet.cells]
    if not places:
        return "A1"
    rows, columns = [place.row for place in places], [place.column for place in places]
    return Range(sheet.title, min(rows), min(columns), max(rows), max(columns)).a1


def _rows(sheet: Sheet, styles: StyleIds) -> Iterator[str]:
    letters = _Letters()
    heights, lone = sheet.heights, _LoneRows(sheet)
    row = 0
    for cell in sorted(sheet.cells, key=_address):
        (_, at, column), value = cell.address, cell.value
        if at != row:
            if row:
                yield "</row>"
            row = at
            yield from lone.before(row)
            yield f'<row r="{row}"{_height(heights.get(row))}>'
        start = f'<c r="{letters[column]}{row}" s="{styles[cell]}"'
        if cell.formula is not None:
            yield start + _formula(cell.formula, value)
        elif isinstance(value, str):
            yield f'{start} t="inlineStr"><is><t{_text(value)}</t></is></c>'
        elif value is None:
            yield start + "/>"
        else:
            kind, text = type_and_text(value)
            yield f"{start}{_TYPED[kind]}><v>{text}</v></c>"
    if row:
        yield "</row>"
    yield from lone.before(MAX_ROW + 1)


class _LoneRows:
    """The rows without cells that have a height of their own, from the top down."""

    def __init__(self, sheet: Sheet) -> None:
        self._heights = sheet.heights
        self._rows = deque(sorted({*sheet.heights} - {cell.address.row for cell in sheet.cells}))

    def before(self, row: int) -> Iterator[str]:
        """Those above a row that have not been written yet."""
        while self._rows and self._rows[0] < row:
            lone = self._rows.popleft()
            yield f'<row r="{lone}"{_height(self._heights[lone])}/>'


def _height(height: float | None) -> str:
    return "" if height is None else f' ht="{height}" customHeight="1"'


def _formula(formula: str, value: Value) -> str:
    """The end of a cell: its formula, and its value if there is one."""
    written = f"<f>{_xml(formula[1:])}</f>"
    if value is None:
        return f">{written}</c>"
    if isinstance(value, str):
        return f' t="str">{written}<v{_text(value)}</v></c>'
    kind, text = type_and_text(value)
    return f"{_TYPED[kind]}>{written}<v>{text}</v></c>"


def _text(text: str) -> str:
    """The rest of the tag around a text, and the text as the format spells it."""
    text = escaped(text)
    if "\r" in text:
        text = text.replace("\r", "_x000D_")
    if text[:1].isspace() or text[-1:].isspace():
        return f' xml:space="preserve">{_xml(text)}'
    return ">" + _xml(text)


def _xml(text: str) -> str:
    if "&" in text or "<" in text or ">" in text:
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return text


class _Letters(dict[int, str]):
    """The letters of columns, each worked out once."""

    def __missing__(self, column: int) -> str:
        return self.setdefault(column, column_letters(column))


def type_and_text(value: Value) -> tuple[str, str]:
    """The type letter of a value and how the format spells it."""
    match value:
        case str():
            return "str", escaped(value).replace("\r", "_x000D_")
        case bool():
            return "b", str(int(value))
        case int() | float():
            return "n", repr(value).removesuffix(".0")
        case ErrorValue():
            return "e", value.name
        case _:
            return "str", escaped(str(value))
