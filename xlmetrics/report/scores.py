"""A scorecard in the form that is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from xlmetrics.scorecard import Scorecard

FORMS = {
    ".txt": "table",
    ".csv": "csv",
    ".json": "json",
    ".md": "markdown",
    ".tex": "latex",
    ".xlsx": "xlsx",
}
"""The form that each ending of a file means."""


def scores_as(form: str, card: Scorecard, *, per_query: bool, coloured: bool = False) -> str:
    """The scorecard as text; a CSV has the scores alone, the others the comparisons too."""
    if form == "csv":
        return (card.per_query() if per_query else card.means()).write_csv()
    if form == "json":
        from xlmetrics.report.scores_json import scores_as_json

        return scores_as_json(card, per_query=per_query) + "\n"
    if form == "markdown":
        from xlmetrics.report.scores_markdown import scores_as_markdown

        return scores_as_markdown(card, per_query=per_query)
    if form == "latex":
        from xlmetrics.report.scores_latex import scores_as_latex

        return scores_as_latex(card, per_query=per_query)
    from xlmetrics.report.scores_terminal import scores_as_table

    return scores_as_table(card, per_query=per_query, coloured=coloured)
