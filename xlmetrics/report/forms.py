"""Which form of a report the ending of a file asks for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.errors import XlmetricsError

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path


def form_of(path: Path | None, forms: Mapping[str, str]) -> str:
    """The form that the ending of a file means, by the ``forms`` of endings; a table for no file.

    Raises:
        XlmetricsError: it means none.
    """
    if path is None:
        return "table"
    try:
        return forms[path.suffix.lower()]
    except KeyError:
        endings = ", ".join(forms)
        raise XlmetricsError(
            f"{path}: its ending does not say the format. Give one of {endings}, or --format."
        ) from None
