"""Checks of one or several files, in the form that is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.errors import XlmetricsError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from xlmetrics.audits import Audited

_FORMS = {
    ".txt": "table",
    ".json": "json",
    ".sarif": "sarif",
    ".md": "markdown",
    ".html": "html",
    ".htm": "html",
}


def form_of(path: Path | None) -> str:
    """The form that the ending of a file means; a table where there is no file.

    Raises:
        XlmetricsError: it means none.
    """
    if path is None:
        return "table"
    try:
        return _FORMS[path.suffix.lower()]
    except KeyError:
        endings = ", ".join(_FORMS)
        raise XlmetricsError(
            f"{path}: its ending does not say the format. Give one of {endings}, or --format."
        ) from None


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
