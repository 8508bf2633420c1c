"""A run as TREC has had it since 1993: ``101 Q0 docA 1 12.7 bm25``.

Fields are parted by spaces or tabs. As in trec_eval 9, the scores say the order and the ranks
mean nothing; documents of one score are ordered by id, descending. Blank lines are passed over,
and the last field, the system, may be missing.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import polars as pl

from xlmetrics.formats.fields import is_number, read_fields, write_fields
from xlmetrics.formats.rows import Rows, runs_from
from xlmetrics.formats.writing import Written, as_text, only_run, refuse_spaces

if TYPE_CHECKING:
    from collections.abc import Sequence

    from xlmetrics.collection import Held, Kind
    from xlmetrics.files.source import Source

NAME = "trec-run"
DESCRIPTION = "TREC run: query Q0 doc rank score system"
SUFFIXES = (".run", ".trec")
ENDING = ".run"
HOLDS: tuple[Kind, ...] = ("run",)
WRITES = HOLDS

_FIELDS = ("query", "q0", "doc", "rank", "score", "system")
_LITERALS = {"q0", "0", "q", "1"}


def sniff(source: Source) -> tuple[Kind, ...]:
    """A run, if most lines have its fields and a number where the score is."""
    lines = [line.split() for line in source.head]
    alike = sum(len(line) in (5, 6) and is_number(line[4]) for line in lines)
    literal = any(len(line) > 1 and line[1].lower() in _LITERALS for line in lines)
    return HOLDS if literal and alike * 2 > len(lines) else ()


def read(source: Source, kind: Kind) -> tuple[Held, ...]:  # noqa: ARG001
    """Read it.

    Raises:
        XlmetricsError: a line has other fields, or breaks the rules of a run.
    """
    fields = _FIELDS[:5] if all(len(line.split()) == 5 for line in source.head) else _FIELDS
    numeric = {"rank": pl.Int64, "score": pl.Float64}
    frame, at = read_fields(source, fields, numeric, "query Q0 doc rank score system")
    if "system" in frame.columns and frame["system"].n_unique() == 1:
        name = frame["system"][0]
        frame = frame.drop("system")
    else:
        name = source.name
    rows = Rows(frame, at)
    del frame
    return runs_from(rows, name, "score")


def write(held: Sequence[Held]) -> Written:
    """Write it; the scores count down where the run's own would not keep its order."""
    run = only_run(held, "A TREC run")
    refuse_spaces(run.rows, "TREC")
    dropped: tuple[str, ...] = ()
    rows = run.rows
    if not _in_order(rows):
        rows = rows.with_columns(
            (pl.len().over("query") - pl.col("rank") + 1).cast(pl.Float64).alias("score")
        )
        if run.rows["score"].is_not_null().any():
            dropped = ("the scores, which contradict the ranks; others count down in their place",)
    name = re.sub(r"\s+", "_", run.name.strip()) or "run"
    if name != run.name:
        dropped = (*dropped, f"the name {run.name!r}, written as {name!r}")
    return Written(
        write_fields(
            rows["query"],
            "Q0",
            rows["doc"],
            rows["rank"].cast(pl.String),
            as_text(rows["score"]),
            name,
        ),
        dropped,
    )


def _in_order(rows: pl.DataFrame) -> bool:
    """Whether ordering by score, then by id, gives the ranks that there are."""
    if rows["score"].has_nulls():
        return False
    follows = rows["query"] == rows["query"].shift(1)
    above = rows["score"].shift(1)
    tied = (above == rows["score"]) & (rows["doc"].shift(1) > rows["doc"])
    return bool((~follows | (above > rows["score"]) | tied).fill_null(value=True).all())
