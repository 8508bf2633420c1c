"""Systems under one measure: their means, and each but the baseline held against it.

The rows of ``scores`` are one for each query and system. Those of ``pairs`` are one for each query
and system but the baseline; ``pair_score`` and ``pair_base`` say in which rows their scores stand.
The rows of ``systems`` and ``others`` are the systems, all and without the baseline.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from xlmetrics import reference
from xlmetrics.inputs import as_it_stands, read_score
from xlmetrics.quantities.quantity import (
    MAX_JUDGED_ROWS,
    SCORE,
    WHOLE,
    Given,
    Kind,
    Quantity,
)
from xlmetrics.reference.significance import SAME

if TYPE_CHECKING:
    from collections.abc import Callable

    from xlmetrics.quantities.quantity import Seen
    from xlmetrics.reference import Outcomes, PairedT

SCORES, SYSTEMS, PAIRS, OTHERS = "scores", "systems", "pairs", "others"

FIGURES = ("mean_difference", "won", "tied", "lost", "deviation", "t_statistic", "t_p")
"""What a system against the baseline comes to, in the order in which it is shown."""

_DIGITS = "0.0000"
_SIGNED = r"\+0.0000;\-0.0000;0.0000"
_SAME = f"{SAME:.0E}"
_COUNT = "COUNTIF([pair_system],[@compared_system])"


def _means(seen: Seen) -> list[float]:
    of = _grouped(seen.column("score_system"), seen.column("score"))
    return [reference.mean(of[system]) for system in seen.column("system_number")]


def _differences(seen: Seen) -> list[float]:
    scores = seen.column("score")
    rows = zip(seen.column("pair_score"), seen.column("pair_base"), strict=True)
    return [scores[one - 1] - scores[base - 1] for one, base in rows]


def _grouped(keys: list[Any], values: list[float]) -> dict[Any, list[float]]:
    of: dict[Any, list[float]] = {}
    for key, value in zip(keys, values, strict=True):
        of.setdefault(key, []).append(value)
    return of


def _of_each(value: Callable[[list[float]], Any]) -> Callable[[Seen], list[Any]]:
    """A value for the differences of each system, blank where there is none."""

    def values(seen: Seen) -> list[Any]:
        of = _grouped(seen.column("pair_system"), _differences(seen))
        found = [value(of[system]) for system in seen.column("compared_system")]
        return ["" if each is None else each for each in found]

    return values


def _counted(which: Callable[[Outcomes], int]) -> Callable[[Seen], list[Any]]:
    return _of_each(lambda differences: which(reference.outcomes(differences)))


def _tested(which: Callable[[PairedT], float | None]) -> Callable[[Seen], list[Any]]:
    return _of_each(lambda differences: which(reference.paired_t(differences)))


def _fixed(name: str, rows: str) -> Given:
    return Given(name, rows, as_it_stands, fixed=True)


COMPARED = Kind(
    "compared",
    (
        Given("score", SCORES, read_score, fixed=True),
        _fixed("score_system", SCORES),
        _fixed("system_number", SYSTEMS),
        Quantity(
            "mean_score",
            SYSTEMS,
            "=AVERAGEIFS([score],[score_system],[@system_number])",
            _means,
            _DIGITS,
        ),
        *(_fixed(name, PAIRS) for name in ("pair_score", "pair_base", "pair_system")),
        Quantity(
            "difference",
            PAIRS,
            "=INDEX([score],[@pair_score])-INDEX([score],[@pair_base])",
            _differences,
            _SIGNED,
        ),
        _fixed("compared_system", OTHERS),
        Quantity(
            "mean_difference",
            OTHERS,
            "=AVERAGEIFS([difference],[pair_system],[@compared_system])",
            _tested(lambda found: found.mean),
            _SIGNED,
        ),
        Quantity(
            "won",
            OTHERS,
            f'=COUNTIFS([pair_system],[@compared_system],[difference],">{_SAME}")',
            _counted(lambda found: found.wins),
            WHOLE,
        ),
        Quantity(
            "tied",
            OTHERS,
            f"={_COUNT}-[@won]-[@lost]",
            _counted(lambda found: found.ties),
            WHOLE,
        ),
        Quantity(
            "lost",
            OTHERS,
            f'=COUNTIFS([pair_system],[@compared_system],[difference],"<-{_SAME}")',
            _counted(lambda found: found.losses),
            WHOLE,
        ),
        Quantity(
            "deviation",
            OTHERS,
            f"=IF({_COUNT}>1,SQRT(SUMPRODUCT(([pair_system]=[@compared_system])"
            f'*([difference]-[@mean_difference])^2)/({_COUNT}-1)),"")',
            _tested(lambda found: found.deviation),
            _DIGITS,
        ),
        Quantity(
            "t_statistic",
            OTHERS,
            f'=IF(N([@deviation])>{_SAME},[@mean_difference]/([@deviation]/SQRT({_COUNT})),"")',
            _tested(lambda found: found.t),
            SCORE,
        ),
        Quantity(
            "t_p",
            OTHERS,
            f'=IF(ISNUMBER([@t_statistic]),TDIST(ABS([@t_statistic]),{_COUNT}-1,2),"")',
            _tested(lambda found: found.p),
            _DIGITS,
        ),
    ),
    most_rows=MAX_JUDGED_ROWS,
)
