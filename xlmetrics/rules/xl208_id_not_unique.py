"""XL208 id not unique: a query or a document stands twice in a list, or has spaces around it.

What it does: looks below headings such as Query, Document, URL or ID, and in lists that MATCH
searches, for an id that stands twice in one list, and for ids with a space before or after them,
or two within.

Why it is bad: a document that stands twice is counted twice, and an id with a space is equal to
the eye and not to a lookup.

Example: `d07 ` in one row and `d07` in another.

Use instead: each id once, as TRIM gives it.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from xlmetrics.address import Address
from xlmetrics.inputs import shown
from xlmetrics.model import Finding, is_number
from xlmetrics.roles.headings import NAMES
from xlmetrics.roles.model import Meaning
from xlmetrics.roles.words import says_missed, says_none, understand
from xlmetrics.rules.grid import TEXT
from xlmetrics.rules.lookups import searched

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from xlmetrics.rules.evidence import Evidence
    from xlmetrics.rules.grid import Grid

CODE = "XL208"
MAJORITY = 4
_LEAST = 3
_OF_LISTS = frozenset({Meaning.DOCUMENT, Meaning.GRADE})
"""Beside these a query stands once for each of its documents."""

_BRACKETED = re.compile(r"\s*[(\[<].*[)\]>]\s*|\W+", re.DOTALL)
_SPACES = re.compile(r"\s+")


def find(evidence: Evidence) -> Iterator[Finding]:
    """Ids that stand twice or are padded, each once."""
    if not evidence.is_foreign:
        return
    told: set[Address] = set()
    for finding in _all(evidence):
        if finding.address not in told:
            told.add(finding.address)
            yield finding


def _all(evidence: Evidence) -> Iterator[Finding]:
    for grid in evidence.regions.grids.values():
        for column, rows, is_query in _columns(grid):
            yield from _padded(grid, column, rows)
            yield from _twice(grid, column, rows, is_query)
    for ranking in evidence.reading.rankings:
        yield from _twice_in_list(evidence, ranking.documents)
    for line in evidence.reading.lines:
        if line.meaning in (Meaning.QUERY, Meaning.DOCUMENT) and _is_column(line.cells):
            grid = evidence.regions.grids[line.cells[0].sheet]
            rows = [cell.row for cell in line.cells if (cell.row, cell.column) in grid.marks]
            yield from _padded(grid, line.cells[0].column, rows)
            if len(rows) >= _LEAST:
                yield from _twice(grid, line.cells[0].column, rows, line.meaning is Meaning.QUERY)
    for key, cells in searched(evidence.workbook):
        yield from _twice_in_list(evidence, cells)
        yield from _padded_texts(evidence, (key, *cells))


def _twice_in_list(evidence: Evidence, documents: Sequence[Address]) -> Iterator[Finding]:
    """Documents that stand twice in one list, where that is the exception."""
    seen: dict[str, Address] = {}
    again: list[tuple[Address, Address]] = []
    for cell in documents:
        value = evidence.value(cell)
        name = _trimmed(str(value)) if value is not None else ""
        if not name or _is_none(name):
            continue
        if name in seen:
            again.append((cell, seen[name]))
        seen.setdefault(name, cell)
    if len(again) * MAJORITY <= len(documents):
        for cell, first in again:
            value = evidence.value(cell)
            yield Finding(CODE, cell, f"{shown(value)} stands in {first.a1} already", value)


def _is_column(cells: Sequence[Address]) -> bool:
    return bool(cells) and len({cell.column for cell in cells}) == 1


def _columns(grid: Grid) -> Iterator[tuple[int, list[int], bool]]:
    """Each column below a heading, down to the next blank, and whether it holds queries."""
    for (row, column), mark in grid.marks.items():
        if mark != TEXT:
            continue
        heading = str(grid.cells[row, column].value)[:60]
        said = _names(heading)
        is_query = said is Meaning.QUERY
        if not is_query and said is not Meaning.DOCUMENT:
            continue
        rows: list[int] = []
        at = row + 1
        while (at, column) in grid.marks and grid.cells[at, column].formula is None:
            rows.append(at)
            at += 1
        if len(rows) >= _LEAST:
            yield column, rows, is_query


def _names(heading: str) -> Meaning | None:
    """What is named under a heading that says this and nothing else."""
    said = understand(heading)
    known = said is not None and said.whole and said.what in (*NAMES, *_OF_LISTS)
    return Meaning(said.what) if said and known else None


def _padded_texts(evidence: Evidence, cells: Sequence[Address]) -> Iterator[Finding]:
    for cell in cells:
        grid = evidence.regions.grids[cell.sheet]
        if (cell.row, cell.column) in grid.marks:
            yield from _padded(grid, cell.column, [cell.row])


def _padded(grid: Grid, column: int, rows: Sequence[int]) -> Iterator[Finding]:
    for row in rows:
        value = grid.cells[row, column].value
        if isinstance(value, str) and value.strip() and value != _trimmed(value):
            yield Finding(
                CODE,
                Address(grid.title, row, column),
                f"{shown(value)} has spaces that nobody sees, and is not equal to "
                f"{shown(_trimmed(value))}",
                value,
                _trimmed(value),
            )


def _twice(
    grid: Grid,
    column: int,
    rows: Sequence[int],
    is_query: bool,  # noqa: FBT001 # a query or a document
) -> Iterator[Finding]:
    """Ids that stand twice, where that is the exception; per query and system, if they are told."""
    top = rows[0] - 1
    said = {at: _names(grid.text((top, at)) or "") for at in grid.rows[top] if at != column}
    if is_query and _OF_LISTS.issubset(said.values()):
        return
    keyed = (Meaning.SYSTEM,) if is_query else (Meaning.SYSTEM, Meaning.QUERY)
    keys = [at for at, named in said.items() if named in keyed and _repeats(grid, at, rows)]
    seen: dict[tuple[object, ...], int] = {}
    again: list[tuple[int, int]] = []
    numbered = 2 * sum(is_number(grid.cells[row, column].value) for row in rows) > len(rows)
    for row, what in _keyed(grid, column, rows, keys):
        if numbered and not is_number(grid.cells[row, column].value):
            continue  # a mark in the place of a number
        if what in seen:
            again.append((row, seen[what]))
        seen.setdefault(what, row)
    often = Counter(first for _, first in again)
    if len(again) * MAJORITY > len(rows) or max(often.values(), default=0) > 1:
        return
    for row, first in again:
        value = grid.cells[row, column].value
        yield Finding(
            CODE,
            Address(grid.title, row, column),
            f"{shown(value)} stands in {Address(grid.title, first, column).a1} already",
            value,
        )


def _repeats(grid: Grid, column: int, rows: Sequence[int]) -> bool:
    """Whether not every row names another query, or system, of which it would be the id."""
    named = [grid.cells[row, column].value for row in rows if (row, column) in grid.marks]
    return len(set(named)) < len(rows)


def _keyed(
    grid: Grid, column: int, rows: Sequence[int], keys: Sequence[int]
) -> Iterator[tuple[int, tuple[object, ...]]]:
    """The id of each row with its query and system, which may stand on their first row only."""
    carried: dict[int, object] = {}
    for row in rows:
        for key in keys:
            if (row, key) in grid.marks:
                carried[key] = grid.cells[row, key].value
        value = grid.cells[row, column].value
        if is_number(value) or (isinstance(value, str) and not _is_none(value)):
            yield row, (_trimmed(str(value)), *(carried.get(key) for key in keys))


def _is_none(name: str) -> bool:
    """Whether a text says that nothing was found, and so is no id: ``(no result)``, ``-``."""
    return says_missed(name) or says_none(name) or bool(_BRACKETED.fullmatch(name))


def _trimmed(value: str) -> str:
    return _SPACES.sub(" ", value.replace("\xa0", " ")).strip()
