"""Outside formats, one module each: what a file is, read into a collection and written from it.

A module says its ``NAME``, its ``DESCRIPTION``, which ``SUFFIXES`` mean it where a file is
written, how its files usually end (``ENDING``), and what is read from it (``HOLDS``) and written
into it (``WRITES``). ``sniff`` says what a file holds if it is of that
format, by what is in it and never by its name; ``read`` and ``write`` do the rest.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple, Protocol

from xlmetrics.collection import Documents, Judgments, Queries, Run, kind_of
from xlmetrics.errors import UnreadableFile, XlmetricsError
from xlmetrics.files.source import Source, open_source
from xlmetrics.formats import (
    csv_table,
    hical,
    jsonl,
    ltr,
    opensearch_csv,
    opensearch_json,
    parquet,
    qrels,
    quepid_book_csv,
    quepid_book_json,
    quepid_needs,
    quepid_ratings,
    quepid_snapshot,
    rank_eval,
    rre,
    semicolon_table,
    trec_run,
    tsv_table,
)
from xlmetrics.formats.complaints import excerpt
from xlmetrics.formats.dataframes import (
    documents_from_frame,
    judgments_from_frame,
    queries_from_frame,
    run_from_frame,
)
from xlmetrics.formats.delimited import header_of
from xlmetrics.formats.headers import find_columns, role_of
from xlmetrics.xlsx.save import replace_file

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from xlmetrics.collection import Held, Kind
    from xlmetrics.formats.writing import Written

__all__ = [
    "FORMATS",
    "Detected",
    "Format",
    "detect",
    "documents_from_frame",
    "format_for",
    "format_named",
    "judgments_from_frame",
    "queries_from_frame",
    "read_documents",
    "read_held",
    "read_judgments",
    "read_kind",
    "read_queries",
    "read_run",
    "read_runs",
    "run_from_frame",
    "write",
]


class Format(Protocol):
    """What a module of a format offers."""

    @property
    def NAME(self) -> str:  # noqa: N802
        """How it is called with --to and --from."""

    @property
    def DESCRIPTION(self) -> str:  # noqa: N802
        """What it is, in a line."""

    @property
    def SUFFIXES(self) -> tuple[str, ...]:  # noqa: N802
        """The endings that mean it where a file is written."""

    @property
    def ENDING(self) -> str:  # noqa: N802
        """How the name of its files usually ends, though others may end so too."""

    @property
    def HOLDS(self) -> tuple[Kind, ...]:  # noqa: N802
        """What can be read from it."""

    @property
    def WRITES(self) -> tuple[Kind, ...]:  # noqa: N802
        """What can be written into it."""

    def sniff(self, source: Source) -> tuple[Kind, ...]:
        """What a file holds; nothing if it is of another format."""

    def read(self, source: Source, kind: Kind) -> tuple[Held, ...]:
        """What a file holds of one kind: several only if they are runs."""

    def write(self, held: Sequence[Held]) -> Written:
        """The bytes of a file, and what is dropped."""


_IN_ORDER: tuple[Format, ...] = (  # as they are asked: those whose mark is surest come first
    parquet,
    opensearch_json,
    quepid_book_json,
    rank_eval,
    rre,
    jsonl,
    quepid_ratings,
    opensearch_csv,
    quepid_needs,
    quepid_snapshot,
    quepid_book_csv,
    hical,
    csv_table,
    tsv_table,
    semicolon_table,
    ltr,
    trec_run,
    qrels,
)
FORMATS: dict[str, Format] = {form.NAME: form for form in sorted(_IN_ORDER, key=lambda f: f.NAME)}


class Detected(NamedTuple):
    """The format of a file, and what is in it."""

    format: Format
    kinds: tuple[Kind, ...]
    source: Source


def detect(path: Path, form: str | None = None) -> Detected:
    """Say of which format a file is, by what is in it; or make sure that it is ``form``.

    Raises:
        XlmetricsError: it is of no format that is known, or not of the one named.
        OSError: it cannot be opened.
    """
    source = open_source(path)
    for each in _IN_ORDER if form is None else (format_named(form),):
        kinds = each.sniff(source)
        if kinds:
            return Detected(each, kinds, source)
    _say_why(source)
    start = source.head[0] if source.head else source.text[:1]
    if form is not None:
        what = f"is not of the format {form} ({format_named(form).DESCRIPTION})"
        mend = "Leave out --from, or give another file."
    else:
        what = "is of no format that is known"
        mend = "A table needs a header such as query,doc,rank or query,doc,grade."
    raise UnreadableFile(path, f"{what}; it begins {excerpt(start)}", mend)


def _say_why(source: Source) -> None:
    """Say what keeps a file from being the JSON or the table that it seems to be."""
    if source.head and source.head[0].lstrip()[:1] in ("{", "["):
        source.json  # noqa: B018
    for separator in ",\t;":
        header = header_of(source, separator)
        if len(set(map(role_of, header)) - {None}) > 1:
            find_columns(source.path, header)


def read_kind(found: Detected, kind: Kind) -> tuple[Held, ...]:
    """What a detected file holds of one kind, with all remarks on it."""
    held = found.format.read(found.source, kind)
    remarks = found.source.remarks
    if not any(len(each.rows) for each in held):
        remarks = (*remarks, "there are no rows in it")
    return tuple(replace(each, remarks=(*remarks, *each.remarks)) for each in held)


def read_held(path: Path, kind: Kind, form: str | None = None) -> tuple[Held, ...]:
    """What a file holds of one kind; several only if they are runs.

    Raises:
        XlmetricsError: it holds none, or what it says breaks the rules.
    """
    found = detect(path, form)
    if kind not in found.kinds:
        raise XlmetricsError(
            f"{path}: holds {' and '.join(found.kinds)} ({found.format.NAME}), and no {kind}. "
            "Give another file."
        )
    return read_kind(found, kind)


def read_runs(path: Path, form: str | None = None) -> tuple[Run, ...]:
    """All runs in a file."""
    return tuple(held for held in read_held(path, "run", form) if isinstance(held, Run))


def read_run(path: Path, form: str | None = None) -> Run:
    """The run in a file; raises XlmetricsError too where there are several."""
    runs = read_runs(path, form)
    if len(runs) != 1:
        names = ", ".join(run.name for run in runs)
        raise XlmetricsError(f"{path}: holds {len(runs)} runs: {names}. Split it.")
    return runs[0]


def read_judgments(path: Path, form: str | None = None) -> Judgments:
    """The judgments in a file."""
    (held,) = read_held(path, "judgments", form)
    assert isinstance(held, Judgments)  # noqa: S101
    return held


def read_queries(path: Path, form: str | None = None) -> Queries:
    """The queries in a file."""
    (held,) = read_held(path, "queries", form)
    assert isinstance(held, Queries)  # noqa: S101
    return held


def read_documents(path: Path, form: str | None = None) -> Documents:
    """The documents in a file."""
    (held,) = read_held(path, "documents", form)
    assert isinstance(held, Documents)  # noqa: S101
    return held


def format_named(name: str) -> Format:
    """The format of this name; raises XlmetricsError where there is none."""
    try:
        return FORMATS[name]
    except KeyError:
        raise XlmetricsError(f"{name}: is no format. Choose one of {', '.join(FORMATS)}.") from None


def format_for(path: Path, kinds: Sequence[Kind]) -> Format:
    """The format that a name means for what is to be written.

    Raises:
        XlmetricsError: its ending means none.
    """
    suffix = path.suffix.lower()
    for form in FORMATS.values():
        if suffix in form.SUFFIXES:
            return form
    able = [form.NAME for form in FORMATS.values() if set(form.WRITES) & set(kinds)]
    raise XlmetricsError(
        f"{path}: its ending does not say the format. Name it with --to: {', '.join(able)}."
    )


def write(held: Held | Sequence[Held], path: Path, form: str) -> tuple[str, ...]:
    """Write a collection, or several runs, in place of any file; say what is not in it.

    Raises:
        XlmetricsError: the format cannot hold it, or the file cannot be written.
    """
    several = held if isinstance(held, list | tuple) else (held,)
    target = format_named(form)
    kind = kind_of(several[0])
    if kind not in target.WRITES:
        raise XlmetricsError(f"{form} is written of {' and '.join(target.WRITES)}, not of {kind}.")
    written = target.write(several)
    replace_file(path, written.content)
    return written.dropped
