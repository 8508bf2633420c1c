"""The workbook of scores: live measures over grades and lists, and the systems compared by them.

Measures that the sheet of live measures does not show are given as numbers; so are all where
there are no lists, or too many. Means and comparisons are formulas over either.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from xlmetrics.errors import XlmetricsError
from xlmetrics.judging.keys import row_keys
from xlmetrics.layout.canvas import Canvas
from xlmetrics.layout.fit import TITLE_HEIGHT, at_most, lines_within
from xlmetrics.layout.judging.items import shown
from xlmetrics.layout.live import live_name, settings_for
from xlmetrics.layout.metrics import (
    HEADER,
    Asked,
    Grades,
    Listed,
    MetricsSheets,
    Pooled,
    by_sheet,
    heading_heights,
    place_formulas,
)
from xlmetrics.model import Cell, Look, Role, Sheet, Table, Validation, Workbook
from xlmetrics.quantities.compared import COMPARED, FIGURES
from xlmetrics.quantities.pooled import KEY_END
from xlmetrics.quantities.quantity import MAX_JUDGED_ROWS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from xlmetrics.address import Range
    from xlmetrics.measures import Measure
    from xlmetrics.model import Value
    from xlmetrics.scoring.comparison import Comparison
    from xlmetrics.scoring.lists import Lists
    from xlmetrics.scoring.scores import Scores
    from xlmetrics.template.words import Words

MAX_CELLS = 1_000_000
MAX_LIVE_ROWS = MAX_JUDGED_ROWS
"""So many rows of grades and of lists are live: 1,000 queries of 100 judged documents are."""

MAX_LEVELS = 100
"""A scale of more grades is none to choose from."""

_WIDE, _NARROW = 26, 16
_ACROSS = 150
"""Characters on a line of text across the first sheet."""

_DIGITS = "0.0000"


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
    judged = _judged_rows(lists, scores.queries) if lists else {}
    listed = sum(len(each.rows) for each in lists.systems) if lists else 0
    rows = sum(map(len, judged.values())) + listed
    fits = bool(listed) and rows <= MAX_LIVE_ROWS
    book = _Scorebook(scores, comparisons, measures, words)
    if lists and fits:
        book.place_live(lists, judged)
    book.place_given(rows if rows > MAX_LIVE_ROWS else 0)
    remarks = []
    if rows > MAX_LIVE_ROWS:
        remarks.append(
            f"{rows:,} rows of grades and lists are too many for live measures, of which "
            f"{MAX_LIVE_ROWS:,} are the most: the scores of each query are given as numbers"
        )
    elif lists and book.given:
        remarks.append(
            f"given as numbers, which do not follow the grades: {', '.join(map(str, book.given))}"
        )
    return book.workbook(), tuple(remarks)


def _judged_rows(lists: Lists, queries: Sequence[str]) -> dict[str, dict[str, float | None]]:
    """The documents of each query that have a row, with their grades: judged ones, then others."""
    found: dict[str, dict[str, float | None]] = {query: {} for query in queries}
    for query, doc, grade in lists.judged.iter_rows():
        found[query][doc] = grade
    for each in lists.systems:
        for query, doc in each.rows.select("query", "doc").iter_rows():
            found[query].setdefault(doc, None)
    return found


class _Column(NamedTuple):
    """The scores of a measure: what it and its mean are called, and where they stand.

    ``numbers`` is where the number of the system of each score stands.
    """

    name: str
    mean_name: str
    scores: Range
    numbers: Range


class _Scorebook:
    def __init__(
        self,
        scores: Scores,
        comparisons: Sequence[Comparison],
        measures: Sequence[Measure],
        words: Words,
    ) -> None:
        self._scores = scores
        self._measures = measures
        self._words = words
        self._baseline = comparisons[0].baseline if comparisons else None
        self._compared = {each.measure for each in comparisons}
        self._title = words.filled("scores.title", queries=f"{len(scores.queries):,}")
        self._cut = words["value.cut"]
        self._systems = [shown(each.system, self._cut) for each in scores.systems]
        self._columns: dict[Measure, _Column] = {}
        self._intro: list[str] = []
        self._headings: list[int] = []
        self._measured: MetricsSheets | None = None
        self._judgments: Canvas | None = None
        self._given_sheet: Canvas | None = None
        self.given: list[Measure] = []
        """The measures whose scores stand as numbers."""

    def place_live(self, lists: Lists, judged: Mapping[str, Mapping[str, float | None]]) -> None:
        """Place the grades, the lists and the measures that follow them."""
        words = self._words
        settings = settings_for(self._scores.measures)
        names = {measure: live_name(measure, settings) for measure in self._measures}
        self._judgments = Canvas(words["sheet.judgments"])
        grades = self._place_grades(self._judgments, lists, judged)
        systems = []
        for name, each in zip(self._systems, lists.systems, strict=True):
            places: dict[str, list[tuple[int, str]]] = {}
            for query, rank, doc in each.rows.select("query", "rank", "doc").iter_rows():
                places.setdefault(query, []).append((rank, doc))
            systems.append(Listed(name, places, each.returned))
        queries = [(query, query) for query in self._scores.queries]
        asked = [live for live in names.values() if live]
        self._measured = MetricsSheets(
            Asked(self._title, queries, systems, settings, names=asked), grades, words
        )
        for measure, live in names.items():
            if live:
                self._columns[measure] = _Column(
                    words[f"figure.{live}"],
                    words[f"figure.mean_{live}"],
                    self._measured.table[live],
                    self._measured.table["list_system"],
                )
        self._intro.append(
            words.filled(
                "scores.live.meaning", judgments=grades.sheet, metrics=self._measured.title
            )
        )

    def _place_grades(
        self, canvas: Canvas, lists: Lists, judged: Mapping[str, Mapping[str, float | None]]
    ) -> Grades:
        """A row for each document, its grade yellow, and the scale beside them."""
        words = self._words
        canvas.label(1, 1, canvas.title, Look.TITLE)
        canvas.label(2, 1, words["working.judgments"], Look.INTRO)
        for column, name in enumerate(("query", "document", "grade", "row_key"), 1):
            canvas.label(HEADER, column, words[f"heading.{name}"], Look.HEADING)
        pairs = [(query, doc) for query, docs in judged.items() for doc in docs]
        keys = [key[-KEY_END:] for key in row_keys(0, "", pairs)]
        for row, ((query, doc), key) in enumerate(zip(pairs, keys, strict=True), HEADER + 1):
            canvas.label(row, 1, shown(query, self._cut))
            canvas.label(row, 2, shown(doc, self._cut))
            canvas.input(row, 3, _plain(judged[query][doc]))
            canvas.label(row, 4, key)
        bottom = HEADER + len(pairs)
        fields = {
            "judged": canvas.area(HEADER + 1, 3, bottom),
            "key": canvas.area(HEADER + 1, 4, bottom),
        }
        canvas.highlight(
            canvas.area(HEADER + 1, 1, bottom, 2), f"$A{HEADER + 1}<>$A{HEADER}", "group"
        )
        levels = _levels(lists)
        if len(levels) <= MAX_LEVELS:
            fields["scale"] = self._place_scale(canvas, levels, lists.scale, fields["judged"])
        return Grades(
            canvas.title,
            [Pooled(query, doc, key) for (query, doc), key in zip(pairs, keys, strict=True)],
            fields,
        )

    def _place_scale(
        self,
        canvas: Canvas,
        levels: Sequence[float],
        labels: Mapping[float, str],
        grades: Range,
    ) -> Range:
        """The grades there are, from which the yellow cells choose."""
        words = self._words
        meant = any(labels.get(level) for level in levels)
        titles = ["scale_grade", "grade_meaning"][: 1 + meant]
        canvas.headings(HEADER, 6, [words[f"heading.{title}"] for title in titles])
        for row, level in enumerate(levels, HEADER + 1):
            canvas.label(row, 6, _plain(level), Look.RANK)
            if meant:
                canvas.label(row, 7, shown(labels.get(level, ""), self._cut), Look.INTRO)
        scale = canvas.area(HEADER + 1, 6, HEADER + len(levels))
        spelled = [(f"{level:g}", labels.get(level, "")) for level in levels]
        meanings = ", ".join(" ".join(filter(None, level)) for level in spelled)
        canvas.validations.append(
            Validation(
                grades,
                "list",
                scale.absolute,
                words["prompt.grade_title"],
                at_most(
                    words.filled("prompt.grade", meanings=meanings), words["prompt.grade_short"]
                ),
                at_most(
                    words.filled("error.grade", grades=", ".join(each for each, _ in spelled)),
                    words["error.grade_short"],
                ),
            )
        )
        return scale

    def place_given(self, too_many: int) -> None:
        """Place as numbers what is not live; ``too_many`` rows are why nothing is."""
        words, scores = self._words, self._scores
        self.given = [measure for measure in self._measures if measure not in self._columns]
        if not self.given:
            return
        canvas = self._given_sheet = Canvas(words["sheet.given"])
        if too_many:
            intro = words.filled(
                "scores.large.meaning", rows=f"{too_many:,}", most=f"{MAX_LIVE_ROWS:,}"
            )
        elif self._columns:
            intro = words.filled(
                "scores.beside.meaning",
                measures=", ".join(map(str, self.given)),
                given=canvas.title,
            )
        else:
            intro = words.filled("scores.given.meaning", given=canvas.title)
        self._intro.append(intro)
        canvas.label(1, 1, canvas.title, Look.TITLE)
        canvas.label(2, 1, words["working.given"], Look.INTRO)
        names = [str(measure) for measure in self.given]
        canvas.headings(
            HEADER,
            1,
            [words["heading.query"], words["heading.system"], *names, words["heading.list_system"]],
            len(names) + 1,
        )
        values = [
            [each.values[measure].tolist() for measure in self.given] for each in scores.systems
        ]
        row = HEADER
        for at, query in enumerate(scores.queries):
            for number, system in enumerate(self._systems, 1):
                row += 1
                canvas.label(row, 1, shown(query, self._cut))
                canvas.label(row, 2, system)
                canvas.cells += [
                    Cell(
                        canvas.at(row, column),
                        Role.LABEL,
                        of_measure[at],
                        look=Look.STEP,
                        number_format=_DIGITS,
                    )
                    for column, of_measure in enumerate(values[number - 1], 3)
                ]
                canvas.label(row, 3 + len(names), number)
        numbers = canvas.area(HEADER + 1, 3 + len(names), row)
        for column, measure in enumerate(self.given, 3):
            where = canvas.area(HEADER + 1, column, row)
            self._columns[measure] = _Column(str(measure), measure.mean_name, where, numbers)

    def workbook(self) -> Workbook:
        """All sheets, every formula with its value."""
        words = self._words
        front = Canvas(words["sheet.scores"])
        differences = Canvas(words["sheet.differences"]) if self._baseline is not None else None
        tables = self._place_comparisons(front, differences)
        drawn = [front, *filter(None, [differences, self._judgments, self._given_sheet])]
        place_on = [front, differences] if differences else [front]
        for table in tables:
            place_formulas(place_on, table)
        cells = [cell for canvas in drawn for cell in canvas.cells]
        every = list(tables)
        if self._measured:
            cells += self._measured.cells
            every.insert(0, self._measured.table)
        done = by_sheet(cells, every, dict.fromkeys(cell.address.sheet for cell in cells))
        sheets = [self._front(front, done[front.title])]
        live = self._measured.sheets(done) if self._measured else ()
        sheets += live[:1]
        if self._judgments:
            sheets.append(self._graded(self._judgments, done[self._judgments.title]))
        if differences:
            sheets.append(self._long(differences, done[differences.title], 2 + len(self._compared)))
        if self._given_sheet:
            given = self._given_sheet
            sheets.append(self._long(given, done[given.title], 2 + len(self.given)))
        return Workbook((*sheets, *live[1:]), tuple(every), title=self._title)

    def _place_comparisons(self, front: Canvas, differences: Canvas | None) -> list[Table]:
        """The means, and below them the systems against the baseline; a table a measure."""
        words, count = self._words, len(self._systems)
        front.label(1, 1, self._title, Look.TITLE)
        row = 1
        for line in (each for text in self._intro for each in lines_within(text, _ACROSS)):
            row += 1
            front.label(row, 1, line, Look.INTRO)
        header = row + 2
        aside = 3 + max(len(FIGURES), len(self._measures))
        means = [column.mean_name for column in self._named()]
        names = [words["heading.system"], words["heading.system_number"], *means]
        front.headings(header, 1, names, len(means) + 1)
        self._headings.append(header)
        for number, system in enumerate(self._systems, 1):
            front.label(header + number, 1, system)
            front.label(header + number, 2, number)
        tables: list[dict[str, Range]] = []
        for column, each in enumerate(self._named(), 3):
            tables.append(
                {
                    "score": each.scores,
                    "score_system": each.numbers,
                    "system_number": front.area(header + 1, 2, header + count),
                    "mean_score": front.area(header + 1, column, header + count),
                }
            )
        if differences is not None:
            self._place_others(front, header + count + 2, aside, tables)
            self._place_differences(differences, tables)
        return [Table(COMPARED.name, at, fields) for at, fields in enumerate(tables, 1)]

    def _named(self) -> list[_Column]:
        return [self._columns[measure] for measure in self._measures]

    def _others(self) -> list[int]:
        """The numbers of the systems that are held against the baseline."""
        systems = self._scores.systems
        return [n for n, each in enumerate(systems, 1) if each.system != self._baseline]

    def _place_others(
        self, front: Canvas, top: int, aside: int, tables: Sequence[dict[str, Range]]
    ) -> None:
        words, others = self._words, self._others()
        baseline = shown(str(self._baseline), self._cut)
        front.label(top, 1, words.filled("scores.against", baseline=baseline), Look.SUBTITLE)
        names = ["measure", "system", *FIGURES]
        front.headings(top + 1, 1, [words[f"scores.{name}"] for name in names], len(FIGURES))
        front.label(top + 1, aside, words["heading.system_number"], Look.NUMBER_HEADING)
        row = top + 2
        for measure, fields in zip(self._measures, tables, strict=True):
            if measure not in self._compared:
                continue
            last = row + len(others) - 1
            fields["compared_system"] = front.area(row, aside, last)
            for column, name in enumerate(FIGURES, 3):
                fields[name] = front.area(row, column, last)
            for number in others:
                front.label(row, 1, self._columns[measure].name)
                front.label(row, 2, self._systems[number - 1])
                front.label(row, aside, number)
                row += 1
        rows = front.area(top + 2, 1, row - 1, 2 + len(FIGURES))
        front.highlight(rows, f"$A{top + 2}<>$A{top + 1}", "group")
        for line in lines_within(words["scores.test.meaning"], _ACROSS):
            row += 1
            front.label(row, 1, line, Look.INTRO)

    def _place_differences(self, canvas: Canvas, tables: Sequence[dict[str, Range]]) -> None:
        """How far each system is from the baseline, query by query."""
        words, others, count = self._words, self._others(), len(self._systems)
        base = next(n for n in range(1, count + 1) if n not in others)
        baseline = self._systems[base - 1]
        canvas.label(1, 1, words.filled("scores.differences", baseline=baseline), Look.TITLE)
        canvas.label(2, 1, words["working.differences"], Look.INTRO)
        compared = [
            (self._columns[measure].name, fields)
            for measure, fields in zip(self._measures, tables, strict=True)
            if measure in self._compared
        ]
        asides = ("pair_score", "pair_base", "pair_system")
        names = [words[f"heading.{name}"] for name in ("query", "system")]
        names += [name for name, _ in compared]
        names += [words[f"heading.{name}"] for name in asides]
        canvas.headings(HEADER, 1, names, len(names) - 2)
        row = HEADER
        for at, query in enumerate(self._scores.queries):
            for number in others:
                row += 1
                canvas.label(row, 1, shown(query, self._cut))
                canvas.label(row, 2, self._systems[number - 1])
                rows: tuple[Value, ...] = (at * count + number, at * count + base, number)
                for column, value in enumerate(rows, 3 + len(compared)):
                    canvas.label(row, column, value)
        for column, (_, fields) in enumerate(compared, 3):
            fields["difference"] = canvas.area(HEADER + 1, column, row)
            for aside, name in enumerate(asides, 3 + len(compared)):
                fields[name] = canvas.area(HEADER + 1, aside, row)

    def _front(self, canvas: Canvas, cells: Sequence[Cell]) -> Sheet:
        right = 2 + max(len(self._measures), len(FIGURES) * bool(self._compared))
        widths = {1: _WIDE, 2: _WIDE} | dict.fromkeys(range(3, canvas.extent().right + 1), _NARROW)
        return Sheet(
            canvas.title,
            tuple(cells),
            widths,
            {1: TITLE_HEIGHT} | heading_heights(canvas, widths, *self._headings),
            print_area=canvas.extent()._replace(right=right),
            highlights=tuple(canvas.highlights),
            long=True,
        )

    def _graded(self, canvas: Canvas, cells: Sequence[Cell]) -> Sheet:
        """The sheet of the grades; its keys are out of sight."""
        bottom = canvas.extent().bottom
        return Sheet(
            canvas.title,
            tuple(cells),
            {1: 34, 2: 40, 3: 12, 4: 12, 5: 4, 6: 12, 7: 40},
            {1: TITLE_HEIGHT},
            freeze=canvas.at(HEADER + 1, 1),
            print_area=canvas.extent(),
            validations=tuple(canvas.validations),
            highlights=tuple(canvas.highlights),
            hidden_columns=(4,),
            filtered=canvas.area(HEADER, 1, bottom, 4),
            cursor=canvas.at(HEADER + 1, 3),
            long=True,
        )

    def _long(self, canvas: Canvas, cells: Sequence[Cell], right: int) -> Sheet:
        """A sheet of a row a query and system, of which so many columns are printed."""
        extent = canvas.extent()
        widths = {1: 34.0, 2: 20.0} | dict.fromkeys(range(3, extent.right + 1), float(_NARROW))
        return Sheet(
            canvas.title,
            tuple(cells),
            widths,
            {1: TITLE_HEIGHT} | heading_heights(canvas, widths, HEADER),
            freeze=canvas.at(HEADER + 1, 3),
            print_area=extent._replace(right=right),
            filtered=canvas.area(HEADER, 1, extent.bottom, extent.right),
            long=True,
        )


def _levels(lists: Lists) -> list[float]:
    """The grades from the lowest up: whole ones with all between them, others as they are."""
    found = {0.0, 1.0, *lists.judged["grade"].unique().to_list(), *lists.scale}
    if all(grade.is_integer() for grade in found) and max(found) - min(found) < MAX_LEVELS:
        return [float(grade) for grade in range(int(min(found)), int(max(found)) + 1)]
    return sorted(found)


def _plain(grade: float | None) -> float | None:
    """A grade as it is written: 3, not 3.0."""
    return int(grade) if grade is not None and grade.is_integer() else grade
