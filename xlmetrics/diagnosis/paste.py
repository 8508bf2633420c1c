"""The formula to paste: what is right, in the places where the sheet has its inputs."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from xlmetrics.address import Range, quote_title
from xlmetrics.diagnosis.discounts import DISCOUNTS
from xlmetrics.diagnosis.gains import GAINS
from xlmetrics.model import is_number
from xlmetrics.roles.model import Meaning

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from xlmetrics.address import Address
    from xlmetrics.diagnosis.choices import Recipe
    from xlmetrics.diagnosis.observed import Values
    from xlmetrics.diagnosis.subjects import Subject
    from xlmetrics.model import Result
    from xlmetrics.roles.model import Figure, Ranking


MOST_LISTED = 30
"""So many cells can be listed in one function of Excel's older versions."""


class NoFormula(Exception):
    """There is no short formula for this, or its inputs do not stand together."""


class _Places(NamedTuple):
    """Writes references as a cell of one sheet must; ``value`` says what cells hold."""

    sheet: str
    value: Values

    def cell(self, address: Address, *, fixed: bool = False) -> str:
        place = address.absolute if fixed else address.a1
        return place if address.sheet == self.sheet else f"{quote_title(address.sheet)}!{place}"

    def cells(self, addresses: Sequence[Address], *, fixed: bool = False) -> str:
        """A range; raises NoFormula where other numbers stand between the cells."""
        if len({address.sheet for address in addresses}) != 1:
            raise NoFormula
        corners = sorted(addresses, key=lambda each: (each.row, each.column))
        found = Range.between(corners[0], corners[-1])
        if len(set(addresses)) == 1:
            return self.cell(addresses[0], fixed=fixed)
        others = set(found.addresses()) - set(addresses)
        if 1 not in found.shape or any(is_number(self.value(cell)) for cell in others):
            raise NoFormula
        last = found.last.absolute if fixed else found.last.a1
        return f"{self.cell(found.first, fixed=fixed)}:{last}"


def pasted(subject: Subject, recipe: Recipe, at: int, value: Values) -> str | None:
    """The formula for a cell of a subject, by a sound recipe; None where there is no short one.

    ``at`` is the place of the cell among those of the subject; ``value`` says what cells hold.
    """
    places = _Places(subject.cells[at].sheet, value)
    try:
        if subject.ranking:
            _all_numbers(subject.ranking, value)
        if subject.line and subject.ranking:
            found = _step(subject.line.meaning, subject.ranking, at, recipe, places)
        elif subject.figure and subject.figure.is_mean:
            found = _mean(subject.figure, places, value)
        elif subject.figure and subject.ranking:
            nothing = not any(_is_above_zero(value(cell)) for cell in subject.ranking.judged)
            writing = _Writing(subject.figure, subject.ranking, recipe, places, guarded=nothing)
            found = writing.formula()
        elif subject.figure and subject.figure.first_rank:
            found = _of_first_rank(subject.figure, subject.figure.first_rank, recipe, places)
        else:
            return None
    except NoFormula:
        return None
    return f"=100*({found})" if subject.of_hundred else f"={found}"


def _all_numbers(ranking: Ranking, value: Values) -> None:
    for cell in (*ranking.grades, *ranking.judged):
        if not (is_number(held := value(cell)) or held is None):
            raise NoFormula


def _of_first_rank(figure: Figure, first_rank: Address, recipe: Recipe, places: _Places) -> str:
    cell, held = places.cell(first_rank), places.value(first_rank)
    cut = places.cell(figure.k_at, fixed=True) if figure.k_at else figure.k
    within = f"AND({cell}>0,{cell}<={cut})" if cut else f"{cell}>0"
    if figure.measure in ("Success", "R"):
        return f"IF({within},1,0)"
    if figure.measure != "RR":
        return f"IFERROR(IF({within},1/{_discount(recipe, cell)},0),0)"
    if is_number(held) and (held < 0 or cut):
        return f"IF({within},1/{cell},0)"
    return f"IFERROR(1/{cell},0)"


