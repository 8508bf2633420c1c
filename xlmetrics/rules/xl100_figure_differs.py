"""XL100 figure differs: a formula gives another value than the measure it stands for.

What it does: holds the recomputed value of each measure cell against the reference, applied to
the inputs in the file; tells of lookups that take the nearest key where keys are not in order.
In a sheet of others, a formula that nobody knows is only noted where several figures use it.

Why it is bad: the figure is wrong, and nothing on the sheet shows it.

Example: `=B4/LOG(A4,2)` for the discounted gain at rank 3.

Use instead: `=B4/LOG(A4+1,2)`.
"""

from __future__ import annotations

from operator import contains
from typing import TYPE_CHECKING

from xlmetrics.formula import references_in
from xlmetrics.model import ErrorValue, Finding, Severity, agree
from xlmetrics.rules.diagnosed import diagnosed
from xlmetrics.rules.lookups import exact_lookups

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from xlmetrics.address import Address
    from xlmetrics.rules.evidence import Evidence

CODE = "XL100"


def find(evidence: Evidence) -> Iterator[Finding]:
    """Measure cells whose formula gives a wrong value, and from which of them others follow."""
    wrong = list(evidence.wrong_figures())
    addresses = sorted(each.address for each, _, _ in wrong)
    for each, gives, formula in wrong:
        if not isinstance(gives, ErrorValue):
            source = _source(each.address, formula, addresses)
            why = f"; this follows from {source.a1}" if source else ""
            message = f"{each.measure}: the formula gives another value than the measure{why}"
            yield Finding(CODE, each.address, message, gives, each.value, formula)
    yield from diagnosed(evidence, CODE)
    if evidence.is_foreign:
        yield from _nearest_keys(evidence)


def _nearest_keys(evidence: Evidence) -> Iterator[Finding]:
    """Lookups that give another row than that of the key; if none does, that one might."""
    found = exact_lookups(evidence.workbook)
    wrong = {at: exact for at, exact in found.items() if not agree(evidence.value(at), exact[1])}
    for at, (formula, value) in [*(wrong or found).items()][:1]:
        message = (
            "the lookup takes the nearest key, and the keys are not in order; its last argument "
            "must ask for the same key"
        )
        yield Finding(
            CODE,
            at,
            message if wrong else f"{message}; it makes no difference on these inputs",
            evidence.value(at),
            value if wrong else None,
            evidence.formula(at),
            Severity.MISTAKE if wrong else Severity.NOTE,
            formula if wrong else None,
            affected=tuple(wrong)[1:],
        )


def _source(address: Address, formula: str | None, wrong: Sequence[Address]) -> Address | None:
    """A wrong figure to which the formula of another refers; None where it is wrong by itself."""
    places = references_in(formula or "", address.sheet)
    reached = (other for other in wrong for place in places if contains(place, other))
    return next(reached, None)
