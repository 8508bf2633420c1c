"""Checks for the tests of a team: ``assert_clean("sheet.xlsx")`` in any test framework."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.audit import check
from xlmetrics.report.words import beside, place, sentence

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable, Iterator

    from xlmetrics.audit import Report


def assert_clean(
    path: str | os.PathLike[str],
    *,
    select: Iterable[str] = (),
    ignore: Iterable[str] = (),
    notes: bool = False,
) -> Report:
    """Check a workbook, and fail in words if there is a mistake in it; else give the report.

    ``select`` and ``ignore`` name rules, ``XL101`` or all that begin with ``XL2``; with ``notes``
    a note is as bad as a mistake. A workbook without ranking measures is clean.

    Raises:
        AssertionError: there is a mistake; it says each, with its cell and what to paste there.
        XlmetricsError: the file cannot be read, or there is no such rule.
    """
    report = check(path).only(select, ignore)
    if report.findings if notes else report.mistakes:
        raise AssertionError("\n".join(_lines(report, notes=notes)))
    return report


def _lines(report: Report, *, notes: bool) -> Iterator[str]:
    found = report.findings if notes else report.mistakes
    yield f"{report.path}: {len(found)} finding{'s' if len(found) > 1 else ''}"
    for each in found:
        yield f"{each.code} {place(each)}: {sentence(each)}"
        for what, text in beside(each):
            yield f"  {what}: {text}"
