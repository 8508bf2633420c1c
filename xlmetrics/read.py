"""Read a workbook of any format: what a file is called says nothing, what stands in it does."""

from __future__ import annotations

import tempfile
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from xlmetrics.errors import UnreadableFile
from xlmetrics.files.package import Package, content_of
from xlmetrics.files.sniff import EXCEL_97, PLAIN_TEXT, foreign_file, is_flat_document
from xlmetrics.ods.read import read_package as read_ods
from xlmetrics.plain import read_plain
from xlmetrics.xlsx.read import read_package as read_xlsx

if TYPE_CHECKING:
    from xlmetrics.model import Workbook

_BY_LIBREOFFICE = {"Excel 97-2003": "read by way of LibreOffice, which made .xlsx of it"}


def read_workbook(path: Path) -> Workbook:
    """Read an .xlsx, .xlsm, .ods or .fods file, a table of plain text, or an .xls file.

    The last by way of LibreOffice, since no other reader tells its formulas.

    Raises:
        UnreadableFile: it is something else, is damaged, or is not safe to open; or it is an .xls
            file and there is no LibreOffice.
    """
    content = content_of(path)
    foreign = None if is_flat_document(content) else foreign_file(path.name, content)
    if foreign is PLAIN_TEXT:
        return read_plain(path, content)
    if foreign is EXCEL_97:
        return _read_excel_97(path, content)
    package = Package(path, content)
    return read_ods(package) if package.is_open_document else read_xlsx(package)


def _read_excel_97(path: Path, content: bytes) -> Workbook:
    from xlmetrics.engine.libreoffice import LibreOfficeFailed, convert, find_libreoffice

    if find_libreoffice() is None:
        mend = f"{EXCEL_97.mend} Or install LibreOffice, by which it can be read."
        raise UnreadableFile(path, EXCEL_97.what, mend)
    with tempfile.TemporaryDirectory(prefix="xlmetrics-") as folder:
        old = Path(folder, "old.xls")
        old.write_bytes(content)
        try:
            (made,) = convert([old], Path(folder, "new"))
        except LibreOfficeFailed:
            what = f"{EXCEL_97.what}, which LibreOffice cannot read"
            raise UnreadableFile(path, what, EXCEL_97.mend) from None
        workbook = read_xlsx(Package(path, made.read_bytes()))
    return replace(workbook, saved_by="", left_open=_BY_LIBREOFFICE)
