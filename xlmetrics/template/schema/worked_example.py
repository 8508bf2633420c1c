"""What a template of the published worked example may say."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Discriminator, Field

from xlmetrics.template.schema.fields import (
    MAX_ROWS,
    Cutoff,
    Gain,
    Grade,
    Language,
    Line,
    Note,
    Part,
    Scale,
    Title,
)
from xlmetrics.template.schema.tables import QuerySchema
from xlmetrics.template.words import ENGLISH


class NdcgSchema(Part):
    """A table of NDCG: grades returned in rank order, and those missed."""

    kind: Literal["ndcg"]
    returned: Annotated[list[Grade], Field(min_length=1, max_length=MAX_ROWS)]
    missed: Annotated[list[Grade], Field(max_length=MAX_ROWS)] = Field(default=[])


class ReciprocalRankSchema(Part):
    """A table of MRR: queries with the rank of their first relevant result."""

    kind: Literal["reciprocal_rank"]
    queries: Annotated[list[QuerySchema], Field(min_length=1, max_length=MAX_ROWS)]


class WorkedExampleSchema(Part):
    """A template as TOML spells it."""

    title: Line
    summary: Line
    sheet: Title
    k: Cutoff
    gain: Gain
    scale: Scale
    tables: Annotated[
        list[Annotated[NdcgSchema | ReciprocalRankSchema, Discriminator("kind")]],
        Field(min_length=1, max_length=100),
    ]
    notes: list[Note] = Field(default=[])
    words: Language = ENGLISH
