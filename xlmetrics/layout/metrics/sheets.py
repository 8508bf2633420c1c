"""Places the sheets of live measures: the measures, the lists, and the ideal orders."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from xlmetrics.layout.canvas import Canvas
from xlmetrics.layout.fit import TITLE_HEIGHT, heading_heights
from xlmetrics.layout.formulas import place_formulas
from xlmetrics.layout.judging.items import shown
from xlmetrics.layout.live import columns_for
from xlmetrics.layout.metrics.asked import HEADER
from xlmetrics.layout.metrics.settings import place_settings
from xlmetrics.model import Chart, Look, Series, Sheet, Table
from xlmetrics.quantities import ALL_KINDS
from xlmetrics.quantities.pooled import KEY_END, UNCUT

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from xlmetrics.layout.metrics.asked import Asked, Grades
    from xlmetrics.model import Cell, Value
    from xlmetrics.template.words import Words

_KIND = ALL_KINDS["pooled"]
_CHARTED = ("nDCG", "RR_at_k", "P", "AP")
_CHART_ROWS = 15
_MEANS_TOP = 10
"""The first row of the means, below the settings and a row of headings."""


class _Line(NamedTuple):
    """The list of one system for one query, and where its rows and those of its pool are."""

    query: str
    system: int
    first: int
    last: int
    pool_first: int
    pool_last: int
    returned: int


class MetricsSheets:
    """Places the sheets beside a sheet of grades; their values are filled in by ``by_sheet``."""

    def __init__(self, asked: Asked, grades: Grades, words: Words) -> None:
        self._asked = asked
        self._grades = grades
        self._words = words
        self._measures = columns_for(asked.names)
        self._fields = dict(grades.fields)
        self._blocks: dict[str, tuple[int, int]] = {}
        self._pool_rows: dict[tuple[str, str], int] = {}
        for row, each in enumerate(grades.rows, 1):
            self._blocks[each.query] = (self._blocks.get(each.query, (row, row))[0], row)
            self._pool_rows[each.query, each.doc] = row
        canvases = [Canvas(words[f"sheet.{name}"]) for name in ("metrics", "lists", "ideal")]
        self._metrics, self._lists, self._ideal = canvases
        for canvas, intro in (
            (self._lists, self._about_lists()),
            (self._ideal, words["working.ideal"]),
        ):
            canvas.label(1, 1, canvas.title, Look.TITLE)
            canvas.label(2, 1, intro, Look.INTRO)
        self._fields |= place_settings(self._metrics, asked, grades.sheet, words)
        lines = self._place_lists(self._lists)
        self._place_ideal(self._ideal)
        self._place_lines(self._metrics, lines)
        self.table = Table(_KIND.name, 1, self._fields)
        place_formulas(canvases, self.table)
        self.cells = [cell for canvas in canvases for cell in canvas.cells]

    @property
    def title(self) -> str:
        """The title of the sheet of the measures."""
        return self._metrics.title

    def sheets(self, done: Mapping[str, Sequence[Cell]]) -> tuple[Sheet, Sheet, Sheet]:
        """The measures, the lists and the ideal orders, of cells that have their values."""
        return (
            self._measured(self._metrics, done[self._metrics.title]),
            _steps(self._lists, done[self._lists.title], texts=3),
            _steps(self._ideal, done[self._ideal.title], texts=1),
        )

    def _about_lists(self) -> str:
        asked = self._asked
        if asked.depth is None:
            return self._words.filled("working.lists_below", depth=asked.settings.depth)
        return self._words.filled("working.lists", depth=asked.depth)

    def _place_lists(self, canvas: Canvas) -> list[_Line]:
        """The lists of the systems, query by query; gives where each stands."""
        rows: list[tuple[Value, ...]] = []
        lines = []
        for query, _ in self._asked.queries:
            pool_first, pool_last = self._blocks.get(query, (0, 0))
            for number, each in enumerate(self._asked.systems, 1):
                places = each.places.get(query, ())
                first, last = (len(rows) + 1, len(rows) + len(places)) if places else (0, 0)
                returned = each.returned.get(query, 0)
                lines.append(_Line(query, number, first, last, pool_first, pool_last, returned))
                rows += [
                    (query, each.system, doc, rank, self._pool_rows[query, doc])
                    for rank, doc in places
                ]
        names = ("query", "system", "document", "rank", "pool_row")
        self._columns(canvas, HEADER, names, rows)
        calculated = ("place_grade", "discounted_gain", "hits_so_far", "precision_at_hit")
        self._calculated(canvas, HEADER, len(names), calculated, len(rows))
        return lines

    def _place_ideal(self, canvas: Canvas) -> None:
        """The ideal order of each query's documents, in the rows in which they are judged."""
        rows: list[tuple[Value, ...]] = []
        for at, item in enumerate(self._grades.rows, 1):
            first, last = self._blocks[item.query]
            rows.append((item.query, item.key[-KEY_END:], at - first + 1, first, last))
        names = ("query", "pool_key", "pool_place", "pool_first", "pool_last")
        self._columns(canvas, HEADER, names, rows)
        calculated = ("ideal_grade", "ideal_discounted_gain")
        self._calculated(canvas, HEADER, len(names), calculated, len(rows))

    def _place_lines(self, canvas: Canvas, lines: Sequence[_Line]) -> None:
        """The means of each system and, below the chart, the measures of each query."""
        words, systems = self._words, self._asked.systems
        canvas.label(_MEANS_TOP - 1, 1, words["heading.means"], Look.SUBTITLE)
        rows: list[tuple[Value, ...]] = [
            (each.system, number) for number, each in enumerate(systems, 1)
        ]
        self._columns(canvas, _MEANS_TOP, ("system", "system_number"), rows)
        means = tuple(f"mean_{name}" for name in self._measures)
        self._calculated(canvas, _MEANS_TOP, 2, means, len(systems))
        top = self._header
        canvas.label(top - 1, 1, words["heading.by_query"], Look.SUBTITLE)
        texts = dict(self._asked.queries)
        rows = [
            (texts[line.query] or line.query, systems[line.system - 1].system) for line in lines
        ]
        self._columns(canvas, top, ("query", "system"), rows)
        steps = ("DCG", "IDCG", "relevant_count", "true_positives")
        self._calculated(canvas, top, 2, (*self._measures, *steps), len(lines))
        names = ("list_system", "list_first", "list_last", "list_pool_first", "list_pool_last")
        left = 2 + len(self._measures + steps)
        self._columns(canvas, top, (*names, "list_returned"), [line[1:] for line in lines], left)

    @property
    def _header(self) -> int:
        """The row of the headings over the measures of each query."""
        return _MEANS_TOP + len(self._asked.systems) + _CHART_ROWS + 4

    def _columns(
        self,
        canvas: Canvas,
        header: int,
        names: Sequence[str],
        rows: Sequence[tuple[Value, ...]],
        left: int = 0,
    ) -> None:
        """Columns that stand fixed, to the right of column ``left``, with their headings."""
        cut = self._words["value.cut"]
        for column, name in enumerate(names, left + 1):
            counted = bool(rows) and not isinstance(rows[0][column - left - 1], str)
            look = Look.NUMBER_HEADING if counted else Look.HEADING
            canvas.label(header, column, self._words[f"heading.{name}"], look)
            if name in _KIND.given:
                self._fields[name] = canvas.area(header + 1, column, header + len(rows))
        for row, values in enumerate(rows, header + 1):
            for column, value in enumerate(values, left + 1):
                canvas.label(row, column, shown(value, cut) if isinstance(value, str) else value)

    def _calculated(
        self, canvas: Canvas, header: int, left: int, names: Sequence[str], rows: int
    ) -> None:
        """Say where columns of formulas stand, and place their headings."""
        for column, name in enumerate(names, left + 1):
            title = self._words[f"figure.{name}"]
            canvas.label(header, column, title, Look.NUMBER_HEADING)
            self._fields[name] = canvas.area(header + 1, column, header + rows)

    def _measured(self, canvas: Canvas, cells: Sequence[Cell]) -> Sheet:
        """The sheet of the measures, with a chart of the means."""
        words, count = self._words, len(self._asked.systems)
        top, right = _MEANS_TOP + count + 2, 2 + len(self._measures)
        names = canvas.area(_MEANS_TOP + 1, 1, _MEANS_TOP + count)
        chart = Chart(
            "bar",
            words["heading.means"],
            canvas.area(top, 1, top + _CHART_ROWS - 1, right),
            names,
            tuple(
                Series(words[f"figure.{name}"], self._fields[f"mean_{name}"])
                for name in self._charted()
            ),
            words["heading.system"],
            words["heading.mean"],
            words["working.chart"],
            y_min=0,
            y_max=1,
        )
        widths = {1: 30.0, 2: 18.0} | dict.fromkeys(range(3, canvas.extent().right + 1), 13.0)
        return Sheet(
            canvas.title,
            tuple(cells),
            widths,
            {1: TITLE_HEIGHT} | heading_heights(canvas, widths, _MEANS_TOP, self._header),
            print_area=canvas.extent()._replace(right=right),
            validations=tuple(canvas.validations),
            highlights=tuple(canvas.highlights),
            charts=(chart,),
            long=True,
            repeated=self._header,
        )

    def _charted(self) -> list[str]:
        return [name if name in self._measures else UNCUT[name] for name in _CHARTED]


def _steps(canvas: Canvas, cells: Sequence[Cell], texts: int) -> Sheet:
    """A sheet of steps, for when a figure is doubted; ``texts`` columns of it hold text."""
    wide = dict(zip(range(1, texts + 1), (30.0, 18.0, 24.0), strict=False))
    columns = range(1, canvas.extent().right + 1)
    widths = {column: wide.get(column, 14.0) for column in columns}
    return Sheet(
        canvas.title,
        tuple(cells),
        widths,
        {1: TITLE_HEIGHT} | heading_heights(canvas, widths, HEADER),
        freeze=canvas.at(HEADER + 1, 1),
        print_area=canvas.extent(),
        long=True,
    )
