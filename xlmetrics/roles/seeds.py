"""What headings say of the cells under them, in the words in which formulas are understood."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.roles.columns import first_rank_runs
from xlmetrics.roles.model import Meaning
from xlmetrics.roles.senses import NUMBER, TEXT, TOTAL, Sense

if TYPE_CHECKING:
    from collections.abc import Iterable

    from xlmetrics.address import Address
    from xlmetrics.roles.listed import Listed
    from xlmetrics.roles.tables import Table
    from xlmetrics.roles.words import Said

_SENSES: dict[Meaning | str, Sense] = {
    Meaning.QUERY: Sense(TEXT),
    Meaning.SYSTEM: Sense(TEXT),
    Meaning.DOCUMENT: Sense(TEXT),
    Meaning.JUDGED: Sense(Meaning.GRADE),
    Meaning.IDEAL_GRADE: Sense(Meaning.GRADE, ideal=True),
    Meaning.IDEAL_GAIN: Sense(Meaning.GAIN, ideal=True),
    Meaning.IDEAL_DISCOUNTED_GAIN: Sense(Meaning.DISCOUNTED_GAIN, ideal=True),
    Meaning.CUMULATED_GAIN: Sense("DCG"),
    Meaning.CUMULATED_IDEAL: Sense("DCG", ideal=True),
    Meaning.NDCG_AT_RANK: Sense("nDCG"),
    Meaning.RECALL_AT_RANK: Sense("R"),
    "IDCG": Sense("DCG", ideal=True),
    "ideal discount": Sense(Meaning.DISCOUNT),
    "relevant": Sense(TOTAL),
    "returned": Sense(NUMBER),
    "ideal rank": Sense(Meaning.RANK, ideal=True),
    "k": Sense(NUMBER),
}


COMMON = frozenset({Meaning.WEIGHT, Meaning.DISCOUNT, Meaning.GAIN, Meaning.DISCOUNTED_GAIN})
"""Headings that say something of lists beside ranks or grades alone: others sell at a discount."""


def sense_of(said: Said) -> Sense | None:
    """The sense of what a heading says; None where it says nothing of single cells."""
    if said.what in ("", "mean", "total", "pooled", "spread", "missed"):
        return None
    sense = _SENSES.get(said.what, Sense(said.what))
    return sense._replace(over="mean") if said.mean else sense


def seeds(tables: Iterable[Table], listed: Iterable[Listed]) -> dict[Address, Sense]:
    """The sense that each cell under a heading is said to have."""
    found: dict[Address, Sense] = {}
    for table in tables:
        first = [run.column for run in first_rank_runs(table)]
        for run in table.columns.values():
            sense = sense_of(run.said)
            if run.said.what in COMMON and not table.saying(Meaning.RANK, Meaning.GRADE):
                continue
            if run.column in first:
                sense = Sense(Meaning.FIRST_RANK)
            if sense is not None:
                found |= dict.fromkeys(table.cells(run), sense)
    for each in listed:
        found |= dict.fromkeys(each.judged, Sense(Meaning.GRADE))
        found |= dict.fromkeys(each.grades, Sense(Meaning.GRADE))
        found |= dict.fromkeys(each.ranks, Sense(Meaning.RANK))
    return found
