"""What a file of a scale may say."""

from __future__ import annotations

from pydantic import Field

from xlmetrics.template.schema.fields import Language, Note, Part, Scale, Text


class ScaleSchema(Part):
    """Grades with their labels, examples of some, the rubric, and the language of the packets."""

    scale: Scale
    examples: dict[str, Note] = Field(default_factory=dict)
    rubric: Text = ""
    words: Language = "en"
