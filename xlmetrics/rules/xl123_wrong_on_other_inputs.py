"""XL123 wrong on other inputs: a formula is right on the inputs in the file, not on others.

What it does: tries the formulas on other inputs that the table allows (grades of its scale,
blanks, all alike; cut-offs from 1 to beyond the list; ranks beyond the cut-off and none) and
holds each measure cell against the reference.

Why it is bad: the figure turns wrong when somebody judges another query.

Example: `=SUM(C2:C6)` for DCG@k, right only while the cut-off is 5.

Use instead: `=SUMIFS(C2:C7,A2:A7,"<="&B10)`.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from xlmetrics.expected import expectations
from xlmetrics.inputs import shown
from xlmetrics.model import Finding, NotChecked
from xlmetrics.rules.evidence import agree
from xlmetrics.rules.perturb import perturb

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from xlmetrics.address import Address
    from xlmetrics.expected import Expectation
    from xlmetrics.model import Result, Value
    from xlmetrics.rules.evidence import Evidence

CODE = "XL123"
TRIALS = 40
SHOWN_INPUTS = 12


def find(evidence: Evidence) -> Iterator[Finding]:
    """Measure cells that go wrong on other inputs; the trial that showed it is named."""
    random = Random(0)  # the same trials each time
    seen = {each.address for each in evidence.expected if _is_wrong(each, evidence.recomputed)}
    for _ in range(TRIALS if evidence.tables else 0):
        changed = perturb(evidence.workbook, evidence.tables, random)
        recomputed = evidence.recompute(changed)
        for each in _expected(evidence, recomputed | changed):
            if each.address not in seen and _is_wrong(each, recomputed):
                seen.add(each.address)
                yield Finding(
                    CODE,
                    each.address,
                    f"{each.measure}: the formula is right on the inputs in the file, but not on "
                    f"others, such as {_described(changed)}",
                    recomputed[each.address],
                    each.value,
                    evidence.workbook.cells[each.address].formula,
                )


def _expected(evidence: Evidence, values: Mapping[Address, Result]) -> Iterator[Expectation]:
    def value(address: Address) -> Result:
        return values[address] if address in values else evidence.workbook.value(address)

    for table in evidence.tables:
        yield from expectations(table, value)


def _is_wrong(each: Expectation, recomputed: Mapping[Address, Result]) -> bool:
    """Whether a formula stands there and gives another value; what is not checked is not wrong."""
    gives = recomputed.get(each.address)
    if gives is None or isinstance(gives, NotChecked) or isinstance(each.value, NotChecked):
        return False
    return not agree(gives, each.value)


def _described(changed: Mapping[Address, Value]) -> str:
    inputs = [f"{address.a1} = {shown(changed[address])}" for address in sorted(changed)]
    more = f" and {len(inputs) - SHOWN_INPUTS} more" if len(inputs) > SHOWN_INPUTS else ""
    return ", ".join(inputs[:SHOWN_INPUTS]) + more
