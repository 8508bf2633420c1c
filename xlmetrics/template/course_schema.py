"""What a template of a course may say: sheets of tables made of catalogued quantities."""

from __future__ import annotations

from itertools import pairwise
from typing import Annotated, Literal

from pydantic import AfterValidator, Discriminator, Field, StrictStr, model_validator

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
    QuerySchema,
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
    b: Annotated[float, Field(gt=1, le=1000)] | None = None
    depth: Cutoff | None = None


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


class FirstRanksSchema(TableSchema):
    """Several queries, each with the rank of its first relevant result."""

    kind: Literal["first_ranks"]
    queries: Annotated[list[QuerySchema], Field(min_length=1, max_length=MAX_ROWS)]
    show: Annotated[list[Annotated[StrictStr, _quantity_of("first_ranks")]], Field(min_length=1)]


class ListSchema(Part):
    """The ranked list of one query."""

    query: Text
    returned: Annotated[list[Grade], Field(max_length=MAX_ROWS)]
    missed: Annotated[list[Grade], Field(max_length=MAX_ROWS)] = Field(default=[])
    documents: list[Text] | None = None

    @model_validator(mode="after")
    def _has_documents(self) -> ListSchema:
        count = len(self.returned) + len(self.missed)
        if not count:
            raise ValueError("holds no document; give those returned or missed")
        if self.documents is not None and len(self.documents) != count:
            raise ValueError(f"names {len(self.documents)} documents and grades {count}")
        return self


class ListsSchema(TableSchema):
    """Several ranked lists, one below the other, each of a query of its own."""

    kind: Literal["lists"]
    lists: Annotated[list[ListSchema], Field(min_length=1, max_length=MAX_ROWS)]
    show: Annotated[list[Annotated[StrictStr, _quantity_of("lists")]], Field(min_length=1)]

    @model_validator(mode="after")
    def _fit_together(self) -> ListsSchema:
        if len({each.documents is None for each in self.lists}) > 1:
            raise ValueError("names the documents of some lists only; name all or none")
        for above, below in pairwise(self.lists):
            if above.query.casefold() == below.query.casefold():
                raise ValueError(f"holds the query {above.query!r} twice in a row; rename one")
        return self


class DiscountsSchema(TableSchema):
    """What each rank weighs, from 1 to ``ranks``."""

    kind: Literal["discounts"]
    ranks: Annotated[int, Field(ge=1, le=MAX_ROWS)]
    show: Annotated[list[Annotated[StrictStr, _quantity_of("discounts")]], Field(min_length=1)]


class MoveSchema(Part):
    """A document of a grade that moves from one rank to another."""

    grade: Grade
    from_: Cutoff = Field(alias="from")
    to: Cutoff


class MovesSchema(TableSchema):
    """What documents gain by moving."""

    kind: Literal["moves"]
    moves: Annotated[list[MoveSchema], Field(min_length=1, max_length=MAX_ROWS)]
    show: Annotated[list[Annotated[StrictStr, _quantity_of("moves")]], Field(min_length=1)]


TablesSchema = Annotated[
    RankingSchema | FirstRanksSchema | ListsSchema | DiscountsSchema | MovesSchema,
    Discriminator("kind"),
]


class ChartSchema(Part):
    """A native chart of columns of a table of the same sheet."""

    kind: Literal["line", "bar", "scatter"]
    title: Line
    table: Annotated[int, Field(ge=1)] = 1
    rows: Annotated[list[Annotated[int, Field(ge=1)]], Field(min_length=2, max_length=2)] | None = (
        None
    )
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
    tables: Annotated[list[TablesSchema], Field(min_length=1, max_length=100)]
    charts: list[ChartSchema] = Field(default=[])
    notes: list[Note] = Field(default=[])


class CourseSchema(_Settings):
    """A course as TOML spells it."""

    title: Line
    summary: Line
    scale: Scale
    sheets: Annotated[list[SheetSchema], Field(min_length=1, max_length=50)]
    words: Language = ENGLISH
