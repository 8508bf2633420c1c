"""Runs with what is known of their queries and documents, out of several sources or one."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import polars as pl

from xlmetrics.collection import DOCUMENT_COLUMNS, QUERY_COLUMNS, Documents, Queries, Run
from xlmetrics.errors import XlmetricsError
from xlmetrics.formats import detect, read_kind
from xlmetrics.formats.complaints import Complaints
from xlmetrics.formats.dataframes import as_polars, held_in_frame
from xlmetrics.formats.given import given_documents, given_queries, said_of
from xlmetrics.formats.query_names import ids_by_words, named_by_id, said_of_shared
from xlmetrics.formats.tables import kinds_of_header

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from xlmetrics.collection import Held, Kind

_FRAME = "the frame"


class Together(NamedTuple):
    """The runs, each with its file if it has one; all queries and documents; and remarks."""

    runs: tuple[tuple[Run, Path | None], ...]
    queries: Queries
    documents: Documents
    remarks: tuple[str, ...]


class _Opened(NamedTuple):
    """Something that holds runs: what else it holds, how that is read, the name for the runs."""

    kinds: tuple[Kind, ...]
    read: Callable[[Kind], tuple[Held, ...]]
    path: Path | None
    name: str | None


def read_together(sources: Any, queries: Any = None, documents: Any = None) -> Together:
    """Read runs, and queries and documents from sources of their own, or else from the runs'.

    A source is a path, a frame, or what was read before. ``sources`` are one, a list of them, or
    a dict of them by the names that their runs are to have. Where they say different things of a
    query or a document, the first is kept. Runs that name queries by their words get the ids, where
    these are known.

    Raises:
        XlmetricsError: a source cannot be read, holds no run, or is given twice.
    """
    _refuse_twice(sources)
    runs: list[tuple[Run, Path | None]] = []
    asked: list[tuple[Held, Any]] = []
    shown: list[tuple[Held, Any]] = []
    for kinds, read, path, name in _opened(sources):
        runs += [
            (run if name is None else replace(run, name=name), path)
            for run in read("run")
            if isinstance(run, Run)
        ]
        if "queries" in kinds and queries is None:
            asked += [(held, path) for held in read("queries")]
        if "documents" in kinds and documents is None:
            shown += [(held, path) for held in read("documents")]
    if queries is not None:
        asked = [(given_queries(queries), queries)]
    if documents is not None:
        shown = [(given_documents(documents), documents)]
    known = Queries(_first_of(asked, QUERY_COLUMNS))
    ids = ids_by_words(known)
    runs = [(named_by_id(run, ids), path) for run, path in runs]
    remarks = [
        said_of(source, remark)
        for held, source in (*runs, *asked, *shown)
        for remark in held.remarks
    ]
    remarks += _about([run for run, _ in runs])
    return Together(
        tuple(runs),
        Queries(known.rows.filter(~pl.col("query").is_in([*ids]))),
        Documents(_first_of(shown, DOCUMENT_COLUMNS)),
        tuple(dict.fromkeys(remarks)),
    )


def _opened(sources: Any, name: str | None = None) -> Iterator[_Opened]:
    """The sources of runs, one after the other; raises XlmetricsError for one that holds none."""
    if isinstance(sources, dict):
        for each, source in sources.items():
            yield from _opened(source, str(each))
    elif isinstance(sources, list | tuple):
        for source in sources:
            yield from _opened(source, name)
    elif isinstance(sources, Run):
        yield _Opened(("run",), lambda _: (sources,), None, name)
    elif isinstance(sources, str | Path):
        found = detect(Path(sources))
        what = f"{' and '.join(found.kinds)} ({found.format.NAME})"
        _need_a_run(sources, found.kinds, what)
        yield _Opened(found.kinds, lambda kind: read_kind(found, kind), Path(sources), name)
    else:
        frame = as_polars(sources)
        kinds = kinds_of_header(frame.columns)
        _need_a_run(_FRAME, kinds, " and ".join(kinds) or "no columns that are known")
        yield _Opened(kinds, lambda kind: held_in_frame(frame, kind, "run", _FRAME), None, name)


def _about(runs: Sequence[Run]) -> Iterator[str]:
    """What to say of several runs beside each other: queries apart, and lists that are the same."""
    queries = [(run.name, run.rows["query"].unique(maintain_order=True)) for run in runs]
    if said := said_of_shared(queries):
        yield said
    lists = [run.rows.select("query", "doc", "rank") for run in runs]
    for at, run in enumerate(runs):
        same = next((i for i in range(at) if lists[i].equals(lists[at])), None)
        if same is not None:
            yield f"{runs[same].name} and {run.name} return the same: is one of them given twice?"


def _refuse_twice(sources: Any) -> None:
    """Raise XlmetricsError for a file that a list names more than once."""
    if not isinstance(sources, list | tuple):
        return
    seen: set[Path] = set()
    complaints = Complaints()
    for source in sources:
        if isinstance(source, str | Path):
            path = Path(source).resolve()
            if path in seen:
                complaints.add(str(source), "is given twice. Name each run once.")
            seen.add(path)
    complaints.settle()


def _need_a_run(called: object, kinds: tuple[Kind, ...], what: str) -> None:
    if "run" not in kinds:
        mend = (
            "Give runs first, and these as queries= or documents=."
            if called == _FRAME
            else "Name runs first, and give queries and documents with --queries and --docs."
        )
        raise XlmetricsError(f"{called}: holds {what}, and no run. {mend}")


def _first_of(held: Iterable[tuple[Held, Any]], columns: tuple[str, ...]) -> pl.DataFrame:
    """The rows of all, of each id the first."""
    empty = pl.DataFrame(schema=dict.fromkeys(columns, pl.String))
    rows = [each.rows.select(columns) for each, _ in held]
    return pl.concat([empty, *rows]).unique(columns[0], keep="first", maintain_order=True)
