"""From the words of a formula to its tree, by the parser of the formulas package.

The parser is given the structure: operators, functions, parentheses and braces. Operands are read
from our own words, and stand in its text as numbered marks. Mends in formulas 1.3.4:

- signs before an operand are counted, so that ``--x`` does nothing at all;
- ``1E5`` is no number, ``1_0`` is one, and a line break is dropped from a text;
- a whole column costs milliseconds, and the titles of sheets change their case.
"""

from __future__ import annotations

import re
from collections import deque
from functools import partial
from typing import TYPE_CHECKING, Any

from formulas.builder import AstBuilder
from formulas.errors import BaseError
from formulas.parser import Parser
from formulas.tokens import Token as TheirToken
from formulas.tokens.function import Array, Function
from formulas.tokens.operand import Empty, Operand
from formulas.tokens.operator import Intersect, Operator, Separator
from formulas.tokens.parenthesis import Parenthesis

from xlmetrics.engine.spelling_out import INVOKE, spelt_out
from xlmetrics.engine.tree import Call, Constant, Named, Node, Referred, Rows, Sheets
from xlmetrics.formula import FormulaFault, Token, function_name
from xlmetrics.model import ErrorValue

if TYPE_CHECKING:
    from collections.abc import Sequence

    from xlmetrics.model import Value

_MARK = "§"
_PREFIXES = {"u-": "sign-", "u+": "sign+", "@": "sign@"}
_ARRAY = "ARRAY"
_OPERANDS = frozenset({"reference", "number", "text", "logical", "error", "name", "sheets"})
_REFUSED = {
    "external": "lies in another workbook, which is never opened",
    "structured": "refers to a table",
}


def parse(words: Sequence[Token]) -> Node:
    """The tree of a formula; raises FormulaFault where it makes no sense.

    References are numbered in the order in which they are written, so that one tree serves every
    cell whose formula differs from it in nothing else.
    """
    operands: list[Node] = []
    references = 0
    pieces = ["="]
    for word in words:
        _refuse(word)
    for word in spelt_out(words):
        if word.kind in _OPERANDS:
            pieces.append(f"{_MARK}{len(operands)}")
            operands.append(_operand(word, references))
            references += word.kind == "reference"
        elif word.kind == "function":
            pieces.append(f"{function_name(word.text)}(")
        else:
            pieces.append(word.text)
    _refuse_loose_separators(words)
    try:
        _, builder = _Parser(operands).ast("".join(pieces))
    except (BaseError, LookupError):
        raise FormulaFault("its parts make no formula") from None
    tree: Node = builder[-1]
    return tree


def _refuse(word: Token) -> None:
    if word.kind in _REFUSED:
        raise FormulaFault(f"{word.text} {_REFUSED[word.kind]}")
    if word.kind == "function" and function_name(word.text) in (_ARRAY, INVOKE):
        raise FormulaFault(f"{word.text[:-1]} is no function")


def _refuse_loose_separators(words: Sequence[Token]) -> None:
    """A comma belongs in parentheses, a semicolon in braces; the package takes them anywhere."""
    inside: list[str] = []
    for word in words:
        if word.kind in ("function", "open", "brace"):
            inside.append(word.kind)
        elif word.kind in ("close", "end") and inside:
            inside.pop()
        elif word.kind == "comma" and not inside:
            raise FormulaFault("a comma stands where no list is")
        elif word.kind == "semicolon" and inside[-1:] != ["brace"]:
            raise FormulaFault("a semicolon stands where no array is")


def _operand(word: Token, reference: int) -> Node:
    match word.kind:
        case "reference":
            return Referred(reference, is_cell=":" not in word.text)
        case "sheets":
            return Sheets(word.text)
        case "name":
            return Named(function_name(word.text))
        case _:
            return Constant(_constant(word))


def _constant(word: Token) -> Value:
    match word.kind:
        case "number":
            return float(word.text)
        case "text":
            return word.text[1:-1].replace('""', '"')
        case "logical":
            return word.text.upper() == "TRUE"
        case _:
            return ErrorValue("#" + word.text.rpartition("#")[2].upper())


class _Mark(Operand):  # type: ignore[misc]
    """An operand, by its number."""

    _re = re.compile(rf"^{_MARK}(?P<name>[0-9]+)")


class _Sign(Operator):  # type: ignore[misc]
    """One operator. A prefix waits for its operand, and completes nothing that stands before."""

    _re = re.compile(r"^(?P<name><=|>=|<>|[-+*/^&<>=%:@])")

    def ast(self, tokens: list[Any], stack: list[Any], builder: AstBuilder) -> None:
        TheirToken.ast(self, tokens, stack, builder)
        self.update_name(tokens, stack)
        if self.name not in _PREFIXES:
            while stack and isinstance(stack[-1], Operator) and stack[-1].pred >= self.pred:
                builder.append(stack.pop())
        stack.append(self)


class _Tree(AstBuilder):  # type: ignore[misc]
    """Builds our tree in the order in which the package builds its graph."""

    def __init__(self, operands: Sequence[Node], match: object = None) -> None:
        self._operands = operands
        self._deque: deque[Node] = deque()
        self.match = match

    def append(self, token: TheirToken) -> None:
        """Put a token upon its arguments, which have come before."""
        if isinstance(token, Operator | Function):
            arguments = [self._deque.pop() for _ in range(token.get_n_args)]
            self._deque.append(_call(token, tuple(reversed(arguments))))
        elif isinstance(token, _Mark):
            self._deque.append(self._operands[int(token.name)])
        elif isinstance(token, Empty):
            self._deque.append(Constant(None))

    def finish(self) -> None:
        """The tree is complete as it is."""


def _call(token: TheirToken, arguments: tuple[Node, ...]) -> Node:
    if token.name != _ARRAY:
        return Call(_PREFIXES.get(token.name, token.name), arguments)
    rows = [row.arguments for row in arguments if isinstance(row, Call) and row.function == _ARRAY]
    return Rows(tuple(rows)) if len(rows) == len(arguments) else Call(_ARRAY, arguments)


class _Parser(Parser):  # type: ignore[misc]
    filters = (_Mark, _Sign, Separator, Function, Array, Parenthesis, Intersect)

    def __init__(self, operands: Sequence[Node]) -> None:
        super().__init__()
        self.ast_builder = partial(_Tree, operands)
