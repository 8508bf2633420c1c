"""What the user says that cells are for, in place of what would be inferred of them.

Written ``ndcg=B13 grade=B2:B7 judged=B2:B8 k=B10 sheet=Run1``, or as a TOML file with the same
keys, in ``[[table]]`` where there are several lists.
"""

from __future__ import annotations

import re
import tomllib
from contextlib import suppress
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import TYPE_CHECKING

from xlmetrics.address import Address, Range, unquoted
from xlmetrics.errors import XlmetricsError
from xlmetrics.roles.model import Meaning

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

MEASURES = {
    "ndcg": "nDCG", "dcg": "DCG", "idcg": "IDCG", "rr": "RR", "p": "P", "r": "R", "f1": "F1",
    "ap": "AP", "success": "Success", "mrr": "RR", "map": "AP", "precision": "P", "recall": "R",
}  # fmt: skip
_MEANS = frozenset({"mrr", "map"})
MEANINGS = {
    "query": Meaning.QUERY, "rank": Meaning.RANK, "grade": Meaning.GRADE, "judged": Meaning.JUDGED,
    "first_rank": Meaning.FIRST_RANK, "gain": Meaning.GAIN, "discount": Meaning.DISCOUNT,
    "weight": Meaning.WEIGHT, "discounted_gain": Meaning.DISCOUNTED_GAIN,
    "cumulated_gain": Meaning.CUMULATED_GAIN, "ideal": Meaning.IDEAL_GRADE,
    "ideal_gain": Meaning.IDEAL_GAIN, "ideal_discounted_gain": Meaning.IDEAL_DISCOUNTED_GAIN,
    "cumulated_ideal": Meaning.CUMULATED_IDEAL, "ndcg_at_rank": Meaning.NDCG_AT_RANK,
    "hits": Meaning.HITS_SO_FAR, "p_at_rank": Meaning.PRECISION_AT_RANK,
    "p_at_hit": Meaning.PRECISION_AT_HIT, "r_at_rank": Meaning.RECALL_AT_RANK,
}  # fmt: skip
_KEYS = ("sheet", "k", "relevant", *MEANINGS, *MEASURES, *(f"mean_{name}" for name in MEASURES))
_MEASURE = re.compile(r"(mean_)?([a-z0-9]+)(?:@([1-9][0-9]{0,5}))?")
_LISTED = frozenset({"grade", "sheet"})
"""Keys of which a second one begins another table."""

_MOST = 1_000_000


@dataclass(frozen=True, slots=True)
class Shown:
    """Cells said to show a measure, a mean of it over queries or one figure for each."""

    measure: str
    cells: tuple[Address, ...]
    k: int | None = None
    mean: bool = False


@dataclass(frozen=True, slots=True)
class Override:
    """What is said of one table: its lines, its figures, the cells of k and of the relevant.

    An empty sheet in an address is the first of the workbook.
    """

    lines: dict[Meaning, tuple[Address, ...]] = field(default_factory=dict)
    figures: tuple[Shown, ...] = ()
    k: Address | int | None = None
    relevant: Address | None = None


Overrides = tuple[Override, ...]


def parse_map(entries: Iterable[str]) -> Overrides:
    """Read entries such as ``grade=B2:B7``.

    A second ``sheet`` or ``grade`` begins another table.

    Raises:
        XlmetricsError: an entry that says nothing; the message says which and how to mend it.
    """
    tables: list[dict[str, object]] = [{}]
    for entry in entries:
        key, equals, value = (part.strip() for part in entry.partition("="))
        if not (equals and key and value):
            raise XlmetricsError(f"--map {entry!r}: is no key=cells. Write for example grade=B2:B7")
        key = key.casefold()
        if key in tables[-1]:
            if key not in _LISTED:
                raise XlmetricsError(
                    f"--map {entry}: {key} is given twice. Give it once for each grade or sheet"
                )
            sheet = {} if key == "sheet" else {k: v for k, v in tables[-1].items() if k == "sheet"}
            tables.append(sheet)
        tables[-1][key] = value
    return tuple(_override("--map", table) for table in tables if set(table) - {"sheet"})


