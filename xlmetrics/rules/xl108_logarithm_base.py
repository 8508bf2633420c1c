"""XL108 logarithm base: the discount is a natural or a decimal logarithm.

What it does: tells of DCG and of its ideal by LN or LOG10; in nDCG it is only noted, since the
base falls out of the ratio, and so it is in steps of nDCG that nobody calls DCG.

Why it is bad: DCG is 1.4 times too small, or 3.3 times too large, and cannot be compared with
that of others.

Example: `=B2/LN(A2+1)`; `=B2/LOG(A2+1)`, whose base is 10.

Use instead: `=B2/LOG(A2+1,2)`.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from xlmetrics.model import Severity
from xlmetrics.roles.words import understand
from xlmetrics.rules.diagnosed import diagnosed
from xlmetrics.rules.grid import TEXT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from xlmetrics.model import Finding
    from xlmetrics.rules.evidence import Evidence

CODE = "XL108"

_OTHER = re.compile(
    r"(?<![a-z])ln(?![a-z])|log_?10|log_?e\b|natural|nat[uü]rlich|naturel|n[eé]p[eé]rien|neperian",
    re.IGNORECASE,
)
_OF_TWO = re.compile(r"log_?\s?2|base 2|basis 2|\blb\b", re.IGNORECASE)


def find(evidence: Evidence) -> Iterator[Finding]:
    """Discounts by another logarithm than that of base 2.

    Where the sheet says that it means another one, and does not speak of base 2, it is only noted,
    and so are steps of nDCG.
    """
    texts = [*_texts(evidence)]
    meant = any(map(_OTHER.search, texts)) and not any(map(_OF_TWO.search, texts))
    meant = meant or _are_steps(evidence)
    for finding in diagnosed(evidence, CODE):
        yield replace(finding, severity=Severity.NOTE, instead=None) if meant else finding


def _are_steps(evidence: Evidence) -> bool:
    """Whether nothing that shows another logarithm is called DCG, and nDCG is computed."""
    figures = {figure.address: figure for figure in evidence.reading.figures}
    shown = [figures.get(each.cell) for each in evidence.diagnoses if CODE in each.codes]
    named = (understand(figure.label) for figure in shown if figure and figure.label)
    if any(said and said.measure in ("DCG", "IDCG") for said in named):
        return False
    return any(figure.measure == "nDCG" for figure in figures.values())


def _texts(evidence: Evidence) -> Iterator[str]:
    for grid in evidence.regions.grids.values():
        yield from (str(grid.cells[at].value) for at, mark in grid.marks.items() if mark == TEXT)
