"""Tell of each cell what it computes and what it should, and which cells follow from others."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from functools import cache, partial
from itertools import groupby
from typing import TYPE_CHECKING

from xlmetrics.diagnosis.choices import UNKNOWN
from xlmetrics.diagnosis.doubt import doubted
from xlmetrics.diagnosis.matching import Sight, explain, same
from xlmetrics.diagnosis.means import Several
from xlmetrics.diagnosis.misread import without_misread
from xlmetrics.diagnosis.model import Conclusion, Diagnosis, Stage
from xlmetrics.diagnosis.paste import pasted
from xlmetrics.diagnosis.subjects import tells_of_relevant
from xlmetrics.diagnosis.usual import Usual
from xlmetrics.model import NotChecked, is_number
from xlmetrics.roles.model import Meaning

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from collections.abc import Set as AbstractSet

    from xlmetrics.address import Address
    from xlmetrics.diagnosis.cases import Case
    from xlmetrics.diagnosis.choices import Recipe
    from xlmetrics.diagnosis.matching import Explanation
    from xlmetrics.diagnosis.observed import Values
    from xlmetrics.diagnosis.standing import Standing
    from xlmetrics.diagnosis.subjects import Subject
    from xlmetrics.model import Result, Value

ONLY_HERE = "XL123"
RIGHT_HERE = "the formula is right on the inputs in the file, but not on others"
_MEANINGS = list(Meaning)

FOLLOWS = "this follows from another cell"
NOTHING_KNOWN = "no known way of computing it gives this"
NOT_UNDERSTOOD = "it was not understood how this is computed"
NOT_THE_MEASURE = "this is not what the measure gives, and no known mistake explains it"


def tell(standing: Standing, cases: Sequence[Case]) -> tuple[Diagnosis, ...]:
    """A diagnosis of each case, steps first, so that what follows from them is known."""
    found: list[Diagnosis] = []
    wrong: dict[Address, Value] = {}
    usual = Usual(cases)
    cases = without_misread(standing, cases, usual)
    doubts = doubted(cases, standing.formula)
    figures = [case.subject.figure for case in cases if case.subject.figure]
    order = partial(_order, {each.address for each in figures if each.is_mean})
    for _, alike in groupby(_settled(sorted(cases, key=order)), key=order):
        mended = cache(partial(standing.changed, dict(wrong))) if wrong else None
        told = [each for case in alike for each in _told(standing, case, usual, mended, doubts)]
        found += told
        wrong |= {
            each.cell: each.should for each in told if _is_wrong(each) and is_number(each.should)
        }
    return tuple(found)


def _order(means: AbstractSet[Address], case: Case) -> tuple[int, int]:
    """What comes first has none of the later ones before it; those alike hang on none alike."""
    line, figure = case.subject.line, case.subject.figure
    if line:
        return case.subject.stage, _MEANINGS.index(line.meaning)
    late = figure is not None and (figure.measure == "F1" or not means.isdisjoint(figure.mean_of))
    return case.subject.stage, int(late)


def _settled(cases: Sequence[Case]) -> Iterator[Case]:
    """The cases; of several mistakes that explain a figure, the one that its steps make."""
    made: dict[int, set[tuple[str, ...]]] = defaultdict(set)
    for case in cases:
        explanation, ranking = case.explanation, id(case.subject.ranking)
        if explanation is not None and explanation.rivals:
            ways = (explanation.recipe, *explanation.rivals)
            known = [recipe for recipe in ways if recipe.codes in made[ranking]]
            if known:
                explanation = replace(explanation, recipe=known[0], rivals=())
        elif explanation is not None and explanation.recipe.mistakes:
            made[ranking].add(explanation.recipe.codes)
        yield replace(case, explanation=explanation)


def _is_wrong(each: Diagnosis) -> bool:
    """Whether what follows from a cell is looked at with its right value."""
    if each.stage is Stage.STEP:
        return each.conclusion is Conclusion.WRONG
    return each.conclusion in (Conclusion.WRONG, Conclusion.MISTAKE)


def _told(
    standing: Standing,
    case: Case,
    usual: Usual,
    mended: Callable[[], Values] | None,
    doubts: AbstractSet[int],
) -> Iterator[Diagnosis]:
    if not case.is_sound and standing.is_mended(case.subject.ranking):
        yield from _of_mended(standing, case)
    elif case.explanation is not None:
        yield _explained(standing, case, case.explanation)
    elif _is_open(case):
        yield from _open(case)
    elif mended and (follows := _following(standing, case.subject, mended)):
        yield follows
    elif _is_of_more(case.subject) or _is_beyond(standing, case, usual):
        yield from _open(case)
    elif (recipe := usual.recipe(case)) is not None:
        differing = _differing(standing, case, recipe)
        yield from map(_doubted, differing) if id(case.subject) in doubts else differing
    else:
        yield from _open(case)


def _explained(standing: Standing, case: Case, explanation: Explanation) -> Diagnosis:
    recipe, subject = explanation.recipe, case.subject
    should = case.should(recipe.mended)
    at = _first_that_differs(case.shown, should)
    mendable = recipe.mistakes and not explanation.elsewhere
    diagnosis = Diagnosis(
        subject.cells[at],
        subject.measure,
        subject.stage,
        _conclusion(explanation),
        standing.in_file(subject.cells[at]),
        should[at],
        recipe.codes,
        tuple(choice.says for choice in recipe.unusual),
        pasted(subject, recipe.mended, at, standing.value) if mendable else None,
        sure=explanation.sure,
    )
    if explanation.rivals:
        ways = dict.fromkeys(each.says for each in (recipe, *explanation.rivals))
        return replace(diagnosis, codes=(UNKNOWN,), says=(f"undetermined: {', or '.join(ways)}",))
    if recipe.mistakes:
        return diagnosis
    if standing.mends and not same(diagnosis.gives, case.shown[at], case.places):
        return replace(diagnosis, conclusion=Conclusion.MISTAKE, codes=(), says=(FOLLOWS,))
    if len(case.sights) > 1 and not explanation.sure:
        return replace(
            diagnosis, conclusion=Conclusion.VARIANT, codes=(ONLY_HERE,), says=(RIGHT_HERE,)
        )
    return diagnosis


def _of_mended(standing: Standing, case: Case) -> Iterator[Diagnosis]:
    """A figure of a list whose inputs are told of by themselves: they are to be mended first."""
    if case.subject.figure:
        shown = standing.in_file(case.subject.cells[0])
        yield replace(_unknown(case.subject, 0, Conclusion.MISTAKE, shown), says=(FOLLOWS,))


def _conclusion(explanation: Explanation) -> Conclusion:
    if explanation.recipe.mistakes:
        return Conclusion.MISTAKE
    return Conclusion.VARIANT if explanation.recipe.weight else Conclusion.RIGHT


def _is_open(case: Case) -> bool:
    """Whether nothing can be said: words stand there, or errors stand among the inputs."""
    seen = case.sights[0].seen
    words = case.subject.figure is not None and isinstance(case.shown[0], str)
    return words or case.sights[0].is_open or (isinstance(seen, Several) and seen.fails)


def _is_beyond(standing: Standing, case: Case, usual: Usual) -> bool:
    """Whether a figure reads numbers of which nothing is known, and none of its kind is sound."""
    subject = case.subject
    if subject.figure is None or subject.figure.is_mean or usual.has_like(subject):
        return False
    return any(map(standing.reads_unknown, subject.cells))


_OF_ALL_RELEVANT = frozenset({"R", "F1"})


def _is_of_more(subject: Subject) -> bool:
    """Whether a figure may count relevant documents of which the sheet does not tell."""
    figure, ranking = subject.figure, subject.ranking
    if figure is None or ranking is None or figure.measure not in _OF_ALL_RELEVANT:
        return False
    return not tells_of_relevant(ranking)


def _open(case: Case) -> Iterator[Diagnosis]:
    if case.subject.figure:
        yield _unknown(case.subject, 0, Conclusion.UNDETERMINED, case.shown[0])


def _following(
    standing: Standing, subject: Subject, values: Callable[[], Values]
) -> Diagnosis | None:
    """What a subject should show, if it is wrong for no other reason than those known."""
    if all(map(standing.is_typed, subject.cells)):
        return None
    first = standing.sight(subject, standing.value)
    mended = standing.sight(subject, values())
    found = explain(subject.recipes, [Sight(first.seen, mended.shown)])
    if found is None or found.recipe.mistakes:
        return None
    at = _first_that_differs(first.shown, mended.shown)
    told = _unknown(subject, at, Conclusion.MISTAKE, standing.in_file(subject.cells[at]))
    return replace(told, should=mended.shown[at], says=(FOLLOWS,))


def _differing(standing: Standing, case: Case, recipe: Recipe) -> Iterator[Diagnosis]:
    """The cells that do not show what others of their kind do."""
    subject = case.subject
    for at, (shown, should) in enumerate(zip(case.shown, case.should(recipe), strict=False)):
        if not (same(shown, should, case.places) or isinstance(shown, NotChecked)):
            found = _unknown(subject, at, Conclusion.WRONG, standing.in_file(subject.cells[at]))
            instead = pasted(subject, recipe, at, standing.value)
            code, says = _of_line(subject)
            yield replace(found, should=should, codes=(code,), says=(says,), instead=instead)


def _doubted(each: Diagnosis) -> Diagnosis:
    return replace(
        each, conclusion=Conclusion.UNDETERMINED, says=(NOT_UNDERSTOOD,), instead=None, sure=False
    )


def _of_line(subject: Subject) -> tuple[str, str]:
    """The code and the words for cells that differ from their kind."""
    if subject.line and subject.line.meaning is Meaning.IDEAL_GRADE:
        return "XL110", "the ideal is not the judged grades in descending order"
    return UNKNOWN, NOT_THE_MEASURE


def _unknown(subject: Subject, at: int, conclusion: Conclusion, shown: Result) -> Diagnosis:
    says = shown.reason if isinstance(shown, NotChecked) else NOTHING_KNOWN
    return Diagnosis(
        subject.cells[at],
        subject.measure,
        subject.stage,
        conclusion,
        shown,
        None,
        says=(says,),
        sure=False,
    )


def _first_that_differs(shown: Sequence[Result], should: Sequence[Result]) -> int:
    pairs = enumerate(zip(shown, should, strict=False))
    return next((at for at, (one, other) in pairs if not same(one, other)), 0)
