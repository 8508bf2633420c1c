"""Arrange a workbook of scores, sheet by sheet.

Measures that the sheet of live measures does not show are given as numbers; so are all where
there are no lists, or too many. Means and comparisons are formulas over either.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.errors import XlmetricsError
from xlmetrics.layout.canvas import Canvas
from xlmetrics.layout.formulas import place_formulas
from xlmetrics.layout.judging.items import shown
from xlmetrics.layout.scores.differences import place_differences
from xlmetrics.layout.scores.front import Front
from xlmetrics.layout.scores.given import place_given
from xlmetrics.layout.scores.grades import grades_sheet, judged_rows
from xlmetrics.layout.scores.live import place_live
from xlmetrics.layout.scores.shared import Scored, long_sheet
from xlmetrics.layout.values import by_sheet
from xlmetrics.model import Table, Workbook
from xlmetrics.quantities.compared import COMPARED
from xlmetrics.quantities.quantity import MAX_JUDGED_ROWS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from xlmetrics.layout.scores.given import Given
    from xlmetrics.layout.scores.live import Live
    from xlmetrics.scoring.comparison import Comparison
    from xlmetrics.scoring.lists import Lists
    from xlmetrics.scoring.scores import Scores
    from xlmetrics.template.words import Words

MAX_CELLS = 1_000_000
MAX_LIVE_ROWS = MAX_JUDGED_ROWS
"""So many rows of grades and of lists are live: 1,000 queries of 100 judged documents are."""


def arrange_scores(
    scores: Scores, comparisons: Sequence[Comparison], lists: Lists | None, words: Words
) -> tuple[Workbook, tuple[str, ...]]:
    """The workbook of scores, and what there is to say of it; what has no mean is left out.

    Raises:
        XlmetricsError: there are more scores than a workbook holds well.
    """
    measures = [measure for measure in scores.measures if measure.averaged]
    lines = len(scores.queries) * len(scores.systems)
    if lines * len(measures) * 2 > MAX_CELLS or lines > MAX_JUDGED_ROWS:
        raise XlmetricsError(
            f"{len(scores.queries):,} queries of {len(scores.systems)} systems under "
            f"{len(measures)} measures are too much for a workbook. Write a .csv with --per-query."
        )
    judged = judged_rows(lists, scores.queries) if lists else {}
    listed = sum(len(each.rows) for each in lists.systems) if lists else 0
    rows = sum(map(len, judged.values())) + listed
    cut = words["value.cut"]
    scored = Scored(
        scores,
        measures,
        [shown(each.system, cut) for each in scores.systems],
        comparisons[0].baseline if comparisons else None,
        {each.measure for each in comparisons},
        cut,
    )
    title = words.filled("scores.title", queries=f"{len(scores.queries):,}")
    fits = listed and rows <= MAX_LIVE_ROWS
    live = place_live(scored, lists, judged, title, words) if lists and fits else None
    named = [measure for measure in measures if not live or measure not in live.columns]
    given = place_given(scored, named, words) if named else None
    too_many = rows if rows > MAX_LIVE_ROWS else 0
    intro = _intro(live, given, too_many, words)
    remarks = []
    if too_many:
        remarks.append(
            f"{rows:,} rows of grades and lists are too many for live measures, of which "
            f"{MAX_LIVE_ROWS:,} are the most: the scores of each query are given as numbers"
        )
    elif lists and named:
        remarks.append(
            f"given as numbers, which do not follow the grades: {', '.join(map(str, named))}"
        )
    return _workbook(title, scored, live, given, list(intro), words), tuple(remarks)


def _intro(live: Live | None, given: Given | None, too_many: int, words: Words) -> Iterator[str]:
    """What the first sheet says of the scores; ``too_many`` rows are why nothing is live."""
    if live:
        yield words.filled(
            "scores.live.meaning", judgments=live.judgments.title, metrics=live.measured.title
        )
    if given and too_many:
        yield words.filled("scores.large.meaning", rows=f"{too_many:,}", most=f"{MAX_LIVE_ROWS:,}")
    elif given and live and live.columns:
        yield words.filled(
            "scores.beside.meaning",
            measures=", ".join(map(str, given.columns)),
            given=given.canvas.title,
        )
    elif given:
        yield words.filled("scores.given.meaning", given=given.canvas.title)


def _workbook(
    title: str,
    scored: Scored,
    live: Live | None,
    given: Given | None,
    intro: Sequence[str],
    words: Words,
) -> Workbook:
    """All sheets, every formula with its value."""
    columns = {**(live.columns if live else {}), **(given.columns if given else {})}
    canvas = Canvas(words["sheet.scores"])
    front = Front(canvas, scored, columns, words)
    front.place(title, intro)
    computed = [canvas]
    differences = Canvas(words["sheet.differences"]) if scored.baseline is not None else None
    if differences:
        place_differences(differences, scored, columns, front.tables, words)
        computed.append(differences)
    tables = [Table(COMPARED.name, at, fields) for at, fields in enumerate(front.tables, 1)]
    for table in tables:
        place_formulas(computed, table)
    drawn = [*computed, *([live.judgments] if live else ()), *([given.canvas] if given else ())]
    cells = [cell for each in drawn for cell in each.cells]
    if live:
        cells += live.measured.cells
        tables.insert(0, live.measured.table)
    done = by_sheet(cells, tables, dict.fromkeys(cell.address.sheet for cell in cells))
    sheets = [front.sheet(done[canvas.title])]
    steps = live.measured.sheets(done) if live else ()
    sheets += steps[:1]
    if live:
        sheets.append(grades_sheet(live.judgments, done[live.judgments.title]))
    if differences:
        cells = done[differences.title]
        sheets.append(long_sheet(differences, cells, 2 + len(scored.compared)))
    if given:
        cells = done[given.canvas.title]
        sheets.append(long_sheet(given.canvas, cells, 2 + len(given.columns)))
    return Workbook((*sheets, *steps[1:]), tuple(tables), title=title)
