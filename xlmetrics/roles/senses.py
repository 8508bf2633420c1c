"""What a formula computes, told by its form from what it reads.

A grade over log(rank + 1) is a discounted gain, and the sum of those a DCG. Each rule takes the
senses of the arguments and gives that of the result. What no rule knows has no sense, and neither
has what is computed from it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from xlmetrics.engine.tree import Call, Constant, Named, Node, Referred, Rows
from xlmetrics.roles.model import Meaning

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

NUMBER, COUNT, TEXT, INPUT, LOG, TOTAL, HIT_SUM, HITS_AT_HIT, RR_PART, FIRST_DISCOUNT = (
    "number", "count", "text", "input", "log", "relevant", "sum of P at hits", "hits at each hit",
    "reciprocal of ranks", "discount of the first rank",
)  # fmt: skip

GRADED = frozenset({Meaning.GRADE, Meaning.GAIN})
MEASURED = frozenset({"DCG", "IDCG", "nDCG", "RR", "P", "R", "F1", "AP", "Success"})
_RANKED = frozenset({Meaning.RANK, Meaning.FIRST_RANK})


class Sense(NamedTuple):
    """What a cell, or a part of a formula, holds.

    ``what`` is a meaning, the name of a measure, or a word of this module; nothing where it is
    not known. ``ideal`` is whether it is of the ideal order. ``over`` is ``sum`` or ``mean`` for
    one over queries. ``inputs`` are the references, by number, whose cells it is, unchanged but
    for a constant, where nothing is known of them.
    """

    what: Meaning | str = ""
    ideal: bool = False
    over: str = ""
    inputs: frozenset[int] = frozenset()

    @property
    def measure(self) -> str:
        """The measure it is a figure of, or nothing."""
        if self.what == "DCG" and self.ideal:
            return "IDCG"
        return str(self.what) if self.what in MEASURED else ""


UNKNOWN = Sense()
_NUMBER = Sense(NUMBER)


@dataclass
class Interpretation:
    """One formula being understood; ``hints`` say what inputs must be, by reference number."""

    read: Sequence[Sense]
    hints: dict[int, Meaning] = field(default_factory=dict)
    names: dict[str, Sense] = field(default_factory=dict)

    def sense(self, node: Node) -> Sense:
        """What a part of the formula gives."""
        found = UNKNOWN
        match node:
            case Constant(value=value):
                found = Sense(TEXT) if isinstance(value, str) else _NUMBER
            case Referred(number=number):
                found = self.read[number]
                if found.what in (INPUT, ""):
                    found = found._replace(inputs=frozenset({number}))
            case Named(name=name):
                found = self.names.get(name.upper(), UNKNOWN)
            case Rows():
                found = _NUMBER
            case Call(function="LET"):
                found = self._let(node.arguments)
            case Call():
                found = self._call(node.function, [self.sense(each) for each in node.arguments])
        return found

    def _let(self, arguments: tuple[Node, ...]) -> Sense:
        for name, value in zip(arguments[:-1:2], arguments[1::2], strict=False):
            if isinstance(name, Named):
                self.names[name.name.upper()] = self.sense(value)
        return self.sense(arguments[-1]) if arguments else UNKNOWN

    def _call(self, function: str, senses: list[Sense]) -> Sense:
        if not senses:
            return Sense(Meaning.RANK) if function in _OWN_PLACE else UNKNOWN
        rule = _RULES.get(function)
        if rule is not None:
            return rule(self, senses)
        return senses[0] if function in _SAME else UNKNOWN

    def as_grade(self, sense: Sense) -> Sense:
        """The sense of what must be a grade here, which is noted of unknown inputs."""
        return self._settled(sense, Meaning.GRADE)

    def as_rank(self, sense: Sense) -> Sense:
        """The sense of what must be a rank here."""
        return self._settled(sense, Meaning.RANK)

    def as_first_rank(self, sense: Sense) -> Sense:
        """The sense of what must be a first relevant rank here."""
        return self._settled(sense, Meaning.FIRST_RANK)

    def _settled(self, sense: Sense, meaning: Meaning) -> Sense:
        if sense.what != INPUT and not (sense.inputs and not sense.what):
            return sense
        self.hints |= dict.fromkeys(sense.inputs, meaning)
        return Sense(meaning, sense.ideal)


def _plus(it: Interpretation, senses: list[Sense]) -> Sense:
    one, other = senses[0], senses[-1]
    if NUMBER in (one.what, other.what):
        return other if one.what == NUMBER else one
    return _summed(it, one) if _kin(it, one, other) else UNKNOWN


def _kin(it: Interpretation, one: Sense, other: Sense) -> bool:
    """Whether two things add up to a third: parts of one sum, or its parts so far and the next."""
    return _summed(it, one)[:3] == _summed(it, other)[:3] and bool(_summed(it, one).what)


def _minus(_: Interpretation, senses: list[Sense]) -> Sense:
    if len(senses) == 2 and senses[1].what == NUMBER:
        return senses[0]
    lost = senses[0].measure or all(each.what == Meaning.WEIGHT for each in senses)
    return UNKNOWN if lost and len(senses) == 2 else _joined(senses)


def _times(it: Interpretation, senses: list[Sense]) -> Sense:
    result = senses[0]
    for sense in senses[1:]:
        result = _product(it, result, sense)
    return result


def _product(it: Interpretation, one: Sense, other: Sense) -> Sense:
    for a, b in ((one, other), (other, one)):
        if a.what in (NUMBER, LOG):
            return b
        if a.what == Meaning.DISCOUNT and b.what == Meaning.WEIGHT:
            return a
        found = _times_grade(it, a, b)
        if found is not None:
            return found
    if {one.what, other.what} == {"P", "R"}:
        return Sense("F1")
    if one.what == other.what == INPUT:
        return one._replace(inputs=one.inputs | other.inputs)
    return one if one.what == other.what and one.what in GRADED else UNKNOWN


def _times_grade(it: Interpretation, grade: Sense, by: Sense) -> Sense | None:
    """What a grade makes of what it multiplies; an unknown input there must be a grade."""
    made = _TIMES_GRADE.get(by.what)
    unknown = grade.what == INPUT or (grade.inputs and not grade.what)
    if made is None or not (grade.what in GRADED or (unknown and by.what in _SURELY)):
        return None
    return it.as_grade(grade)._replace(what=made, ideal=grade.ideal or by.ideal)


_TIMES_GRADE: dict[Meaning | str, Meaning | str] = {
    Meaning.PRECISION_AT_RANK: Meaning.PRECISION_AT_HIT,
    "P": Meaning.PRECISION_AT_HIT,
    Meaning.HITS_SO_FAR: HITS_AT_HIT,
    RR_PART: RR_PART,
    Meaning.RANK: Meaning.RANK,
    Meaning.WEIGHT: Meaning.DISCOUNTED_GAIN,
}
_SURELY = frozenset({Meaning.PRECISION_AT_RANK, RR_PART, Meaning.WEIGHT})
"""What nothing but a grade is multiplied by."""


def _by(it: Interpretation, senses: list[Sense]) -> Sense:
    above, below = senses
    for rule in (_by_discount, _reciprocal, _by_rank, _by_number, _ratio):
        found = rule(it, above, below)
        if found is not None:
            return found
    return UNKNOWN


def _by_discount(it: Interpretation, above: Sense, below: Sense) -> Sense | None:
    if below.what == FIRST_DISCOUNT and above.what in (NUMBER, LOG):
        return Sense("nDCG")
    if below.what not in (Meaning.DISCOUNT, LOG):
        return None
    unknown = above.what == INPUT or (above.inputs and not above.what)
    if above.what in GRADED or (unknown and below.what == Meaning.DISCOUNT):
        return it.as_grade(above)._replace(what=Meaning.DISCOUNTED_GAIN)
    if above.what == NUMBER or (above.what, below.what) == (LOG, Meaning.DISCOUNT):
        return Sense(Meaning.WEIGHT)
    if above.what in (LOG, Meaning.DISCOUNT):
        return above if below.what == LOG else below
    return None


def _reciprocal(it: Interpretation, above: Sense, below: Sense) -> Sense | None:
    if above.what != NUMBER:
        return None
    if below.what in (Meaning.FIRST_RANK, INPUT):
        it.as_first_rank(below)
        it.hints |= dict.fromkeys(below.inputs if below.what != INPUT else (), Meaning.GRADE)
        return Sense("RR")
    return Sense(RR_PART) if below.what == Meaning.RANK else None


def _by_rank(it: Interpretation, above: Sense, below: Sense) -> Sense | None:
    if below.what != Meaning.RANK:
        return None
    if above.what in _HITS:
        return Sense(_HITS[above.what])
    if above.what in GRADED or above.what == INPUT:
        it.as_grade(above)
        return Sense(RR_PART)
    return None


_HITS: dict[Meaning | str, Meaning] = {
    Meaning.HITS_SO_FAR: Meaning.PRECISION_AT_RANK,
    HITS_AT_HIT: Meaning.PRECISION_AT_HIT,
}


def _by_number(_: Interpretation, above: Sense, below: Sense) -> Sense | None:
    if below.what not in (NUMBER, COUNT, Meaning.RANK, Meaning.QUERY):
        return None
    if above.over == "sum":
        return above._replace(over="mean")
    if above.what == Meaning.HITS_SO_FAR:
        return Sense("P")
    if above.what == HIT_SUM:
        return Sense("AP")
    return above if above.what else None


def _ratio(_: Interpretation, above: Sense, below: Sense) -> Sense | None:
    if above.what == below.what == "DCG":
        over = "mean" if above.over and below.over else ""
        return Sense("nDCG", over=over)
    if below.what in (Meaning.HITS_SO_FAR, TOTAL):
        made = {Meaning.HITS_SO_FAR: "R", HIT_SUM: "AP"}.get(above.what)
        return Sense(made) if made else None
    if above.what == "F1":
        return above
    return None


def _power(it: Interpretation, senses: list[Sense]) -> Sense:
    base, exponent = senses[0], senses[-1]
    if base.what == NUMBER and (exponent.what in GRADED or exponent.what == INPUT):
        return exponent if exponent.what == INPUT else exponent._replace(what=Meaning.GAIN)
    if exponent.what == NUMBER and base.what in GRADED:
        return base._replace(what=Meaning.GAIN)
    if exponent.what == NUMBER and base.what == INPUT:
        return base
    del it
    return base if base.what == NUMBER else UNKNOWN


def _log(it: Interpretation, senses: list[Sense]) -> Sense:
    of = senses[0]
    if of.what == NUMBER:
        return Sense(LOG)
    if of.what in (Meaning.RANK, INPUT):
        it.as_rank(of)
        return Sense(Meaning.DISCOUNT)
    return Sense(FIRST_DISCOUNT) if of.what == Meaning.FIRST_RANK else UNKNOWN


def _if(_: Interpretation, senses: list[Sense]) -> Sense:
    condition, branches = senses[0], senses[1:]
    joined = _joined(branches)
    if joined.what == NUMBER and condition.what in GRADED:
        return condition._replace(what=Meaning.GAIN)
    if joined.what == INPUT or joined.what in GRADED:
        return joined
    if condition.what in GRADED and joined.what in (Meaning.PRECISION_AT_RANK, "P"):
        return Sense(Meaning.PRECISION_AT_HIT)
    return joined


def _joined(senses: Sequence[Sense]) -> Sense:
    """What something is that is one of these: constants among them are for special cases."""
    known = [sense for sense in senses if sense.what not in (NUMBER, TEXT)]
    if not known:
        return _NUMBER if any(sense.what == NUMBER for sense in senses) else Sense(TEXT)
    first = known[0]
    same = all((each.what, each.over) == (first.what, first.over) for each in known)
    if not same:
        return UNKNOWN
    inputs = frozenset().union(*(each.inputs for each in known))
    return first._replace(ideal=any(each.ideal for each in known), inputs=inputs)


def _iferror(_: Interpretation, senses: list[Sense]) -> Sense:
    return _joined(senses)


def _compared(_: Interpretation, senses: list[Sense]) -> Sense:
    """A grade held against a constant, or against the least that counts, is one still: 1 or 0.

    A rank held against the cut-off says of any grade whether it counts.
    """
    if any(sense.what == Meaning.RANK for sense in senses):
        return _NUMBER
    constant = [sense.what in (NUMBER, TEXT) for sense in senses]
    if any(constant):
        return senses[constant.index(False)] if not all(constant) else _NUMBER
    graded = [sense for sense in senses if sense.what in GRADED]
    others = [sense for sense in senses if sense.what == INPUT]
    return graded[0] if len(graded) == len(others) == 1 else UNKNOWN


def _sum(it: Interpretation, senses: list[Sense]) -> Sense:
    summed = [_summed(it, sense) for sense in senses if sense.what != NUMBER]
    return _joined(summed) if summed else _NUMBER


_SUMS: dict[Meaning | str, Meaning | str] = {
    Meaning.DISCOUNTED_GAIN: "DCG",
    Meaning.GRADE: Meaning.HITS_SO_FAR,
    Meaning.GAIN: Meaning.HITS_SO_FAR,
    Meaning.HITS_SO_FAR: Meaning.HITS_SO_FAR,
    Meaning.PRECISION_AT_HIT: HIT_SUM,
    Meaning.PRECISION_AT_RANK: HIT_SUM,
    HIT_SUM: HIT_SUM,
    RR_PART: "RR",
}


def _summed(_: Interpretation, sense: Sense) -> Sense:
    """The sum of things of a kind."""
    if sense.what == Meaning.WEIGHT:
        return Sense("DCG", ideal=True)
    if sense.what in _SUMS:
        return Sense(_SUMS[sense.what], sense.ideal)
    if sense.what == "DCG" and not sense.over:
        return sense
    return Sense(sense.what, sense.ideal, over="sum") if sense.what in MEASURED else UNKNOWN


def _sumproduct(it: Interpretation, senses: list[Sense]) -> Sense:
    return _summed(it, _times(it, senses))


def _sumif(it: Interpretation, senses: list[Sense]) -> Sense:
    tested, summed = senses[0], senses[2] if len(senses) > 2 else senses[0]
    if tested.what in GRADED and summed.what == Meaning.PRECISION_AT_RANK:
        return Sense(HIT_SUM)
    return _summed(it, summed)


def _average(_: Interpretation, senses: list[Sense]) -> Sense:
    of = _joined(senses)
    if of.what in (Meaning.PRECISION_AT_HIT, Meaning.PRECISION_AT_RANK):
        return Sense("AP")
    if of.what in GRADED:
        return Sense("P")
    return of._replace(over="mean") if of.what in MEASURED else UNKNOWN


def _averageif(it: Interpretation, senses: list[Sense]) -> Sense:
    tested, averaged = senses[0], senses[2] if len(senses) > 2 else senses[0]
    if averaged.what in ("P", Meaning.PRECISION_AT_RANK) and tested.what in (*GRADED, INPUT):
        it.as_grade(tested)
        return Sense("AP")
    return _average(it, [averaged])


def _countif(_: Interpretation, senses: list[Sense]) -> Sense:
    if senses[0].what in GRADED:
        return Sense(Meaning.HITS_SO_FAR)
    return Sense(COUNT) if senses[0].what == INPUT else _NUMBER


def _match(it: Interpretation, senses: list[Sense]) -> Sense:
    looked, within = (senses[0], senses[1]) if len(senses) > 1 else (UNKNOWN, UNKNOWN)
    if looked.what == NUMBER and (within.what in GRADED or within.what == INPUT):
        return Sense(Meaning.FIRST_RANK, inputs=within.inputs)
    if looked.what == TEXT and within.what in GRADED:
        return Sense(Meaning.FIRST_RANK)
    del it
    return _NUMBER


def _extreme(_: Interpretation, senses: list[Sense]) -> Sense:
    of = _joined(senses)
    if of.what == RR_PART:
        return Sense("RR")
    return of


def _least(_: Interpretation, senses: list[Sense]) -> Sense:
    of = _joined(senses)
    if of.what == Meaning.RANK:
        return Sense(Meaning.FIRST_RANK) if len(senses) == 1 else of
    return of


def _ordered(_: Interpretation, senses: list[Sense]) -> Sense:
    return senses[0]._replace(ideal=True)


def _counts(_: Interpretation, __: list[Sense]) -> Sense:
    return _NUMBER


def _ranks(_: Interpretation, __: list[Sense]) -> Sense:
    return Sense(Meaning.RANK)


def _second(_: Interpretation, senses: list[Sense]) -> Sense:
    return senses[-1]


_RULES: dict[str, Callable[[Interpretation, list[Sense]], Sense]] = {
    "+": _plus, "-": _minus, "*": _times, "/": _by, "^": _power, "POWER": _power,
    "LOG": _log, "LN": _log, "LOG10": _log, "IMLOG2": _log, "LOG2": _log,
    "IF": _if, "IFERROR": _iferror, "IFNA": _iferror, "PRODUCT": _times,
    **dict.fromkeys(("=", "<>", ">", "<", ">=", "<="), _compared),
    "SUM": _sum, "SUMPRODUCT": _sumproduct, "SUMIF": _sumif, "AVERAGE": _average,
    "AVERAGEA": _average, "AVERAGEIF": _averageif, "COUNTIF": _countif, "COUNTIFS": _countif,
    "MATCH": _match, "XMATCH": _match, "MAX": _extreme, "MIN": _least,
    **dict.fromkeys(("LARGE", "SMALL", "SORT", "SORTBY"), _ordered),
    **dict.fromkeys(("COUNT", "COUNTA", "ROWS", "COLUMNS", "COUNTBLANK"), _counts),
    **dict.fromkeys(("ROW", "COLUMN", "SEQUENCE"), _ranks),
    "SUMIFS": lambda it, senses: _sum(it, senses[:1]),
    "AVERAGEIFS": lambda it, senses: _average(it, senses[:1]),
    "MINIFS": lambda it, senses: _least(it, senses[:1]),
    "MAXIFS": lambda it, senses: _extreme(it, senses[:1]),
    "XLOOKUP": lambda _, senses: senses[2] if len(senses) > 2 else UNKNOWN,
    "LOOKUP": _second,
}  # fmt: skip

_OWN_PLACE = frozenset({"ROW", "COLUMN"})

_SAME = frozenset(
    {
        "INDEX", "OFFSET", "ROUND", "ROUNDUP", "ROUNDDOWN", "ABS", "N", "VALUE", "TRANSPOSE",
        "FILTER", "TAKE", "CHOOSEROWS", "CHOOSECOLS", "ARRAYFORMULA", "DROP", "TOCOL", "TOROW",
        "SIGN", "INT", "TRUNC", "SINGLE", "NUMBERVALUE", "sign-", "sign+", "sign@", "%",
    }
)  # fmt: skip
"""Functions whose result is of the kind of their first argument."""


def understand(
    tree: Node, read: Sequence[Sense], names: dict[str, Sense]
) -> tuple[Sense, tuple[tuple[int, Meaning], ...]]:
    """What a formula gives, and what its unknown inputs must be if that is so.

    ``read`` are the senses of its references, ``names`` those of the defined names.
    """
    it = Interpretation(read, names=names)
    sense = it.sense(tree)
    if sense.what == Meaning.FIRST_RANK:
        it.hints |= dict.fromkeys(sense.inputs, Meaning.GRADE)
    return sense, tuple(it.hints.items())
