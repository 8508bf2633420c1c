"""One table of an exercise: numbers given and room to work on the front, the rest on the key."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from xlmetrics.layout.course.table import TablePlacer
from xlmetrics.model import Table
from xlmetrics.quantities import KINDS, Given, Quantity, Seen

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from xlmetrics.address import Range
    from xlmetrics.layout.canvas import Canvas
    from xlmetrics.layout.course.exercise_canvas import ExerciseCanvas
    from xlmetrics.layout.course.settings import Settings
    from xlmetrics.template.model import CataloguedTable
    from xlmetrics.template.words import Words


def with_mistakes(content: CataloguedTable, asked: Sequence[str]) -> CataloguedTable:
    """The table as the key shows it: with all that is asked for, and the known mistakes in it."""
    kind = KINDS[content.kind]
    mistakes = [mistake.name for name in asked for mistake in kind.mistakes(name)]
    return replace(content, show=(*content.show, *asked, *mistakes))


class _KeyPlacer(TablePlacer):
    """Places what is calculated; what is given stands on the front."""

    def _place_column(self, column: Given | Quantity) -> None:
        if isinstance(column, Quantity):
            super()._place_column(column)


def _is_mistake(part: Given | Quantity) -> bool:
    return isinstance(part, Quantity) and bool(part.instead_of)


def _is_on_key(part: Given | Quantity) -> bool:
    """Whether a column takes room on the key: what is calculated, and what begins lower rows."""
    return isinstance(part, Quantity) or part.below


def _is_step(part: Quantity) -> bool:
    """Whether a quantity is a column that somebody who works by hand fills."""
    return bool(part.rows) and not part.instead_of and not part.aid


class ExerciseTable:
    """Places one table, its columns from row ``top`` down, in the same rows of both sheets."""

    def __init__(
        self,
        front: ExerciseCanvas,
        key: Canvas,
        settings: Settings,
        content: CataloguedTable,
        asked: Sequence[str],
        words: Words,
        top: int,
    ) -> None:
        self.kind = KINDS[content.kind]
        self._canvas = front
        self._key = key
        self._settings = settings
        self._content = replace(content, columns=())  # an author's own stand on the front
        self._words = words
        every = self.kind.needed([*content.given, *with_mistakes(content, asked).show])
        shown = [name for name in content.show if not _is_mistake(self.kind[name])]
        working = self.kind.needed([*shown, *asked])
        on_front = [
            part
            for part in every
            if isinstance(part, Given) or (part in working and _is_step(part))
        ]
        columns = [part for part in every if part.rows and _is_on_key(part)]
        self._figures = [part for part in every if isinstance(part, Quantity) and not part.rows]
        self._front = TablePlacer(front, settings, content, words, top, on_front)
        self._columns = _KeyPlacer(key, settings, self._content, words, top, columns)
        self._fields: dict[str, Range] = {}
        self.bottom = self._front.bottom

    def place_key(self, row: int) -> int:
        """Place what is calculated, its figures from this row down; gives the row below."""
        figures = TablePlacer(
            self._key, self._settings, self._content, self._words, row, self._figures
        )
        front = self._front.fields
        self._fields = {name: front[name] for name in front if name in self.kind.given}
        self._fields = self._columns.fields | figures.fields | self._fields
        if any(self.kind.given[name].graded for name in self._fields if name in self.kind.given):
            self._fields["scale"] = self._settings.fields["scale"]
        for placer in (self._columns, figures):
            placer.fields = self._fields
            placer.place_cells()
        return figures.bottom + 2

    def table(self, number: int) -> Table:
        """The table that the key holds, the ``number``-th of its kind."""
        return Table(self.kind.name, number, self._fields)

    def place_front(self, answers: Mapping[str, Range]) -> dict[str, Range]:
        """Place what is given and the room to work in; gives where all stands, seen from there."""
        self._front.fields = {**self._fields, **self._front.fields, **answers}
        self._front.place_cells()
        self._place_texts(on=Table(self.kind.name, 1, self._front.fields))
        return self._front.fields

    def _place_texts(self, on: Table) -> None:
        """Give the names of rows, which nobody works out."""
        values = {cell.address: cell.value for cell in self._canvas.cells}
        for part in self.kind.quantities.values():
            place = on.fields.get(part.name)
            if part.is_text and place and place.sheet == self._canvas.title:
                texts = part.value(Seen(self.kind, on, values.get))
                self._canvas.tell(dict(zip(place.addresses(), texts, strict=True)))
