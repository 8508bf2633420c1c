"""Check: recompute a workbook, and hold it against the reference and against what it stores.

Three witnesses speak for each measure cell: the value stored in the file, the value of its
formula recomputed, and the reference applied to the file's own inputs.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain
from typing import TYPE_CHECKING

from xlmetrics.engine import Calculation
from xlmetrics.expected import expectations, unfit
from xlmetrics.model import NotChecked, Severity
from xlmetrics.read import read_workbook
from xlmetrics.rules import findings
from xlmetrics.rules.evidence import Evidence
from xlmetrics.witnesses import Engine, testimony

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping
    from pathlib import Path

    from xlmetrics.address import Address
    from xlmetrics.expected import Expectation
    from xlmetrics.model import Finding, Result, Value


TRIALS = 40
"""On so many other inputs the formulas are tried."""

SECONDS = 8.0
"""For about so long; where a single calculation takes longer, none is tried."""

SHOWN = 6


class Verdict(StrEnum):
    """What the witnesses say of a measure cell."""

    OK = "ok"
    MISTAKE = "mistake"
    NOT_CHECKED = "not checked"


@dataclass(frozen=True, slots=True)
class MeasureCell:
    """A cell that shows a measure: what is stored, what its formula gives, what it must be.

    ``recomputed`` is None where no formula stands.
    """

    address: Address
    measure: str
    stored: Value
    recomputed: Result
    reference: Result
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class Report:
    """What a check found in one file; ``not_checked`` says why for each part left open."""

    path: Path
    saved_by: str
    formulas: int
    cells: tuple[MeasureCell, ...]
    findings: tuple[Finding, ...]
    not_checked: Mapping[str, str]

    @property
    def mistakes(self) -> tuple[Finding, ...]:
        """The findings that are more than notes."""
        return tuple(find for find in self.findings if find.severity is Severity.MISTAKE)


def check(path: Path, engine: Engine = Engine.FORMULAS) -> Report:
    """Recompute every formula of a workbook and check every measure it is known to hold.

    The formulas are tried on other inputs by our engine, where it is asked.

    Raises:
        XlmetricsError: the file cannot be read, or LibreOffice is asked for and cannot be had.
    """
    evidence = _gather(path, engine)
    found = sorted(
        findings(evidence), key=lambda finding: (finding.severity, finding.address, finding.code)
    )
    mistaken = {finding.address for finding in found if finding.severity is Severity.MISTAKE}
    cells = tuple(
        _measure_cell(evidence, each.right if each.address in mistaken else each, mistaken)
        for each in sorted(evidence.expected, key=_by_column)
    )
    return Report(
        path,
        evidence.workbook.saved_by,
        len(evidence.recomputed),
        cells,
        tuple(found),
        dict(_not_checked(evidence)),
    )


def _measure_cell(
    evidence: Evidence, must: Expectation, mistaken: Collection[Address]
) -> MeasureCell:
    address = must.address
    return MeasureCell(
        address,
        must.measure,
        evidence.workbook.value(address),
        evidence.recomputed.get(address),
        must.value,
        _verdict(address in mistaken, evidence.value(address), must.value),
    )


def _by_column(each: Expectation) -> tuple[str, int, int]:
    """The order in which a sheet of measures is read: figures and steps column by column."""
    return each.address.sheet, each.address.column, each.address.row


def _timed(calculation: Calculation) -> tuple[dict[Address, Result], float]:
    start = time.monotonic()
    values = calculation.values()
    return values, time.monotonic() - start


def _gather(path: Path, engine: Engine) -> Evidence:
    workbook = read_workbook(path)
    calculation = Calculation(workbook)
    reasons = [(table, unfit(table)) for table in workbook.tables]
    tables = tuple(table for table, reason in reasons if reason is None)
    ours, spent = _timed(calculation)
    if SECONDS / TRIALS < spent < SECONDS / 2:
        ours, spent = _timed(calculation)  # what was loaded and compiled the first time is there
    recomputed = testimony(engine, path, workbook, ours)
    trials = 0 if engine is Engine.LIBREOFFICE else min(TRIALS, int(SECONDS / (spent + 0.001)))
    recompute = calculation.values if trials else _untried
    del calculation  # of a large workbook it takes a quarter of the room

    def value(address: Address) -> Result:
        return recomputed[address] if address in recomputed else workbook.value(address)

    return Evidence(
        workbook,
        tables,
        tuple((table, reason) for table, reason in reasons if reason is not None),
        trials,
        recomputed,
        tuple(each for table in tables for each in expectations(table, value)),
        recompute,
    )


def _untried(_changed: Mapping[Address, Value]) -> dict[Address, Result]:
    """What formulas give on other inputs, where there is no time to try any."""
    return {}


def _verdict(mistaken: bool, gives: Result, should: Result) -> Verdict:  # noqa: FBT001
    if mistaken:
        return Verdict.MISTAKE
    if isinstance(gives, NotChecked) or isinstance(should, NotChecked):
        return Verdict.NOT_CHECKED
    return Verdict.OK


def _not_checked(evidence: Evidence) -> Iterator[tuple[str, str]]:
    """What is left open, and why: so that silence never stands for a clean bill."""
    if not evidence.tables:
        yield "measures", "the file does not say which cells hold them"
    elif evidence.trials < TRIALS:
        yield "other inputs", f"tried on {evidence.trials} of {TRIALS}"
    known = {each.address for each in evidence.expected}
    open_measures = ((each.address, each.value) for each in evidence.expected)
    for address, value in chain(evidence.recomputed.items(), open_measures):
        if isinstance(value, NotChecked):
            yield str(address), value.reason
    outside = [str(address) for address in evidence.recomputed if address not in known]
    if outside and evidence.tables:
        more = f" and {len(outside) - SHOWN} more" if len(outside) > SHOWN else ""
        yield (
            ", ".join(outside[:SHOWN]) + more,
            "recomputed, but no table of measures says what they must be",
        )
