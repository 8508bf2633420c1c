"""A check as tables in the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table
from rich.text import Text

from xlmetrics.check import Verdict
from xlmetrics.model import NotChecked, Severity, is_number
from xlmetrics.text import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from xlmetrics.check import MeasureCell, Report
    from xlmetrics.model import Finding, Result

NARROWEST = 79
"""Columns that the table takes; a narrower terminal wraps its lines."""

MANY = 60
"""Measure cells up to which all are shown."""

_STYLES = {Verdict.OK: "green", Verdict.MISTAKE: "bold red", Verdict.NOT_CHECKED: "yellow"}


def print_report(report: Report) -> None:
    """Print the measure cells, the findings, and what was not checked."""
    console = Console(highlight=False, soft_wrap=True)
    console.width = max(console.width, NARROWEST)
    console.print(
        Text.assemble((printable(str(report.path)), "bold"), (printable(_origin(report)), "dim"))
    )
    _print_cells(console, report.cells)
    for severity, heading in ((Severity.MISTAKE, "Mistakes"), (Severity.NOTE, "Notes")):
        chosen = [finding for finding in report.findings if finding.severity is severity]
        if chosen:
            console.print(Text(f"\n{heading}", style="bold"))
            for finding in chosen:
                for line in _lines(finding):
                    console.print(Text(printable(line)))
    console.print(Text("\nNot checked", style="bold"))
    for place, reason in report.not_checked.items():
        console.print(Text(printable(f"  {place}: {reason}")))
    if not report.not_checked:
        console.print("  nothing: every formula and every measure was checked")
    console.print(Text(f"\n{_summary(report)}", style="bold"))


def printable(text: str) -> str:
    """Text of a stranger, in which nothing moves the cursor, colours or reverses."""
    return "".join(
        each if each.isprintable() else each.encode("unicode_escape").decode() for each in text
    )


def _origin(report: Report) -> str:
    return f", last saved by {report.saved_by}" if report.saved_by else ""


def _print_cells(console: Console, cells: Sequence[MeasureCell]) -> None:
    """Print all cells of a small workbook; of a large one, those that are not right."""
    few = len(cells) <= MANY
    shown = [cell for cell in cells if few or cell.verdict is not Verdict.OK]
    if shown:
        console.print(_cells_table(shown))
    if len(shown) < len(cells):
        right = counted(len(cells) - len(shown), "measure cell is", "measure cells are")
        console.print(f"{right} right")


def _cells_table(cells: Sequence[MeasureCell]) -> Table:
    table = Table(box=None, pad_edge=False)
    several = len({cell.address.sheet for cell in cells}) > 1
    for heading in ("cell", "measure"):
        table.add_column(heading, no_wrap=True)
    for heading in ("in the file", "recomputed", "reference"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("verdict", no_wrap=True, min_width=len(Verdict.NOT_CHECKED))
    for cell in cells:
        table.add_row(
            Text(printable(str(cell.address) if several else cell.address.a1)),
            Text(cell.measure),
            Text(_figure(cell.stored)),
            Text(_figure(cell.recomputed)),
            Text(_figure(cell.reference)),
            Text(cell.verdict, style=_STYLES[cell.verdict]),
        )
    return table


def _figure(value: Result) -> str:
    if isinstance(value, NotChecked):
        return "not checked"
    if is_number(value):
        return f"{value:.0f}" if float(value).is_integer() else f"{value:.6f}"
    return "" if value is None else printable(str(value))


def _lines(finding: Finding) -> Iterator[str]:
    said = f"  {finding.code} {finding.address}: {finding.message}"
    if finding.expected is not None and not isinstance(finding.expected, NotChecked):
        against = "should be" if finding.severity is Severity.MISTAKE else "against"
        said += f": {_figure(finding.found) or 'blank'}, {against} {_figure(finding.expected)}"
        said += "" if finding.effect is None else f": {finding.effect:+.3f}"
    elif finding.found is not None:
        said += f" (found {_figure(finding.found)})"
    yield said + (f"  [{finding.formula}]" if finding.formula else "")
    if finding.instead:
        yield f"    right: {finding.instead}"


def _summary(report: Report) -> str:
    mistakes = len(report.mistakes)
    return (
        f"{counted(mistakes, 'mistake') if mistakes else 'no mistake'}: "
        f"{counted(len(report.cells), 'measure cell')} and {counted(report.formulas, 'formula')}, "
        f"{len(report.not_checked):,} not checked"
    )
