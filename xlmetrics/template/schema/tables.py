"""What the tables of a course may say, kind by kind."""

from __future__ import annotations

from itertools import pairwise
from typing import Annotated, Literal

from pydantic import AfterValidator, Discriminator, Field, StrictStr, model_validator

from xlmetrics.quantities import KINDS
from xlmetrics.quantities.choice import MAX_QUESTIONS
from xlmetrics.template.schema.choice import (
    AdviceSchema,
    DecisionSchema,
    QuestionSchema,
    check_decisions,
)
from xlmetrics.template.schema.fields import (
    MAX_LIST,
    MAX_ROWS,
    CellValue,
    Cutoff,
    FirstRank,
    Grade,
    GradesFile,
    Line,
    Part,
    RowCount,
    Score,
    Text,
    says,
)
from xlmetrics.template.spelling import hint
from xlmetrics.text import counted


def _quantity_of(kind: str) -> AfterValidator:
    """A name of the catalogue; the nearest is offered for any other."""

    def check(name: str) -> str:
        known = KINDS[kind].quantities
        if name in known:
            return name
        raise ValueError(f"no quantity of a {kind} table is called {name!r}; {hint(name, known)}")

    return AfterValidator(check)


_NAME = says("names of quantities")
_KIND = Field(description="The kind of table.")
_RETURNED = "The grades of the documents returned, from rank 1 down."
_MISSED = "The grades of documents that were judged and never returned."
_DOCUMENTS = "The names of the documents: those returned, then those missed."
_GRADES = (
    "A file with the columns query, rank, document and grade, counted from the template's own "
    "folder, in place of {}."
)
_SHOW = "Quantities of the catalogue; what they need is shown too."


class ColumnSchema(Part):
    """A column of your own, in which nothing is calculated, before what is typed in."""

    heading: Line = Field(description="What stands over the column.")
    values: list[CellValue] = Field(description='What stands in it, row by row; `""` for a blank.')


class TableSchema(Part):
    """What all tables have: a title, headings and columns of one's own."""

    title: Line | None = Field(None, description="What stands over the table.")
    headings: dict[str, Line] = Field(
        {}, description='Other headings, by the name of what they head: `{ nDCG = "NDCG@5" }`.'
    )
    columns: list[ColumnSchema] = Field([], max_length=10, description="Columns of your own.")


class RankingSchema(TableSchema):
    """One ranked list: the grades of what was returned, and of what was missed."""

    kind: Literal["ranking"] = _KIND
    returned: Annotated[list[Grade], Field(min_length=1, max_length=MAX_LIST)] | None = Field(
        None, description=f"{_RETURNED} Needed, unless there is a file of grades."
    )
    missed: list[Grade] = Field([], max_length=MAX_LIST, description=_MISSED)
    documents: list[Text] | None = Field(None, description=_DOCUMENTS)
    grades: GradesFile | None = Field(
        None, description=_GRADES.format("returned, missed and documents")
    )
    query: Text | None = Field(
        None, description="Which query of the file it is, where there are several."
    )
    show: Annotated[
        list[Annotated[StrictStr, _quantity_of("ranking"), _NAME]], Field(min_length=1)
    ] = Field([*KINDS["ranking"].usual], description=_SHOW)


class QuerySchema(Part):
    """A query, and the rank of its first relevant result or "none"."""

    query: Text = Field(description="What was asked.")
    first_relevant_rank: FirstRank = Field(description="The rank of the first relevant result.")


class FirstRanksSchema(TableSchema):
    """Several queries, each with the rank of its first relevant result."""

    kind: Literal["first_ranks"] = _KIND
    queries: Annotated[list[QuerySchema], Field(min_length=1, max_length=MAX_ROWS)] = Field(
        description="The queries."
    )
    show: Annotated[
        list[Annotated[StrictStr, _quantity_of("first_ranks"), _NAME]], Field(min_length=1)
    ] = Field([*KINDS["first_ranks"].usual], description=_SHOW)


class ListSchema(Part):
    """The ranked list of one query."""

    query: Text = Field(description="What was asked.")
    returned: Annotated[list[Grade], Field(max_length=MAX_LIST)] = Field(description=_RETURNED)
    missed: Annotated[list[Grade], Field(max_length=MAX_LIST)] = Field([], description=_MISSED)
    documents: list[Text] | None = Field(None, description=_DOCUMENTS)

    @model_validator(mode="after")
    def _has_documents(self) -> ListSchema:
        count = len(self.returned) + len(self.missed)
        if not count:
            raise ValueError("holds no document; give those returned or missed")
        if self.documents is not None and len(self.documents) != count:
            named = counted(len(self.documents), "document")
            raise ValueError(f"names {named} and grades {count}")
        return self


