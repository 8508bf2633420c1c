"""Formulas as text: their tokens, their references, and their shape.

The *shape* of a formula is its text with every relative reference written as an offset (R1C1
form), so that a filled-down column is one shape. It serves to compile once per shape, to spot
the odd one out in a region, and to recognise the idiom of a measure.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, cast

from xlmetrics.address import MAX_COLUMN, MAX_ROW, Range, column_number, quote_title, unquoted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from xlmetrics.address import Address

_WORD = r"[^\W\d][\w.]*"
_TITLE = rf"(?:'(?:[^'\[\]:]|'')+'|{_WORD})!"
_CELL = r"\$?[A-Za-z]{1,3}\$?[1-9][0-9]{0,6}"
_AREA = (
    rf"(?:{_CELL}(?::{_CELL})?|\$?[A-Za-z]{{1,3}}:\$?[A-Za-z]{{1,3}}|\$?[1-9][0-9]*:\$?[1-9][0-9]*)"
)

THIS_WORKBOOK = "[0]"
"""Stands before a name of the workbook where the sheet has one of its own that is alike."""

_THIS = r"\[0\]!"
_EXTERNAL = rf"(?!{_THIS})" r"(?:\[[^\[\]]+\][\w.]*|'[^'\[]*\[[^\[\]]+\](?:[^']|'')*')![$\w.:]*"
_STRUCTURED = rf"(?!{_THIS})(?:{_WORD})?\[(?:[^\[\]']|'.|\[(?:[^\[\]']|'.)*\])*\]"

_TOKEN = re.compile(
    rf"""
      (?P<text> "(?:[^"]|"")*" )
    | (?P<error> (?:{_TITLE})? \#(?:NULL!|DIV/0!|VALUE!|REF!|NAME\?|NUM!|N/A|SPILL!|CALC!) )
    | (?P<external> {_EXTERNAL} )
    | (?P<sheets> (?: {_WORD}:{_WORD} | '(?:[^'\[]|'')*:(?:[^'\[]|'')*' ) ! {_AREA} )
    | (?P<reference> (?:{_TITLE})? {_AREA} (?![\w.(!\[]) )
    | (?P<number> (?:[0-9]+\.?[0-9]*|\.[0-9]+) (?:E[+-]?[0-9]+)? (?![\w.]) )
    | (?P<logical> (?:TRUE|FALSE) (?![\w.(!\[]) )
    | (?P<function> [^\W\d][\w.]* \( )
    | (?P<structured> {_STRUCTURED} )
    | (?P<name> (?:{_TITLE}|{_THIS})? (?:[^\W\d]|\\)[\w.\\?]* )
    | (?P<operator> <> | <= | >= | [-+*/^&=<>%:@\#] )
    | (?P<open> \( ) | (?P<close> \) ) | (?P<comma> , )
    | (?P<brace> \{{ ) | (?P<end> \}} ) | (?P<semicolon> ; )
    | (?P<space> \s+ )
    """,
    re.VERBOSE | re.IGNORECASE,
)
_REFERENCE_OR_TEXT = re.compile(
    rf"""("(?:[^"]|"")*"|(?<![\w.\\$!'\]\[])(?:{_TITLE})?{_AREA}(?![\w.(!\[]))""", re.IGNORECASE
)
_STRUCTURED_OR_OTHER = re.compile(
    rf"""("(?:[^"]|"")*"|'(?:[^']|'')*'!|{_EXTERNAL})|({_STRUCTURED})""", re.DOTALL
)
_CORNER = r"(?:(\$?)([A-Za-z]+))?(?:(\$?)([0-9]+))?"
_REFERENCE = re.compile(rf"(?:(.*)!)?{_CORNER}(?:(:){_CORNER})?", re.DOTALL)
_PREFIX = re.compile(r"_xl(?:fn|ws|pm|udf)\.", re.IGNORECASE)

_ENDS_OPERAND = frozenset({"reference", "sheets", "name", "structured", "close"})
_STARTS_OPERAND = frozenset({"reference", "sheets", "name", "structured", "open", "function"})


class FormulaFault(ValueError):
    """Text that is no formula; says what stands where."""


class Token(NamedTuple):
    """A word of a formula.

    ``kind`` is a group of the pattern above (``reference``, ``function``, ``text`` ...); a space
    that intersects two ranges is an ``operator``, any other space is no token.
    """

    kind: str
    text: str


class Reference(NamedTuple):
    """A reference as written. ``sheet`` is None where the formula names none.

    ``fixed`` says of top, left, bottom and right whether a ``$`` holds it. Whole columns run from
    the first row to the last, both fixed, as whole rows do across.
    """

    sheet: str | None
    top: int
    left: int
    bottom: int
    right: int
    fixed: tuple[bool, bool, bool, bool]
    is_cell: bool

    def range(self, sheet: str) -> Range:
        """The rectangle meant by a formula that stands on ``sheet``."""
        return self.on(self.sheet or sheet)

    def on(self, sheet: str) -> Range:
        """The rectangle on this sheet, whichever the reference names."""
        _, top, left, bottom, right, _, _ = self
        if top > bottom:
            top, bottom = bottom, top
        if left > right:
            left, right = right, left
        return Range(sheet, top, left, bottom, right)

    def shape(self, address: Address) -> str:
        """The reference as seen from a cell: ``R[-1]C2``, offsets where no ``$`` holds it."""
        _, row, column = address
        sheet = "" if self.sheet is None else quote_title(self.sheet) + "!"
        top, left, bottom, right = self.fixed
        first = _offset("R", self.top, row, top) + _offset("C", self.left, column, left)
        if self.is_cell:
            return sheet + first
        last = _offset("R", self.bottom, row, bottom) + _offset("C", self.right, column, right)
        return f"{sheet}{first}:{last}"


def _offset(letter: str, at: int, origin: int, fixed: bool) -> str:  # noqa: FBT001 # of one fold
    return f"{letter}{at}" if fixed else f"{letter}[{at - origin}]"


@lru_cache(maxsize=65_536)
def reference(text: str) -> Reference | None:
    """Read ``B2``, ``$B$2:B8``, ``A:A``, ``2:3``, ``'My sheet'!A1``; None for anything else."""
    match = _REFERENCE.fullmatch(text)
    if not match:
        return None
    title, *first, colon, column_mark, letters, row_mark, digits = match.groups()
    last = (column_mark, letters, row_mark, digits) if letters or digits else first
    left, right = _column(first[1] or ""), _column(last[1] or "")
    top, bottom = int(first[3] or 0), int(last[3] or 0)
    if left > MAX_COLUMN or right > MAX_COLUMN or top > MAX_ROW or bottom > MAX_ROW:
        return None
    if not colon and not (top and left):
        return None
    fixed = bool(first[2]), bool(first[0]), bool(last[2]), bool(last[0])
    if not top and not bottom:
        top, bottom, fixed = 1, MAX_ROW, (True, fixed[1], True, fixed[3])
    elif not left and not right:
        left, right, fixed = 1, MAX_COLUMN, (fixed[0], True, fixed[2], True)
    title = title and unquoted(title)
    return Reference(title or None, top, left, bottom, right, fixed, not colon)


_column = lru_cache(maxsize=None)(column_number)


def tokens(formula: str) -> list[Token]:
    """The words of a formula, with or without its ``=``; raises FormulaFault."""
    found: list[Token] = []
    at = 1 if formula.startswith("=") else 0
    spaced = False
    while at < len(formula):
        match = _TOKEN.match(formula, at)
        if not match:
            raise FormulaFault(
                f"{formula[at : at + 20]!r} at position {at + 1} is no part of a formula"
            )
        kind, text, at = match.lastgroup or "", match[0], match.end()
        if kind == "space":
            spaced = True
            continue
        if kind == "reference" and reference(text) is None:
            kind = "name"
        if spaced and found and found[-1].kind in _ENDS_OPERAND and kind in _STARTS_OPERAND:
            found.append(Token("operator", " "))
        spaced = False
        found.append(Token(kind, text))
    return found


def abstract(formula: str) -> tuple[str, list[str]]:
    """The formula with one mark for every cell and one for every range, and what stood there.

    Formulas that differ only in where they refer to come out alike. This looks for nothing but
    references and texts, at a tenth of the cost of all the tokens.
    """
    pieces = cut_at_references(formula)
    if pieces is None:
        return _abstract_thoroughly(formula)
    found = pieces[1::2]
    pieces[1::2] = cast("list[str]", map(_mark, found))
    if '"' in formula:
        found = [piece for piece in found if piece[0] != '"']
    return "".join(pieces), found


def cut_at_references(formula: str) -> list[str] | None:
    """The formula in pieces, every other one of which is a reference or a text in quotes.

    None where what stands between may be a part of a reference: ``Sheet1:``, ``'A1:``.
    """
    pieces = _REFERENCE_OR_TEXT.split(formula)
    between = "\0".join(pieces[::2]) + "\0"
    if "[" in formula or "'" in between or ":\0" in between or None in map(_mark, pieces[1::2]):
        return None
    return pieces


def _abstract_thoroughly(formula: str) -> tuple[str, list[str]]:
    words = tokens(formula)
    marked = [(word.kind == "reference" and _mark(word.text)) or word.text for word in words]
    return "=" + "".join(marked), [word.text for word in words if word.kind == "reference"]


@lru_cache(maxsize=65_536)
def _mark(text: str) -> str | None:
    """What stands for a reference; a text for itself, None for what is no reference after all."""
    if text[0] == '"':
        return text
    if reference(text) is None:
        return None
    return "A1:B2" if ":" in text else "A1"


def references(formula: str, sheet: str) -> Iterator[Range]:
    """Where the references of a formula that stands on ``sheet`` point, in order."""
    for token in tokens(formula):
        if token.kind == "reference" and (found := reference(token.text)):
            yield found.range(sheet)


def references_in(formula: str, sheet: str) -> list[Range]:
    """The same, and nothing where a formula cannot be read."""
    try:
        return list(references(formula, sheet))
    except FormulaFault:
        return []


def without_structured(formula: str, plain: Callable[[str], str]) -> str:
    """The formula with every structured reference, ``T1[grade]``, in plain words."""
    if "[" not in formula:
        return formula
    return _STRUCTURED_OR_OTHER.sub(lambda found: found[1] or plain(found[2]), formula)


def function_name(text: str) -> str:
    """The name of a function as people know it: ``_xlfn._xlws.SORT(`` is SORT."""
    return _PREFIX.sub("", text.removesuffix("(")).upper()


def shape(formula: str, address: Address) -> str:
    """The formula as seen from its cell: what stays the same when it is filled down.

    >>> from xlmetrics.address import Address
    >>> shape("=B2/LOG(A2+1,2)", Address("Sheet1", 2, 3))
    'R[0]C[-1]/LOG(R[0]C[-2]+1,2)'
    """
    return "".join(_seen_from(address, token) for token in tokens(formula))


def _seen_from(address: Address, token: Token) -> str:
    if token.kind == "reference" and (found := reference(token.text)):
        return found.shape(address)
    if token.kind == "function":
        return function_name(token.text) + "("
    if token.kind in ("name", "logical", "number"):
        return token.text.upper()
    return token.text
