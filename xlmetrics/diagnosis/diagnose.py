"""Find out what the figures of a foreign sheet compute: on its own inputs, and on others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.diagnosis.examining import examine
from xlmetrics.diagnosis.standing import Standing
from xlmetrics.diagnosis.subjects import subjects
from xlmetrics.diagnosis.telling import tell

if TYPE_CHECKING:
    from collections.abc import Mapping

    from xlmetrics.address import Address
    from xlmetrics.diagnosis.model import Diagnosis
    from xlmetrics.diagnosis.standing import Recompute
    from xlmetrics.model import Result, Workbook
    from xlmetrics.roles.model import Reading


MANY = 1_000
"""Where there are more figures and steps than this, they tell of each other."""

FEW = 3
"""So many other inputs are enough for them."""


def diagnose(
    workbook: Workbook,
    reading: Reading,
    recomputed: Mapping[Address, Result],
    recompute: Recompute,
    trials: int,
) -> tuple[Diagnosis, ...]:
    """What each figure and each step of a foreign workbook computes, and what it should.

    ``recomputed`` holds the values of the formula cells, and ``recompute`` gives them when some
    inputs are changed, which is tried ``trials`` times.
    """
    if not (reading.rankings or reading.figures):
        return ()
    standing = Standing(workbook, reading, recomputed, recompute)
    found = list(subjects(reading, standing.value))
    return tell(
        standing, examine(standing, found, min(trials, FEW) if len(found) > MANY else trials)
    )
