"""A check as JSON, in a stable schema: keys are added, never changed or taken away."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from xlmetrics.model import ErrorValue, NotChecked

if TYPE_CHECKING:
    from xlmetrics.check import Report
    from xlmetrics.model import Result

SCHEMA = "xlmetrics.check/1"


def report_as_json(report: Report) -> str:
    """The report as one JSON object.

    Numbers, text, true, false and null stand for themselves; an error value is
    ``{"error": "#N/A"}`` and a value that could not be had ``{"not_checked": reason}``.
    """
    return json.dumps(
        {
            "schema": SCHEMA,
            "file": str(report.path),
            "saved_by": report.saved_by,
            "formulas": report.formulas,
            "mistakes": len(report.mistakes),
            "cells": [
                {
                    "sheet": cell.address.sheet,
                    "cell": cell.address.a1,
                    "measure": cell.measure,
                    "in_file": plain(cell.stored),
                    "recomputed": plain(cell.recomputed),
                    "reference": plain(cell.reference),
                    "verdict": cell.verdict,
                }
                for cell in report.cells
            ],
            "findings": [
                {
                    "code": finding.code,
                    "severity": finding.severity,
                    "sheet": finding.address.sheet,
                    "cell": finding.address.a1,
                    "message": finding.message,
                    "found": plain(finding.found),
                    "expected": plain(finding.expected),
                    "formula": finding.formula,
                    "instead": finding.instead,
                    "effect": finding.effect,
                }
                for finding in report.findings
            ],
            "not_checked": [
                {"where": where, "reason": reason} for where, reason in report.not_checked.items()
            ],
        },
        indent=2,
    )


def plain(value: Result) -> Any:
    """A value as JSON has it."""
    match value:
        case ErrorValue():
            return {"error": value.name}
        case NotChecked():
            return {"not_checked": value.reason}
        case _:
            return value
