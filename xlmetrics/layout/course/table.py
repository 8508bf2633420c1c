"""Place a table of catalogued quantities: columns side by side, and its figures below them."""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING

from xlmetrics.layout.course.choice import (
    VERDICT,
    frame_verdict,
    highlight_chosen,
    offer_answers,
    verdict_areas,
)
from xlmetrics.layout.course.confusion import (
    CONFUSION,
    ROWS,
    confusion_areas,
    label_confusion,
)
from xlmetrics.layout.ranks import rank_validation
from xlmetrics.model import Look, Table, is_number
from xlmetrics.quantities import KINDS, Given, Quantity, in_a1, is_grid

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from xlmetrics.address import Range
    from xlmetrics.layout.canvas import Canvas
    from xlmetrics.layout.course.settings import Settings
    from xlmetrics.model import Value
    from xlmetrics.template.model import CataloguedTable, OwnColumn
    from xlmetrics.template.words import Words

LABEL, VALUE, MEANING = 1, 2, 3
_LEADERS = ("rank", "ideal_rank")
"""Columns of ranks: beyond the cut-off they and the columns to their right are grey."""


class TablePlacer:
    """Places one table of a sheet, from row ``top`` down: these parts, or all that it needs.

    Its headings stand there, or a row further down where the name of a grid stands above them and
    would meet the title of the table.
    """

    def __init__(
        self,
        canvas: Canvas,
        settings: Settings,
        content: CataloguedTable,
        words: Words,
        top: int,
        parts: Sequence[Given | Quantity] | None = None,
    ) -> None:
        if parts is None:
            parts = KINDS[content.kind].needed([*content.given, *content.show])
        self._canvas = canvas
        self._settings = settings
        self._content = content
        self._words = words
        self._columns = [part for part in parts if part.rows and not _is_within(part)]
        self._own = LABEL + sum(1 for _ in takewhile(_leads, self._columns))
        self._figures = [p for p in parts if isinstance(p, Quantity) and not p.rows]
        self._rows = max(content.rows.values())
        shown = [figure.name for figure in self._figures if figure.name in VERDICT]
        self._verdict = shown if self._columns else []
        self.top = top + (bool(content.title) and any(map(is_grid, parts)))
        self.fields = {p.name: settings.fields[p.name] for p in parts if p.name in settings.fields}
        self.fields |= dict(self._areas())
        lowest = max((self.fields[each.name].bottom for each in self._columns), default=top - 2)
        self._below = lowest + 2
        self._has_matrix = {figure.name for figure in self._figures} >= CONFUSION
        self.bottom = self._place_areas_of_figures()
        for part in parts:
            if isinstance(part, Given) and part.within:
                rows = content.rows[part.rows]
                self.fields[part.name] = self.fields[part.within]._replace(bottom=self.top + rows)

    @property
    def width(self) -> int:
        """The last column that the table takes."""
        return max(place.right for place in self.fields.values())

    def place(self, number: int) -> Table:
        """Place the cells; gives the table, the ``number``-th of its kind."""
        self.place_cells()
        if any(isinstance(column, Given) and column.graded for column in self._columns):
            self.fields["scale"] = self._settings.fields["scale"]
        self._place_rules()
        if self._verdict:
            frame_verdict(self._canvas, self._words, self._content, self.fields)
        self._place_highlights()
        return Table(self._content.kind, number, self.fields)

    def place_cells(self) -> None:
        """Place the columns and the figures, and nothing that watches over them."""
        for column in self._columns:
            self._place_column(column)
        for at, own in enumerate(self._content.columns, self._own):
            self._place_own(at, own)
        if self._has_matrix:
            label_confusion(self._canvas, self._words, self._below)
        for figure in self._figures:
            self._place_figure(figure)

    def _place_rules(self) -> None:
        """Say what may be typed into the columns that need more than a rule for all rows."""
        if "first_rank" in self.fields:
            rule = rank_validation(self.fields["first_rank"], self._words)
            self._canvas.validations.append(rule)
        if "reply" in self.fields:
            offer_answers(self._canvas, self.fields["reply"], self._content.options, self._words)

    def _areas(self) -> Iterator[tuple[str, Range]]:
        """Where each column stands, below the row of its heading."""
        at, top = LABEL, self.top
        kind = KINDS[self._content.kind]
        upper = next(part.rows for part in kind.parts if part.rows)
        for column in self._columns:
            at += len(self._content.columns) if (at, top) == (self._own, self.top) else 0
            if isinstance(column, Given) and column.below:
                at, top = LABEL, top + self._content.rows[upper] + 2
                if self._verdict:
                    yield from verdict_areas(self._canvas, self._verdict, top)
                    top += len(self._verdict) + 2
            at += isinstance(column, Given) and column.apart and at > LABEL
            rows = self._content.rows[column.rows]
            last = at + kind.width(column, self._content.rows) - 1
            yield column.name, self._canvas.area(top + 1, at, top + rows, last)
            at = last + 1

    def _place_areas_of_figures(self) -> int:
        """Say where each figure stands; gives the last row."""
        row = self._below
        if self._has_matrix:
            self.fields |= dict(confusion_areas(self._canvas, row))
            row += ROWS
        for figure in self._figures:
            if figure.name not in self.fields:
                self.fields[figure.name] = self._canvas.area(row, VALUE, row)
                row += 1
        return row - 1 if self._figures else row - 2

    def _place_column(self, column: Given | Quantity) -> None:
        place = self.fields[column.name]
        if is_grid(column):
            self._place_heads(column, place)
        else:
            self._canvas.label(place.top - 1, place.left, self._name(column), _heading_look(column))
        if isinstance(column, Quantity):
            self._place_formulas(column, place)
            return
        for row, value in enumerate(self._values(column), place.top):
            if column.fixed:
                look = Look.RANK if is_number(value) else Look.NOTE
                self._canvas.label(row, place.left, value, look)
            else:
                self._canvas.input(row, place.left, value, column.number_format)
        self._settings.validate(column, place, self._name(column))

    def _place_heads(self, grid: Quantity, place: Range) -> None:
        """What stands over the columns of a grid, and above that what the grid is called."""
        self._canvas.label(place.top - 2, place.left, self._name(grid), Look.ASIDE)
        heads = self._content.given[grid.across]
        for at, head in enumerate(heads, place.left):
            self._canvas.label(place.top - 1, at, head, Look.NUMBER_HEADING)

    def _place_own(self, column: int, own: OwnColumn) -> None:
        """A column of the author's own: as text if it holds any, else as numbers."""
        numbers = all(value is None or is_number(value) for value in own.values)
        heading = Look.NUMBER_HEADING if numbers else Look.HEADING
        self._canvas.label(self.top, column, own.heading, heading)
        for row, value in enumerate(own.values, self.top + 1):
            self._canvas.label(row, column, value, Look.STEP if numbers else Look.NOTE)

    def _values(self, column: Given) -> Sequence[Value]:
        word = self._words[f"value.{column.beyond}"] if column.beyond else None
        if not column.counted:
            return [word if each is None else each for each in self._content.given[column.name]]
        rows = self._content.rows[column.rows]
        return [*range(1, rows + 1), *[word] * (self._rows - rows if column.beyond else 0)]

    def _place_formulas(self, column: Quantity, place: Range) -> None:
        look = Look.WRONG if column.instead_of else Look.NOTE if column.is_text else Look.STEP
        for at in place.addresses():
            formula = column.first if column.first and at.row == place.top else column.formula
            self._canvas.formula(
                at.row,
                at.column,
                in_a1(formula, self.fields, at),
                look=look,
                number_format=column.number_format,
            )

    def _name(self, part: Given | Quantity) -> str:
        """What a column or figure is called: by the template, or by the words."""
        own = self._content.headings.get(part.name)
        section = "heading" if isinstance(part, Given) else "figure"
        return own or self._words[f"{section}.{part.name}"]

    def _look(self, figure: Quantity) -> Look:
        if figure.name in self._verdict:
            return VERDICT[figure.name]
        return Look.WRONG if figure.instead_of else Look.RESULT

    def _place_figure(self, figure: Quantity) -> None:
        at = self.fields[figure.name].first
        self._canvas.formula(
            at.row,
            at.column,
            in_a1(figure.formula, self.fields, at),
            look=self._look(figure),
            number_format=figure.number_format,
        )
        labelled = figure.name in self._verdict or (self._has_matrix and figure.name in CONFUSION)
        if not labelled:
            self._canvas.label(at.row, LABEL, self._name(figure))
            self._canvas.label(at.row, MEANING, self._words[f"meaning.{figure.name}"], Look.ASIDE)

    def _place_highlights(self) -> None:
        """Grey what lies beyond the cut-off, and strike the figures when that is no cut-off."""
        if "chosen" in self.fields:
            highlight_chosen(self._canvas, self.fields)
        if "k" not in self.fields:
            return
        k = self.fields["k"].absolute
        for leader in _LEADERS:
            if leader in self.fields:
                for part in self._block(leader):
                    row = part.top
                    beyond = f"${self.fields[leader].first.a1.rstrip('0123456789')}{row}>{k}"
                    self._canvas.highlight(part, beyond, "beyond")
        for figure in self._figures:
            self._canvas.highlight(self.fields[figure.name], f'COUNTIF({k},">=1")=0', "invalid")

    def _block(self, leader: str) -> list[Range]:
        """A column and what is calculated to the right of it, to where the next block begins."""
        names = [column.name for column in self._columns]
        block = [self.fields[leader]]
        for column in self._columns[names.index(leader) + 1 :]:
            if column.name in _LEADERS or (isinstance(column, Given) and column.below):
                break
            if isinstance(column, Quantity):
                block.append(self.fields[column.name])
        return block


def _leads(part: Given | Quantity) -> bool:
    """Whether a column is among the fixed ones with which a table begins."""
    return isinstance(part, Given) and part.fixed and not part.apart and not part.below


def _is_within(part: Given | Quantity) -> bool:
    return isinstance(part, Given) and bool(part.within)


def _heading_look(column: Given | Quantity) -> Look:
    if isinstance(column, Given):
        return Look.HEADING if column.fixed else Look.NUMBER_HEADING
    if column.instead_of:
        return Look.WRONG_HEADING
    return Look.HEADING if column.is_text else Look.NUMBER_HEADING
