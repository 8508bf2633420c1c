"""Judgments for learning to rank, as Quepid 8 writes them: ``3 qid:1 # 1370 star trek``.

The form is that of SVMrank and RankLib.

The comment holds the document and the words of the query, which are its id here; without words
it is the qid. Features, if there are any, are not read. Quepid leaves blank lines between.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import polars as pl

from xlmetrics.formats.complaints import Complaints, excerpt
from xlmetrics.formats.rows import Rows, judgments_from
from xlmetrics.formats.writing import (
    Written,
    as_text,
    one_grade_each,
    only_judgments,
    refuse,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from xlmetrics.collection import Held, Kind
    from xlmetrics.files.source import Source

NAME = "ltr"
DESCRIPTION = "learning to rank: grade qid:1 # doc query"
SUFFIXES = (".ltr", ".svm")
ENDING = ".ltr"
HOLDS: tuple[Kind, ...] = ("judgments",)
WRITES = HOLDS

_LINE = re.compile(r"(\S+)[ \t]+qid:(\S+)([^#]*)#[ \t]*(\S+)(?:[ \t]+(.*))?")
_START = re.compile(r"\S+[ \t]+qid:\S+")
_BREAKS = r"[\r\n\v\f\x1c-\x1e\x85\u{2028}\u{2029}]"


def sniff(source: Source) -> tuple[Kind, ...]:
    """Judgments, if most lines begin with a grade and a qid."""
    alike = sum(_START.match(line.strip()) is not None for line in source.head)
    return HOLDS if alike * 2 > len(source.head) else ()


def read(source: Source, kind: Kind) -> tuple[Held, ...]:  # noqa: ARG001
    """Read it.

    Raises:
        XlmetricsError: a line has another form, or breaks the rules of judgments.
    """
    complaints = Complaints()
    numbers: list[int] = []
    found: dict[str, list[str]] = {"query": [], "doc": [], "grade": []}
    features = 0
    words_of: dict[str, str] = {}
    shared: set[str] = set()
    for number, line in enumerate(source.text.splitlines(), start=1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        match = _LINE.fullmatch(line.strip())
        if match is None:
            complaints.add(
                source.line(number),
                f"is not of this form: {excerpt(line)}. Write 3 qid:1 # document query.",
            )
            continue
        grade, qid, between, doc, words = match.groups()
        features += bool(between.strip())
        query = words or qid
        if words_of.setdefault(qid, query) != query:
            shared.add(qid)
        numbers.append(number)
        for role, value in (("query", query), ("doc", doc), ("grade", grade)):
            found[role].append(value)
    complaints.settle()
    remarks = [f"lines with features, which are not read: {features:,}"] if features else []
    if shared:
        remarks.append(f"qid {min(shared)} stands for several queries; their words tell them apart")
    frame = pl.DataFrame(found, schema=dict.fromkeys(found, pl.String))
    rows = Rows(frame, lambda row: source.line(numbers[row]), tuple(remarks))
    return (judgments_from(rows),)


def write(held: Sequence[Held]) -> Written:
    """Write it, queries numbered; rows without a grade, raters, notes and labels are dropped."""
    rows, dropped = one_grade_each(only_judgments(held), "an LTR file")
    query, doc = rows["query"], rows["doc"]
    refuse(query, query.str.contains(_BREAKS), "holds a line break. Give it on one line.")
    stripped = query.str.strip_chars()
    refuse(query, stripped != query, "begins or ends with a space. Remove it.")
    refuse(doc, doc.str.contains(r"[\s\x1c-\x1f\x85]"), "holds a space. Give it an id without.")
    known = rows.select(pl.col("query").unique(maintain_order=True))
    qid = rows.join(known.with_row_index("qid", offset=1), on="query", maintain_order="left")["qid"]
    lines = pl.select(
        pl.format(
            "{} qid:{} # {} {}\n",
            pl.lit(as_text(rows["grade"])),
            pl.lit(qid),
            pl.lit(doc),
            pl.lit(query),
        )
    ).to_series()
    return Written("".join(lines).encode(), tuple(dropped))
