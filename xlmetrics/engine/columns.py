"""Formulas of one shape computed together: each function once for all of them, not one by one.

It saves time and has no meaning of its own. What is computed here is what each formula would give
by itself; where one of them would be put off, or not checked, whatever that raises tells the caller
to compute them one by one. A part that may give an array or a reference is computed so anyway.
"""

from __future__ import annotations

from itertools import compress
from typing import TYPE_CHECKING, Any

from xlmetrics.engine.cells import Area
from xlmetrics.engine.lambdas import SPECIAL
from xlmetrics.engine.library import find, is_known
from xlmetrics.engine.scope import Scope, attempt
from xlmetrics.engine.table import among
from xlmetrics.engine.tree import Call, Constant, Named, Referred
from xlmetrics.engine.unions import takes
from xlmetrics.engine.values import Fault, logical

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from xlmetrics.address import Address, Range
    from xlmetrics.engine.cells import Cells, Operand
    from xlmetrics.engine.compiling import Compilation
    from xlmetrics.engine.scope import Evaluate
    from xlmetrics.engine.tree import Node

    Body = Callable[..., Operand]
    Together = Callable[["Column"], Sequence[Operand]]
    """A compiled formula or part of one, which gives a value for each formula of a column."""


class Column:
    """Formulas of one shape: where each stands, what its references mean; the values there."""

    def __init__(
        self, addresses: Sequence[Address], ranges: Sequence[Sequence[Range]], cells: Cells
    ) -> None:
        self.addresses = addresses
        self._ranges = ranges
        self._cells = cells

    def __len__(self) -> int:
        return len(self.addresses)

    def part(self, chosen: Sequence[bool]) -> Column:
        """Some of the formulas."""
        if all(chosen):
            return self
        addresses, ranges = compress(self.addresses, chosen), compress(self._ranges, chosen)
        return Column(list(addresses), list(ranges), self._cells)

    def read(self, number: int) -> Sequence[Operand]:
        """What the cells show that the reference with this number points at."""
        if not self.addresses:
            return []
        return self._cells.values([ranges[number] for ranges in self._ranges])

    def areas(self, number: int) -> list[Operand]:
        """What the reference with this number points at."""
        return [Area(ranges[number], self._cells) for ranges in self._ranges]

    def one_by_one(self, evaluate: Evaluate) -> list[Operand]:
        """What a part of the formulas gives that is not computed together."""
        evaluate = self.timed(evaluate)
        places = zip(self.addresses, self._ranges, strict=True)
        return [evaluate(Scope(address, ranges, self._cells)) for address, ranges in places]

    def timed(self, body: Body) -> Body:
        """The same function, called as long as there is time left."""
        check_time = self._cells.check_time

        def call(*operands: Any) -> Operand:
            check_time()
            return body(*operands)

        return call


def each(body: Body, *columns: Sequence[Operand]) -> list[Operand]:
    """What a function gives for each formula, errors included."""
    try:
        return list(map(body, *columns))
    except Fault:
        return [attempt(body, *operands) for operands in zip(*columns, strict=True)]


def together(compilation: Compilation, node: Node) -> Together | None:
    """Compile what gives a single value; None for what may give an array or a reference."""
    match node:
        case Constant(value):
            return lambda column: [value] * len(column)
        case Referred(number, is_cell=True):
            return lambda column: column.read(number)
        case Named(name) if (meaning := compilation.book.named(name)) and meaning.is_cell:
            evaluate = compilation.value(node)
            return lambda column: column.one_by_one(evaluate)
        case Call("IF", nodes):
            return _choose(compilation, nodes)
        case Call(name, nodes) if name not in SPECIAL and is_known(name):
            return _call(compilation, name, nodes)
    return None


def _choose(compilation: Compilation, nodes: Sequence[Node]) -> Together | None:
    inner = compilation.inside(find("IF"), array=False)
    condition, then, otherwise = (
        together(inner, node) for node in (*nodes, Constant(value=False))[:3]
    )
    if not (condition and then and otherwise):
        return None

    def choose(column: Column) -> list[Operand]:
        holds = each(logical, condition(column))
        first = iter(then(column.part([held is True for held in holds])))
        second = iter(otherwise(column.part([held is False for held in holds])))
        return [
            next(first) if held is True else next(second) if held is False else held
            for held in holds
        ]

    return choose


def _call(compilation: Compilation, name: str, nodes: Sequence[Node]) -> Together | None:
    function = find(name)
    if not (function.gives_value and nodes):
        return None
    single, arrays = among(function.single, len(nodes)), among(function.arrays, len(nodes))
    arguments: list[Together] = []
    for place, node in enumerate(nodes):
        if takes(name, place, node):
            return None
        inner = compilation.inside(function, array=place in arrays)
        argument = together(inner, node) if place in single else _operand(inner, node)
        if argument is None:
            return None
        arguments.append(argument)
    body = function.body
    if len(single) == len(nodes):
        return lambda column: each(body, *[argument(column) for argument in arguments])
    return lambda column: each(column.timed(body), *[argument(column) for argument in arguments])


def _operand(compilation: Compilation, node: Node) -> Together:
    """Compile what may give an array or a reference, and must where it is one."""
    if isinstance(node, Referred):
        return lambda column: column.areas(node.number)
    may_refer = isinstance(node, Named) or (isinstance(node, Call) and node.function == "IF")
    if not may_refer and (compiled := together(compilation, node)):
        return compiled
    evaluate = compilation.operand(node)
    return lambda column: column.one_by_one(evaluate)
