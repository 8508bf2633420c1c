"""What a template of a course may say: sheets of tables made of catalogued quantities."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StrictStr

from xlmetrics.template.schema.fields import (
    AxisEnd,
    Base,
    Chance,
    Cutoff,
    Gain,
    Language,
    Line,
    Note,
    Part,
    RowNumber,
    Scale,
    Threshold,
    Title,
)
from xlmetrics.template.schema.tables import TablesSchema
from xlmetrics.template.words import ENGLISH


class SettingsSchema(Part):
    """What all tables of a sheet follow; what a sheet does not say is said by the template."""

    k: Cutoff | None = Field(None, description="The cut-off: how many ranks count.")
    gain: Gain | None = Field(
        None, description="What a grade is worth: the grade itself, or 2^grade - 1."
    )
    other_k: Cutoff | None = Field(
        None, description="The cut-off of a figure that is cut at another rank, to compare."
    )
    other_gain: Gain | None = Field(
        None, description="The gain of a figure that has another gain, to compare."
    )
    rel: Threshold | None = Field(None, description="The lowest grade that counts as relevant.")
    max_grade: Threshold | None = Field(
        None, description="The highest grade there can be, for ERR; else that of the scale."
    )
    p: Chance | None = Field(
        None, description="How likely a reader goes on to the next document, for RBP."
    )
    collection: Cutoff | None = Field(
        None, description="How many documents there are to search, for the true negatives."
    )
    b: Base | None = Field(None, description="The base of the logarithm in the discounts.")
    depth: Cutoff | None = Field(
        None, description="How many ranks the linear discount takes to fall to 0."
    )


class ChartSchema(Part):
    """A chart of columns of a table of the same sheet."""

    kind: Literal["line", "bar", "scatter"] = Field(description="How it is drawn.")
    title: Line = Field(description="What stands over it.")
    table: RowNumber = Field(1, description="The table it draws, counted from 1.")
    rows: Annotated[list[RowNumber], Field(min_length=2, max_length=2)] | None = Field(
        None, description="The first and the last row it draws, counted from 1; else all."
    )
    x: StrictStr = Field(description="The column along the x axis.")
    series: Annotated[list[StrictStr], Field(min_length=1, max_length=4)] = Field(
        description="The columns it draws, one to four."
    )
    x_title: Line = Field(description="What stands along the x axis.")
    y_title: Line = Field(description="What stands along the y axis.")
    y_min: AxisEnd | None = Field(None, description="Where the y axis begins.")
    y_max: AxisEnd | None = Field(None, description="Where it ends; 1 for shares.")
    alt: Line = Field(description="What it shows, for those who do not see it.")


class ExerciseSchema(Part):
    """A sheet as an exercise, which `--exercise` writes."""

    text: Annotated[list[Note], Field(min_length=1)] = Field(
        description="The task: paragraphs that stand above the tables."
    )
    ask: Annotated[list[StrictStr], Field(min_length=1, max_length=20)] = Field(
        description="The figures to work out; `2.nDCG` is one of the second table."
    )


class ContentSchema(SettingsSchema):
    """What stands on a sheet, from the top down."""

    text: list[Note] = Field([], description="Paragraphs that stand above the tables.")
    tables: Annotated[list[TablesSchema], Field(min_length=1, max_length=100)] = Field(
        description="The tables."
    )
    charts: list[ChartSchema] = Field([], max_length=20, description="Charts below the tables.")
    notes: list[Note] = Field(
        [], description="Things to try, below; left out under `--k` and `--gain`."
    )
    exercise: ExerciseSchema | None = Field(None, description="The sheet as an exercise.")


class SheetSchema(ContentSchema):
    """One of several sheets."""

    sheet: Title = Field(description="The name of the sheet.")
    title: Line | None = Field(None, description="What stands over it; else that of the template.")


class SingleSheetSchema(ContentSchema):
    """A template of one sheet."""

    title: Line = Field(description="What stands over the sheet.")
    summary: Line | None = Field(None, description="What it is about, in a line.")
    sheet: Title | None = Field(None, description="The name of the sheet; else the title.")
    scale: Scale = Field(description="The grades there are, each with its meaning.")
    words: Language = Field(ENGLISH, description="The language of headings and messages.")


class CourseSchema(SettingsSchema):
    """A template of several sheets, with a sheet of contents."""

    title: Line = Field(description="What the workbook is called.")
    summary: Line = Field(description="What it is about, in a line.")
    scale: Scale = Field(description="The grades there are, each with its meaning.")
    words: Language = Field(ENGLISH, description="The language of headings and messages.")
    sheets: Annotated[list[SheetSchema], Field(min_length=1, max_length=50)] = Field(
        description="The sheets."
    )
