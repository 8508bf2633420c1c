"""Judgments as TREC has had them since 1993: ``101 0 docA 3``.

By convention -1 is pooled but not judged and -2 is junk. Blank lines, tabs and grades such as
``3.0`` are read; the second field, an iteration nobody uses, is not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from xlmetrics.formats.fields import is_number, read_fields, write_fields
from xlmetrics.formats.rows import Rows, judgments_from
from xlmetrics.formats.writing import (
    Written,
    as_text,
    one_grade_each,
    only_judgments,
    refuse_spaces,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from xlmetrics.collection import Held, Kind
    from xlmetrics.files.source import Source

NAME = "qrels"
DESCRIPTION = "TREC judgments: query 0 doc grade"
SUFFIXES = (".qrels", ".qrel")
ENDING = ".qrels"
HOLDS: tuple[Kind, ...] = ("judgments",)
WRITES = HOLDS


def sniff(source: Source) -> tuple[Kind, ...]:
    """Judgments, if most lines have four fields and a number where the grade is."""
    lines = [line.split() for line in source.head]
    alike = sum(
        len(line) == 4 and is_number(line[3]) and not line[1].startswith("qid:") for line in lines
    )
    return HOLDS if alike * 2 > len(lines) else ()


def read(source: Source, kind: Kind) -> tuple[Held, ...]:  # noqa: ARG001
    """Read it.

    Raises:
        XlmetricsError: a line has other fields, or breaks the rules of judgments.
    """
    fields = ("query", "iteration", "doc", "grade")
    frame, at = read_fields(source, fields, {"grade": pl.Float64}, "query 0 doc grade")
    return (judgments_from(Rows(frame, at)),)


def write(held: Sequence[Held]) -> Written:
    """Write it; rows without a grade, raters, notes and labels are dropped."""
    rows, dropped = one_grade_each(only_judgments(held), "a file of qrels")
    refuse_spaces(rows, "TREC")
    fractions = int((rows["grade"] != rows["grade"].round()).sum())
    if fractions:
        dropped.append(f"for trec_eval, what stands behind the point of a grade ({fractions:,})")
    content = write_fields(rows["query"], "0", rows["doc"], as_text(rows["grade"]))
    return Written(content, tuple(dropped))
