"""Tell of the figures that make a known mistake: what they show, and what should stand there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.model import Finding, Severity, agree, is_number

if TYPE_CHECKING:
    from collections.abc import Iterator

    from xlmetrics.address import Address
    from xlmetrics.rules.evidence import Evidence


def told(
    evidence: Evidence, code: str, why: str, severity: Severity = Severity.MISTAKE
) -> Iterator[Finding]:
    """A finding for each figure that makes the mistake with this code.

    One that comes out right all the same, on the inputs in the file, is only noted. Those that
    an exercise holds answers against are left alone.
    """
    held_against = set(_held_against(evidence))
    for each in evidence.expected:
        if each.mistaken is None or each.mistaken.code != code or each.address in held_against:
            continue
        right, gives = each.mistaken, evidence.value(each.address)
        if not is_number(gives) or not is_number(right.value):
            continue
        message, weight = f"{right.measure}: {why}", severity
        if agree(gives, right.value):
            message, weight = f"{message}; it makes no difference on these inputs", Severity.NOTE
        yield Finding(
            code,
            each.address,
            message,
            gives,
            right.value,
            evidence.workbook.cells[each.address].formula,
            weight,
            right.formula,
        )


def _held_against(evidence: Evidence) -> Iterator[Address]:
    for table in evidence.tables:
        if table.kind == "exercise":
            for name, place in table.fields.items():
                if name.startswith("wrong_"):
                    yield place.first
