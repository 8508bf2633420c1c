"""Checks as SARIF 2.1.0, which code hosts and editors show.

https://docs.oasis-open.org/sarif/sarif/v2.1.0/. A workbook has no lines; the row and the column
of a cell stand for line and column, since some readers ask for them, and the sheet and the cell
themselves are logical locations.
"""

from __future__ import annotations

import json
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from xlmetrics.model import Severity
from xlmetrics.report.as_json import plain
from xlmetrics.report.words import beside, left_open, place, sentence
from xlmetrics.rules.manual import manuals

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from xlmetrics.address import Address, Range
    from xlmetrics.audit import Report
    from xlmetrics.audits import Audited
    from xlmetrics.model import Finding
    from xlmetrics.rules.manual import Manual

SCHEMA = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)
_LEVELS = {Severity.MISTAKE: "error", Severity.NOTE: "note"}


def audits_as_sarif(audits: Sequence[Audited]) -> str:
    """One run with a result for each finding; what was not read or checked is notified."""
    order = list(manuals())
    results = [
        _result(each.report, finding, order.index(finding.code))
        for each in audits
        if each.report
        for finding in each.report.findings
    ]
    run = {
        "tool": {
            "driver": {
                "name": "xlmetrics",
                "version": _version(),
                "rules": [_rule(each) for each in manuals().values()],
            }
        },
        "columnKind": "unicodeCodePoints",
        "artifacts": [{"location": _artifact(each.path)} for each in audits],
        "invocations": [
            {
                "executionSuccessful": all(each.report for each in audits),
                "toolExecutionNotifications": [
                    told for each in audits for told in _notifications(each)
                ],
            }
        ],
        "results": results,
    }
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2)


def _version() -> str:
    try:
        return version("xlmetrics")
    except PackageNotFoundError:
        return "unknown"


def _rule(each: Manual) -> dict[str, Any]:
    whole = "\n\n".join(f"{heading}: {text}" for heading, text in each.sections.items())
    return {
        "id": each.code,
        "name": "".join(word[:1].upper() + word[1:] for word in each.name.split()),
        "shortDescription": {"text": f"{each.summary}."},
        "fullDescription": {"text": each.sections["Why it is bad"]},
        "help": {"text": whole},
    }


def _result(report: Report, finding: Finding, number: int) -> dict[str, Any]:
    more = [f"{what}: {text}" for what, text in beside(finding)]
    related = dict.fromkeys([*([finding.origin] if finding.origin else []), *finding.affected])
    return {
        "ruleId": finding.code,
        "ruleIndex": number,
        "level": _LEVELS[finding.severity],
        "message": {"text": "\n".join([f"{place(finding)}: {sentence(finding)}", *more])},
        "locations": [_location(report.path, finding.address, finding.where)],
        "relatedLocations": [_location(report.path, each) for each in related],
        "partialFingerprints": {
            "cell/v1": f"{finding.code} {finding.address}",
        },
        "properties": {
            "found": plain(finding.found),
            "expected": plain(finding.expected),
            "effect": finding.effect,
            "formula": finding.formula,
            "instead": finding.instead,
            "sure": finding.sure,
        },
    }


def _location(path: Path, cell: Address, where: Range | None = None) -> dict[str, Any]:
    named, kind = (where.a1, "range") if where else (cell.a1, "cell")
    return {
        "physicalLocation": {
            "artifactLocation": _artifact(path),
            "region": {"startLine": cell.row, "startColumn": cell.column},
        },
        "logicalLocations": [
            {"name": named, "fullyQualifiedName": str(where or cell), "kind": kind},
            {"name": cell.sheet, "kind": "sheet"},
        ],
    }


def _artifact(path: Path) -> dict[str, str]:
    """A relative path stays one, so that a host finds the file in its own checkout."""
    return {"uri": path.as_uri() if path.is_absolute() else quote(path.as_posix())}


def _notifications(each: Audited) -> Iterator[dict[str, Any]]:
    located = [{"physicalLocation": {"artifactLocation": _artifact(each.path)}}]
    if each.report is None:
        yield {"level": "error", "message": {"text": each.problem}, "locations": located}
        return
    for line in left_open(each.report) if each.report.not_checked else ():
        text = f"not checked: {line}"
        yield {"level": "note", "message": {"text": text}, "locations": located}
