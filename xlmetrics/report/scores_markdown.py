"""A scorecard as Markdown, with the tables of GitHub."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from xlmetrics.report.scores_tables import score_tables
from xlmetrics.report.words import printable

if TYPE_CHECKING:
    from xlmetrics.scorecard import Scorecard

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>|#~!])")


def scores_as_markdown(card: Scorecard, *, per_query: bool) -> str:
    """The scorecard, each table under a heading of the third level."""
    lines: list[str] = []
    for each in score_tables(card, per_query=per_query):
        rules = ["---"] * each.texts + ["---:"] * (len(each.header) - each.texts)
        lines += [
            f"### {_escaped(each.caption)}",
            "",
            _row(each.header),
            f"| {' | '.join(rules)} |",
        ]
        lines += [_row(row) for row in each.rows]
        lines += ["", *(f"- {_escaped(note)}" for note in each.notes)]
        lines += [""] if each.notes else []
    return "\n".join(lines)


def _row(cells: tuple[str, ...]) -> str:
    return f"| {' | '.join(map(_escaped, cells))} |"


def _escaped(text: str) -> str:
    return _SPECIAL.sub(r"\\\1", printable(text))
