"""Where a function is looked up: before a formula is compiled, so that none is guessed."""

from __future__ import annotations

from xlmetrics.engine import functions  # noqa: F401 # fills the table
from xlmetrics.engine.table import FUNCTIONS, Function
from xlmetrics.engine.values import Unchecked


def find(name: str) -> Function:
    """The function of this name; raises Unchecked where there is none that we trust."""
    try:
        return FUNCTIONS[name]
    except KeyError:
        raise Unchecked(f"the function {name} is not known") from None
