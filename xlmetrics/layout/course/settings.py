"""The settings of a sheet: yellow cells that all its tables follow, and the scale of grades."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from xlmetrics.layout.fit import at_most
from xlmetrics.model import Look, Validation
from xlmetrics.quantities import KINDS, Given

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from xlmetrics.address import Range
    from xlmetrics.layout.canvas import Canvas
    from xlmetrics.model import Value
    from xlmetrics.template.model import CataloguedTable, Number
    from xlmetrics.template.words import Words

LABEL, VALUE, GRADE, MEANING = 1, 2, 4, 5


class _Allowed(NamedTuple):
    """What may be typed into a setting, in the words of a validation."""

    kind: str
    formula: str
    operator: str | None = None


_ALLOWED = {
    "k": _Allowed("whole", "1", "greaterThanOrEqual"),
    "gain": _Allowed("list", '"linear,exponential"'),
    "other_k": _Allowed("whole", "1", "greaterThanOrEqual"),
    "other_gain": _Allowed("list", '"linear,exponential"'),
    "rel": _Allowed("decimal", "0", "greaterThan"),
    "max_grade": _Allowed("decimal", "0", "greaterThan"),
    "p": _Allowed("custom", "AND(ISNUMBER({cell}),{cell}>0,{cell}<1)"),
    "collection": _Allowed("whole", "1", "greaterThanOrEqual"),
    "b": _Allowed("custom", "AND(ISNUMBER({cell}),{cell}>1,{cell}<=1000)"),
    "depth": _Allowed("whole", "1", "greaterThanOrEqual"),
}
"""The settings there are, in the order in which a sheet shows them."""

_TYPED = {
    "score_a": _Allowed("custom", "ISNUMBER({cell})"),
    "score_b": _Allowed("custom", "ISNUMBER({cell})"),
    "from_rank": _Allowed("whole", "1", "greaterThanOrEqual"),
    "to_rank": _Allowed("whole", "1", "greaterThanOrEqual"),
}
"""What may be typed into the columns of tables, apart from grades."""


class Settings:
    """Places the settings that the tables of a sheet need; ``fields`` says where each stands."""

    def __init__(
        self,
        canvas: Canvas,
        words: Words,
        scale: Mapping[Number, str],
        values: Mapping[str, Value],
    ) -> None:
        self._canvas = canvas
        self._words = words
        self._scale = scale
        self._values = values
        self.fields: dict[str, Range] = {}

    def place(self, tables: Sequence[CataloguedTable], top: int) -> int:
        """Place the settings, and the scale beside them; gives the row below both."""
        parts = [
            part
            for table in tables
            for part in KINDS[table.kind].needed([*table.given, *table.show])
        ]
        needed = {part.name for part in parts}
        row = top
        for name in filter(needed.__contains__, _ALLOWED):
            self._canvas.label(row, LABEL, self._words[f"setting.{name}"])
            self.fields[name] = self._canvas.input(row, VALUE, self._values[name])
            title = self._words[f"setting.{name}"]
            self._validate(name, _ALLOWED[name], title, self.fields[name])
            row += 1
        if any(isinstance(part, Given) and part.graded for part in parts):
            row = max(row, self._place_scale(top))
        return row

    def validate(self, column: Given, where: Range, name: str) -> None:
        """Say what may be typed into a column that a table calls by this name."""
        if column.graded:
            self._canvas.validations.append(self._grades(where))
        elif column.name in _TYPED:
            self._validate(column.name, _TYPED[column.name], name, where)

    def _grades(self, where: Range) -> Validation:
        """A drop-down of the scale."""
        grades = ", ".join(map(str, self._scale))
        meanings = ", ".join(f"{grade} {meaning}" for grade, meaning in self._scale.items())
        words = self._words
        return Validation(
            where,
            "list",
            self.fields["scale"].absolute,
            words["prompt.grade_title"],
            at_most(words.filled("prompt.grade", meanings=meanings), words["prompt.grade_short"]),
            at_most(words.filled("error.grade", grades=grades), words["error.grade_short"]),
        )

    def _place_scale(self, top: int) -> int:
        canvas = self._canvas
        canvas.label(top, GRADE, self._words["heading.grade"], Look.HEADING)
        canvas.label(top, MEANING, self._words["heading.grade_meaning"], Look.HEADING)
        for row, (grade, meaning) in enumerate(self._scale.items(), top + 1):
            canvas.label(row, GRADE, grade, Look.RANK)
            canvas.label(row, MEANING, meaning, Look.INTRO)
        self.fields["scale"] = canvas.area(top + 1, GRADE, top + len(self._scale))
        return top + len(self._scale) + 1

    def _validate(self, name: str, allowed: _Allowed, title: str, where: Range) -> None:
        self._canvas.validations.append(
            Validation(
                where,
                allowed.kind,
                allowed.formula.format(cell=where.first.a1),
                title,
                self._words[f"prompt.{name}"],
                self._words[f"error.{name}"],
                operator=allowed.operator,
            )
        )
