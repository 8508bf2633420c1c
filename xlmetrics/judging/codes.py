"""Why a row may have no grade, and what that is called in the language of a packet."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from xlmetrics.judging.manifest import Code
    from xlmetrics.template.words import Words

CODES: tuple[Code, ...] = ("query unclear", "document unclear", "later")
"""What a rater can choose, in the order of the drop-down."""


def code_words(words: Words) -> dict[Code, str]:
    """What the codes are called."""
    return {code: words[f"code.{code.replace(' ', '_')}"] for code in CODES}
