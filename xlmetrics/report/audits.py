"""Checks of one or several files, in the form that is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from xlmetrics.audits import Audited

FORMS = {
    ".txt": "table",
    ".json": "json",
    ".sarif": "sarif",
    ".md": "markdown",
    ".html": "html",
    ".htm": "html",
}
"""The form that each ending of a file means."""


def audits_as(form: str, audits: Sequence[Audited], *, alone: bool, explained: bool = False) -> str:
    """The checks as text in a form; one file that is ``alone`` needs no table of all.

    Where it is ``explained``, the table tells what every cell was taken for.
    """
    if form == "json":
        from xlmetrics.report.as_json import audits_as_json

        return audits_as_json(audits, alone=alone) + "\n"
    if form == "sarif":
        from xlmetrics.report.as_sarif import audits_as_sarif

        return audits_as_sarif(audits) + "\n"
    if form == "markdown":
        from xlmetrics.report.as_markdown import audits_as_markdown

        return audits_as_markdown(audits, alone=alone)
    if form == "html":
        from xlmetrics.report.as_html import audits_as_html

        return audits_as_html(audits, alone=alone)
    from xlmetrics.report.terminal import audits_as_table

    return audits_as_table(audits, alone=alone, explained=explained)
