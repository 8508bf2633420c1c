"""XL123 wrong on other inputs: a formula is right on the inputs in the file, not on others.

What it does: tries the formulas on other inputs that the table allows (grades of its scale,
blanks, all alike; cut-offs from 1 to beyond the list; ranks beyond the cut-off and none) and
holds each measure cell against the reference.

Why it is bad: the figure turns wrong when somebody judges another query.

Example: `=SUM(C2:C6)` for DCG@k, right only while the cut-off is 5.

Use instead: `=SUMIFS(C2:C7,A2:A7,"<="&B10)`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.expected import inputs
from xlmetrics.inputs import shown
from xlmetrics.model import Finding
from xlmetrics.rules.diagnosed import diagnosed
from xlmetrics.rules.evidence import meets

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from xlmetrics.address import Address
    from xlmetrics.expected import Expectation
    from xlmetrics.model import Result, Table, Value
    from xlmetrics.rules.evidence import Evidence

CODE = "XL123"
SHOWN_INPUTS = 14


def find(evidence: Evidence) -> Iterator[Finding]:
    """Measure cells that go wrong on other inputs; the trial that showed it is named."""
    gives = evidence.recomputed
    seen = {each.address for each in evidence.expected if not _is_right(each, gives)}
    for changed, recomputed in evidence.tried():
        for table, each in evidence.expected_on(recomputed | changed):
            if each.address not in seen and not _is_right(each, recomputed):
                seen.add(each.address)
                yield Finding(
                    CODE,
                    each.address,
                    f"{each.measure}: the formula is right on the inputs in the file, but not on "
                    f"others, such as {_described(table, changed)}",
                    recomputed[each.address],
                    each.value,
                    evidence.workbook.cells[each.address].formula,
                )
    yield from diagnosed(evidence, CODE)


def _is_right(each: Expectation, recomputed: Mapping[Address, Result]) -> bool:
    """Whether the formula gives what it must; a cell without a formula is another rule's."""
    return each.address not in recomputed or meets(recomputed[each.address], each.value)


def _described(table: Table, changed: Mapping[Address, Value]) -> str:
    """The inputs of the table, as the trial had them."""
    addresses = sorted({address for address, _ in inputs(table) if address in changed})
    told = [f"{address.a1} = {shown(changed[address])}" for address in addresses]
    more = f" and {len(told) - SHOWN_INPUTS} more" if len(told) > SHOWN_INPUTS else ""
    return ", ".join(told[:SHOWN_INPUTS]) + more
