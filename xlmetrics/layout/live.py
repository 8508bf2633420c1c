"""Which measures a sheet of live measures shows, and with which settings."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from xlmetrics.quantities.pooled import MEASURES, UNCUT

if TYPE_CHECKING:
    from collections.abc import Iterable

    from xlmetrics.measures import Measure

USUAL_K = 10
_DEEPEST = 100

_CUT = {name: name for name in MEASURES} | {"RR": "RR_at_k"}
_WHOLE = {"RR": UNCUT["RR_at_k"], "AP": UNCUT["AP"]}
"""The quantities by the names of measures, cut at k and not."""

_GRADED = ("nDCG", "Judged")
"""The measures among them that know no threshold."""


class Settings(NamedTuple):
    """What stands in the yellow cells: one each, for all measures of the sheet."""

    k: int = USUAL_K
    gain: str = "linear"
    rel: float = 1

    @property
    def depth(self) -> int:
        """So many documents of a list are shown whether they are judged or not."""
        return min(max(self.k, USUAL_K), _DEEPEST)


def settings_for(measures: Iterable[Measure]) -> Settings:
    """The settings with which the first of these measures are live, and all that agree with it."""
    asked = list(measures)
    live = [each for each in asked if _quantity(each)]
    k = next((each.k for each in [*live, *asked] if each.k is not None), USUAL_K)
    alike = [each for each in live if each.k in (None, k)]
    gain = next((_gain(each) for each in alike if each.name == "nDCG"), "linear")
    rel = next((each.rel for each in alike if each.name not in _GRADED), 1.0)
    return Settings(k, gain, int(rel) if rel.is_integer() else rel)


def live_name(measure: Measure, settings: Settings) -> str | None:
    """The quantity that is this measure under these settings; None where none is."""
    agrees = (
        measure.k in (None, settings.k)
        and (measure.name != "nDCG" or _gain(measure) == settings.gain)
        and (measure.name in _GRADED or measure.rel == settings.rel)
    )
    return _quantity(measure) if agrees else None


def columns_for(names: Iterable[str]) -> tuple[str, ...]:
    """The quantities that a sheet shows: these, and of what is not among them what is cut at k."""
    asked = set(names)
    families = [(name, UNCUT.get(name)) for name in MEASURES]
    return tuple(
        name
        for cut, whole in families
        for name in (whole, cut)
        if name and (name in asked or (name == cut and whole not in asked))
    )


def _gain(measure: Measure) -> str:
    return str(dict(measure.settings).get("gain", "linear"))


def _quantity(measure: Measure) -> str | None:
    return (_WHOLE if measure.k is None else _CUT).get(measure.name)
