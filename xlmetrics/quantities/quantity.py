"""What a column or a figure of a table shows: its formula, and what the reference says it must be.

Formulas are written with names for places, as Excel writes its structured references:

    [@gain]    the cell of the column ``gain`` in the formula's own row
    [<gain]    the one above it
    [:@gain]   the column from its first row down to this one
    [gain]     the whole column; of a setting or a figure, its one cell
    [^counts]  of a column that is repeated, what stands at the head of the formula's own
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeGuard

from xlmetrics.address import Range, column_letters, quote_title

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from xlmetrics.address import Address
    from xlmetrics.model import Result, Table, Value

SCORE, WHOLE, GENERAL, PERCENT = "0.000", "0", "General", "0%"
POINTS = r"\+0.000;\-0.000;0.000"

MAX_ROWS = 20_000
"""The longest list that is looked at, so that no name in a file can keep a check busy."""

MAX_JUDGED_ROWS = 250_000
"""The longest list of a workbook in which documents are judged."""

_PLACE = re.compile(r"\[(@|<|:@|\^|)([A-Za-z]\w*)\]")


@dataclass(frozen=True, slots=True)
class Given:
    """What is typed into a table, or stands fixed in it: a column, or the one cell of a setting.

    ``read`` gives the value as the reference takes it and raises Unusable for what it cannot
    take; ``usual`` are values that it may have, to try formulas on, ``odd`` those that it may have
    now and then. A ``fixed`` one is no input; a ``graded`` one is a grade of the scale, a
    ``counted`` one holds 1, 2, 3 and so on. ``beyond`` is the word for a row that has no value. A
    column that stands ``apart`` begins a block of columns to the right of the others, one that
    stands ``below`` a block below them. One that ``follows`` another is more often than not the
    same.
    """

    name: str
    rows: str
    read: Callable[[Result], Any]
    usual: Sequence[Value] = ()
    odd: Sequence[Value] = ()
    fixed: bool = False
    graded: bool = False
    counted: bool = False
    beyond: str = ""
    apart: bool = False
    below: bool = False
    within: str = ""
    follows: str = ""
    number_format: str = GENERAL

    @property
    def needs(self) -> tuple[str, ...]:
        """The names of the places that it cannot do without."""
        return (self.within,) if self.within else ()


@dataclass(frozen=True, slots=True)
class Quantity:
    """A column or a figure that is calculated.

    ``rows`` names the group of rows that it has a value for, empty for a figure, which is one
    cell. ``value`` is what the reference says, from what is given: for a column, a value for
    each row, numbers unless it ``is_text``. ``first`` is the formula of the first row, where that
    differs. ``sources`` are keys of the words: where the quantity is written about. An ``aid``
    serves other formulas; nobody who works by hand needs it.

    A column that is repeated ``across`` what another holds is a grid: there is one for each value
    of the other, which stands at its head; ``value`` gives the values of its cells row by row.

    A *mistake* is a quantity that people take for another: ``instead_of`` names that one, and
    ``code`` the rule that tells of it. Its *effect* is by how much it is off: that one's
    ``effect_of`` names the mistake, and it must be 0 where that is put right.
    """

    name: str
    rows: str
    formula: str
    value: Callable[[Seen], Any]
    number_format: str = SCORE
    first: str = ""
    across: str = ""
    is_text: bool = False
    aid: bool = False
    sources: tuple[str, ...] = ()
    instead_of: str = ""
    code: str = ""
    effect_of: str = ""

    @property
    def needs(self) -> tuple[str, ...]:
        """The names of the other places that it cannot do without."""
        found = _PLACE.findall(self.formula + self.first)
        names = [name for _, name in found if name != self.name]
        return tuple(dict.fromkeys([*names, self.across] if self.across else names))


def with_effect(wrong: Quantity, right: Quantity) -> tuple[Quantity, Quantity]:
    """A mistake, and by how many points it differs from what is right."""
    return wrong, Quantity(
        f"{wrong.name}_off",
        "",
        f"=[{wrong.name}]-[{right.name}]",
        lambda seen: wrong.value(seen) - right.value(seen),
        POINTS,
        effect_of=wrong.name,
    )


def figure(
    name: str,
    formula: str,
    value: Callable[[Seen], Any],
    number_format: str = SCORE,
    sources: tuple[str, ...] = (),
) -> Quantity:
    """A quantity that is one cell."""
    return Quantity(name, "", formula, value, number_format, sources=sources)


@dataclass(frozen=True)
class Kind:
    """A kind of table: all that can stand in it, from left to right and from the top down."""

    name: str
    parts: tuple[Given | Quantity, ...]
    reading: tuple[str, ...] = ()
    """Keys of the words: how its inputs are read, case by case."""
    usual: tuple[str, ...] = ()
    """What a table shows where nothing else is said."""
    most_rows: int = MAX_ROWS

    @cached_property
    def given(self) -> Mapping[str, Given]:
        """What is typed or stands fixed, by name."""
        return {part.name: part for part in self.parts if isinstance(part, Given)}

    @cached_property
    def quantities(self) -> Mapping[str, Quantity]:
        """What is calculated, by name."""
        return {part.name: part for part in self.parts if isinstance(part, Quantity)}

    def needed(self, names: Iterable[str]) -> list[Given | Quantity]:
        """What has these names, and all that they need, in the order of the kind.

        Raises KeyError for a name that the kind has not.
        """
        found: set[str] = set()
        waiting = list(names)
        while waiting:
            name = waiting.pop()
            if name not in found:
                found.add(name)
                waiting += self[name].needs
        return [part for part in self.parts if part.name in found]

    def width(self, part: Given | Quantity, rows: Mapping[str, int]) -> int:
        """How many columns a part takes in a table whose groups have so many rows."""
        return rows[self.given[part.across].rows] if is_grid(part) else 1

    def mistakes(self, name: str) -> list[Quantity]:
        """What people take for a quantity, as far as it follows from the same settings."""
        settings = self._settings_for(name)
        return [
            each
            for each in self.quantities.values()
            if each.instead_of == name and self._settings_for(each.name) <= settings
        ]

    def _settings_for(self, name: str) -> set[str]:
        needed = self.needed([name])
        return {part.name for part in needed if isinstance(part, Given) and not part.rows}

    def __getitem__(self, name: str) -> Given | Quantity:
        return self.given.get(name) or self.quantities[name]


def is_grid(part: Given | Quantity) -> TypeGuard[Quantity]:
    """Whether it is a column that is repeated across the values of another."""
    return isinstance(part, Quantity) and bool(part.across)


class Seen:
    """What stands in the given cells of a table, read when it is asked for."""

    def __init__(self, kind: Kind, table: Table, value: Callable[[Address], Result]) -> None:
        self._kind = kind
        self._table = table
        self._value = value
        self._read: dict[str, list[Any]] = {}

    def column(self, name: str) -> list[Any]:
        """The values of a column; raises Unusable for one that cannot be what it should be."""
        if name not in self._read:
            read = self._kind.given[name].read
            places = self._table[name].addresses()
            self._read[name] = [read(self._value(place)) for place in places]
        return self._read[name]

    def one(self, name: str) -> Any:
        """The value of a setting; raises Unusable likewise."""
        return self.column(name)[0]

    def count(self, name: str) -> int:
        """How many rows a column has."""
        return self._table[name].shape[0]


def in_a1(formula: str, fields: Mapping[str, Range], at: Address) -> str:
    """The formula as it stands in a cell, its named places written as addresses.

    Raises KeyError for a place that the table has not.
    """
    return _PLACE.sub(lambda found: _address(found[1], fields[found[2]], at), formula)


def _address(how: str, place: Range, at: Address) -> str:
    sheet = "" if place.sheet == at.sheet else f"{quote_title(place.sheet)}!"
    letters = column_letters(place.left)
    match how:
        case "@":
            return f"{sheet}{letters}{at.row}"
        case "<":
            return f"{sheet}{letters}{at.row - 1}"
        case "^":
            return f"{sheet}{column_letters(at.column)}${place.top - 1}"
        case ":@":
            return f"{sheet}{letters}${place.top}:{letters}{at.row}"
        case _:
            return f"{sheet}{place.absolute}"
