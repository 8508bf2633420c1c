"""A check as a copy of the workbook: findings marked where they are, explained, and listed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.address import Range
from xlmetrics.audit import FINDINGS
from xlmetrics.errors import XlmetricsError
from xlmetrics.files.package import Package
from xlmetrics.model import is_number
from xlmetrics.report.words import beside, figure, left_open, place, printable, sentence, summary
from xlmetrics.xlsx.annotate import Listing, Note, annotated, ending_of
from xlmetrics.xlsx.save import replace_file

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from xlmetrics.audit import Report
    from xlmetrics.model import Finding, Result

_TITLE = "Findings"
_WIDTHS = (24, 8, 9, 60, 12, 12, 10, 40, 40, 30)
_OF_THEIR_OWN = ("formula", "right")


def refuse(source: Path, copy: Path) -> None:
    """Say why there can be no such copy of a workbook, before it is checked.

    Raises:
        XlmetricsError: the copy would take the place of a file, or has another ending than its
            workbook must have; the workbook is no .xlsx file.
    """
    if copy.exists():
        raise XlmetricsError(f"{copy}: is there already. Give the copy another name.")
    if Package(source).is_open_document:
        raise XlmetricsError(
            f"{source}: only .xlsx workbooks are annotated. Save it as one and annotate that."
        )
    ending = ending_of(source)
    if copy.suffix.lower() != ending:
        raise XlmetricsError(
            f"{copy}: the copy is an {ending} workbook. Name it {copy.stem}{ending}."
        )


def annotate(report: Report, copy: Path) -> None:
    """Write a copy of the workbook that was checked, with what was found in it.

    Raises:
        XlmetricsError: as ``refuse`` does, or the copy cannot be written.
    """
    refuse(report.path, copy)
    notes = [
        Note(place, _note(each), each.severity)
        for each in report.findings
        for place in _places(each)
    ]
    rows = [(each.address, _row(each)) for each in report.findings]
    told = [f"not checked: {line}" for line in left_open(report)]
    lines = [(None, None, None, line) for line in (summary(report), *told)]
    listing = Listing(_TITLE, FINDINGS, _WIDTHS, [*rows, *((None, line) for line in lines)])
    replace_file(copy, annotated(report.path, notes, listing))


def _places(finding: Finding) -> Iterator[Range]:
    """Where a finding is marked: in its place, where it begins, and where it shows as well."""
    others = [finding.origin] if finding.origin else []
    yield finding.where or Range.between(finding.address, finding.address)
    for cell in dict.fromkeys((*others, *finding.affected)):
        yield Range.between(cell, cell)


def _note(finding: Finding) -> str:
    lines = [f"{finding.code}: {sentence(finding)}"]
    lines += [f"{what}: {printable(text)}" for what, text in beside(finding) if what != "formula"]
    return "\n".join(lines)


def _row(finding: Finding) -> tuple[str | float | None, ...]:
    more = dict(beside(finding))
    own = [printable(more.pop(each, "")) or None for each in _OF_THEIR_OWN]
    return (
        place(finding),
        finding.code,
        finding.severity.value,
        printable(finding.message),
        _value(finding.found),
        _value(finding.expected),
        finding.effect,
        *own,
        "; ".join(f"{what}: {text}" for what, text in more.items()) or None,
    )


def _value(value: Result) -> str | float | None:
    return value if is_number(value) else figure(value) or None
