"""A check as JSON, in a stable schema: keys are added, never changed or taken away.

The schema stands in ``docs/check.schema.json``.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from xlmetrics.model import ErrorValue, NotChecked
from xlmetrics.report.words import mapping

if TYPE_CHECKING:
    from collections.abc import Sequence

    from xlmetrics.address import Address
    from xlmetrics.audit import MeasureCell, Report
    from xlmetrics.audits import Audited
    from xlmetrics.model import Finding, Result

SCHEMA = "xlmetrics.check/1"
SEVERAL = "xlmetrics.checks/1"


def audits_as_json(audits: Sequence[Audited], *, alone: bool) -> str:
    """The report of a file that is alone, or those of several, as one JSON object.

    Numbers, text, true, false and null stand for themselves; an error value is
    ``{"error": "#N/A"}`` and a value that could not be had ``{"not_checked": reason}``.
    """
    files = [
        _report(each.report) if each.report else {"file": str(each.path), "problem": each.problem}
        for each in audits
    ]
    told = {"schema": SCHEMA, **files[0]} if alone else {"schema": SEVERAL, "files": files}
    return json.dumps(told, indent=2)


def _report(report: Report) -> dict[str, Any]:
    return {
        "file": str(report.path),
        "saved_by": report.saved_by,
        "formulas": report.formulas,
        "has_measures": report.has_measures,
        "mistakes": len(report.mistakes),
        "notes": len(report.notes),
        "taken_for": list(mapping(report)),
        "cells": list(map(_cell, report.cells)),
        "findings": list(map(_finding, report.findings)),
        "not_checked": [
            {"where": where, "reason": reason} for where, reason in report.not_checked.items()
        ],
    }


def _cell(cell: MeasureCell) -> dict[str, Any]:
    return {
        **_place(cell.address),
        "measure": cell.measure,
        "in_file": plain(cell.stored),
        "recomputed": plain(cell.recomputed),
        "reference": plain(cell.reference),
        "verdict": cell.verdict,
        "says": cell.says,
    }


def _finding(finding: Finding) -> dict[str, Any]:
    return {
        "code": finding.code,
        "severity": finding.severity,
        **_place(finding.address),
        "range": (finding.where.a1 if finding.where else finding.address.a1),
        "message": finding.message,
        "found": plain(finding.found),
        "expected": plain(finding.expected),
        "formula": finding.formula,
        "instead": finding.instead,
        "effect": finding.effect,
        "sure": finding.sure,
        "origin": _place(finding.origin) if finding.origin else None,
        "affected": list(map(_place, finding.affected)),
    }


def _place(address: Address) -> dict[str, str]:
    return {"sheet": address.sheet, "cell": address.a1}


def plain(value: Result) -> Any:
    """A value as JSON has it."""
    match value:
        case ErrorValue():
            return {"error": value.name}
        case NotChecked():
            return {"not_checked": value.reason}
        case _:
            return value
