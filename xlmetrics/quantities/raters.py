"""Two raters of the same documents: which grades they gave, and how far they agree."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from xlmetrics import reference
from xlmetrics.inputs import as_it_stands, read_grade
from xlmetrics.quantities.quantity import GENERAL, WHOLE, Given, Kind, Quantity, Seen, figure

if TYPE_CHECKING:
    from collections.abc import Callable

DOCUMENTS, GRADES = "documents", "grades"
_COHEN = ("cohen_1960",)
_WEIGHTED = ("cohen_1968", "cicchetti_1971")


def _given(seen: Seen) -> list[tuple[float | None, float | None]]:
    """The two grades of each document; None for one that is not of the scale."""
    scale = seen.column("scale_grade")
    return [
        (a if a in scale else None, b if b in scale else None)
        for a, b in zip(seen.column("grade_a"), seen.column("grade_b"), strict=True)
    ]


def _pairs(seen: Seen) -> list[tuple[float, float]]:
    return [(a, b) for a, b in _given(seen) if a is not None and b is not None]


def _raters(seen: Seen) -> list[int]:
    return [(a is not None) + (b is not None) for a, b in _given(seen)]


def _distances(seen: Seen) -> list[float | str]:
    return ["" if a is None or b is None else abs(a - b) for a, b in _given(seen)]


def _confusion(seen: Seen) -> list[int]:
    pairs, scale = _pairs(seen), seen.column("scale_grade")
    return [pairs.count((a, b)) for a in scale for b in scale]


def _gave(rater: int) -> Callable[[Seen], list[int]]:
    """How often a rater gave each grade to a document that both judged."""

    def counts(seen: Seen) -> list[int]:
        grades = [pair[rater] for pair in _pairs(seen)]
        return [grades.count(grade) for grade in seen.column("scale_grade")]

    return counts


def _by_chance(distance: Callable[[float, float], float]) -> Callable[[Seen], list[float]]:
    """What each grade of A comes to, over all grades that B might have given with it."""

    def values(seen: Seen) -> list[float]:
        of_a, of_b = _gave(0)(seen), _gave(1)(seen)
        scale, pairs = seen.column("scale_grade"), max(len(_pairs(seen)), 1)
        return [
            count * sum(distance(a, b) * of_b[at] for at, b in enumerate(scale)) / pairs**2
            for a, count in zip(scale, of_a, strict=True)
        ]

    return values


def _of_pairs(value: Callable[[list[tuple[float, float]]], Any]) -> Callable[[Seen], Any]:
    """A value of the pairs; blank where it has none."""

    def values(seen: Seen) -> Any:
        found = value(_pairs(seen))
        return "" if found is None else found

    return values


def _mean(values: list[float]) -> float | None:
    return reference.mean(values) if values else None


def _expected_distance(seen: Seen) -> float | str:
    return sum(_by_chance(lambda a, b: abs(a - b))(seen)) if _pairs(seen) else ""


def _is_a_grade(name: str) -> str:
    """1 for a number of the scale; COUNTIF alone would take the text "2" for one."""
    return f"IF(ISNUMBER([@{name}]),IF(COUNTIF([scale_grade],[@{name}])>0,1,0),0)"


RATERS = Kind(
    "raters",
    (
        Given("document", DOCUMENTS, as_it_stands, fixed=True),
        Given("grade_a", DOCUMENTS, read_grade, graded=True),
        Given("grade_b", DOCUMENTS, read_grade, graded=True, follows="grade_a"),
        Quantity(
            "rater_count",
            DOCUMENTS,
            f"={_is_a_grade('grade_a')}+{_is_a_grade('grade_b')}",
            _raters,
            WHOLE,
            aid=True,
        ),
        Quantity(
            "distance",
            DOCUMENTS,
            '=IF([@rater_count]=2,ABS([@grade_a]-[@grade_b]),"")',
            _distances,
            GENERAL,
        ),
        Given("scale_grade", GRADES, read_grade, fixed=True, apart=True),
        Quantity(
            "confusion",
            GRADES,
            "=COUNTIFS([grade_a],[@scale_grade],[grade_b],[^confusion],[rater_count],2)",
            _confusion,
            WHOLE,
            across="scale_grade",
        ),
        Quantity(
            "given_by_a",
            GRADES,
            "=COUNTIFS([grade_a],[@scale_grade],[rater_count],2)",
            _gave(0),
            WHOLE,
        ),
        Quantity(
            "given_by_b",
            GRADES,
            "=COUNTIFS([grade_b],[@scale_grade],[rater_count],2)",
            _gave(1),
            WHOLE,
        ),
        Quantity(
            "same_by_chance",
            GRADES,
            "=[@given_by_a]*[@given_by_b]/MAX([both_judged],1)^2",
            _by_chance(lambda a, b: float(a == b)),
        ),
        Quantity(
            "distance_by_chance",
            GRADES,
            "=[@given_by_a]*SUMPRODUCT(ABS([@scale_grade]-[scale_grade]),[given_by_b])"
            "/MAX([both_judged],1)^2",
            _by_chance(lambda a, b: abs(a - b)),
        ),
        Quantity(
            "square_by_chance",
            GRADES,
            "=[@given_by_a]*SUMPRODUCT(([@scale_grade]-[scale_grade])^2,[given_by_b])"
            "/MAX([both_judged],1)^2",
            _by_chance(lambda a, b: (a - b) ** 2),
        ),
        figure("both_judged", "=COUNTIF([rater_count],2)", lambda seen: len(_pairs(seen)), WHOLE),
        figure(
            "judged_once", "=COUNTIF([rater_count],1)", lambda seen: _raters(seen).count(1), WHOLE
        ),
        figure(
            "mean_grade_a",
            '=IF([both_judged]>0,SUMIFS([grade_a],[rater_count],2)/[both_judged],"")',
            _of_pairs(lambda pairs: _mean([a for a, _ in pairs])),
        ),
        figure(
            "mean_grade_b",
            '=IF([both_judged]>0,SUMIFS([grade_b],[rater_count],2)/[both_judged],"")',
            _of_pairs(lambda pairs: _mean([b for _, b in pairs])),
        ),
        figure(
            "observed_agreement",
            '=IF([both_judged]>0,COUNTIF([distance],0)/[both_judged],"")',
            _of_pairs(reference.observed_agreement),
        ),
        figure(
            "expected_agreement",
            '=IF([both_judged]>0,SUM([same_by_chance]),"")',
            _of_pairs(reference.expected_agreement),
            sources=_COHEN,
        ),
        figure(
            "kappa",
            "=IF([both_judged]>0,IF([expected_agreement]<1,"
            '([observed_agreement]-[expected_agreement])/(1-[expected_agreement]),""),"")',
            _of_pairs(reference.cohen_kappa),
            sources=_COHEN,
        ),
        figure(
            "mean_distance",
            '=IF([both_judged]>0,SUM([distance])/[both_judged],"")',
            _of_pairs(lambda pairs: _mean([abs(a - b) for a, b in pairs])),
        ),
        figure(
            "expected_distance",
            '=IF([both_judged]>0,SUM([distance_by_chance]),"")',
            _expected_distance,
        ),
        figure(
            "kappa_linear",
            '=IF(SUM([distance_by_chance])>0,1-[mean_distance]/[expected_distance],"")',
            _of_pairs(lambda pairs: reference.cohen_kappa(pairs, "linear")),
            sources=_WEIGHTED,
        ),
        figure(
            "kappa_quadratic",
            "=IF(SUM([square_by_chance])>0,"
            '1-SUMPRODUCT([distance],[distance])/[both_judged]/SUM([square_by_chance]),"")',
            _of_pairs(lambda pairs: reference.cohen_kappa(pairs, "quadratic")),
            sources=_WEIGHTED,
        ),
    ),
    reading=("one_rater",),
    usual=("confusion", "observed_agreement", "expected_agreement", "kappa"),
)
