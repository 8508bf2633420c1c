"""The names of the measures: "nDCG@10", "P(rel=2)@5", "ERR(max_grade=3)@20".

A measure is a value with a printed name, and a function of one query.

    >>> measure = parse_measure("ndcg(gain='exp')@5")
    >>> str(measure)
    "nDCG(gain='exp')@5"
    >>> round(measure([2, 0, 3, 1, 0, 2], [2, 0, 3, 1, 0, 2, 3]), 3)
    0.475
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from xlmetrics.definitions import REL, find
from xlmetrics.errors import BadMeasureInput
from xlmetrics.reference.inputs import cutoff

if TYPE_CHECKING:
    from collections.abc import Mapping

    from xlmetrics.definitions import Definition, Parameter, Setting
    from xlmetrics.reference.inputs import Judged, Ranked

_NAME = re.compile(r"([^()@]*)(?:\(([^()]*)\)\s*)?(?:@(.*))?", re.DOTALL)
_WHOLE = re.compile(r"-?[0-9]{1,9}")
_NUMBER = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_QUOTED = re.compile(r"'([^']*)'|\"([^\"]*)\"")


@dataclass(frozen=True, slots=True)
class Measure:
    """A measure of one query: a name, a cut-off, settings that are not the default.

    Made by ``parse_measure("nDCG@10")`` or ``Measure.of("nDCG", k=10)``; equal measures have
    equal names, and ``str`` gives the name that parses back to the same measure.
    """

    name: str
    k: int | None
    settings: tuple[tuple[str, Setting], ...]

    @classmethod
    def of(cls, name: str, /, *, k: int | None = None, **settings: Setting) -> Measure:
        """A measure by its name or an alias, with its parameters by keyword.

        Raises:
            BadMeasureInput: an unknown name or parameter, a setting out of range, k below 1, a
                k or a parameter that is missing or has no place; the message says the mend.
        """
        return _measure(name, settings, k)

    def __call__(self, ranked: Ranked, judged: Judged) -> float:
        """The value for one query.

        Args:
            ranked: grades of the documents returned, best rank first; None where unjudged.
            judged: grades of all judged documents of the query, in any order.

        Raises:
            BadMeasureInput: grades for which the measure has no meaning.
        """
        seen = {"ranked": ranked, "judged": judged}
        definition = self._definition
        argument = {parameter.name: parameter.argument for parameter in definition.parameters}
        keywords: dict[str, float | str] = {argument[name]: value for name, value in self.settings}
        if self.k is not None:
            keywords["k"] = self.k
        return definition.compute(*(seen[name] for name in definition.sees), **keywords)

    def __str__(self) -> str:
        return self._written(self.name)

    @property
    def mean_name(self) -> str:
        """The name of the mean over queries: the mean of RR@10 is MRR@10."""
        return self._written(self._definition.mean_name or self.name)

    @property
    def averaged(self) -> bool:
        """Whether a mean over queries says anything; sums of gain have no common scale."""
        return self._definition.averaged

    @property
    def rel(self) -> float:
        """The lowest grade that counts; for graded measures the lowest above 0."""
        if REL in self._definition.parameters:
            return float(dict(self.settings).get("rel", 1.0))
        return math.ulp(0.0)

    @property
    def _definition(self) -> Definition:
        return find(self.name)

    def _written(self, name: str) -> str:
        show = {parameter.name: parameter.show for parameter in self._definition.parameters}
        settings = ", ".join(f"{key}={show[key](value)}" for key, value in self.settings)
        return (
            name
            + (f"({settings})" if settings else "")
            + (f"@{self.k}" if self.k is not None else "")
        )


def parse_measure(text: str, assumed: Mapping[str, Setting] | None = None) -> Measure:
    """Read a measure from its name, such as "nDCG@10", "P(rel=2)@5" or "MRR".

    Names and aliases are taken in any case; parameters are ``name=value`` with the value a number
    or a word, quoted or bare. ``assumed`` are settings for parameters that must be given and are
    not: with ``{"max_grade": 3}``, ERR@5 is ERR(max_grade=3)@5.

    Raises:
        BadMeasureInput: a name that says no measure; the message says how to mend it.
    """
    try:
        name, given, k = _parts(text)
        needed = {each.name for each in find(name, k).parameters if each.default is None}
        settings = {key: value for key, value in (assumed or {}).items() if key in needed}
        return _measure(name, settings | given, k)
    except BadMeasureInput as bad:
        raise BadMeasureInput(f"{text!r}: {bad}") from None


def _measure(name: str, given: Mapping[str, Setting], k: int | None) -> Measure:
    definition = find(name, k)
    example = definition.usage(k)
    settings = _settled(definition, given, example)
    if k is None and definition.cut == "must":
        raise BadMeasureInput(f"{definition.name} needs a cut-off; write {example}")
    if k is not None and definition.cut == "never":
        raise BadMeasureInput(f"{definition.name} has no cut-off; write {example}")
    return Measure(definition.name, None if k is None else cutoff(k), settings)


def _settled(
    definition: Definition, given: Mapping[str, Setting], example: str
) -> tuple[tuple[str, Setting], ...]:
    """The settings that are not the default, in the order of the definition."""
    known = [parameter.name for parameter in definition.parameters]
    for name in given:
        if name not in known:
            takes = f"it takes {' and '.join(known)}" if known else "it takes none"
            raise BadMeasureInput(
                f"{definition.name} has no parameter {name!r}, {takes}; write {example}"
            )
    settled = []
    for parameter in definition.parameters:
        if parameter.name in given:
            setting = _read(parameter, given[parameter.name])
            if setting != parameter.default:
                settled.append((parameter.name, setting))
        elif parameter.default is None:
            raise BadMeasureInput(
                f"{definition.name} needs {parameter.name}, {parameter.wants}; write {example}"
            )
    return tuple(settled)


def _read(parameter: Parameter, given: Setting) -> Setting:
    setting = parameter.read(given)
    if setting is None:
        raise BadMeasureInput(
            f"{parameter.name} must be {parameter.wants}, not {given!r}; "
            f"write for example {parameter.name}={parameter.example}"
        )
    return setting


def _parts(text: str) -> tuple[str, dict[str, Setting], int | None]:
    """Name, settings and cut-off as they are written."""
    match = _NAME.fullmatch(text)
    if match is None or not match[1].strip():
        raise BadMeasureInput(
            "a measure is written name(parameter=value)@k, such as nDCG@10 or P(rel=2)@5"
        )
    k = None if match[3] is None else _cut(match[3].strip())
    return match[1].strip(), _settings((match[2] or "").strip()), k


def _settings(text: str) -> dict[str, Setting]:
    settings: dict[str, Setting] = {}
    for part in text.split(",") if text else ():
        name, _, value = (piece.strip() for piece in part.partition("="))
        if not (name and value):
            raise BadMeasureInput(
                f"a parameter is written name=value, such as rel=2, not {part.strip()!r}"
            )
        if name in settings:
            raise BadMeasureInput(f"parameter {name} is given twice; give it once")
        settings[name] = _value(value)
    return settings


def _value(text: str) -> Setting:
    if _NUMBER.fullmatch(text):
        return float(text)
    quoted = _QUOTED.fullmatch(text)
    return (quoted[1] or quoted[2] or "") if quoted else text


def _cut(text: str) -> int:
    if not _WHOLE.fullmatch(text):
        raise BadMeasureInput(
            f"the cut-off k must be a whole number from 1 up, not {text!r}; write @10"
        )
    return int(text)
