"""Grades that stand in a file of their own: a .csv file with a row for each judged document.

The first row names the columns, in any order: ``query``, ``rank``, ``document``, ``grade``. A
document without a rank was judged and never returned. The standard library reads the rows: it
keeps text as it is written and says on which line a row stands, which complaints need and readers
of whole tables such as Polars do not keep.
"""

from __future__ import annotations

import csv
import io
import re
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from xlmetrics.errors import BadTemplate
from xlmetrics.template.files import source_of
from xlmetrics.template.model import MAX_RANK, Number, as_grade
from xlmetrics.template.spelling import nearest, shortened, spelled_value
from xlmetrics.text import complaint_about_text, counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

MAX_JUDGED = 1_000
"""Documents of a query."""
MAX_COMPLAINTS = 20

_SEPARATORS = (",", ";", "\t")
_NAMES = {
    "query": ("query", "qid", "query_id", "topic", "suchanfrage"),
    "rank": ("rank", "position", "rang"),
    "document": ("document", "doc", "doc_id", "docid", "document_id", "dokument"),
    "grade": ("grade", "relevance", "rel", "label", "rating", "judgment", "judgement", "relevanz"),
}
COLUMNS = {name: column for column, names in _NAMES.items() for name in names}
_NUMBER = re.compile(r"[0-9]+([.,][0-9]+)?")


class Judged(NamedTuple):
    """A row: the rank of a document, None if it was missed, its grade and the line it stands on."""

    rank: int | None
    document: str
    grade: Number | str
    line: int


@dataclass
class _Reading:
    """A file while it is read: what is found, and what is wrong with it."""

    path: Path
    scale: Sequence[Number]
    queries: dict[str, list[Judged]] = field(default_factory=dict)
    first_lines: dict[str, tuple[str, int]] = field(default_factory=dict)
    complaints: list[str] = field(default_factory=list)

    def complain(self, line: int, what: str, column: str = "") -> None:
        """Remember a complaint about a line, and about one of its columns."""
        where = f", column {column}" if column else ""
        self.complaints.append(f"{self.path}, line {line}{where}: {what}")

    def stop_if_wrong(self) -> None:
        """Raise BadTemplate with the first complaints, if there are any."""
        more = len(self.complaints) - MAX_COMPLAINTS
        if more > 0:
            self.complaints[MAX_COMPLAINTS:] = [f"{self.path}: and {more:,} more like these"]
        if self.complaints:
            raise BadTemplate(self.complaints)


def with_grades(data: Mapping[str, Any], folder: Path) -> dict[str, Any]:
    """The data of a valid template, the grades of its files put where they are named.

    Raises:
        BadTemplate: a file cannot be read, or holds what is no grade, no rank or not one query.
    """
    scale = sorted(map(as_grade, data["scale"]))
    filled = dict(data)
    if "tables" in data:
        filled["tables"] = [_filled(table, scale, folder) for table in data["tables"]]
    if "sheets" in data:
        filled["sheets"] = [
            {**sheet, "tables": [_filled(table, scale, folder) for table in sheet["tables"]]}
            for sheet in data["sheets"]
        ]
    return filled


def _filled(table: dict[str, Any], scale: Sequence[Number], folder: Path) -> dict[str, Any]:
    if "grades" not in table:
        return table
    path = folder / table["grades"]
    queries = read_grades(path, scale)
    named = any(each.document for judged in queries.values() for each in judged)
    if table["kind"] == "lists":
        lists = [{"query": query, **_lists(judged, named)} for query, judged in queries.items()]
        return {**table, "lists": lists}
    judged = _of_query(path, queries, table.get("query"))
    if judged[0].rank is None:
        raise BadTemplate(
            [f"{path}, line {judged[0].line}, column rank: no document has a rank; give some"]
        )
    return {**table, **_lists(judged, named)}


def _lists(judged: Sequence[Judged], named: bool) -> dict[str, Any]:  # noqa: FBT001
    """The lists that a template spells; the documents where some of the file are named."""
    return {
        "returned": [each.grade for each in judged if each.rank is not None],
        "missed": [each.grade for each in judged if each.rank is None],
        **({"documents": [each.document for each in judged]} if named else {}),
    }


def _of_query(path: Path, queries: Mapping[str, list[Judged]], query: str | None) -> list[Judged]:
    """What was judged for a query, which need not be named if there is only one."""
    some = shortened(", ".join(queries))
    if query is None:
        if len(queries) == 1:
            return next(iter(queries.values()))
        first = spelled_value(next(iter(queries)))
        raise BadTemplate(
            [f"{path}: holds {len(queries)} queries ({some}); choose one: query = {first}"]
        )
    if query in queries:
        return queries[query]
    near = nearest(query, queries)
    hint = f"did you mean {near}?" if near else f"there are {some}"
    raise BadTemplate([f"{path}: holds no query called {spelled_value(query)}; {hint}"])


def read_grades(path: Path, scale: Sequence[Number]) -> dict[str, list[Judged]]:
    """What was judged for each query, in the order of the file: by rank, then what was missed.

    Raises:
        BadTemplate: the file cannot be read or says something it cannot say; carries the first
            complaints, each with line, column and how to mend it.
    """
    reading = _Reading(path, scale)
    text = _text(path)
    separator = _separator(text)
    rows = _rows(
        reading, csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    )
    columns = _columns(reading, next(rows, (1, [])))
    reading.stop_if_wrong()
    for line, cells in rows:
        _read_row(reading, line, cells, columns)
    for query, judged in reading.queries.items():
        judged.sort(key=lambda each: each.rank or MAX_RANK + 1)
        _check_ranks(reading, query, judged)
        _check_documents(reading, query, judged)
    if not reading.queries and not reading.complaints:
        reading.complain(1, "no row stands below the names of the columns; add one for each grade")
    reading.stop_if_wrong()
    return reading.queries


