"""XL219 prefix missing: a function newer than the file format stands without its prefix.

What it does: looks in .xlsx files for functions that came with Excel 2010 or later and that the
file must write with a prefix, ``_xlfn.``, which Excel itself never shows.

Why it is bad: Excel shows `#NAME?` until somebody enters the formula again; LibreOffice, Google
Sheets and this check know the function all the same, so that nobody else sees the error.

Example: `ws["C2"] = "=RANK.EQ(B2,B$2:B$9)"` in a script, where the file must hold
`=_xlfn.RANK.EQ(B2,B$2:B$9)`.

Use instead: the formula as the message spells it; or an older function, such as `RANK`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from xlmetrics.formula import FormulaFault, Token, tokens
from xlmetrics.model import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from xlmetrics.rules.evidence import Evidence

CODE = "XL219"

_NAMES = """
    ACOT ACOTH AGGREGATE ARABIC ARRAYTOTEXT BASE BETA.DIST BETA.INV BINOM.DIST BINOM.DIST.RANGE
    BINOM.INV BITAND BITLSHIFT BITOR BITRSHIFT BITXOR BYCOL BYROW CEILING.MATH CEILING.PRECISE
    CHISQ.DIST CHISQ.DIST.RT CHISQ.INV CHISQ.INV.RT CHISQ.TEST CHOOSECOLS CHOOSEROWS COMBINA
    CONCAT CONFIDENCE.NORM CONFIDENCE.T COT COTH COVARIANCE.P COVARIANCE.S CSC CSCH DAYS DECIMAL
    DROP ERF.PRECISE ERFC.PRECISE EXPAND EXPON.DIST F.DIST F.DIST.RT F.INV F.INV.RT F.TEST
    FILTERXML FLOOR.MATH FLOOR.PRECISE FORECAST.ETS FORECAST.ETS.CONFINT FORECAST.ETS.SEASONALITY
    FORECAST.ETS.STAT FORECAST.LINEAR FORMULATEXT GAMMA GAMMA.DIST GAMMA.INV GAMMALN.PRECISE GAUSS
    HSTACK HYPGEOM.DIST IFNA IFS IMAGE IMCOSH IMCOT IMCSC IMCSCH IMSEC IMSECH IMSINH IMTAN
    ISFORMULA ISOMITTED ISOWEEKNUM LAMBDA LET LOGNORM.DIST LOGNORM.INV MAKEARRAY MAP MAXIFS MINIFS
    MODE.MULT MODE.SNGL MUNIT NEGBINOM.DIST NORM.DIST NORM.INV NORM.S.DIST NORM.S.INV NUMBERVALUE
    PDURATION PERCENTILE.EXC PERCENTILE.INC PERCENTRANK.EXC PERCENTRANK.INC PERMUTATIONA PHI
    POISSON.DIST QUARTILE.EXC QUARTILE.INC QUERYSTRING RANDARRAY RANK.AVG RANK.EQ REDUCE RRI SCAN
    SEC SECH SEQUENCE SHEET SHEETS SKEW.P SORTBY STDEV.P STDEV.S SWITCH T.DIST T.DIST.2T T.DIST.RT
    T.INV T.INV.2T T.TEST TAKE TEXTAFTER TEXTBEFORE TEXTJOIN TEXTSPLIT TOCOL TOROW UNICHAR UNICODE
    UNIQUE VALUETOTEXT VAR.P VAR.S VSTACK WEBSERVICE WEIBULL.DIST WRAPCOLS WRAPROWS XLOOKUP XMATCH
    XOR Z.TEST
"""
NEWER = frozenset(_NAMES.split())
"""The functions that the file writes with ``_xlfn.``: XlsxWriter's list, as Excel saves them."""

_OF_SHEETS = frozenset({"FILTER", "SORT"})
"""Those that it writes with ``_xlfn._xlws.``."""

_MAYBE = re.compile(r"[^\W\d][\w.]*(?=\()")
_VARIABLE = "_xlpm."


def find(evidence: Evidence) -> Iterator[Finding]:
    """Formula cells that Excel cannot read as they stand in the file."""
    workbook = evidence.workbook
    if not workbook.has_prefixes:
        return
    for cell in workbook.formulas():
        if any(map(_prefix, _MAYBE.findall(cell.formula or ""))):
            try:
                words = tokens(cell.formula or "")
            except FormulaFault:
                continue
            bare = dict.fromkeys(_function(word) for word in words if _prefix(_function(word)))
            if bare:
                yield Finding(
                    CODE,
                    cell.address,
                    f"Excel shows #NAME? for {', '.join(bare)} until the formula is entered again; "
                    f"the file must hold {as_in_a_file(words)}",
                    formula=cell.formula,
                )


def as_in_a_file(words: Sequence[Token]) -> str:
    """The formula with all prefixes, those of the variables of LET and LAMBDA too."""
    variables = {word.text.upper() for word in _variables(words)}
    spelled = [
        _VARIABLE * (word.kind == "name" and word.text.upper() in variables)
        + _prefix(_function(word))
        + word.text
        for word in words
    ]
    return "=" + "".join(spelled)


def _function(word: Token) -> str:
    return word.text[:-1].upper() if word.kind == "function" else ""


def _prefix(function: str) -> str:
    if function.upper() in _OF_SHEETS:
        return "_xlfn._xlws."
    return "_xlfn." if function.upper() in NEWER else ""


def _variables(words: Sequence[Token]) -> Iterator[Token]:
    """The names that LET and LAMBDA make: arguments that are a name and not the last one."""
    around: list[tuple[str, int]] = []  # the brackets that are open, and how many commas came
    for at, word in enumerate(words):
        if word.kind in ("function", "open", "brace"):
            around.append((_function(word).removeprefix("_XLFN."), 0))
        elif word.kind in ("close", "end") and around:
            around.pop()
        elif word.kind == "comma" and around:
            around[-1] = around[-1][0], around[-1][1] + 1
        elif (
            word.kind == "name" and around and [w.kind for w in words[at + 1 : at + 2]] == ["comma"]
        ):
            function, place = around[-1]
            starts = words[at - 1].kind in ("function", "comma")
            if starts and (function == "LAMBDA" or (function == "LET" and place % 2 == 0)):
                yield word
