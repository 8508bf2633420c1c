"""The table of functions: each says which of its arguments are single values."""

from __future__ import annotations

from dataclasses import dataclass
from inspect import CO_VARARGS
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

Body = TypeVar("Body", bound="Callable[..., Any]")

Places = slice | tuple[int, ...]
"""Some of the arguments, counted from 0."""

NONE = slice(0, 0)
ALL = slice(0, None)


@dataclass(frozen=True, slots=True)
class Function:
    """A function of Excel.

    ``single`` are the arguments that are single values: given an array there, Excel computes one
    result for each of its values; given a reference, it takes the cell in the formula's own row
    or column, unless the formula was entered as an array formula. The other arguments come
    as they are: value, Grid or Area.

    ``arrays`` are the arguments that Excel evaluates as in an array formula. A ``lazy`` body is
    given the scope and its arguments not yet evaluated. A ``choosy`` function stops Excel from
    doing so: IF in SUMPRODUCT sees arrays only in a formula entered as an array formula.

    ``gives_value`` where it never gives an array or a reference, but for arrays in the places of
    single values.
    """

    name: str
    body: Callable[..., Any]
    least: int
    most: int
    single: Places
    arrays: Places
    lazy: bool
    choosy: bool
    gives_value: bool

    def accepts(self, count: int) -> bool:
        """Whether Excel would let this many arguments be entered."""
        return self.least <= count <= self.most


def among(places: Places, count: int) -> Sequence[int]:
    """Which of so many arguments are meant."""
    if isinstance(places, slice):
        return range(count)[places]
    return [place for place in places if place < count]


_VALUES = frozenset({"Value", "float", "int", "str", "bool", "ErrorValue"})

FUNCTIONS: dict[str, Function] = {}


def function(
    *names: str,
    single: Places = NONE,
    arrays: Places = NONE,
    lazy: bool = False,
    choosy: bool = False,
) -> Callable[[Body], Body]:
    """Enter a Python function into the table; its signature says what it takes and gives."""

    def enter(body: Body) -> Body:
        code = body.__code__
        most = code.co_argcount - lazy
        least = most - len(body.__defaults__ or ())
        if code.co_flags & CO_VARARGS:  # Excel wants one of them at least
            least, most = least + 1, 255
        gives_value = not lazy and body.__annotations__["return"] in _VALUES
        for name in names:
            FUNCTIONS[name] = Function(
                name, body, least, most, single, arrays, lazy, choosy, gives_value
            )
        return body

    return enter