def _text(path: Path) -> str:
    try:
        return source_of(path).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadTemplate([f"{path}: is not UTF-8 text; save it as CSV UTF-8"]) from None


def _separator(text: str) -> str:
    """The separator that makes the most known columns of the first row."""

    def known(separator: str) -> int:
        with suppress(csv.Error, StopIteration):
            names = next(csv.reader(io.StringIO(text, newline=""), delimiter=separator))
            return len({COLUMNS.get(_plain(name)) for name in names} - {None})
        return 0

    return max(_SEPARATORS, key=known)


def _plain(name: str) -> str:
    return re.sub(r"[\s-]+", "_", name.strip().casefold())


def _rows(reading: _Reading, rows: Any) -> Iterator[tuple[int, list[str]]]:
    """The rows that hold something, each with the line on which it begins."""
    line = 1
    try:
        for cells in rows:
            if any(map(str.strip, cells)):
                yield line, cells
            line = rows.line_num + 1
    except csv.Error as error:
        reading.complain(line, f"cannot be read from here on ({error}); look for a stray quote")


def _columns(reading: _Reading, first: tuple[int, list[str]]) -> list[str]:
    """Which column each cell of a row stands in; empty for one that is not read."""
    line, names = first
    columns = [COLUMNS.get(_plain(name), "") for name in names]
    for column in _NAMES:
        if columns.count(column) > 1:
            same = " and ".join(n for n, c in zip(names, columns, strict=True) if c == column)
            reading.complain(line, f"{shortened(same)} are both the {column}; rename one", column)
    for column in {"rank", "grade"} - {*columns}:
        reading.complain(
            line,
            f"no column is called {column}; the first row names the columns, such as "
            "query, rank, document, grade",
            column,
        )
    reading.complaints.sort()
    return columns


def _read_row(reading: _Reading, line: int, cells: list[str], columns: list[str]) -> None:
    if len(cells) != len(columns):
        reading.complain(
            line,
            f"has {counted(len(cells), 'cell')} and the first row {len(columns)}; "
            "put text that holds the separator in quotes",
        )
        return
    row = dict.fromkeys(_NAMES, "") | {
        column: cell.strip() for column, cell in zip(columns, cells, strict=True) if column
    }
    for column in ("query", "document"):
        complaint = complaint_about_text(row[column])
        if complaint:
            reading.complain(line, complaint, column)
    rank, grade = _rank(reading, line, row["rank"]), _grade(reading, line, row["grade"])
    query = row["query"]
    spelled, first = reading.first_lines.setdefault(query.casefold(), (query, line))
    if query != spelled:
        reading.complain(
            line,
            f"{shortened(query)} and {shortened(spelled)} on line {first} differ in capitals only; "
            "spell one query in one way, or name two by more than that",
            "query",
        )
    reading.queries.setdefault(query, []).append(Judged(rank, row["document"], grade, line))


def _rank(reading: _Reading, line: int, text: str) -> int | None:
    if not text:
        return None
    number = _number(text)
    if not isinstance(number, int) or not 1 <= number <= MAX_JUDGED:
        reading.complain(
            line,
            f"must be a whole number from 1 to {MAX_JUDGED:,}, or blank if the document was not "
            f"returned, not {shortened(text)}",
            "rank",
        )
        return None
    return number


def _grade(reading: _Reading, line: int, text: str) -> Number | str:
    number = _number(text)
    if text and number not in reading.scale:
        scale = shortened(", ".join(map(str, reading.scale)))
        reading.complain(
            line,
            f"{shortened(text)} is not on the scale {scale}; leave it blank if nobody judged it",
            "grade",
        )
    return "" if number is None else number


def _number(text: str) -> Number | None:
    """The number that a cell holds, with a point or a comma before its fraction."""
    if len(text) > 20 or not _NUMBER.fullmatch(text):
        return None
    return as_grade(text.replace(",", "."))


def _check_ranks(reading: _Reading, query: str, judged: list[Judged]) -> None:
    """The ranks of a query are 1, 2, 3 and so on."""
    of = f" of {shortened(query)}" if query else ""
    lines: dict[int, int] = {}
    for each in judged:
        if each.rank is not None and each.rank in lines:
            reading.complain(
                each.line, f"rank {each.rank}{of} stands on line {lines[each.rank]} too", "rank"
            )
        elif each.rank is not None:
            if each.rank > len(lines) + 1:
                reading.complain(
                    each.line,
                    f"rank {len(lines) + 1}{of} is missing above rank {each.rank}; add its row, "
                    "with a blank grade if nobody judged it",
                    "rank",
                )
            lines[each.rank] = each.line
    if len(judged) > MAX_JUDGED:
        reading.complain(judged[0].line, f"more than {MAX_JUDGED:,} documents{of}; leave some out")


def _check_documents(reading: _Reading, query: str, judged: list[Judged]) -> None:
    """A document counted twice would be found twice, or missed although it was found."""
    of = f" of query {shortened(query)}" if query else ""
    lines: dict[str, int] = {}
    for each in sorted(judged, key=lambda each: each.line):
        first = lines.setdefault(each.document, each.line)
        if each.document and first != each.line:
            reading.complain(
                each.line,
                f"document {shortened(each.document)}{of} stands on line {first} too; keep one "
                "line for each document",
            )
