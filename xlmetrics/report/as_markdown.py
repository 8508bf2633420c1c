"""Checks as Markdown, to be pasted into an issue or a review."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from xlmetrics.model import is_number
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
    sentence,
    summary,
    verdict,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from xlmetrics.audit import MeasureCell, Report
    from xlmetrics.audits import Audited
    from xlmetrics.model import Finding, Result

_MEANS_SOMETHING = re.compile(r"([\\`*_{}\[\]<>()#+\-.!|~&@])")
_FORMULAS = ("formula", "right")


def audits_as_markdown(audits: Sequence[Audited], *, alone: bool) -> str:
    """A section a file; before those of several a table of all."""
    lines = [] if alone else ["# Check", "", *_table_of(audits), ""]
    for each in audits:
        lines += [f"## {_text(str(each.path))}", ""]
        lines += _report(each.report) if each.report else [f"Not read: {_text(each.problem)}", ""]
    return "\n".join(lines)


def _table_of(audits: Sequence[Audited]) -> Iterator[str]:
    yield "| file | measures | mistakes | notes | not checked |"
    yield "|---|--:|--:|--:|--:|"
    for each in audits:
        cells = [_text(str(each.path)), "not read", "", "", ""]
        if found := each.report:
            counts = (found.cells, found.mistakes, found.notes, found.not_checked)
            cells[1:] = [str(len(count)) for count in counts]
        yield f"| {' | '.join(cells)} |"


def _report(report: Report) -> Iterator[str]:
    yield from (f"**{_text(summary(report))}**", "")
    if shown := cells_to_show(report):
        yield "| cell | measure | in the file | recomputed | reference | verdict |"
        yield "|---|---|--:|--:|--:|---|"
        yield from map(_row, shown)
        yield ""
    if more := others(report):
        yield from (more, "")
    yield from _list("Taken for", [f"- {_text(line)}" for line in mapping(report)])
    for severity, heading in HEADINGS.items():
        chosen = [each for each in report.findings if each.severity is severity]
        yield from _list(heading, list(_findings(chosen)))
    yield from _list("Not checked", [f"- {_text(line)}" for line in left_open(report)])


def _list(heading: str, lines: Sequence[str]) -> Iterator[str]:
    if lines:
        yield from (f"### {heading}", "", *lines, "")


def _row(cell: MeasureCell) -> str:
    figures = [cell.stored, cell.recomputed, cell.reference]
    cells = [
        _text(str(cell.address)),
        _text(cell.measure),
        *map(_figure, figures),
        _text(verdict(cell)),
    ]
    return f"| {' | '.join(cells)} |"


def _figure(value: Result) -> str:
    return figure(value) if is_number(value) else _text(figure(value))


def _findings(findings: Sequence[Finding]) -> Iterator[str]:
    for finding, more in first_of_each(findings):
        yield from _finding(finding)
        if more:
            yield f"- {more:,} more of **{finding.code}**"


def _finding(finding: Finding) -> Iterator[str]:
    yield f"- **{finding.code}** {_text(place(finding))}: {_text(sentence(finding))}"
    for what, text in beside(finding):
        yield f"  - {what}: {_code(text) if what in _FORMULAS else _text(text)}"


def _text(text: str) -> str:
    """Text of a stranger, in which nothing means anything to Markdown."""
    return _MEANS_SOMETHING.sub(r"\\\1", " ".join(text.split()))


def _code(text: str) -> str:
    """A formula as code, in as many backticks as it does not hold itself."""
    text = " ".join(text.split())
    longest = max(map(len, re.findall("`+", text)), default=0)
    marks = "`" * (longest + 1)
    return f"{marks} {text} {marks}" if longest else f"{marks}{text}{marks}"
