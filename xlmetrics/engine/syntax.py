"""The tree of a formula, from its tokens, by precedence climbing.

References are numbered in the order they are written, so that one tree serves every cell whose
formula differs from it in nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from xlmetrics.formula import FormulaFault, Token, function_name
from xlmetrics.model import ErrorValue

if TYPE_CHECKING:
    from collections.abc import Sequence

    from xlmetrics.model import Value

# Excel's order of evaluation. A sign binds tighter than a power, so that -2^2 is 4, and powers
# run from the left, so that 2^3^2 is 64.
_BINDING = {
    **dict.fromkeys(("=", "<>", "<", ">", "<=", ">="), 1),
    "&": 2,
    **dict.fromkeys("+-", 3),
    **dict.fromkeys("*/", 4),
    "^": 5,
    "%": 6,
    " ": 9,
    ":": 10,
}
_SIGN = 7
_MAX_DEPTH = 120
_REFUSED = {
    "external": "lies in another workbook, which is never opened",
    "sheets": "runs through several sheets",
    "structured": "refers to a table",
}


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


Node = Constant | Referred | Named | Rows | Call


def parse(tokens: Sequence[Token]) -> Node:
    """The tree of a formula; raises FormulaFault where it makes no sense."""
    parser = _Parser(tokens)
    tree = parser.expression()
    parser.expect("nothing more")
    return tree


class _Parser:
    def __init__(self, tokens: Sequence[Token]) -> None:
        self._tokens = [*tokens, Token("nothing more", "")]
        self._at = 0
        self._references = 0
        self._depth = 0

    @property
    def _next(self) -> Token:
        return self._tokens[self._at]

    def _take(self) -> Token:
        self._at += 1
        return self._tokens[self._at - 1]

    def expect(self, kind: str) -> Token:
        """The next token, which must be of this kind."""
        token = self._take()
        if token.kind != kind:
            raise FormulaFault(f"{token.text or 'the end'} stands where {kind} was expected")
        return token

    def expression(self, binding: int = 0) -> Node:
        """Whatever binds tighter than ``binding``."""
        self._depth += 1
        if self._depth > _MAX_DEPTH:
            raise FormulaFault("nested too deeply")
        node = self._operand()
        if self._next == Token("operator", "#"):
            raise FormulaFault("it refers to a spilled range")
        while self._next.kind == "operator" and _BINDING.get(self._next.text, 0) > binding:
            operator = self._take().text
            if operator == "%":
                node = Call(operator, (node,))
            else:
                node = Call(operator, (node, self.expression(_BINDING[operator])))
        self._depth -= 1
        return node

    def _operand(self) -> Node:
        token = self._take()
        node: Node
        match token.kind:
            case "reference":
                node = Referred(self._references, is_cell=":" not in token.text)
                self._references += 1
            case "function":
                node = Call(function_name(token.text), self._arguments())
            case "operator" if token.text in "+-@":
                node = Call(f"sign{token.text}", (self.expression(_SIGN),))
            case "open":
                node = self._parenthesis()
            case "name":
                node = Named(function_name(token.text))
            case "brace":
                node = self._rows()
            case _:
                node = _constant(token)
        return node

    def _arguments(self) -> tuple[Node, ...]:
        if self._next.kind == "close":
            self._take()
            return ()
        arguments = [self._argument()]
        while self._next.kind == "comma":
            self._take()
            arguments.append(self._argument())
        self.expect("close")
        return tuple(arguments)

    def _argument(self) -> Node:
        return Constant(None) if self._next.kind in ("comma", "close") else self.expression()

    def _parenthesis(self) -> Node:
        node = self.expression()
        while self._next.kind == "comma":
            self._take()
            node = Call(",", (node, self.expression()))
        self.expect("close")
        return node

    def _rows(self) -> Node:
        rows = [[self.expression()]]
        while self._next.kind in ("comma", "semicolon"):
            if self._take().kind == "semicolon":
                rows.append([])
            rows[-1].append(self.expression())
        self.expect("end")
        if len({len(row) for row in rows}) > 1:
            raise FormulaFault("an array constant with rows of different lengths")
        return Rows(tuple(map(tuple, rows)))


def _constant(token: Token) -> Constant:
    match token.kind:
        case "number":
            return Constant(float(token.text))
        case "text":
            return Constant(token.text[1:-1].replace('""', '"'))
        case "logical":
            return Constant(token.text.upper() == "TRUE")
        case "error":
            return Constant(ErrorValue("#" + token.text.rpartition("#")[2].upper()))
    refused = _REFUSED.get(token.kind, "stands where a value was expected")
    raise FormulaFault(f"{token.text or 'the end'} {refused}")
