"""What the measures are called: the table that holds all there is to a name.

For each: the function that computes it, what that function sees of a query, whether it is cut at
k, its parameters and its other names. Names follow ir_measures (MacAvaney, Macdonald & Ounis,
2022). A measure is added by a line here and by nothing else.
"""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, Literal, NamedTuple

from xlmetrics import reference
from xlmetrics.errors import BadMeasureInput

if TYPE_CHECKING:
    from collections.abc import Callable

Setting = float | str


def _number(accepts: Callable[[float], bool]) -> Callable[[Setting], Setting | None]:
    def read(given: Setting) -> Setting | None:
        if isinstance(given, bool) or not isinstance(given, int | float):
            return None
        try:
            number = float(given)
        except OverflowError:
            return None
        return number if math.isfinite(number) and accepts(number) else None

    return read


def _show_number(setting: Setting) -> str:
    return repr(setting).removesuffix(".0")


_GAINS = {"linear": "linear", "exponential": "exponential", "exp": "exponential"}


class Parameter(NamedTuple):
    """A parameter as written in a name; without a default it must be given."""

    name: str
    argument: str
    wants: str
    example: str
    read: Callable[[Setting], Setting | None]
    """The setting as the function takes it; None for one it cannot take."""

    default: Setting | None = None
    show: Callable[[Setting], str] = _show_number


REL = Parameter("rel", "rel", "a number above 0", "2", _number(lambda x: x > 0), default=1.0)
_P = Parameter("p", "p", "a number between 0 and 1", "0.8", _number(lambda x: 0 < x < 1))
_BASE = Parameter("b", "base", "a number above 1", "10", _number(lambda x: x > 1), default=2.0)
_MAX_GRADE = Parameter(
    "max_grade",
    "max_grade",
    "a number above 0 and up to 1000, the top of the grading scale",
    "3",
    _number(lambda x: 0 < x <= 1000),
)
_GAIN = Parameter(
    "gain",
    "gain",
    "'linear' or 'exp'",
    "'exp'",
    lambda given: _GAINS.get(given) if isinstance(given, str) else None,
    default="linear",
    show=lambda setting: "'exp'" if setting == "exponential" else f"'{setting}'",
)


class Definition(NamedTuple):
    """All there is to a name."""

    name: str
    compute: Callable[..., float]
    sees: tuple[Literal["ranked", "judged"], ...]
    cut: Literal["must", "may", "never"]
    parameters: tuple[Parameter, ...] = ()
    aliases: tuple[str, ...] = ()
    mean_name: str = ""
    averaged: bool = True

    def usage(self, k: int | None = None) -> str:
        """A name that says all it must, cut at k where it can be: an example to follow."""
        needed = [f"{p.name}={p.example}" for p in self.parameters if p.default is None]
        if k is None and self.cut == "must":
            k = 10
        return (
            self.name
            + (f"({', '.join(needed)})" if needed else "")
            + ("" if k is None or self.cut == "never" else f"@{k}")
        )


_R: tuple[Literal["ranked", "judged"], ...] = ("ranked",)
_J: tuple[Literal["ranked", "judged"], ...] = ("judged",)
_RJ: tuple[Literal["ranked", "judged"], ...] = ("ranked", "judged")

_DEFINITIONS = (
    Definition("CG", reference.cg, _R, "may", averaged=False),
    Definition("DCG", reference.dcg, _R, "may", (_GAIN,), averaged=False),
    Definition("IDCG", reference.idcg, _J, "may", (_GAIN,), averaged=False),
    Definition("nDCG", reference.ndcg, _RJ, "may", (_GAIN,)),
    Definition("RR", reference.reciprocal_rank, _R, "may", (REL,), ("MRR",), "MRR"),
    Definition("P", reference.precision, _R, "must", (REL,), ("Precision",)),
    Definition("R", reference.recall, _RJ, "must", (REL,), ("Recall",)),
    Definition("F1", reference.f1, _RJ, "must", (REL,)),
    Definition("AP", reference.average_precision, _RJ, "may", (REL,), ("MAP",), "MAP"),
    Definition("Rprec", reference.r_precision, _RJ, "never", (REL,)),
    Definition("Success", reference.success, _R, "must", (REL,), ("hit_rate",)),
    Definition("Judged", reference.judged_fraction, _R, "must"),
    Definition("Bpref", reference.bpref, _RJ, "never", (REL,)),
    Definition("ERR", reference.err, _R, "may", (_MAX_GRADE,)),
    Definition("RBP", reference.rbp, _R, "never", (_P, REL)),
    # Labelled variants: other definitions under other names, so that nobody mistakes them.
    Definition("nDCG_retrieved_only", reference.ndcg_retrieved_only, _R, "may", (_GAIN,)),
    Definition("DCG_2002", reference.dcg_2002, _R, "may", (_BASE, _GAIN), averaged=False),
    Definition("nDCG_2002", reference.ndcg_2002, _RJ, "may", (_BASE, _GAIN)),
    Definition("R_capped", reference.recall_capped, _RJ, "must", (REL,)),
    Definition("AP_capped", reference.average_precision_capped, _RJ, "must", (REL,)),
    Definition("AP_of_hits", reference.average_precision_of_hits, _R, "may", (REL,)),
)
_BY_NAME = {
    name.casefold(): definition
    for definition in _DEFINITIONS
    for name in (definition.name, *definition.aliases)
}

MEASURES: tuple[str, ...] = tuple(definition.usage() for definition in _DEFINITIONS)
"""Every measure by a name that can be parsed."""


_CUT_IN_NAME = re.compile(r"(?:_cut|_at)?_([1-9][0-9]{0,8})$")


def find(name: str, k: int | None = None) -> Definition:
    """The definition of a name or alias, in any case; k only serves the message.

    Raises:
        BadMeasureInput: an unknown name; the message says the nearest, or else all there are.
    """
    definition = _BY_NAME.get(name.casefold())
    if definition is None:
        raise BadMeasureInput(f"there is no measure {name!r}; {_hint(name, k)}")
    return definition


def _hint(name: str, k: int | None) -> str:
    from difflib import get_close_matches

    cut = _CUT_IN_NAME.search(name)  # trec_eval's ndcg_cut_10 and P_10
    bare, k = (name[: cut.start()], int(cut[1])) if cut else (name, k)
    near = get_close_matches(bare.casefold(), _BY_NAME, n=1, cutoff=0.5)
    if not near:
        return f"the measures are {', '.join(MEASURES)}"
    return f"did you mean {_BY_NAME[near[0]].usage(k)}?"
