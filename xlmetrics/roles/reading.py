"""From a workbook to what is understood of it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from xlmetrics.memory import uncollected
from xlmetrics.roles.apart import read_judged_apart
from xlmetrics.roles.applying import apply
from xlmetrics.roles.claims import Claims
from xlmetrics.roles.cut_rows import with_named_cuts
from xlmetrics.roles.differences import drop_differences
from xlmetrics.roles.evidence import WORKINGS, settle
from xlmetrics.roles.forms import read_forms
from xlmetrics.roles.formulas import Formulas
from xlmetrics.roles.given import read_cutoffs, read_relevant
from xlmetrics.roles.grid import Grid
from xlmetrics.roles.headed import read_tables
from xlmetrics.roles.ideal_inputs import read_ideal_inputs
from xlmetrics.roles.legends import without_legends
from xlmetrics.roles.linking import link
from xlmetrics.roles.means import read_means
from xlmetrics.roles.model import Reading
from xlmetrics.roles.operands import read_operands
from xlmetrics.roles.overrides import check_sheets
from xlmetrics.roles.pools import read_pools
from xlmetrics.roles.sheets import study
from xlmetrics.roles.tables import tables
from xlmetrics.roles.words import MEASURES

if TYPE_CHECKING:
    from collections.abc import Iterable

    from xlmetrics.model import Workbook
    from xlmetrics.roles.overrides import Overrides
    from xlmetrics.roles.tables import Table

_PARTS = re.compile(r"LOG|LN\(|MATCH\(|1/|COUNTIF|SUMPRODUCT|AVERAGEIF|SUM\(", re.IGNORECASE)
"""What stands in a formula by which a measure can be computed without a heading."""


def read_roles(workbook: Workbook, overrides: Overrides = ()) -> Reading:
    """Infer what the cells of a workbook are for; ``overrides`` say it of some.

    Raises:
        XlmetricsError: an override is for a sheet that the workbook does not have.
    """
    placed = check_sheets(overrides, [sheet.title for sheet in workbook.sheets])
    with uncollected():
        return apply(_inferred(workbook), placed)


def _inferred(workbook: Workbook) -> Reading:
    plain = (without_legends(Grid.of(sheet)) for sheet in workbook.sheets)
    grids = {grid.title: with_named_cuts(grid) for grid in plain}
    found = [table for grid in grids.values() for table in tables(grid)]
    if not _may_measure(workbook, found):
        return Reading()
    sheets = study(workbook, grids, Formulas(workbook), found)
    claims = Claims()
    read_tables(sheets, claims)
    read_pools(sheets)
    sheets.trace_lines()
    read_forms(sheets, claims)
    drop_differences(sheets, claims)
    read_judged_apart(sheets, claims)
    read_relevant(sheets, claims)
    read_operands(sheets, claims)
    read_means(sheets, claims)
    read_cutoffs(sheets, claims)
    link(sheets, claims)
    read_ideal_inputs(sheets, claims)
    return settle(sheets, claims)


def _may_measure(workbook: Workbook, found: Iterable[Table]) -> bool:
    """Whether any heading names a measure, or any formula has what measures are made of."""
    for table in found:
        if table.saying(*MEASURES, *WORKINGS) or any(t.said.measure for t in table.totals):
            return True
    return any(_PARTS.search(cell.formula or "") for cell in workbook.formulas())