def _is_above_zero(value: Result) -> bool:
    return is_number(value) and value > 0


def _gain(recipe: Recipe, grade: str) -> str:
    choice = recipe.chose("gain")
    if choice is None or choice.does is GAINS[0].does:
        return grade
    if choice.does is GAINS[1].does:
        return f"(2^{grade}-1)"
    raise NoFormula


def _discount(recipe: Recipe, rank: str) -> str:
    choice = recipe.chose("discount")
    if choice is None or choice.does is DISCOUNTS[0].does:
        return f"LOG({rank}+1,2)"
    if choice.does is DISCOUNTS[1].does:
        return f"LOG({rank}+({rank}=1),2)"
    raise NoFormula


def _hits(recipe: Recipe, grades: str) -> str:
    return f'COUNTIF({grades},"{_least(recipe)}")'


def _least(recipe: Recipe) -> str:
    """What a grade must be to count as relevant."""
    threshold = recipe.chose("threshold")
    return f">={threshold.does}" if threshold and threshold.does else ">0"


class _Writing:
    """The formula of one figure of one list."""

    def __init__(
        self,
        figure: Figure,
        ranking: Ranking,
        recipe: Recipe,
        places: _Places,
        *,
        guarded: bool,
    ) -> None:
        self._is_guarded = guarded
        self._figure = figure
        self._ranking = ranking
        self._recipe = recipe
        self._places = places
        cut = recipe.chose("cut")
        args = getattr(cut.does, "args", ()) if cut else ()
        stated = args[0] if args else figure.k
        self._k = min(stated or len(ranking.grades), len(ranking.grades))
        self._stated = stated
        self._grades = places.cells(ranking.grades[: self._k])

    def formula(self) -> str:
        """The formula, without its ``=``."""
        by_measure: Mapping[str, Callable[[], str]] = {
            "DCG": self._dcg,
            "IDCG": self._idcg,
            "nDCG": lambda: self._guarded(f"{self._dcg()}/{self._idcg()}"),
            "P": lambda: f"{_hits(self._recipe, self._grades)}/{self._cut()}",
            "R": lambda: self._guarded(f"{_hits(self._recipe, self._grades)}/{self._relevant()}"),
            "F1": self._f1,
            "AP": lambda: self._guarded(self._ap()),
            "RR": self._rr,
        }
        if self._figure.measure not in by_measure or (self._ranking.k and self._figure.k is None):
            raise NoFormula
        return by_measure[self._figure.measure]()

    def _guarded(self, ratio: str) -> str:
        """A ratio that is 0 where nothing is relevant."""
        return f"IFERROR({ratio},0)" if self._is_guarded else ratio

    def _ranks(self, number: int) -> str:
        return f"ROW($1:${number})" if len(self._ranking.grades) > 1 else "1"

    def _down(self) -> str:
        """The ranks beside the grades: numbers in an array as long and as wide as they are."""
        ranks = self._ranking.ranks[: self._k]
        if len(ranks) == self._k and all(is_number(self._places.value(cell)) for cell in ranks):
            return self._places.cells(ranks)
        first = self._ranking.grades[0]
        if self._ranking.grades[-1].row == first.row:
            return f"(COLUMN({self._grades})-{first.column - 1})"
        return f"(ROW({self._grades})-{first.row - 1})"

    def _dcg(self) -> str:
        gain = _gain(self._recipe, self._grades)
        return f"SUMPRODUCT({gain}/{_discount(self._recipe, self._down())})"

    def _idcg(self) -> str:
        judged = self._ranking.judged
        number = min(self._stated or len(judged), len(judged))
        ranks = self._ranks(number)
        gain = _gain(self._recipe, f"LARGE({self._places.cells(judged)},{ranks})")
        return f"SUMPRODUCT({gain}/{_discount(self._recipe, ranks)})"

    def _cut(self) -> int:
        return self._stated or len(self._ranking.grades)

    def _relevant(self) -> str:
        if self._ranking.relevant:
            return self._places.cell(self._ranking.relevant)
        return _hits(self._recipe, self._places.cells(self._ranking.judged))

    def _rr(self) -> str:
        hits = f"{self._grades}{_least(self._recipe)}"
        return f"IFERROR(1/MATCH(TRUE,INDEX({hits},0),0),0)"

    def _f1(self) -> str:
        return f"2*{_hits(self._recipe, self._grades)}/({self._cut()}+{self._relevant()})"

    def _ap(self) -> str:
        line = self._ranking.lines.get(Meaning.PRECISION_AT_RANK)
        if line is None or len(line.cells) < self._k:
            raise NoFormula
        precisions = self._places.cells(line.cells[: self._k])
        return f"SUMPRODUCT(({self._grades}{_least(self._recipe)})*{precisions})/{self._relevant()}"


