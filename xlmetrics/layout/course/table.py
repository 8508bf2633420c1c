"""Place a table of catalogued quantities: columns side by side, and its figures below them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.model import Look, Table, is_number
from xlmetrics.quantities import KINDS, Given, Quantity, in_a1

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from xlmetrics.address import Range
    from xlmetrics.layout.canvas import Canvas
    from xlmetrics.layout.course.settings import Settings
    from xlmetrics.model import Value
    from xlmetrics.template.model import CataloguedTable
    from xlmetrics.template.words import Words

LABEL, VALUE, MEANING = 1, 2, 3


class TablePlacer:
    """Places one table of a sheet, from row ``top`` down."""

    def __init__(
        self, canvas: Canvas, settings: Settings, content: CataloguedTable, words: Words, top: int
    ) -> None:
        kind = KINDS[content.kind]
        parts = kind.needed([*content.given, *content.show])
        self._canvas = canvas
        self._settings = settings
        self._content = content
        self._words = words
        self._top = top
        self._columns = [part for part in parts if part.rows and not _is_within(part)]
        self._figures = [p for p in parts if isinstance(p, Quantity) and not p.rows]
        self._rows = max(content.rows.values())
        self.bottom = top + self._rows + len(self._figures) + bool(self._figures)
        self.fields = {p.name: settings.fields[p.name] for p in parts if p.name in settings.fields}
        self.fields |= dict(self._areas())
        for part in parts:
            if isinstance(part, Given) and part.within:
                rows = content.rows[part.rows]
                self.fields[part.name] = self.fields[part.within]._replace(bottom=top + rows)

    @property
    def width(self) -> int:
        """The last column that the table takes."""
        return max(place.right for place in self.fields.values())

    def place(self, number: int) -> Table:
        """Place the cells; gives the table, the ``number``-th of its kind."""
        for column in self._columns:
            self._place_column(column)
        for figure in self._figures:
            self._place_figure(figure)
        if "judged" in self.fields:
            self._canvas.validations.append(self._settings.grade_validation(self.fields["judged"]))
            self.fields["scale"] = self._settings.fields["scale"]
        self._place_highlights()
        return Table(self._content.kind, number, self.fields)

    def _areas(self) -> Iterator[tuple[str, Range]]:
        """Where each column and each figure stands."""
        at = LABEL
        for column in self._columns:
            at += isinstance(column, Given) and column.apart and at > LABEL
            rows = self._content.rows[column.rows]
            yield column.name, self._canvas.area(self._top + 1, at, self._top + rows)
            at += 1
        first = self.bottom - len(self._figures) + 1
        for row, figure in enumerate(self._figures, first):
            yield figure.name, self._canvas.area(row, VALUE, row)

    def _place_column(self, column: Given | Quantity) -> None:
        place = self.fields[column.name]
        self._canvas.label(self._top, place.left, self._name(column), _heading_look(column))
        if isinstance(column, Quantity):
            self._place_formulas(column, place)
            return
        for row, value in enumerate(self._values(column), place.top):
            if column.fixed:
                look = Look.RANK if is_number(value) else Look.NOTE
                self._canvas.label(row, place.left, value, look)
            else:
                self._canvas.input(row, place.left, value)

    def _values(self, column: Given) -> Sequence[Value]:
        if not column.counted:
            return self._content.given[column.name]
        rows = self._content.rows[column.rows]
        beyond = self._rows - rows if column.beyond else 0
        word = self._words[f"value.{column.beyond}"] if beyond else None
        return [*range(1, rows + 1), *[word] * beyond]

    def _place_formulas(self, column: Quantity, place: Range) -> None:
        look = Look.WRONG if column.instead_of else Look.STEP
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

    def _place_figure(self, figure: Quantity) -> None:
        at = self.fields[figure.name].first
        self._canvas.label(at.row, LABEL, self._name(figure))
        self._canvas.formula(
            at.row,
            VALUE,
            in_a1(figure.formula, self.fields, at),
            look=Look.WRONG if figure.instead_of else Look.RESULT,
            number_format=figure.number_format,
        )
        self._canvas.label(at.row, MEANING, self._words[f"meaning.{figure.name}"], Look.ASIDE)

    def _place_highlights(self) -> None:
        """Grey what lies beyond the cut-off, and strike the figures when that is no cut-off."""
        if "k" not in self.fields:
            return
        k = self.fields["k"].absolute
        for leader in ("rank", "ideal_rank"):
            if leader in self.fields:
                for part in self._block(leader):
                    row = part.top
                    beyond = f"${self.fields[leader].first.a1.rstrip('0123456789')}{row}>{k}"
                    self._canvas.highlight(part, beyond, "beyond")
        for figure in self._figures:
            self._canvas.highlight(self.fields[figure.name], f'COUNTIF({k},">=1")=0', "invalid")

    def _block(self, leader: str) -> list[Range]:
        """The columns of the block that a column leads, itself among them."""
        blocks: dict[str, list[Range]] = {}
        name = self._columns[0].name
        for column in self._columns:
            if isinstance(column, Given) and column.apart:
                name = column.name
            if isinstance(column, Quantity) or column.name == name:
                blocks.setdefault(name, []).append(self.fields[column.name])
        return blocks.get(leader, [])


def _is_within(part: Given | Quantity) -> bool:
    return isinstance(part, Given) and bool(part.within)


def _heading_look(column: Given | Quantity) -> Look:
    if isinstance(column, Given):
        return Look.HEADING if column.fixed else Look.NUMBER_HEADING
    return Look.WRONG_HEADING if column.instead_of else Look.NUMBER_HEADING
