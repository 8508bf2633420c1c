"""What a scorecard shows, as tables of text: terminal, Markdown and LaTeX draw the same ones."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from xlmetrics.scoring.comparison import CONFIDENCE, RESAMPLES, swaps
from xlmetrics.scoring.scores import JUDGED
from xlmetrics.text import counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from xlmetrics.scorecard import Likeness, Scorecard
    from xlmetrics.scoring.comparison import Comparison

NONE = "–"
_SMALLEST = 1e-4


class ScoreTable(NamedTuple):
    """A table with a caption, the first columns text and the rest figures; and notes below it."""

    caption: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    texts: int
    notes: tuple[str, ...] = ()


def score_tables(card: Scorecard, *, per_query: bool) -> Iterator[ScoreTable]:
    """The means; each query if asked for; the comparisons; what a tool would print."""
    yield _means(card)
    if card.comparisons:
        yield _comparisons(card)
    if card.likeness is not None:
        yield _likeness(card, card.likeness)
    if per_query:
        yield _queries(card)


def figure(value: float | None) -> str:
    """A score with four decimals."""
    return NONE if value is None else f"{value:.4f}"


def chance(p: float | None) -> str:
    """A p with four decimals, or that it is smaller than can be shown."""
    if p is None:
        return NONE
    return f"<{_SMALLEST:.4f}" if p < _SMALLEST else f"{p:.4f}"


def _means(card: Scorecard) -> ScoreTable:
    scores = card.scores
    rows = tuple(
        (each.system, *(figure(each.mean(measure)) for measure in scores.measures))
        for each in scores.systems
    )
    header = ("system", *(measure.mean_name for measure in scores.measures))
    sums = [str(measure) for measure in scores.measures if not measure.averaged]
    notes = (f"{', '.join(sums)}: not averaged, the scale differs by query",) if sums else ()
    caption = f"Mean over {counted(len(scores.queries), 'judged query', 'judged queries')}"
    return ScoreTable(caption, header, rows, 1, (*notes, *card.remarks))


def _comparisons(card: Scorecard) -> ScoreTable:
    several = len(card.scores.systems) > 2
    header = ["measure", "system", "difference", f"{CONFIDENCE:.0%} interval", "won/tied/lost"]
    header += ["effect", "p", *(("p (Holm)",) if several else ()), "p (t-test)"]
    rows = tuple(_compared(each, several=several) for each in card.comparisons)
    tried = swaps(len(card.scores.queries))
    how = (
        f"p: paired randomisation test, two-sided, {tried:,} ways to swap; interval: bootstrap, "
        f"{RESAMPLES:,} resamples of the queries; effect: difference / standard deviation"
    )
    notes = [how]
    if several:
        notes.append(
            f"p (Holm): corrected for {len(card.scores.systems) - 1} systems held against the "
            "baseline, by each measure; that there are several measures is not corrected for"
        )
    caption = f"Against {card.comparisons[0].baseline}, query by query"
    return ScoreTable(caption, tuple(header), rows, 2, tuple(notes))


def _compared(each: Comparison, *, several: bool) -> tuple[str, ...]:
    return (
        str(each.measure),
        each.system,
        f"{each.difference:+.4f}",
        f"{each.low:+.4f} to {each.high:+.4f}",
        f"{each.outcomes.wins}/{each.outcomes.ties}/{each.outcomes.losses}",
        NONE if each.effect is None else f"{each.effect:+.2f}",
        chance(each.p),
        *((chance(each.p_holm),) if several else ()),
        chance(each.p_t),
    )


def _likeness(card: Scorecard, likeness: Likeness) -> ScoreTable:
    tool = likeness.tool
    rows = tuple(
        (str(measure), each.system, figure(each.mean(measure)), figure(mean))
        for measure in card.scores.measures
        for each in card.scores.systems
        if (mean := likeness.means[each.system].get(measure)) is not None
    )
    notes = [f"{tool.name}, after {tool.facts}: {tool.means}"]
    without = []
    reasons: dict[str, list[str]] = {}
    for measure in card.scores.measures:
        found = tool.figure(measure)
        if found is None and measure.name not in (JUDGED, *tool.figures):
            without.append(str(measure))
        elif found is not None:
            reasons.setdefault(found.why, []).append(str(measure))
    notes += [f"{', '.join(measures)}: {why}" for why, measures in reasons.items()]
    if without:
        notes.append(f"{tool.name} has no {', '.join(without)}")
    for cut, how in (("must", "only at a k"), ("never", "only without a k")):
        if told := [str(each) for each in card.scores.measures if tool.lacks(each) == cut]:
            notes.append(f"{tool.name} has {', '.join(told)} {how}")
    return ScoreTable(
        f"As {tool.name} would print it",
        ("measure", "system", "here", tool.name),
        rows,
        2,
        tuple(notes),
    )


def _queries(card: Scorecard) -> ScoreTable:
    scores = card.scores
    rows = tuple(
        (query, each.system, *(figure(float(each.values[m][at])) for m in scores.measures))
        for at, query in enumerate(scores.queries)
        for each in scores.systems
    )
    header = ("query", "system", *map(str, scores.measures))
    return ScoreTable("Each query", header, rows, 2)
