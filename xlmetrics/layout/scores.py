"""The workbook of scores: a sheet a measure with each query's scores, and one that sums them up.

The scores are given as numbers; means, differences, outcomes and the t-test are formulas over
them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from xlmetrics.address import Range, column_letters, quote_title
from xlmetrics.errors import XlmetricsError
from xlmetrics.layout.canvas import SCORE, WHOLE, Canvas
from xlmetrics.layout.judging.items import shown
from xlmetrics.model import Cell, Look, Role, Sheet, Workbook
from xlmetrics.reference.significance import SAME
from xlmetrics.text import title_from

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from xlmetrics.measures import Measure
    from xlmetrics.model import Value
    from xlmetrics.scoring.comparison import Comparison
    from xlmetrics.scoring.scores import Scores
    from xlmetrics.template.words import Words

MAX_CELLS = 1_000_000
_HEADER = 3
_FIRST = 4
_WIDE, _NARROW = 26, 16
_SAME = f"{SAME:.0E}"
_P = "0.0000"
_DIGITS = "0.0000"


class _MeasureSheet(NamedTuple):
    """A measure's sheet, and where each system's scores and each difference stand on it."""

    sheet: Sheet
    scores: dict[str, str]
    differences: dict[str, str]


def arrange_scores(scores: Scores, comparisons: Sequence[Comparison], words: Words) -> Workbook:
    """The workbook of scores; measures that are not averaged are left out.

    Raises:
        XlmetricsError: there are more scores than a workbook holds well.
    """
    measures = [measure for measure in scores.measures if measure.averaged]
    size = len(scores.queries) * len(measures) * 2 * len(scores.systems)
    if size > MAX_CELLS:
        raise XlmetricsError(
            f"{len(scores.queries):,} queries of {len(scores.systems)} systems under "
            f"{len(measures)} measures are too much for a workbook. Write a .csv with --per-query."
        )
    titles = _titles([words["sheet.scores"], *map(str, measures)])
    sheets = {
        measure: _measure_sheet(titles[at], measure, scores, comparisons, words)
        for at, measure in enumerate(measures, 1)
    }
    title = words.filled("scores.title", queries=f"{len(scores.queries):,}")
    summary = Canvas(titles[0])
    summary.label(1, 1, title, Look.TITLE)
    summary.label(2, 1, words["scores.given.meaning"], Look.INTRO)
    _place_means(summary, scores, sheets, words)
    if comparisons:
        top = _HEADER + len(scores.systems) + 2
        _place_comparisons(summary, top, comparisons, sheets, words)
    widths = {1: _WIDE, 2: _WIDE} | dict.fromkeys(range(3, max(10, len(measures) + 2)), _NARROW)
    front = Sheet(titles[0], tuple(summary.cells), widths, long=True)
    return Workbook((front, *(each.sheet for each in sheets.values())), title=title)


def _titles(texts: Sequence[str]) -> list[str]:
    """Titles of sheets, no two alike but for case."""
    titles: list[str] = []
    for text in texts:
        title, number = title_from(text), 1
        while title.casefold() in {each.casefold() for each in titles}:
            number += 1
            title = f"{title_from(text)[:27]} {number}"
        titles.append(title)
    return titles


def _measure_sheet(
    title: str,
    measure: Measure,
    scores: Scores,
    comparisons: Sequence[Comparison],
    words: Words,
) -> _MeasureSheet:
    canvas = Canvas(title)
    last = _FIRST + len(scores.queries) - 1
    compared = [each for each in comparisons if each.measure == measure]
    cut = words["value.cut"]
    systems = [shown(each.system, cut) for each in scores.systems]
    column = {each.system: at for at, each in enumerate(scores.systems, 2)}
    minus = [
        words.filled(
            "scores.minus", system=shown(each.system, cut), baseline=shown(each.baseline, cut)
        )
        for each in compared
    ]
    canvas.label(1, 1, str(measure), Look.TITLE)
    canvas.headings(
        _HEADER, 1, [words["heading.query"], *systems, *minus], len(systems) + len(minus)
    )
    for row, query in enumerate(scores.queries, _FIRST):
        canvas.label(row, 1, shown(query, cut))
    values = {each.system: each.values[measure].tolist() for each in scores.systems}
    for system, at in column.items():
        canvas.cells += [
            Cell(canvas.at(row, at), Role.LABEL, value, look=Look.STEP, number_format=_DIGITS)
            for row, value in enumerate(values[system], _FIRST)
        ]
    differences = {}
    for at, each in enumerate(compared, 2 + len(systems)):
        one, other = (column_letters(column[name]) for name in (each.system, each.baseline))
        pairs = zip(values[each.system], values[each.baseline], strict=True)
        for row, (value, base) in enumerate(pairs, _FIRST):
            _formula(canvas, row, at, f"={one}{row}-{other}{row}", value - base, _DIGITS)
        differences[each.system] = _column(title, at, last)
    widths = {1: _WIDE} | dict.fromkeys(range(2, 2 + len(systems) + len(compared)), _NARROW)
    sheet = Sheet(title, tuple(canvas.cells), widths, freeze=canvas.at(_FIRST, 2), long=True)
    places = {system: _column(title, at, last) for system, at in column.items()}
    return _MeasureSheet(sheet, places, differences)


def _column(title: str, column: int, last: int) -> str:
    return f"{quote_title(title)}!{Range(title, _FIRST, column, last, column).absolute}"


def _place_means(
    summary: Canvas, scores: Scores, sheets: dict[Measure, _MeasureSheet], words: Words
) -> None:
    names = [measure.mean_name for measure in sheets]
    summary.headings(_HEADER, 1, [words["scores.system"], *names], len(names))
    for row, each in enumerate(scores.systems, _FIRST):
        summary.label(row, 1, shown(each.system, words["value.cut"]))
        for column, (measure, placed) in enumerate(sheets.items(), 2):
            formula = f"=AVERAGE({placed.scores[each.system]})"
            _formula(summary, row, column, formula, each.mean(measure), _DIGITS, Look.RESULT)


def _place_comparisons(
    summary: Canvas,
    top: int,
    comparisons: Sequence[Comparison],
    sheets: dict[Measure, _MeasureSheet],
    words: Words,
) -> None:
    baseline = shown(comparisons[0].baseline, words["value.cut"])
    summary.label(top, 1, words.filled("scores.against", baseline=baseline), Look.SUBTITLE)
    names = ["measure", "system", "difference", "won", "tied", "lost", "deviation", "t", "p"]
    summary.headings(top + 1, 1, [words[f"scores.{name}"] for name in names], 7)
    for row, each in enumerate(comparisons, top + 2):
        summary.label(row, 1, str(each.measure))
        summary.label(row, 2, shown(each.system, words["value.cut"]))
        place = sheets[each.measure].differences[each.system]
        for column, (formula, value, form) in enumerate(_figures(each, place, row), 3):
            _formula(summary, row, column, formula, value, form)
    summary.label(top + 3 + len(comparisons), 1, words["scores.test.meaning"], Look.INTRO)


def _figures(each: Comparison, place: str, row: int) -> Iterator[tuple[str, Value, str]]:
    """The formulas of a comparison, their values, and how they are shown."""
    yield f"=AVERAGE({place})", each.difference, _DIGITS
    yield f'=COUNTIF({place},">{_SAME}")', each.outcomes.wins, WHOLE
    yield f"=COUNT({place})-D{row}-F{row}", each.outcomes.ties, WHOLE
    yield f'=COUNTIF({place},"<-{_SAME}")', each.outcomes.losses, WHOLE
    yield f'=IF(COUNT({place})>1,STDEV({place}),"")', _shown(each.deviation), _DIGITS
    t = f'=IF(N(G{row})>{_SAME},C{row}/(G{row}/SQRT(COUNT({place}))),"")'
    yield t, _shown(each.t), SCORE
    p = f'=IF(ISNUMBER(H{row}),TDIST(ABS(H{row}),COUNT({place})-1,2),"")'
    yield p, _shown(each.p_t), _P


def _shown(value: float | None) -> Value:
    return "" if value is None else value


def _formula(
    canvas: Canvas,
    row: int,
    column: int,
    formula: str,
    value: Value,
    number_format: str,
    look: Look = Look.STEP,
) -> None:
    canvas.cells.append(
        Cell(
            canvas.at(row, column),
            Role.FORMULA,
            value,
            formula,
            look=look,
            number_format=number_format,
        )
    )
