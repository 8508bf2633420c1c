"""The sheets of live measures: lists of systems, ideal orders, and what they come to.

They stand beside a sheet of grades, whatever that is: one to judge on, or one of judgments.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from xlmetrics.layout.canvas import Canvas
from xlmetrics.layout.fit import TITLE_HEIGHT, row_height
from xlmetrics.layout.judging.items import shown
from xlmetrics.layout.live import columns_for
from xlmetrics.layout.values import with_values
from xlmetrics.model import Chart, Look, Series, Sheet, Table, Validation
from xlmetrics.quantities import ALL_KINDS, in_a1
from xlmetrics.quantities.pooled import KEY_END, MEASURES, UNCUT
from xlmetrics.text import wrapped_lines

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from xlmetrics.address import Range
    from xlmetrics.layout.live import Settings
    from xlmetrics.model import Cell, Value
    from xlmetrics.quantities import Quantity
    from xlmetrics.template.words import Words

HEADER = 3
_KIND = ALL_KINDS["pooled"]
_CHARTED = ("nDCG", "RR_at_k", "P", "AP")
_CHART_ROWS = 15
_RESULTS = (*MEASURES, *UNCUT.values(), "score")
_BOLD = 1.15
"""By how much bold letters are wider than those that a width counts."""

_MEANS_TOP = 10
"""The first row of the means, below the settings and a row of headings."""


class Listed(NamedTuple):
    """What one system returned: for each query ranks and documents, best first.

    ``returned`` is how many documents there are for each query; those that are not among the
    ``places`` count as not judged.
    """

    system: str
    places: Mapping[str, Sequence[tuple[int, str]]]
    returned: Mapping[str, int]


class Pooled(NamedTuple):
    """A document that has a row in the sheet of grades, and the key by which the row is known."""

    query: str
    doc: str
    key: str


class Grades(NamedTuple):
    """A sheet of grades: its title, its rows in order, and where they stand.

    ``fields`` are ``judged`` and ``key``, and ``scale`` where there is one. The documents of a
    query stand together.
    """

    sheet: str
    rows: Sequence[Pooled]
    fields: Mapping[str, Range]


class Asked(NamedTuple):
    """What is to be measured, and how.

    ``queries`` are the ids and the words of all that were asked. ``depth`` is how deep the lists
    go where they were cut; k goes no further. ``names`` are quantities to be shown instead of
    those cut at k.
    """

    title: str
    queries: Sequence[tuple[str, str]]
    systems: Sequence[Listed]
    settings: Settings
    depth: int | None = None
    names: Sequence[str] = ()


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
        self._place_settings(self._metrics, grades.sheet)
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

    def _place_settings(self, canvas: Canvas, judge: str) -> None:
        """The title, the settings, and whether the rows are still where they were."""
        words = self._words
        canvas.label(1, 1, self._asked.title, Look.TITLE)
        canvas.label(2, 1, words.filled("working.metrics", judge=judge), Look.INTRO)
        depth = self._asked.depth
        at_most = "" if depth is None else f",{{cell}}<={depth}"
        allowed = {
            "k": ("custom", f"AND(ISNUMBER({{cell}}),{{cell}}>=1{at_most},{{cell}}=INT({{cell}}))"),
            "gain": ("list", '"linear,exponential"'),
            "rel": ("decimal", "0"),
        }
        for row, (name, value) in enumerate(self._asked.settings._asdict().items(), 4):
            canvas.label(row, 1, words[f"setting.{name}"])
            place = self._fields[name] = canvas.input(row, 2, value)
            kind, formula = allowed[name]
            canvas.validations.append(
                Validation(
                    place,
                    kind,
                    formula.format(cell=place.first.a1),
                    words[f"setting.{name}"],
                    words[f"prompt.{name}"],
                    words.filled("error.k_to", depth=depth)
                    if name == "k" and depth is not None
                    else words[f"error.{name}"],
                    operator="greaterThan" if name == "rel" else None,
                )
            )
        canvas.label(7, 1, words["figure.moved_count"])
        place = self._fields["moved_count"] = canvas.area(7, 2, 7)
        canvas.highlight(place, f"{place.first.absolute}>0", "warning")

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


def place_formulas(canvases: Iterable[Canvas], table: Table) -> None:
    """Place the formulas of all quantities of a table, each on the canvas of its sheet."""
    kind, fields = ALL_KINDS[table.kind], table.fields
    by_title = {canvas.title: canvas for canvas in canvases}
    for name, quantity in kind.quantities.items():
        if name in fields:
            _place_formulas(by_title[fields[name].sheet], quantity, fields)


def by_sheet(
    cells: Iterable[Cell], tables: Sequence[Table], titles: Iterable[str]
) -> dict[str, list[Cell]]:
    """The cells of each sheet, every formula with its value."""
    done: dict[str, list[Cell]] = {title: [] for title in titles}
    for cell in with_values(list(cells), tables):
        done[cell.address.sheet].append(cell)
    return done


def heading_heights(canvas: Canvas, widths: Mapping[int, float], *rows: int) -> dict[int, float]:
    """How high rows of headings must be, so that nothing of them lies over the row above."""
    lines = dict.fromkeys(rows, 1)
    for cell in canvas.cells:
        _, row, column = cell.address
        if row in lines and isinstance(cell.value, str):
            lines[row] = max(lines[row], wrapped_lines(cell.value, widths[column] / _BOLD))
    return {row: row_height(count) for row, count in lines.items()}


def _place_formulas(canvas: Canvas, quantity: Quantity, fields: Mapping[str, Range]) -> None:
    place = fields[quantity.name]
    look = Look.RESULT if quantity.name.removeprefix("mean_") in _RESULTS else Look.STEP
    for address in place.addresses():
        first = quantity.first if address.row == place.top else ""
        formula = in_a1(first or quantity.formula, fields, address)
        _, row, column = address
        canvas.formula(row, column, formula, look=look, number_format=quantity.number_format)


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
