"""The functions that OpenFormula calls by another name than Excel.

Those that only LibreOffice has keep their name, which no engine knows: they are not checked.
"""

from __future__ import annotations

import re
from functools import lru_cache

_VENDOR = re.compile(
    r"COM\.MICROSOFT\.|LEGACY\.|COM\.SUN\.STAR\.SHEET\.ADDIN\.ANALYSIS\.GET", re.IGNORECASE
)

_ALWAYS = {
    "CEILING": "CEILING.MATH",  # Excel's own CEILING is COM.MICROSOFT.CEILING
    "FLOOR": "FLOOR.MATH",
    "FORMULA": "FORMULATEXT",
    "SKEWP": "SKEW.P",
}
_SINCE_OPEN_FORMULA = _ALWAYS | {
    "CHISQDIST": "CHISQ.DIST",
    "CHISQINV": "CHISQ.INV",
    "FDIST": "F.DIST",  # Excel's own FDIST, of the other tail, is LEGACY.FDIST
    "FINV": "F.INV",
}


@lru_cache(maxsize=4_096)
def excel_name(name: str, *, old: bool = False) -> str:
    """What Excel calls a function; ``old`` is the dialect of OpenOffice 1 and 2 (``oooc:``)."""
    if own := _VENDOR.match(name):
        return name[own.end() :]
    return (_ALWAYS if old else _SINCE_OPEN_FORMULA).get(name.upper(), name)