def _mean(figure: Figure, places: _Places, value: Values) -> str:
    values = [value(cell) for cell in figure.mean_of]
    if figure.measure == "RR" and any(is_number(rank) and rank > 1 for rank in values):
        return _mean_of_reciprocals(figure, places)
    try:
        where = places.cells(figure.mean_of)
    except NoFormula:
        if len(figure.mean_of) > MOST_LISTED:
            raise
        listed = ",".join(map(places.cell, figure.mean_of))
        return f"SUM({listed})/{len(figure.mean_of)}"
    if all(map(is_number, values)):
        return f"AVERAGE({where})"
    first, last = figure.mean_of[0], figure.mean_of[-1]
    together = last.row - first.row + last.column - first.column + 1 == len(figure.mean_of)
    side = "ROWS" if first.column == last.column else "COLUMNS"
    return f"SUM({where})/{f'{side}({where})' if together else len(figure.mean_of)}"


def _mean_of_reciprocals(figure: Figure, places: _Places) -> str:
    """The mean of one over each of some first ranks, 0 where there is none."""
    if len(figure.mean_of) > MOST_LISTED:
        raise NoFormula
    parts = ",".join(f"IFERROR(1/{places.cell(cell)},0)" for cell in figure.mean_of)
    return f"SUM({parts})/{len(figure.mean_of)}"


def _step(meaning: Meaning, ranking: Ranking, at: int, recipe: Recipe, places: _Places) -> str:
    counted = at < len(ranking.ranks) and is_number(places.value(ranking.ranks[at]))
    rank = places.cell(ranking.ranks[at]) if counted else str(at + 1)
    if meaning in _OF_RANK:
        return _OF_RANK[meaning](recipe, rank)
    if meaning is Meaning.IDEAL_GRADE:
        return f"LARGE({places.cells(ranking.judged, fixed=True)},{rank})"
    if at >= len(ranking.grades):
        raise NoFormula
    if meaning in _OF_GRADE:
        gain = _gain(recipe, places.cell(ranking.grades[at]))
        return _OF_GRADE[meaning](gain, recipe, rank)
    hits = _hits(recipe, places.cells(ranking.grades[: at + 1]))
    if meaning is Meaning.HITS_SO_FAR:
        return hits
    if meaning is Meaning.PRECISION_AT_RANK:
        return f"{hits}/{rank}"
    raise NoFormula


_OF_RANK: Mapping[Meaning, Callable[[Recipe, str], str]] = {
    Meaning.DISCOUNT: _discount,
    Meaning.WEIGHT: lambda recipe, rank: f"1/{_discount(recipe, rank)}",
}
_OF_GRADE: Mapping[Meaning, Callable[[str, Recipe, str], str]] = {
    Meaning.GAIN: lambda gain, *_: gain,
    Meaning.DISCOUNTED_GAIN: lambda gain, recipe, rank: f"{gain}/{_discount(recipe, rank)}",
}
