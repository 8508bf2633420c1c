"""Small workbooks for the tests of the engine, written as {address: what stands there}."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import openpyxl
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.table import Table, TableColumn

from xlmetrics.address import Address
from xlmetrics.model import Cell, ErrorValue, Role, Sheet, Workbook

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from openpyxl.worksheet.worksheet import Worksheet

    from xlmetrics.model import ListObject, Result, Value


def place(sheet: str, a1: str, content: Value) -> Cell:
    """A cell as a person types it: ``=`` starts a formula, ``#`` and capitals an error."""
    address = Address.parse(sheet, a1)
    if isinstance(content, str) and content.startswith("="):
        return Cell(address, Role.FORMULA, formula=content, calculated=False)
    if isinstance(content, str) and re.match("#[A-Z]", content):
        return Cell(address, Role.INPUT, ErrorValue(content))
    return Cell(address, Role.INPUT, content)


def workbook(
    sheets: Mapping[str, Mapping[str, Value]], names: Mapping[str, str] | None = None
) -> Workbook:
    """A workbook of sheets of cells; None is no cell at all."""
    return Workbook(
        tuple(
            Sheet(title, tuple(place(title, a1, v) for a1, v in cells.items() if v is not None))
            for title, cells in sheets.items()
        ),
        names=names or {},
    )


_NEWER = re.compile(
    r"\b(AGGREGATE|CONCAT|IFNA|IFS|MAXIFS|MINIFS|RANK\.AVG|RANK\.EQ|SWITCH|TEXTJOIN|(?!ISO\.)[A-Z]+\.[A-Z0-9.]+)\("
)


def as_in_a_file(formula: str) -> str:
    """Functions newer than the format carry a prefix in it."""
    return _NEWER.sub(r"_xlfn.\1(", formula)


def save(book: Workbook, path: Path) -> None:
    """Write the cells with openpyxl alone, formulas without cached values, names and tables."""
    file = openpyxl.Workbook()
    file.remove(file.worksheets[0])
    for sheet in book.sheets:
        page = file.create_sheet(sheet.title)
        for cell in sheet.cells:
            target = page[cell.address.a1]
            if isinstance(cell.value, ErrorValue):
                target.value = cell.value.name
                target.data_type = "e"
            else:
                target.value = as_in_a_file(cell.formula) if cell.formula else cell.value
                if isinstance(cell.value, str):
                    target.data_type = "s"
    define(file, book.names)
    for title, names in book.local_names.items():
        define(file[title], names)
    for table in book.list_objects:
        file[table.where.sheet].add_table(as_openpyxl(table))
    file.save(path)


def define(where: openpyxl.Workbook | Worksheet, names: Mapping[str, str]) -> None:
    for name, text in names.items():
        where.defined_names[name] = DefinedName(name, attr_text=text.removeprefix("="))


def as_openpyxl(table: ListObject) -> Table:
    return Table(
        displayName=table.name,
        ref=table.where.a1,
        headerRowCount=table.headers,
        totalsRowCount=table.totals,
        tableColumns=[
            TableColumn(id=number, name=name) for number, name in enumerate(table.columns, 1)
        ],
    )


def same(one: Result, other: Result) -> bool:
    """Whether two results are the same; numbers to 1e-9, FALSE is not 0."""
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    if isinstance(one, int | float) and isinstance(other, int | float):
        return abs(one - other) <= 1e-9 * max(1.0, abs(one), abs(other))
    return one == other
