"""Tell of the figures of a foreign sheet that were found to be computed in a certain way."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from xlmetrics.diagnosis.model import Conclusion
from xlmetrics.inputs import shown
from xlmetrics.model import Finding, Severity, agree

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from xlmetrics.diagnosis.model import Diagnosis
    from xlmetrics.rules.evidence import Evidence

NOT_LATENT = {"XL117", "XL118"}
"""What other inputs would bring about is not told here: a sheet need not guard against all."""

NOTED = (Conclusion.VARIANT, Conclusion.UNDETERMINED)


def diagnosed(evidence: Evidence, code: str) -> Iterator[Finding]:
    """A finding for each sheet and way of computing with this code.

    It stands at the figure in which the steps end, and names the step with which it begins. A
    valid variant is only noted, and so is a mistake that makes no difference on the inputs in the
    file.
    """
    alike: dict[tuple[str, str, Conclusion], list[Diagnosis]] = defaultdict(list)
    for each in evidence.diagnoses:
        if code in each.codes:
            alike[each.cell.sheet, _said(each, code), each.conclusion].append(each)
    for (_, says, conclusion), found in alike.items():
        if code not in NOT_LATENT or not all(agree(each.gives, each.should) for each in found):
            yield _finding(evidence, code, says, conclusion, found)


def _said(each: Diagnosis, code: str) -> str:
    return each.says[each.codes.index(code)]


def _finding(
    evidence: Evidence,
    code: str,
    says: str,
    conclusion: Conclusion,
    found: Sequence[Diagnosis],
) -> Finding:
    differing = [each for each in found if not agree(each.gives, each.should)]
    told = _last(differing or found)
    weight = Severity.NOTE if conclusion in NOTED else Severity.MISTAKE
    found = differing or found
    message = f"{told.measure}: {says}"
    if conclusion is Conclusion.UNDETERMINED:
        message += f"; as the sheet was read, it should be {shown(told.should)}"
    if weight is Severity.MISTAKE and not differing:
        weight = Severity.NOTE
        message += "; it makes no difference on these inputs"
    first = min(found, key=lambda each: (each.stage, each.cell.row, each.cell.column))
    begins = first if first.stage < told.stage else None
    others = tuple(
        each.cell for each in found if each.stage == told.stage and each.cell != told.cell
    )
    return Finding(
        code,
        told.cell,
        message + _begins(evidence, begins),
        told.gives,
        told.should if weight is Severity.MISTAKE else None,
        evidence.formula(told.cell),
        weight,
        told.instead if weight is Severity.MISTAKE else None,
        origin=begins.cell if begins else None,
        affected=others,
        sure=told.sure,
    )


def _last(found: Sequence[Diagnosis]) -> Diagnosis:
    """The figure in which the steps end: of several, the one that is least of a step."""
    return max(found, key=lambda each: (each.stage, -each.cell.row, -each.cell.column))


def _begins(evidence: Evidence, first: Diagnosis | None) -> str:
    """The step with which it begins, and what it should be."""
    if first is None:
        return ""
    formula = evidence.formula(first.cell)
    begins = f"; it begins in {first.cell.a1}"
    if formula is None:
        return f"{begins}, where {shown(first.gives)} was typed"
    told = first.instead is not None and first.instead != formula
    should = f", which should be {first.instead}" if told else ""
    return f"{begins} with {formula}{should}"
