"""Read a workbook of any format: what a file is called says nothing, what stands in it does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.files.package import Package
from xlmetrics.ods.read import read_package as read_ods
from xlmetrics.xlsx.read import read_package as read_xlsx

if TYPE_CHECKING:
    from pathlib import Path

    from xlmetrics.model import Workbook


def read_workbook(path: Path) -> Workbook:
    """Read an .xlsx, .xlsm, .ods or .fods file.

    Raises:
        UnreadableFile: it is something else, is damaged, or is not safe to open.
    """
    package = Package(path)
    return read_ods(package) if package.is_open_document else read_xlsx(package)
