"""Runs with what is known of their queries and documents, out of several files or a single one."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import polars as pl

from xlmetrics.collection import DOCUMENT_COLUMNS, QUERY_COLUMNS, Documents, Queries, Run
from xlmetrics.errors import XlmetricsError
from xlmetrics.formats import detect, read_documents, read_kind, read_queries

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from xlmetrics.collection import Held


class Together(NamedTuple):
    """The runs, each with its file, all queries and documents, and remarks with their files."""

    runs: tuple[tuple[Run, Path], ...]
    queries: Queries
    documents: Documents
    remarks: tuple[str, ...]


def read_together(
    paths: Sequence[Path], queries: Path | None = None, documents: Path | None = None
) -> Together:
    """Read runs, and queries and documents from files of their own, or else from those of the runs.

    Where files of runs say different things of a query or a document, the first is kept.

    Raises:
        XlmetricsError: a file cannot be read, or holds no run.
    """
    runs: list[tuple[Run, Path]] = []
    asked: list[tuple[Held, Path]] = []
    shown: list[tuple[Held, Path]] = []
    for path in paths:
        found = detect(path)
        if "run" not in found.kinds:
            raise XlmetricsError(
                f"{path}: holds {' and '.join(found.kinds)} ({found.format.NAME}), and no run. "
                "Name runs first, and give queries and documents with --queries and --docs."
            )
        runs += [(run, path) for run in read_kind(found, "run") if isinstance(run, Run)]
        if "queries" in found.kinds and queries is None:
            asked += [(held, path) for held in read_kind(found, "queries")]
        if "documents" in found.kinds and documents is None:
            shown += [(held, path) for held in read_kind(found, "documents")]
    if queries is not None:
        asked = [(read_queries(queries), queries)]
    if documents is not None:
        shown = [(read_documents(documents), documents)]
    remarks = [
        f"{path}: {remark}" for held, path in (*runs, *asked, *shown) for remark in held.remarks
    ]
    return Together(
        tuple(runs),
        Queries(_first_of(asked, QUERY_COLUMNS)),
        Documents(_first_of(shown, DOCUMENT_COLUMNS)),
        tuple(dict.fromkeys(remarks)),
    )


def _first_of(held: Iterable[tuple[Held, Path]], columns: tuple[str, ...]) -> pl.DataFrame:
    """The rows of all, of each id the first."""
    empty = pl.DataFrame(schema=dict.fromkeys(columns, pl.String))
    rows = [each.rows.select(columns) for each, _ in held]
    return pl.concat([empty, *rows]).unique(columns[0], keep="first", maintain_order=True)
