"""Where a function is looked up: before a formula is compiled, so that none is guessed.

Functions of our own come first. The others are borrowed from the formulas package, those only
that the tests compare with LibreOffice, and only for what it takes as Excel does: arrays of
numbers. Texts that read as numbers, logical values and blank cells among them are not checked.
"""

from __future__ import annotations

import math
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, cast

from xlmetrics.engine import functions  # noqa: F401 # fills the table
from xlmetrics.engine.cells import Area, Operand
from xlmetrics.engine.table import ALL, FUNCTIONS, NONE, Function
from xlmetrics.engine.values import NUM, VALUE, Fault, Unchecked, number_in, text
from xlmetrics.model import ErrorValue
from xlmetrics.text import MAX_LENGTH

if TYPE_CHECKING:
    from collections.abc import Callable

    from xlmetrics.model import Value

_OF_VALUES = """
    ACOS ACOSH ASIN ASINH ATAN ATAN2 ATANH COS COSH DEGREES PI RADIANS SIN SINH SQRTPI TAN TANH
    BINOM.DIST BINOMDIST CEILING DELTA EVEN FISHER FISHERINV FLOOR GAMMALN ODD PERMUT SIGN
    NORM.DIST NORM.INV NORM.S.DIST NORM.S.INV NORMDIST NORMINV NORMSDIST NORMSINV STANDARDIZE
    T.DIST T.DIST.2T T.DIST.RT T.INV T.INV.2T TDIST TINV DATE DAY MONTH YEAR
    EXACT FIND LEFT LEN LOWER MID REPLACE RIGHT
"""
_OF_RANGES = """
    AVEDEV CONFIDENCE.NORM CONFIDENCE.T DEVSQ KURT PERCENTILE.EXC QUARTILE.EXC SKEW
    TRIMMEAN
"""
_OF_ARRAYS = """
    COVAR COVARIANCE.P COVARIANCE.S F.TEST FORECAST FTEST INTERCEPT SLOPE SUMX2MY2 SUMX2PY2
    SUMXMY2 T.TEST TTEST
"""
_TEXTS = {
    **dict.fromkeys(("LEFT", "LEN", "LOWER", "MID", "RIGHT"), (0,)),
    **dict.fromkeys(("EXACT", "FIND"), (0, 1)),
    "REPLACE": (0, 3),
}
"""Which arguments are texts, where a number stands for what it is spelled as."""

BORROWED = {
    **dict.fromkeys(_OF_VALUES.split(), (ALL, NONE)),
    **dict.fromkeys(_OF_RANGES.split(), (NONE, NONE)),
    **dict.fromkeys(_OF_ARRAYS.split(), (NONE, ALL)),
}
"""What the formulas package computes, and of which arguments: single values, forced arrays."""


def is_known(name: str) -> bool:
    """Whether there is a function of this name that we trust."""
    return name in FUNCTIONS or name in BORROWED


@lru_cache(maxsize=1024)
def find(name: str) -> Function:
    """The function of this name; raises Unchecked where there is none that we trust."""
    if name in FUNCTIONS:
        return FUNCTIONS[name]
    if name == ",":
        raise Unchecked("a union of ranges is not followed")
    if name not in BORROWED:
        raise Unchecked(f"the function {name} is not known")
    single, arrays = BORROWED[name]
    body = partial(_borrow, name)
    return Function(name, body, 0, 255, single, arrays, lazy=False, choosy=False, gives_value=True)


def _borrow(name: str, *operands: Operand) -> Value:
    import numpy as np

    given = [
        _spelled(operand) if at in _TEXTS.get(name, ()) else operand
        for at, operand in enumerate(operands)
    ]
    with np.errstate(all="ignore"):
        result = _from_theirs(_their_functions()[name](*map(_to_theirs, given)))
    return VALUE if isinstance(result, str) and len(result) > MAX_LENGTH else result


def _spelled(operand: Operand) -> Operand:
    """A number in the place of a text, as Excel spells it: by 15 digits."""
    return text(operand) if isinstance(operand, int | float) else operand


@lru_cache(maxsize=1)
def _their_functions() -> dict[str, Callable[..., Any]]:
    import formulas

    return cast("dict[str, Callable[..., Any]]", formulas.get_functions())


def _to_theirs(operand: Operand) -> Any:
    import numpy as np

    if isinstance(operand, Area | list):
        rows = operand.grid() if isinstance(operand, Area) else operand
        if any(isinstance(v, str | bool | None | ErrorValue) for row in rows for v in row):
            raise Unchecked("blanks, texts or logical values among the numbers")
        return np.array(rows, dtype=object)
    return _single_to_theirs(operand)


def _single_to_theirs(value: Value) -> Any:
    import schedula

    if value is None:
        return schedula.EMPTY
    if isinstance(value, ErrorValue):
        raise Fault(value)
    if isinstance(value, str) and _reads_as_float(value) and number_in(value) is None:
        raise Unchecked(f"{value!r} is a number to Python alone")
    return value


def _reads_as_float(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _from_theirs(result: Any) -> Value:
    import numpy as np

    values = np.ravel(np.asarray(result, dtype=object)).tolist()
    if len(values) != 1:
        raise Unchecked("an array where a single value was expected")
    value = values[0]
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, float) and not math.isfinite(value):
        return NUM
    if isinstance(value, bool | int | float):
        return value
    named = str(value)
    return ErrorValue(named) if named.startswith("#") and type(value) is not str else named