class ListsSchema(TableSchema):
    """Several ranked lists, one below the other, each of a query of its own."""

    kind: Literal["lists"] = _KIND
    lists: Annotated[list[ListSchema], Field(min_length=1, max_length=MAX_ROWS)] | None = Field(
        None, description="The lists. Needed, unless there is a file of grades."
    )
    grades: GradesFile | None = Field(None, description=_GRADES.format("lists"))
    show: Annotated[
        list[Annotated[StrictStr, _quantity_of("lists"), _NAME]], Field(min_length=1)
    ] = Field([*KINDS["lists"].usual], description=_SHOW)

    @model_validator(mode="after")
    def _fit_together(self) -> ListsSchema:
        lists = self.lists or []
        if len({each.documents is None for each in lists}) > 1:
            raise ValueError("names the documents of some lists only; name all or none")
        for above, below in pairwise(lists):
            if above.query.casefold() == below.query.casefold():
                raise ValueError(f"holds the query {above.query!r} twice in a row; rename one")
        return self


class DiscountsSchema(TableSchema):
    """What each rank weighs, from 1 down."""

    kind: Literal["discounts"] = _KIND
    ranks: RowCount = Field(description="How many ranks there are.")
    show: Annotated[
        list[Annotated[StrictStr, _quantity_of("discounts"), _NAME]], Field(min_length=1)
    ] = Field([*KINDS["discounts"].usual], description=_SHOW)


class MoveSchema(Part):
    """A document that moves from one rank to another."""

    grade: Grade = Field(description="Its grade.")
    from_: Cutoff = Field(alias="from", description="The rank it had.")
    to: Cutoff = Field(description="The rank it gets.")


class MovesSchema(TableSchema):
    """What documents gain by moving."""

    kind: Literal["moves"] = _KIND
    moves: Annotated[list[MoveSchema], Field(min_length=1, max_length=MAX_ROWS)] = Field(
        description="The documents that move."
    )
    show: Annotated[
        list[Annotated[StrictStr, _quantity_of("moves"), _NAME]], Field(min_length=1)
    ] = Field([*KINDS["moves"].usual], description=_SHOW)


class PairSchema(Part):
    """A query with the scores of two systems."""

    query: Text = Field(description="The query.")
    a: Score = Field(description='The score of system A; `""` where it has none.')
    b: Score = Field(description='The score of system B; `""` where it has none.')


class SystemsSchema(TableSchema):
    """Two systems, compared on the same queries."""

    kind: Literal["systems"] = _KIND
    queries: Annotated[list[PairSchema], Field(min_length=1, max_length=MAX_ROWS)] = Field(
        description="The queries with their scores."
    )
    show: Annotated[
        list[Annotated[StrictStr, _quantity_of("systems"), _NAME]], Field(min_length=1)
    ] = Field([*KINDS["systems"].usual], description=_SHOW)


class ChoiceSchema(Part):
    """Questions, and what their answers lead to: the first decision that fits counts."""

    kind: Literal["choice"] = _KIND
    title: Line | None = Field(None, description="What stands over the table.")
    questions: Annotated[list[QuestionSchema], Field(min_length=1, max_length=MAX_QUESTIONS)] = (
        Field(description="The questions.")
    )
    decisions: Annotated[list[DecisionSchema], Field(min_length=1, max_length=100)] = Field(
        description="What to recommend, from the top down, for every combination of answers."
    )
    unanswered: AdviceSchema = Field(description="What to say as long as a question is open.")
    headings: dict[str, Line] = Field(
        {}, description="Other headings, by the name of what they head."
    )
    show: Annotated[
        list[Annotated[StrictStr, _quantity_of("choice"), _NAME]], Field(min_length=1)
    ] = Field([*KINDS["choice"].usual], description=_SHOW)

    @model_validator(mode="after")
    def _decides(self) -> ChoiceSchema:
        check_decisions(self.questions, self.decisions)
        return self


class JudgmentSchema(Part):
    """A document with the grades that two raters gave it."""

    document: Text = Field(description="The document.")
    a: Grade = Field(description='The grade that rater A gave; `""` for none.')
    b: Grade = Field(description='The grade that rater B gave; `""` for none.')


class RatersSchema(TableSchema):
    """Two raters who judged the same documents, and how far they agree."""

    kind: Literal["raters"] = _KIND
    judgments: Annotated[list[JudgmentSchema], Field(min_length=1, max_length=MAX_ROWS)] = Field(
        description="The documents with their grades."
    )
    show: Annotated[
        list[Annotated[StrictStr, _quantity_of("raters"), _NAME]], Field(min_length=1)
    ] = Field([*KINDS["raters"].usual], description=_SHOW)


TablesSchema = Annotated[
    RankingSchema
    | FirstRanksSchema
    | ListsSchema
    | DiscountsSchema
    | MovesSchema
    | SystemsSchema
    | ChoiceSchema
    | RatersSchema,
    Discriminator("kind"),
]
