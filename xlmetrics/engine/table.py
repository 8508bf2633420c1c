"""The table of functions: each says which of its arguments are single values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

Body = TypeVar("Body", bound="Callable[..., Any]")

NONE = slice(0, 0)
ALL = slice(0, None)


@dataclass(frozen=True, slots=True)
class Function:
    """A function of Excel.

    ``single`` are the arguments that are single values: given an array there, Excel computes one
    result for each of its values; given a reference, it takes the cell in the formula's own row
    or column, unless the formula was entered as an array formula. The other arguments come
    as they are: value, Grid or Area.

    A ``lazy`` body is given the scope and its arguments not yet evaluated. ``arrays`` says that
    Excel evaluates all arguments as in an array formula.
    """

    name: str
    body: Callable[..., Any]
    least: int
    most: int
    single: slice
    lazy: bool
    arrays: bool

    def accepts(self, count: int) -> bool:
        """Whether Excel would let this many arguments be entered."""
        return self.least <= count <= self.most


FUNCTIONS: dict[str, Function] = {}


def function(
    *names: str, single: slice = NONE, lazy: bool = False, arrays: bool = False
) -> Callable[[Body], Body]:
    """Enter a Python function into the table; its signature says how many arguments it takes."""

    def enter(body: Body) -> Body:
        code = body.__code__
        most = code.co_argcount - lazy
        least = most - len(body.__defaults__ or ())
        if code.co_flags & 0x04:  # *arguments
            most = 255
        for name in names:
            FUNCTIONS[name] = Function(name, body, least, most, single, lazy, arrays)
        return body

    return enter
