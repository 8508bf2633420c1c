"""The tree of a formula: what the parser builds and the compiler reads."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from xlmetrics.model import Value


@dataclass(frozen=True, slots=True)
class Constant:
    """A number, a text, TRUE or FALSE, an error; None for an argument left out: ``IF(A1,,1)``."""

    value: Value


@dataclass(frozen=True, slots=True)
class Referred:
    """The reference with this number."""

    number: int
    is_cell: bool


@dataclass(frozen=True, slots=True)
class Sheets:
    """The same cells of several sheets, as written: ``Sheet1:Sheet3!A1:B2``."""

    written: str


@dataclass(frozen=True, slots=True)
class Named:
    """A defined name or a variable of LET."""

    name: str


@dataclass(frozen=True, slots=True)
class Rows:
    """An array constant: ``{1,2;3,4}``."""

    rows: tuple[tuple[Node, ...], ...]


@dataclass(frozen=True, slots=True)
class Call:
    """A function or an operator with its arguments; ``sign-``, ``sign+`` are the prefixes."""

    function: str
    arguments: tuple[Node, ...]


Node = Constant | Referred | Sheets | Named | Rows | Call
