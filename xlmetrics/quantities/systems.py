"""Two systems on the same queries: the differences, and whether chance would do as much."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from xlmetrics import reference
from xlmetrics.inputs import as_it_stands, read_score
from xlmetrics.quantities.quantity import SCORE, WHOLE, Given, Kind, Quantity, Seen, figure

if TYPE_CHECKING:
    from collections.abc import Callable

    from xlmetrics.reference import Outcomes, PairedT

QUERIES = "queries"
_SMALL_P = "0.0000"
_SAME = "1E-9"
_USUAL = (0, 0.12, 0.25, 0.31, 0.38, 0.44, 0.5, 0.58, 0.63, 0.7, 0.82, 0.91, 1)
_ODD = (None, "n/a", 0.1234567)
_T_TEST = ("student_1908", "smucker_2007")


def _pairs(seen: Seen) -> list[tuple[Any, Any]]:
    return list(zip(seen.column("score_a"), seen.column("score_b"), strict=True))


def _differences(seen: Seen) -> list[float]:
    return reference.paired_differences(seen.column("score_a"), seen.column("score_b"))


def _of_each(value: Callable[[float], Any], otherwise: Any) -> Callable[[Seen], list[Any]]:
    """A value for the difference of each pair, and another for a query that is no pair."""
    return lambda seen: [
        otherwise if a is None or b is None else value(a - b) for a, b in _pairs(seen)
    ]


def _sign(difference: float) -> int:
    wins, _, losses = reference.outcomes([difference])
    return wins - losses


def _counted(which: Callable[[Outcomes], int]) -> Callable[[Seen], int]:
    return lambda seen: which(reference.outcomes(_differences(seen)))


def _tested(which: Callable[[PairedT], float | None]) -> Callable[[Seen], float | str]:
    """What the t test says; blank where it has no value."""

    def value(seen: Seen) -> float | str:
        found = which(reference.paired_t(_differences(seen)))
        return "" if found is None else found

    return value


def _mean(scores: Callable[[Seen], list[Any]]) -> Callable[[Seen], float | str]:
    def value(seen: Seen) -> float | str:
        found = [score for score in scores(seen) if score is not None]
        return reference.mean(found) if found else ""

    return value


def _in_pairs(which: int) -> Callable[[Seen], list[Any]]:
    return lambda seen: [pair[which] for pair in _pairs(seen) if None not in pair]


def _scores(name: str) -> Given:
    return Given(name, QUERIES, read_score, usual=_USUAL, odd=_ODD, number_format=SCORE)


SYSTEMS = Kind(
    "systems",
    (
        Given("query", QUERIES, as_it_stands, fixed=True),
        _scores("score_a"),
        _scores("score_b"),
        Quantity(
            "in_both",
            QUERIES,
            "=IF(AND(ISNUMBER([@score_a]),ISNUMBER([@score_b])),1,0)",
            _of_each(lambda _: 1, 0),
            WHOLE,
            aid=True,
        ),
        Quantity(
            "difference",
            QUERIES,
            '=IF([@in_both]=1,[@score_a]-[@score_b],"")',
            _of_each(lambda difference: difference, ""),
        ),
        Quantity(
            "outcome",
            QUERIES,
            f'=IF([@in_both]=1,IF([@difference]>{_SAME},1,IF([@difference]<-{_SAME},-1,0)),"")',
            _of_each(_sign, ""),
            WHOLE,
        ),
        figure("pairs", "=SUM([in_both])", lambda seen: len(_differences(seen)), WHOLE),
        figure(
            "unpaired",
            "=COUNTIF([in_both],0)",
            lambda seen: len(_pairs(seen)) - len(_differences(seen)),
            WHOLE,
        ),
        figure(
            "own_mean_a",
            '=IF(COUNT([score_a])>0,AVERAGE([score_a]),"")',
            _mean(lambda seen: seen.column("score_a")),
        ),
        figure(
            "own_mean_b",
            '=IF(COUNT([score_b])>0,AVERAGE([score_b]),"")',
            _mean(lambda seen: seen.column("score_b")),
        ),
        figure(
            "mean_a",
            '=IF([pairs]>0,SUMIFS([score_a],[in_both],1)/[pairs],"")',
            _mean(_in_pairs(0)),
        ),
        figure(
            "mean_b",
            '=IF([pairs]>0,SUMIFS([score_b],[in_both],1)/[pairs],"")',
            _mean(_in_pairs(1)),
        ),
        figure("wins", "=COUNTIF([outcome],1)", _counted(lambda found: found.wins), WHOLE),
        figure("tied", "=COUNTIF([outcome],0)", _counted(lambda found: found.ties), WHOLE),
        figure("losses", "=COUNTIF([outcome],-1)", _counted(lambda found: found.losses), WHOLE),
        figure(
            "mean_difference",
            '=IF([pairs]>0,AVERAGE([difference]),"")',
            _tested(lambda found: found.mean),
        ),
        figure(
            "deviation",
            '=IF([pairs]>1,STDEV([difference]),"")',
            _tested(lambda found: found.deviation),
        ),
        figure(
            "t_statistic",
            f'=IF([pairs]>1,IF([deviation]>{_SAME},[mean_difference]/([deviation]/SQRT([pairs])),"")'
            ',"")',
            _tested(lambda found: found.t),
            sources=_T_TEST,
        ),
        figure(
            "degrees_of_freedom",
            "=MAX([pairs]-1,0)",
            _tested(lambda found: found.degrees_of_freedom),
            WHOLE,
        ),
        figure(
            "t_p",
            '=IF(ISNUMBER([t_statistic]),TDIST(ABS([t_statistic]),[degrees_of_freedom],2),"")',
            _tested(lambda found: found.p),
            _SMALL_P,
            _T_TEST,
        ),
        figure(
            "interval_low",
            "=IF([pairs]>1,[mean_difference]-TINV(0.05,[degrees_of_freedom])"
            '*[deviation]/SQRT([pairs]),"")',
            _tested(lambda found: found.low),
        ),
        figure(
            "interval_high",
            "=IF([pairs]>1,[mean_difference]+TINV(0.05,[degrees_of_freedom])"
            '*[deviation]/SQRT([pairs]),"")',
            _tested(lambda found: found.high),
        ),
        figure(
            "sign_p",
            "=IF([wins]+[losses]>0,"
            "MIN(1,2*BINOMDIST(MIN([wins],[losses]),[wins]+[losses],0.5,TRUE)),1)",
            lambda seen: reference.sign_test(_differences(seen)),
            _SMALL_P,
            ("dixon_1946",),
        ),
    ),
    reading=("no_score",),
    usual=("t_p",),
)
