"""A workbook that measures itself: grades on one sheet, the measures of each list on another.

Besides the sheets of a packet it has those of the lists of the systems, of the ideal order of each
query's documents, and of the measures, all live.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from xlmetrics.layout.canvas import Canvas
from xlmetrics.layout.fit import TITLE_HEIGHT
from xlmetrics.layout.judging.rows import HEADER, JudgeSheet
from xlmetrics.layout.judging.rubric import arrange_rubric
from xlmetrics.layout.values import with_values
from xlmetrics.model import Chart, Look, Series, Sheet, Table, Validation, Workbook
from xlmetrics.quantities import ALL_KINDS, in_a1
from xlmetrics.quantities.pooled import KEY_END, MEASURES

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from xlmetrics.address import Range
    from xlmetrics.layout.judging.packet import PacketContent
    from xlmetrics.model import Cell, Value
    from xlmetrics.quantities import Quantity
    from xlmetrics.template.words import Words

_KIND = ALL_KINDS["pooled"]
_TOP = HEADER + 1
_CHARTED = ("nDCG", "RR_at_k", "P", "AP")
_CHART_ROWS = 15
_USUAL_K = 10
_MEANS_TOP = 10
"""The first row of the means, below the settings and a row of headings."""


class Listed(NamedTuple):
    """What one system returned: for each query its documents, best first."""

    system: str
    documents: Mapping[str, Sequence[str]]


class _Line(NamedTuple):
    """The list of one system for one query, and where its rows and those of its pool are."""

    query: str
    system: int
    first: int
    last: int
    pool_first: int
    pool_last: int


def arrange_solo(
    content: PacketContent,
    queries: Sequence[tuple[str, str]],
    systems: Sequence[Listed],
    depth: int,
    words: Words,
) -> Workbook:
    """The workbook of a pool and of the lists whose documents are in it.

    ``queries`` are the ids and the words of all that were asked; ``depth`` is how far the lists
    go. The documents of a query stand together among the items.
    """
    return _Solo(content, queries, systems, depth, words).workbook()


class _Solo:
    def __init__(
        self,
        content: PacketContent,
        queries: Sequence[tuple[str, str]],
        systems: Sequence[Listed],
        depth: int,
        words: Words,
    ) -> None:
        self._content = content
        self._queries = queries
        self._systems = systems
        self._depth = depth
        self._words = words
        self._fields: dict[str, Range] = {}
        self._blocks: dict[str, tuple[int, int]] = {}
        self._pool_rows: dict[tuple[str, str], int] = {}
        for row, item in enumerate(content.items, 1):
            self._blocks[item.query] = (self._blocks.get(item.query, (row, row))[0], row)
            self._pool_rows[item.query, item.doc] = row

    def workbook(self) -> Workbook:
        """All sheets, every formula with its value."""
        content, words = self._content, self._words
        rubric = arrange_rubric(content.scale, words, blind=content.blind)
        judge, packet = JudgeSheet(
            content.title, content.items, content.scale, rubric, words
        ).place()
        self._fields |= {"judged": packet["grade"], "key": packet["key"], "scale": rubric.grades}
        metrics, lists, ideal = (
            Canvas(words[f"sheet.{name}"]) for name in ("metrics", "lists", "ideal")
        )
        self._place_settings(metrics, judge.title)
        lines = self._place_lists(lists)
        self._place_ideal(ideal)
        self._place_lines(metrics, lines)
        canvases = {canvas.title: canvas for canvas in (metrics, lists, ideal)}
        for name, quantity in _KIND.quantities.items():
            if name in self._fields:
                _place_formulas(canvases[self._fields[name].sheet], quantity, self._fields)
        table = Table(_KIND.name, 1, self._fields)
        placed = [cell for canvas in canvases.values() for cell in canvas.cells]
        done: dict[str, list[Cell]] = {title: [] for title in (judge.title, *canvases)}
        for cell in with_values([*judge.cells, *placed], [packet, table]):
            done[cell.address.sheet].append(cell)
        return Workbook(
            (
                judge,
                self._metrics(metrics, done[metrics.title]),
                rubric.sheet,
                _steps(lists, done[lists.title]),
                _steps(ideal, done[ideal.title]),
            ),
            (packet, table),
            title=content.title,
        )

    def _place_settings(self, canvas: Canvas, judge: str) -> None:
        """The title, the settings, and whether the rows are still where they were."""
        words = self._words
        canvas.label(1, 1, self._content.title, Look.TITLE)
        canvas.label(2, 1, words.filled("working.metrics", judge=judge), Look.INTRO)
        values: dict[str, Value] = {"k": min(_USUAL_K, self._depth), "gain": "linear", "rel": 1}
        allowed = {
            "k": (
                "custom",
                f"AND(ISNUMBER({{cell}}),{{cell}}>=1,{{cell}}<={self._depth},{{cell}}=INT({{cell}}))",
            ),
            "gain": ("list", '"linear,exponential"'),
            "rel": ("decimal", "0"),
        }
        for row, (name, value) in enumerate(values.items(), 4):
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
                    words.filled("error.k_to", depth=self._depth)
                    if name == "k"
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
        for query, _ in self._queries:
            pool_first, pool_last = self._blocks.get(query, (0, 0))
            for number, (system, documents) in enumerate(self._systems, 1):
                docs = documents.get(query, ())
                first, last = (len(rows) + 1, len(rows) + len(docs)) if docs else (0, 0)
                lines.append(_Line(query, number, first, last, pool_first, pool_last))
                rows += [
                    (query, system, rank, doc, self._pool_rows[query, doc])
                    for rank, doc in enumerate(docs, 1)
                ]
        names = ("query", "system", "rank", "document", "pool_row")
        self._columns(canvas, HEADER, names, rows)
        calculated = ("place_grade", "discounted_gain", "relevant", "hits_so_far")
        self._calculated(canvas, HEADER, len(names), (*calculated, "precision_at_hit"), len(rows))
        return lines

    def _place_ideal(self, canvas: Canvas) -> None:
        """The ideal order of each query's documents, in the rows in which they are judged."""
        rows: list[tuple[Value, ...]] = []
        for at, item in enumerate(self._content.items, 1):
            first, last = self._blocks[item.query]
            rows.append((item.query, item.key[-KEY_END:], at - first + 1, first, last))
        names = ("query", "pool_key", "pool_place", "pool_first", "pool_last")
        self._columns(canvas, HEADER, names, rows)
        calculated = ("ideal_grade", "ideal_discounted_gain")
        self._calculated(canvas, HEADER, len(names), calculated, len(rows))

    def _place_lines(self, canvas: Canvas, lines: Sequence[_Line]) -> None:
        """The means of each system and, below the chart, the measures of each query."""
        words, systems = self._words, self._systems
        canvas.label(_MEANS_TOP - 1, 1, words["heading.means"], Look.SUBTITLE)
        rows: list[tuple[Value, ...]] = [
            (each.system, number) for number, each in enumerate(systems, 1)
        ]
        self._columns(canvas, _MEANS_TOP, ("system", "system_number"), rows)
        means = tuple(f"mean_{name}" for name in MEASURES)
        self._calculated(canvas, _MEANS_TOP, 2, means, len(systems))
        top = self._header
        canvas.label(top - 1, 1, words["heading.by_query"], Look.SUBTITLE)
        texts = dict(self._queries)
        rows = [
            (texts[line.query] or line.query, systems[line.system - 1].system) for line in lines
        ]
        self._columns(canvas, top, ("query", "system"), rows)
        steps = ("DCG", "IDCG", "relevant_count", "true_positives")
        self._calculated(canvas, top, 2, (*MEASURES, *steps), len(lines))
        names = ("list_system", "list_first", "list_last", "list_pool_first", "list_pool_last")
        self._columns(canvas, top, names, [line[1:] for line in lines], 2 + len(MEASURES + steps))

    @property
    def _header(self) -> int:
        """The row of the headings over the measures of each query."""
        return _MEANS_TOP + len(self._systems) + _CHART_ROWS + 4

    def _columns(
        self,
        canvas: Canvas,
        header: int,
        names: Sequence[str],
        rows: Sequence[tuple[Value, ...]],
        left: int = 0,
    ) -> None:
        """Columns that stand fixed, to the right of column ``left``, with their headings."""
        for column, name in enumerate(names, left + 1):
            counted = bool(rows) and not isinstance(rows[0][column - left - 1], str)
            look = Look.NUMBER_HEADING if counted else Look.HEADING
            canvas.label(header, column, self._words[f"heading.{name}"], look)
            if name in _KIND.given:
                self._fields[name] = canvas.area(header + 1, column, header + len(rows))
        for row, values in enumerate(rows, header + 1):
            for column, value in enumerate(values, left + 1):
                canvas.label(row, column, value)

    def _calculated(
        self, canvas: Canvas, header: int, left: int, names: Sequence[str], rows: int
    ) -> None:
        """Say where columns of formulas stand, and place their headings."""
        for column, name in enumerate(names, left + 1):
            title = self._words[f"figure.{name}"]
            canvas.label(header, column, title, Look.NUMBER_HEADING)
            self._fields[name] = canvas.area(header + 1, column, header + rows)

    def _metrics(self, canvas: Canvas, cells: Sequence[Cell]) -> Sheet:
        """The sheet of the measures, with a chart of the means."""
        words, count = self._words, len(self._systems)
        top = _MEANS_TOP + count + 2
        names = canvas.area(_MEANS_TOP + 1, 1, _MEANS_TOP + count)
        chart = Chart(
            "bar",
            words["heading.means"],
            canvas.area(top, 1, top + _CHART_ROWS - 1, 8),
            names,
            tuple(
                Series(words[f"figure.{name}"], self._fields[f"mean_{name}"]) for name in _CHARTED
            ),
            words["heading.system"],
            words["heading.mean"],
            words["working.chart"],
            y_min=0,
            y_max=1,
        )
        widths = {1: 30.0, 2: 18.0} | dict.fromkeys(range(3, 18), 13.0)
        return Sheet(
            canvas.title,
            tuple(cells),
            widths,
            {1: TITLE_HEIGHT},
            print_area=canvas.extent()._replace(right=8),
            validations=tuple(canvas.validations),
            highlights=tuple(canvas.highlights),
            charts=(chart,),
            long=True,
            repeated=self._header,
        )


def _place_formulas(canvas: Canvas, quantity: Quantity, fields: Mapping[str, Range]) -> None:
    place = fields[quantity.name]
    look = Look.RESULT if quantity.name.removeprefix("mean_") in MEASURES else Look.STEP
    for address in place.addresses():
        first = quantity.first if address.row == place.top else ""
        formula = in_a1(first or quantity.formula, fields, address)
        _, row, column = address
        canvas.formula(row, column, formula, look=look, number_format=quantity.number_format)


def _steps(canvas: Canvas, cells: Sequence[Cell]) -> Sheet:
    """A sheet of steps, to be looked at when a figure is doubted."""
    widths = dict.fromkeys(range(1, canvas.extent().right + 1), 14.0)
    return Sheet(
        canvas.title,
        tuple(cells),
        widths,
        freeze=canvas.at(_TOP, 1),
        print_area=canvas.extent(),
        long=True,
    )
