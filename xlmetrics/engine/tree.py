"""The tree of a formula: what the parser builds and the compiler reads."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

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

NO_NAMES: Mapping[str, Node] = MappingProxyType({})

_DEEPEST = 8
"""So many names that stand for others are followed."""


def references(
    node: Node, names: Mapping[str, Node] = NO_NAMES, depth: int = _DEEPEST
) -> Iterator[int]:
    """The numbers of the references in a part of a formula; ``names`` are the variables of LET."""
    if depth == 0:
        return
    if isinstance(node, Referred):
        yield node.number
    elif isinstance(node, Named) and node.name.upper() in names:
        yield from references(names[node.name.upper()], names, depth - 1)
    elif isinstance(node, Call):
        for argument in node.arguments:
            yield from references(argument, names, depth)
