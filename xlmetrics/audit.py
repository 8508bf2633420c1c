"""Check: recompute a workbook, and hold it against the reference and against what it stores.

A module of the verb's name would hide the function ``xlmetrics.check``.

Three witnesses speak for each measure cell: the value stored in the file, the value of its
formula recomputed, and the reference applied to the file's own inputs.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from xlmetrics.diagnosis.diagnose import diagnose
from xlmetrics.diagnosis.model import Conclusion, Stage
from xlmetrics.engine import Calculation
from xlmetrics.errors import XlmetricsError
from xlmetrics.expected import expectations, unfit
from xlmetrics.model import NotChecked, Severity, agree
from xlmetrics.read import read_workbook
from xlmetrics.roles import read_roles
from xlmetrics.roles.model import Reading
from xlmetrics.rules import findings
from xlmetrics.rules.evidence import Evidence
from xlmetrics.rules.manual import codes
from xlmetrics.witnesses import Engine, testimony

if TYPE_CHECKING:
    import os
    from collections.abc import Collection, Iterable, Iterator, Mapping

    from xlmetrics.address import Address
    from xlmetrics.diagnosis.model import Diagnosis
    from xlmetrics.expected import Expectation
    from xlmetrics.model import Cell, Finding, Result, Sheet, Value, Workbook
    from xlmetrics.roles import Overrides


TRIALS = 40
"""On so many other inputs the formulas are tried."""

FEW = 6
"""On so many, those of foreign sheets; more would hardly tell one way of computing from another."""

SECONDS = 8.0
"""For about so long; where a single calculation takes longer, none is tried."""

SHOWN = 6


class Verdict(StrEnum):
    """What the witnesses say of a measure cell."""

    OK = "ok"
    MISTAKE = "mistake"
    NOT_CHECKED = "not checked"
    LEFT_OUT = "left out"


FINDINGS = (
    *("cell", "rule", "weight", "what", "found", "should be", "effect", "formula", "right", "more"),
)
"""The headings of the sheet on which an annotated copy lists what was found."""

MEASURES, NO_MEASURE = "measures", "no ranking measure found"
"""What is said to be not checked where there is nothing of the kind."""

NONE_KNOWN = "measures are named, but nothing tells what they are measures of"
"""What is said of it where no figure was told from which cells it is."""

NOT_UNDERSTOOD = "most of its figures were not understood; --map can say what its cells are for"
"""What is said of a sheet where nothing explains most of what was found."""


_VERDICTS = {
    Conclusion.RIGHT: Verdict.OK,
    Conclusion.VARIANT: Verdict.OK,
    Conclusion.UNDETERMINED: Verdict.NOT_CHECKED,
}


@dataclass(frozen=True, slots=True)
class MeasureCell:
    """A cell that shows a measure: what is stored, what its formula gives, what it must be.

    ``recomputed`` is None where no formula stands. ``says`` tells which variant of the measure it
    is, and whatever else is unusual.
    """

    address: Address
    measure: str
    stored: Value
    recomputed: Result
    reference: Result
    verdict: Verdict
    says: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Report:
    """What a check found in one file; ``not_checked`` says why for each part left open.

    ``reading`` is what was understood of a workbook that does not say itself where its measures
    stand.
    """

    path: Path
    saved_by: str
    formulas: int
    cells: tuple[MeasureCell, ...]
    findings: tuple[Finding, ...]
    not_checked: Mapping[str, str]
    reading: Reading = field(default_factory=Reading)

    @property
    def has_measures(self) -> bool:
        """Whether any cell is known, or was taken, to show a measure."""
        return self.not_checked.get(MEASURES) not in (NO_MEASURE, NONE_KNOWN)

    @property
    def mistakes(self) -> tuple[Finding, ...]:
        """The findings that are more than notes."""
        return tuple(find for find in self.findings if find.severity is Severity.MISTAKE)

    @property
    def notes(self) -> tuple[Finding, ...]:
        """The findings that are no mistakes."""
        return tuple(find for find in self.findings if find.severity is Severity.NOTE)

    def only(self, select: Iterable[str] = (), ignore: Iterable[str] = ()) -> Report:
        """The report with the findings of some rules only; the others are told as not checked.

        Codes may be shortened: ``XL2`` stands for all that begin with it. Where ``select`` is
        empty, all are meant.

        Raises:
            XlmetricsError: there is no such rule.
        """
        chosen, left_out = codes(select), codes(ignore)
        kept = tuple(
            find
            for find in self.findings
            if (not chosen or find.code in chosen) and find.code not in left_out
        )
        dropped = {find.code: "left out, as asked" for find in self.findings if find not in kept}
        told = {cell for find in kept for cell in find.cells}
        silent = {cell for find in self.findings for cell in find.cells} - told
        cells = tuple(
            replace(cell, verdict=Verdict.LEFT_OUT)
            if cell.verdict is Verdict.MISTAKE and cell.address in silent
            else cell
            for cell in self.cells
        )
        not_checked = {**self.not_checked, **dropped}
        return replace(self, cells=cells, findings=kept, not_checked=not_checked)


def check(
    path: str | os.PathLike[str],
    engine: Engine | str = Engine.FORMULAS,
    *,
    everything: bool = False,
    overrides: Overrides = (),
) -> Report:
    """Recompute every formula of a workbook and check every measure it is known to hold.

    The formulas are tried on other inputs by our engine, where it is asked. In a workbook
    without any ranking measure nothing is found, unless ``everything`` asks for the rules about
    spreadsheets there too. ``overrides`` (``xlmetrics.roles.parse_map``) say what cells of a
    foreign workbook are for, in place of what would be inferred.

    Raises:
        XlmetricsError: the file cannot be read, LibreOffice is asked for and cannot be had, or
            the overrides do not fit the workbook.
    """
    path = Path(path)
    workbook = read_workbook(path)
    return check_workbook(workbook, path, engine, everything=everything, overrides=overrides)


def check_workbook(
    workbook: Workbook,
    path: Path = Path(),
    engine: Engine | str = Engine.FORMULAS,
    *,
    everything: bool = False,
    overrides: Overrides = (),
) -> Report:
    """Check a workbook that was read from the file already."""
    evidence = _gather(path, workbook, Engine(engine), overrides)
    silent = not everything and not (evidence.stated or evidence.unfit or evidence.diagnoses)
    found = sorted(
        () if silent else findings(evidence),
        key=lambda finding: (finding.severity, finding.address, finding.code),
    )
    mistaken = {finding.address for finding in found if finding.severity is Severity.MISTAKE}
    cells = [
        _measure_cell(evidence, each.right if each.address in mistaken else each, mistaken)
        for each in evidence.expected
    ]
    cells += [
        _diagnosed_cell(evidence, each) for each in evidence.diagnoses if each.stage > Stage.STEP
    ]
    return Report(
        path,
        evidence.workbook.saved_by,
        len(evidence.recomputed),
        tuple(sorted(cells, key=_by_column)),
        tuple(found),
        dict(_not_checked(evidence)),
        evidence.reading,
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


def _diagnosed_cell(evidence: Evidence, each: Diagnosis) -> MeasureCell:
    stored, recomputed = evidence.workbook.value(each.cell), evidence.recomputed.get(each.cell)
    verdict = _VERDICTS.get(each.conclusion, Verdict.MISTAKE)
    if verdict is Verdict.MISTAKE and agree(each.gives, each.should):
        verdict = Verdict.OK
    elif verdict is Verdict.MISTAKE and each.cell.sheet in evidence.not_understood:
        verdict = Verdict.NOT_CHECKED
    return MeasureCell(each.cell, each.measure, stored, recomputed, each.should, verdict, each.says)


def _by_column(each: MeasureCell) -> tuple[str, int, int]:
    """The order in which a sheet of measures is read: figures and steps column by column."""
    return each.address.sheet, each.address.column, each.address.row


def _timed(calculation: Calculation) -> tuple[dict[Address, Result], float]:
    start = time.monotonic()
    values = calculation.values()
    return values, time.monotonic() - start


def _gather(path: Path, workbook: Workbook, engine: Engine, overrides: Overrides) -> Evidence:
    if workbook.tables and overrides:
        raise XlmetricsError(f"{path}: says itself where its measures stand; --map is for others.")
    calculation = Calculation(workbook)
    reasons = [(table, unfit(table)) for table in workbook.tables]
    tables = tuple(table for table, reason in reasons if reason is None)
    ours, spent = _timed(calculation)
    if SECONDS / TRIALS < spent < SECONDS / 2:
        ours, spent = _timed(calculation)  # what was loaded and compiled the first time is there
    recomputed = testimony(engine, path, workbook, ours)
    trials = 0 if engine is Engine.LIBREOFFICE else min(TRIALS, int(SECONDS / (spent + 0.001)))
    recompute = calculation.values if trials or not workbook.tables else _untried
    del calculation  # of a large workbook it takes a quarter of the room

    def value(address: Address) -> Result:
        return recomputed[address] if address in recomputed else workbook.value(address)

    reading = Reading()
    if not workbook.tables:
        reading = read_roles(_without_findings(_calculated(workbook, recomputed)), overrides)
    return Evidence(
        workbook,
        tables,
        tuple((table, reason) for table, reason in reasons if reason is not None),
        trials,
        recomputed,
        tuple(each for table in tables for each in expectations(table, value)),
        recompute,
        reading,
        diagnose(workbook, reading, recomputed, recompute, min(trials, FEW)),
    )


def _untried(_changed: Mapping[Address, Value]) -> dict[Address, Result]:
    """What formulas give on other inputs, where there is no time to try any."""
    return {}


def _calculated(workbook: Workbook, recomputed: Mapping[Address, Result]) -> Workbook:
    """The workbook with values in the formula cells that were never calculated."""
    sheets = tuple(
        replace(sheet, cells=tuple(_with_value(cell, recomputed) for cell in sheet.cells))
        if any(cell.formula and cell.value is None for cell in sheet.cells)
        else sheet
        for sheet in workbook.sheets
    )
    return workbook if sheets == workbook.sheets else replace(workbook, sheets=sheets)


def _with_value(cell: Cell, recomputed: Mapping[Address, Result]) -> Cell:
    value = recomputed.get(cell.address) if cell.formula and cell.value is None else None
    return cell if value is None or isinstance(value, NotChecked) else cell._replace(value=value)


def _without_findings(workbook: Workbook) -> Workbook:
    """The workbook without the sheet that an annotated copy has been given."""
    kept = tuple(sheet for sheet in workbook.sheets if not _lists_findings(sheet))
    return workbook if len(kept) == len(workbook.sheets) else replace(workbook, sheets=kept)


def _lists_findings(sheet: Sheet) -> bool:
    heads = {cell.address.column: cell.value for cell in sheet.cells if cell.address.row == 1}
    return heads == dict(enumerate(FINDINGS, 1))


def _verdict(mistaken: bool, gives: Result, should: Result) -> Verdict:  # noqa: FBT001
    if mistaken:
        return Verdict.MISTAKE
    if isinstance(gives, NotChecked) or isinstance(should, NotChecked):
        return Verdict.NOT_CHECKED
    return Verdict.OK


def _not_checked(evidence: Evidence) -> Iterator[tuple[str, str]]:
    """What is left open, and why: so that silence never stands for a clean bill."""
    if not evidence.tables and not evidence.diagnoses:
        yield MEASURES, NONE_KNOWN if evidence.reading.figures else NO_MEASURE
    elif evidence.trials < (wanted := TRIALS if evidence.tables else FEW):
        yield "other inputs", f"tried on {evidence.trials} of {wanted}"
    yield from evidence.workbook.left_open.items()
    yield from evidence.reading.open.items()
    yield from ((f"sheet {sheet}", NOT_UNDERSTOOD) for sheet in sorted(evidence.not_understood))
    for each in evidence.diagnoses:
        if each.conclusion is Conclusion.UNDETERMINED:
            yield str(each.cell), f"{each.measure}: {'; '.join(each.says)}"
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
