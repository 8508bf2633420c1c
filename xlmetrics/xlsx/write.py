"""Write a workbook: its cells and looks, what may be typed where, and its tables as names."""

from __future__ import annotations

from typing import TYPE_CHECKING

import openpyxl
from openpyxl.formatting.rule import Rule
from openpyxl.packaging.core import DocumentProperties
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.workbook.properties import CalcProperties
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.pagebreak import Break

from xlmetrics.address import column_letters
from xlmetrics.files.tables import names_of
from xlmetrics.memory import uncollected
from xlmetrics.xlsx.save import replace_file
from xlmetrics.xlsx.serialize import APPLICATION, serialize
from xlmetrics.xlsx.strings import escaped
from xlmetrics.xlsx.styles import HIGHLIGHTS, StyleIds

if TYPE_CHECKING:
    from pathlib import Path

    from openpyxl.worksheet.worksheet import Worksheet

    from xlmetrics.model import Sheet, Validation, Workbook

A4 = 9


def write_workbook(workbook: Workbook, path: Path) -> None:
    """Write the workbook to ``path`` in one step: whole, or not at all.

    Raises:
        XlmetricsError: the folder cannot be written to.
    """
    replace_file(path, workbook_bytes(workbook))


def workbook_bytes(workbook: Workbook) -> bytes:
    """The content of the .xlsx file; the same workbook always gives the same bytes."""
    with uncollected():
        return _bytes(workbook)


def _bytes(workbook: Workbook) -> bytes:
    book = openpyxl.Workbook()
    book.remove(book.worksheets[0])
    book.properties = DocumentProperties(title=workbook.title, creator=APPLICATION)
    book.calculation = CalcProperties(fullCalcOnLoad=True)
    for sheet in workbook.sheets:
        _write_sheet(book.create_sheet(sheet.title), sheet)
    for table in workbook.tables:
        for name, place in names_of(table):
            target = f"'{place.sheet}'!{place.absolute}"
            book.defined_names[name] = DefinedName(name, attr_text=target)
    return serialize(book, workbook, StyleIds(book))


def _write_sheet(target: Worksheet, sheet: Sheet) -> None:
    for column, width in sheet.widths.items():
        target.column_dimensions[column_letters(column)].width = width
    for validation in sheet.validations:
        target.add_data_validation(_data_validation(validation))
    for highlight in sheet.highlights:
        rule = Rule("expression", formula=[highlight.formula], dxf=HIGHLIGHTS[highlight.kind])
        target.conditional_formatting.add(highlight.where.a1, rule)
    for where in sheet.merged:
        target.merged_cells.add(where.a1)
    _set_up_view(target, sheet)
    target.protection.enable()
    if sheet.filtered:
        target.auto_filter.ref = sheet.filtered.a1
        target.protection.autoFilter = False
    target.protection.formatColumns = target.protection.formatRows = False
    _set_up_print(target, sheet)


def _set_up_view(target: Worksheet, sheet: Sheet) -> None:
    target.sheet_view.showGridLines = False
    for column in sheet.hidden_columns:
        target.column_dimensions[column_letters(column)].hidden = True
    if sheet.freeze:
        target.freeze_panes = sheet.freeze.a1
    if sheet.cursor:
        selected = target.sheet_view.selection[-1]
        selected.activeCell = selected.sqref = sheet.cursor.a1
    if sheet.hidden:
        target.sheet_state = "hidden"


def _data_validation(validation: Validation) -> DataValidation:
    rule = DataValidation(
        type=validation.kind,
        operator=validation.operator,
        formula1=validation.formula,
        allow_blank=True,
        showErrorMessage=True,
        showInputMessage=True,
        errorStyle="stop",
        errorTitle=validation.prompt_title,
        error=escaped(validation.error),
        promptTitle=validation.prompt_title,
        prompt=escaped(validation.prompt),
    )
    rule.add(validation.where.a1)
    return rule


def _set_up_print(target: Worksheet, sheet: Sheet) -> None:
    target.page_setup.orientation = "landscape"
    target.page_setup.paperSize = A4
    target.page_setup.fitToWidth = 1
    target.page_setup.fitToHeight = 0 if sheet.long else 1  # 0: as many pages as it takes
    if sheet.long and sheet.freeze:
        target.print_title_rows = f"1:{sheet.freeze.row - 1}"
    elif sheet.long and sheet.repeated:
        target.print_title_rows = f"{sheet.repeated}:{sheet.repeated}"
    for row in sheet.breaks:
        target.row_breaks.append(Break(row - 1))  # it stands below a row
    target.page_setup.errors = "dash"
    target.sheet_properties.pageSetUpPr.fitToPage = True
    target.print_options.horizontalCentered = True
    if sheet.print_area:
        target.print_area = sheet.print_area.a1
