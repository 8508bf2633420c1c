"""What a template of a course may say: sheets of tables made of catalogued quantities."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, Field, StrictStr

from xlmetrics.quantities import KINDS
from xlmetrics.template.schema_fields import (
    MAX_ROWS,
    Cutoff,
    Gain,
    Grade,
    Language,
    Line,
    Note,
    Part,
    Scale,
    Text,
    Title,
)
from xlmetrics.template.words import ENGLISH


class _Settings(Part):
    k: Cutoff | None = None
    gain: Gain | None = None
    rel: Annotated[float, Field(gt=0)] | None = None
    max_grade: Annotated[float, Field(gt=0, le=1000)] | None = None
    p: Annotated[float, Field(gt=0, lt=1)] | None = None
    collection: Cutoff | None = None


def _quantity_of(kind: str) -> AfterValidator:
    """A name of the catalogue; the nearest is offered for any other."""

    def check(name: str) -> str:
        from difflib import get_close_matches

        known = KINDS[kind].quantities
        if name in known:
            return name
        nearest = get_close_matches(name, known, n=1)
        hint = f"did you mean {nearest[0]}?" if nearest else f"there are {', '.join(known)}"
        raise ValueError(f"no quantity of a {kind} table is called {name!r}; {hint}")

    return AfterValidator(check)


class TableSchema(Part):
    """What all tables have: a title, what to show, and headings of one's own."""

    title: Line | None = None
    headings: dict[str, Line] = Field(default={})


class RankingSchema(TableSchema):
    """One ranked list: the grades returned in rank order, and those of the documents missed."""

    kind: Literal["ranking"]
    returned: Annotated[list[Grade], Field(min_length=1, max_length=MAX_ROWS)]
    missed: Annotated[list[Grade], Field(max_length=MAX_ROWS)] = Field(default=[])
    documents: list[Text] | None = None
    show: Annotated[list[Annotated[StrictStr, _quantity_of("ranking")]], Field(min_length=1)]


class ChartSchema(Part):
    """A native chart of columns of a table of the same sheet."""

    kind: Literal["line", "bar", "scatter"]
    title: Line
    table: Annotated[int, Field(ge=1)] = 1
    x: StrictStr
    series: Annotated[list[StrictStr], Field(min_length=1, max_length=4)]
    x_title: Line
    y_title: Line
    alt: Text


class SheetSchema(_Settings):
    """A sheet of the course."""

    sheet: Title
    title: Line | None = None
    text: list[Note] = Field(default=[])
    tables: Annotated[list[RankingSchema], Field(min_length=1, max_length=100)]
    charts: list[ChartSchema] = Field(default=[])
    notes: list[Note] = Field(default=[])


class CourseSchema(_Settings):
    """A course as TOML spells it."""

    title: Line
    summary: Line
    scale: Scale
    sheets: Annotated[list[SheetSchema], Field(min_length=1, max_length=50)]
    words: Language = ENGLISH