def read_map(path: Path) -> Overrides:
    """Read a TOML file of the same keys, one table or several ``[[table]]``.

    Raises:
        XlmetricsError: it cannot be read, or says nothing that makes sense.
    """
    try:
        data = tomllib.loads(path.read_text("utf-8"))
    except OSError as fault:
        raise XlmetricsError(f"{path}: cannot be read: {fault.strerror}. Check the path") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as fault:
        raise XlmetricsError(
            f'{path}: is no TOML: {fault}. Write for example grade = "B2:B7"'
        ) from None
    tables = data.pop("table", [])
    if not isinstance(tables, list) or not all(isinstance(each, dict) for each in tables):
        raise XlmetricsError(f"{path}: table is no list of tables. Begin each with [[table]]")
    found = [each for each in (data, *tables) if each]
    if not found:
        raise XlmetricsError(f'{path}: says nothing. Write for example grade = "B2:B7"')
    return tuple(_override(str(path), each) for each in found)


def _override(where: str, table: dict[str, object]) -> Override:
    sheet = table.get("sheet", "")
    if not isinstance(sheet, str):
        raise XlmetricsError(f"{where}: sheet is {sheet!r}. Write the title of a sheet")
    lines: dict[Meaning, tuple[Address, ...]] = {}
    figures: list[Shown] = []
    k: Address | int | None = None
    relevant = None
    for key, value in table.items():
        name = key.casefold()
        if name == "k":
            k = _cutoff(where, value, sheet)
        elif name == "relevant":
            relevant = _cells(where, key, value, sheet)[0]
        elif name in MEANINGS:
            lines[MEANINGS[name]] = _cells(where, key, value, sheet)
        elif name != "sheet":
            figures.append(_shown(where, key, value, sheet))
    return Override(lines, tuple(figures), k, relevant)


def _shown(where: str, key: str, value: object, sheet: str) -> Shown:
    match = _MEASURE.fullmatch(key.casefold())
    if match is None or match[2] not in MEASURES:
        near = get_close_matches(key.casefold().partition("@")[0], _KEYS, n=1)
        hint = f"Did you mean {near[0]}?" if near else f"The keys are {', '.join(_KEYS[:-3])}"
        raise XlmetricsError(f"{where}: there is no key {key!r}. {hint}")
    cells = _cells(where, key, value, sheet)
    k = int(match[3]) if match[3] else None
    return Shown(MEASURES[match[2]], cells, k, mean=bool(match[1]) or match[2] in _MEANS)


def _cutoff(where: str, value: object, sheet: str) -> Address | int:
    text = str(value).strip()
    if text.isdecimal() and int(text) > 0:
        return int(text)
    cells = _cells(where, "k", value, sheet)
    if len(cells) > 1:
        raise XlmetricsError(f"{where}: k is {value!r}. Write one cell or a whole number, k=10")
    return cells[0]


def _cells(where: str, key: str, value: object, sheet: str) -> tuple[Address, ...]:
    """The cells of ``B2:B7``, ``Run1!B2:B7`` or several of those with commas between them."""
    ranges: list[Range] = []
    if isinstance(value, str):
        with suppress(ValueError):
            ranges = [_range(part.strip(), sheet) for part in value.split(",")]
    if not 0 < sum(rows * columns for rows, columns in (each.shape for each in ranges)) <= _MOST:
        raise XlmetricsError(
            f"{where}: {key} is {value!r}, which is no cell or range. Write for example {key}=B2:B7"
        )
    return tuple(at for each in ranges for at in each.addresses())


def _range(text: str, sheet: str) -> Range:
    title, mark, area = text.rpartition("!")
    return Range.parse(unquoted(title) if mark else sheet, area)


def check_sheets(overrides: Sequence[Override], titles: Sequence[str]) -> Overrides:
    """The overrides with the titles of sheets as they are spelt.

    Raises:
        XlmetricsError: a sheet that the workbook does not have.
    """
    spelt = {title.casefold(): title for title in reversed(titles)} | {"": (*titles, "")[0]}

    def placed(at: Address) -> Address:
        title = spelt.get(at.sheet.casefold())
        if title is None:
            known = ", ".join(map(repr, titles[:10]))
            raise XlmetricsError(f"there is no sheet {at.sheet!r}. The sheets are {known}")
        return at._replace(sheet=title)

    return tuple(
        Override(
            {what: tuple(map(placed, cells)) for what, cells in each.lines.items()},
            tuple(
                Shown(shown.measure, tuple(map(placed, shown.cells)), shown.k, shown.mean)
                for shown in each.figures
            ),
            placed(each.k) if isinstance(each.k, Address) else each.k,
            placed(each.relevant) if each.relevant else None,
        )
        for each in overrides
    )
