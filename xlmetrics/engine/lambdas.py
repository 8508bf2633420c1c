"""LET and LAMBDA, and the functions that call a LAMBDA for each value, row or column.

A LAMBDA is followed where it is written out, named by LET, or a defined name; one that is only
chosen while computing is not. None of this is known to formulas 1.3.4.
"""

from __future__ import annotations

from functools import cached_property, partial
from typing import TYPE_CHECKING, NamedTuple

from xlmetrics.engine.functions import repeated
from xlmetrics.engine.scope import attempt
from xlmetrics.engine.tree import Call, Constant, Named, Referred
from xlmetrics.engine.values import Unchecked
from xlmetrics.text import counted

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from xlmetrics.address import Range
    from xlmetrics.engine.cells import Operand
    from xlmetrics.engine.compiling import Compilation
    from xlmetrics.engine.scope import Evaluate, Scope
    from xlmetrics.engine.tree import Node

    Applied = Callable[..., Operand]
    """A LAMBDA compiled: called with the scope, then with what stands for its parameters."""

_ANY_FUNCTION = "_XLETA."


class Value(NamedTuple):
    """A variable whose value the scope holds by this key."""

    key: object


class Written:
    """A variable that is a LAMBDA, compiled where it is written, once for all its calls."""

    def __init__(self, compilation: Compilation, node: Node) -> None:
        self._compilation = compilation
        self._node = node
        self._compiled: dict[int, Applied] = {}

    def called_with(self, count: int) -> Applied:
        """The LAMBDA, to be called with so many values."""
        if count not in self._compiled:
            self._compiled[count] = _function(self._compilation, self._node, count)
        return self._compiled[count]


Variable = Value | Written


class Meaning:
    """What a defined name stands for, compiled once: a formula, and where its references point."""

    def __init__(self, compilation: Compilation, node: Node, ranges: Sequence[Range]) -> None:
        self._compilation = compilation
        self._node = node
        self._ranges = ranges
        self._function = Written(compilation, node)

    @property
    def is_cell(self) -> bool:
        """Whether the name stands for one cell."""
        return isinstance(self._node, Referred) and self._node.is_cell

    @cached_property
    def value(self) -> Evaluate:
        """The name used as a value or a reference."""
        evaluate = self._compilation.operand(self._node)
        return lambda scope: evaluate(self._there(scope))

    def called_with(self, count: int) -> Applied:
        """The name used as a function of so many values."""
        function = self._function.called_with(count)
        return lambda scope, *operands: function(self._there(scope), *operands)

    def _there(self, scope: Scope) -> Scope:
        scope.cells.check_time()  # names that use names may take any time
        return scope._replace(ranges=self._ranges, variables={})


def read_variable(variable: Variable) -> Evaluate:
    """Compile the use of a variable as a value."""
    if isinstance(variable, Written):
        raise Unchecked("a LAMBDA that is not called")
    key = variable.key
    return lambda scope: scope.variables[key]


def let(compilation: Compilation, name: str, nodes: Sequence[Node]) -> Evaluate:
    """``LET(name, value, ..., formula)``: each value is computed once, and before the next."""
    if len(nodes) == 1:
        return compilation.operand(nodes[0])
    if len(nodes) == 2 or not isinstance(nodes[0], Named):
        raise Unchecked("LET takes names with their values, and a formula")
    variable, node = nodes[0].name, nodes[1]
    if isinstance(node, Call) and node.function == "LAMBDA":
        written = Written(compilation, node)
        return let(compilation.knowing({variable: written}), name, nodes[2:])
    key, value = object(), compilation.operand(node)
    formula = let(compilation.knowing({variable: Value(key)}), name, nodes[2:])
    return lambda scope: formula(_with(scope, {key: value(scope)}))


def _with(scope: Scope, values: dict[object, Operand]) -> Scope:
    return scope._replace(variables={**scope.variables, **values})


def invoked(compilation: Compilation, _: str, nodes: Sequence[Node]) -> Evaluate:
    """A LAMBDA called at once, or by its name."""
    function = _function(compilation, nodes[0], len(nodes) - 1)
    arguments = [compilation.operand(node) for node in nodes[1:]]
    return lambda scope: function(scope, *(argument(scope) for argument in arguments))


def repeating(compilation: Compilation, name: str, nodes: Sequence[Node]) -> Evaluate:
    """MAP and its kin, whose last argument is the LAMBDA."""
    form = FORMS[name]
    *values, last = nodes
    if not values or form.values not in (None, len(values)) or Constant(None) in nodes:
        raise Unchecked(f"{name} does not take these arguments")
    function = _function(compilation, last, form.parameters or len(values))
    operands = [compilation.operand(node) for node in values]

    def repeat(scope: Scope) -> Operand:
        given = [operand(scope) for operand in operands]
        return attempt(form.body, partial(function, scope), *given)

    return repeat


def _not_called(*_: object) -> Evaluate:
    raise Unchecked("a LAMBDA that is not called")


def _function(compilation: Compilation, node: Node, count: int) -> Applied:
    """The LAMBDA that must stand here, to be called with so many values."""
    match node:
        case Call("LAMBDA", (*parameters, formula)):
            return _compiled(compilation, parameters, formula, count)
        case Named(name) if isinstance(found := compilation.variables.get(name), Written):
            return found.called_with(count)
        case Named(name) if name.startswith(_ANY_FUNCTION):
            names = tuple(Named(str(number)) for number in range(count))
            formula = Call(name.removeprefix(_ANY_FUNCTION), names)
            return _function(compilation, Call("LAMBDA", (*names, formula)), count)
        case Named(name) if name not in compilation.variables:
            if meaning := compilation.book.named(name):
                return meaning.called_with(count)
    raise Unchecked("what is called is no LAMBDA that is written out")


def _compiled(
    compilation: Compilation, parameters: Sequence[Node], formula: Node, count: int
) -> Applied:
    names = [parameter.name for parameter in parameters if isinstance(parameter, Named)]
    if len(names) < len(parameters) or len(names) != count:
        taken, given = counted(len(parameters), "parameter"), counted(count, "value")
        raise Unchecked(f"a LAMBDA of {taken} is called with {given}")
    keys = {name: object() for name in names}
    known = compilation.knowing({name: Value(key) for name, key in keys.items()})
    evaluate = known.operand(formula)

    def call(scope: Scope, *operands: Operand) -> Operand:
        scope.cells.check_time()
        return attempt(evaluate, _with(scope, dict(zip(keys.values(), operands, strict=True))))

    return call


class _Form(NamedTuple):
    """A function that calls a LAMBDA: how many values it takes, and how many the LAMBDA."""

    body: Callable[..., Operand]
    values: int | None
    parameters: int | None


FORMS = {
    "MAP": _Form(repeated.for_each, None, None),
    "BYROW": _Form(repeated.by_row, 1, 1),
    "BYCOL": _Form(repeated.by_column, 1, 1),
    "REDUCE": _Form(repeated.reduced, 2, 2),
    "SCAN": _Form(repeated.scanned, 2, 2),
    "MAKEARRAY": _Form(repeated.made, 2, 2),
}
SPECIAL: dict[str, Callable[[Compilation, str, Sequence[Node]], Evaluate]] = {
    "LET": let,
    "LAMBDA": _not_called,
    "INVOKE": invoked,
    **dict.fromkeys(FORMS, repeating),
}
"""Functions whose arguments are not all values."""
