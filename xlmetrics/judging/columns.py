"""Where the columns of a packet stand now, whatever was moved, inserted or renamed.

Never by address. The keys are known by what they look like; the other columns by the heading over
them, which moves with them in every program, and by the defined names, which settle what the
headings leave open.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING, NamedTuple

from xlmetrics.address import column_letters
from xlmetrics.judging.keys import KEY
from xlmetrics.template.words import read_words, shipped_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from xlmetrics.model import Sheet, Table

_HEADINGS = {
    "grade": "grade",
    "code": "code",
    "note": "note",
    "query": "query_id",
    "doc": "doc_id",
    "key": "row_key",
    "text": "query",
    "need": "need",
    "title": "title",
    "snippet": "snippet",
}
"""What a column says, and the word that stands over it."""

_KEY_LENGTH, _DASH = 15, 6
_LONGEST = 40
_FEWEST = 2
"""Headings of a row that make it the row of headings."""


class Columns(NamedTuple):
    """The columns by what they say, and the row of the headings (0 where there is none)."""

    places: Mapping[str, int]
    header: int


class Doubtful(ValueError):
    """Two columns say the same, and nothing says which counts."""


def headings(shown: Mapping[str, str]) -> dict[str, str]:
    """What each heading says: those that a manifest names, and those of the shipped languages."""
    known = {text.strip().casefold(): role for role, text in shown.items() if role in _HEADINGS}
    for name, path in shipped_words().items():
        words = read_words(name, path.parent)
        for role, word in _HEADINGS.items():
            known.setdefault(words[f"heading.{word}"].casefold(), role)
    return known


def find_columns(sheet: Sheet, tables: Iterable[Table], heads: Mapping[str, str]) -> Columns | None:
    """Find the columns of a packet on a sheet; None where there is no packet on it.

    Raises:
        Doubtful: several columns have the same heading, and no name says which counts.
    """
    keys, titled = _marks(sheet, heads)
    header = max(titled, key=lambda row: (len({*titled[row].values()}), -row), default=0)
    under = titled[header] if header else {}
    if len({*under.values()}) < _FEWEST:
        header, under = 0, {}
    if not keys and not {"grade", "query", "doc"} <= {*under.values()}:
        return None
    named = {
        field: place.left
        for table in tables
        if table.kind == "packet"
        for field, place in table.fields.items()
        if place.sheet == sheet.title
    }
    found = {role: _column(role, under, named) for role in _HEADINGS}
    if keys:
        most = max(keys.values())
        found["key"] = min(column for column, count in keys.items() if count == most)
    places = {role: column for role, column in found.items() if column is not None}
    return Columns(places, header)


def _marks(
    sheet: Sheet, heads: Mapping[str, str]
) -> tuple[Counter[int], dict[int, dict[int, str]]]:
    """How many keys stand in each column, and which headings in each row."""
    keys: Counter[int] = Counter()
    titled: dict[int, dict[int, str]] = defaultdict(dict)
    for cell in sheet.cells:
        value = cell.value
        if value.__class__ is not str or len(value) > _LONGEST:
            continue
        if len(value) == _KEY_LENGTH and value[_DASH] == "-" and KEY.fullmatch(value.upper()):
            keys[cell.address.column] += 1
        elif role := heads.get(value.strip().casefold()):
            titled[cell.address.row][cell.address.column] = role
    return keys, titled


def _column(role: str, titled: Mapping[int, str], named: Mapping[str, int]) -> int | None:
    under = [column for column, found in titled.items() if found == role]
    known = named.get(role)
    if not under and known in titled:
        return None
    if known in under or not under:
        return known
    if len(under) > 1:
        letters = " and ".join(map(column_letters, under))
        raise Doubtful(f"the columns {letters} have the same heading, for the {role}")
    return under[0]
