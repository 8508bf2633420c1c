"""A check as tables in the terminal: one file in full, several with a line each at the end."""

from __future__ import annotations

from io import StringIO
from typing import TYPE_CHECKING

from rich.console import Console
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from xlmetrics.audit import Verdict
from xlmetrics.report.words import (
    HEADINGS,
    beside,
    cells_to_show,
    figure,
    first_of_each,
    left_open,
    mapping,
    others,
    place,
    printable,
    sentence,
    summary,
    verdict,
)
from xlmetrics.roles import explain

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from xlmetrics.audit import MeasureCell, Report
    from xlmetrics.audits import Audited
    from xlmetrics.model import Finding

NARROWEST, WIDEST = 79, 10_000
"""Columns that a table takes; a narrower terminal wraps its lines, since no figure is cut."""

_STYLES = {
    Verdict.OK: "green",
    Verdict.MISTAKE: "bold red",
    Verdict.NOT_CHECKED: "yellow",
    Verdict.LEFT_OUT: "dim",
}


def print_report(report: Report) -> None:
    """Print the measure cells, the findings, and what was not checked."""
    _print(_console(), report, cells=True)


def print_audits(audits: Sequence[Audited], *, alone: bool, explained: bool) -> None:
    """Print what was found in each file; after those of several a table with a line a file."""
    _print_all(_console(), audits, alone=alone, explained=explained)


def audits_as_table(audits: Sequence[Audited], *, alone: bool, explained: bool) -> str:
    """The same as text, to be written to a file."""
    stream = StringIO()
    _print_all(_console(stream), audits, alone=alone, explained=explained)
    return stream.getvalue()


def _console(stream: StringIO | None = None) -> Console:
    console = Console(file=stream, highlight=False, soft_wrap=True)
    console.width = max(console.width, NARROWEST)
    return console


def _print_all(
    console: Console, audits: Sequence[Audited], *, alone: bool, explained: bool
) -> None:
    for each in audits:
        if each.report:
            _print(console, each.report, cells=alone, explained=explained)
        else:
            console.print(Text(printable(str(each.path)), style="bold"))
            console.print(Text(printable(f"not read: {each.problem}"), style="red"))
        console.print("\n" * (not alone), end="")
    if not alone:
        console.print(_summary_table(audits))


def _print(console: Console, report: Report, *, cells: bool, explained: bool = False) -> None:
    console.print(
        Text.assemble((printable(str(report.path)), "bold"), (printable(_origin(report)), "dim"))
    )
    if cells:
        _print_cells(console, report)
    taken = explain(report.reading) if explained else mapping(report)
    _print_lines(console, "Taken for", [f"  {line}" for line in taken])
    for severity, heading in HEADINGS.items():
        chosen = [finding for finding in report.findings if finding.severity is severity]
        _print_lines(console, heading, list(_findings(chosen)))
    _print_lines(console, "Not checked", [f"  {line}" for line in left_open(report)])
    console.print(Text(f"\n{summary(report)}", style="bold"))


def _print_lines(console: Console, heading: str, lines: Sequence[str]) -> None:
    if lines:
        console.print(Text(f"\n{heading}", style="bold"))
    for line in lines:
        console.print(Text(printable(line)))


def _summary_table(audits: Sequence[Audited]) -> Table:
    table = Table(box=None, pad_edge=False)
    table.add_column("file", overflow="fold")
    for heading in ("measures", "mistakes", "notes", "not checked"):
        table.add_column(heading, justify="right", no_wrap=True)
    for each in audits:
        if each.report is None:
            table.add_row(Text(printable(str(each.path))), "", "", "", "", Text("not read", "red"))
            continue
        found = each.report
        counts = (found.cells, found.mistakes, found.notes, found.not_checked)
        style = "red" if found.mistakes else ""
        name = Text(printable(str(each.path)), style)
        table.add_row(name, *(str(len(count)) for count in counts))
    return table


def _origin(report: Report) -> str:
    return f", last saved by {report.saved_by}" if report.saved_by else ""


def _print_cells(console: Console, report: Report) -> None:
    if shown := cells_to_show(report):
        table = _cells_table(shown)
        wide = console.options.update(width=WIDEST)
        console.width = max(console.width, Measurement.get(console, wide, table).maximum)
        console.print(table)
    if more := others(report):
        console.print(more)


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
            Text(figure(cell.stored)),
            Text(figure(cell.recomputed)),
            Text(figure(cell.reference)),
            Text(verdict(cell), style=_STYLES[cell.verdict]),
        )
    return table


def _findings(findings: Sequence[Finding]) -> Iterator[str]:
    for finding, more in first_of_each(findings):
        yield from _lines(finding)
        if more:
            yield f"  {finding.code}: {more:,} more; JSON and the web page have them all"


def _lines(finding: Finding) -> Iterator[str]:
    extra = dict(beside(finding))
    formula = extra.pop("formula", "")
    said = f"  {finding.code} {place(finding)}: {sentence(finding)}"
    yield said + (f"  [{formula}]" if formula else "")
    for what, text in extra.items():
        yield f"    {what}: {text}"
