"""Short ways to write, in the words of the file: ``A1#`` and functions called at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xlmetrics.formula import FormulaFault, Token

if TYPE_CHECKING:
    from collections.abc import Sequence

INVOKE = "INVOKE"
"""Stands for calling its first argument: no function of Excel has this name."""


def spelt_out(words: Sequence[Token]) -> list[Token]:
    """``A1#`` as ``ANCHORARRAY(A1)``, and ``LAMBDA(...)(x)`` as ``INVOKE(LAMBDA(...),x)``."""
    made: list[Token] = []
    starts: list[int] = []  # where the brackets that are open begin
    begun = 0  # where those closed last began
    for word in words:
        if word == ("operator", "#"):
            _anchor(made)
            continue
        if word.kind == "open" and made and made[-1].kind == "close":
            made.insert(begun, Token("function", f"{INVOKE}("))
            starts.append(begun)
            word = Token("comma", ",")  # noqa: PLW2901 # in place of the bracket
        elif word.kind in ("function", "open"):
            starts.append(len(made))
        elif word.kind == "close" and starts:
            begun = starts.pop()
        made.append(word)
    return made


def _anchor(made: list[Token]) -> None:
    if not made or made[-1].kind != "reference":
        raise FormulaFault("# stands where no cell is")
    made[-1:] = [Token("function", "ANCHORARRAY("), made[-1], Token("close", ")")]
