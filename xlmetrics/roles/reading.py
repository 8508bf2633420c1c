"""From a workbook to what is understood of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.roles.applying import apply
from xlmetrics.roles.claims import Claims
from xlmetrics.roles.evidence import settle
from xlmetrics.roles.forms import read_forms
from xlmetrics.roles.formulas import Formulas
from xlmetrics.roles.given import read_given
from xlmetrics.roles.grid import Grid
from xlmetrics.roles.labelled import read_tables
from xlmetrics.roles.means import read_means
from xlmetrics.roles.overrides import check_sheets
from xlmetrics.roles.pools import read_pools
from xlmetrics.roles.sheets import study
from xlmetrics.roles.tables import tables

if TYPE_CHECKING:
    from xlmetrics.model import Workbook
    from xlmetrics.roles.model import Reading
    from xlmetrics.roles.overrides import Overrides


def read_roles(workbook: Workbook, overrides: Overrides = ()) -> Reading:
    """Infer what the cells of a workbook are for; ``overrides`` say it of some.

    Raises:
        XlmetricsError: an override is for a sheet that the workbook does not have.
    """
    placed = check_sheets(overrides, [sheet.title for sheet in workbook.sheets])
    return apply(_inferred(workbook), placed)


def _inferred(workbook: Workbook) -> Reading:
    grids = {sheet.title: Grid.of(sheet) for sheet in workbook.sheets}
    found = [table for grid in grids.values() for table in tables(grid)]
    sheets = study(workbook, grids, Formulas(workbook), found)
    claims = Claims()
    read_tables(sheets, claims)
    read_pools(sheets)
    sheets.trace_lines()
    read_forms(sheets, claims)
    read_means(sheets, claims)
    read_given(sheets, claims)
    return settle(sheets, claims)
