"""Score: runs under measures, held against each other, and as other tools would have them.

The file is not called ``score``, since that is the function of the package.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl

from xlmetrics.collection import Run
from xlmetrics.errors import BadMeasureInput, XlmetricsError
from xlmetrics.formats import read_runs, run_from_frame
from xlmetrics.formats.given import given_judgments, said_of
from xlmetrics.formats.joined import joined
from xlmetrics.formats.query_names import IDS_OR_WORDS, said_of_shared
from xlmetrics.layout.live import settings_for
from xlmetrics.measures import parse_measure
from xlmetrics.remarks import about_strangers
from xlmetrics.scoring.comparison import compare
from xlmetrics.scoring.like import tool_named
from xlmetrics.scoring.like.tool import ABOVE_0
from xlmetrics.scoring.lists import list_of, lists_of
from xlmetrics.scoring.matched import match
from xlmetrics.scoring.scores import score as score_matched
from xlmetrics.text import counted
from xlmetrics.xlsx.save import replace_file

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from xlmetrics.collection import Judgments
    from xlmetrics.measures import Measure
    from xlmetrics.scoring.comparison import Comparison
    from xlmetrics.scoring.like.tool import Tool
    from xlmetrics.scoring.lists import Lists, SystemList
    from xlmetrics.scoring.matched import Matched, Real
    from xlmetrics.scoring.scores import Scores, SystemScores

USUAL = "nDCG@10 RR P@10 R@10 AP"
_TOP = "max_grade"
"""The setting that the judgments can give, where a measure leaves it out."""

_NAME = re.compile(r"(?:\([^()]*\)|[^\s,()]|[()])+")


@dataclass(frozen=True, slots=True)
class Likeness:
    """What a tool would print: by system and measure, a value a query and their mean.

    A measure that the tool does not have is not in it.
    """

    tool: Tool
    values: Mapping[str, Mapping[Measure, Real]]
    means: Mapping[str, Mapping[Measure, float]]


@dataclass(frozen=True, slots=True)
class Scorecard:
    """Scores, comparisons with the baseline, what a tool would print, and what there is to say.

    ``lists`` are what a workbook needs to compute the scores itself, where they were kept.
    """

    scores: Scores
    comparisons: tuple[Comparison, ...]
    likeness: Likeness | None
    remarks: tuple[str, ...]
    lists: Lists | None = None

    def means(self) -> pl.DataFrame:
        """A row a system, a column a measure; null for what has no mean, such as DCG."""
        measures = self.scores.measures
        return pl.DataFrame(
            {
                "system": [each.system for each in self.scores.systems],
                **{
                    str(measure): pl.Series(
                        [each.mean(measure) for each in self.scores.systems], dtype=pl.Float64
                    )
                    for measure in measures
                },
            }
        )

    def per_query(self) -> pl.DataFrame:
        """A row a system and query, a column a measure."""
        scores = self.scores
        return pl.concat(
            pl.DataFrame(
                {
                    "system": [each.system] * len(scores.queries),
                    "query": list(scores.queries),
                    **{str(measure): each.values[measure] for measure in scores.measures},
                }
            )
            for each in scores.systems
        )


def score(
    judgments: Any,
    runs: Any,
    measures: str | Iterable[Measure | str] = USUAL,
    *,
    baseline: str | None = None,
    like: str | None = None,
    keep_lists: bool = False,
    progress: Callable[[int, int], None] = lambda _done, _of: None,
) -> Scorecard:
    """Score runs against judgments, and hold the systems against the baseline.

    Every judged query counts for every system: one that is not answered scores 0.

    Args:
        judgments: the path of a file in any format, a frame of Polars or pandas, or Judgments;
            several in a list are joined, such as old ones and those of the holes between them.
        runs: likewise one run or several, in a list, or by the names they are to have.
        measures: names such as "nDCG@10 RR P(rel=2)@5", apart by spaces, or a list of them.
        baseline: the system that the others are held against; the first, unless named.
        like: quepid, opensearch, rre, elasticsearch or trec_eval, to see what it would print.
        keep_lists: keep what ``write_workbook`` needs for live scores.
        progress: told after each run how many are done, and of how many where runs are listed.

    Raises:
        XlmetricsError: something cannot be read, measures or systems cannot be found, or several
            judgments give different grades to a document.
    """
    tool = None if like is None else tool_named(like)
    judged = judgments if isinstance(judgments, list | tuple) else [judgments]
    parts = [given_judgments(each) for each in judged]
    held = joined(judged, parts)
    source = judged[0] if len(judged) == 1 else None
    asked, assumed = _measures(named(measures) if isinstance(measures, str) else measures, held)
    remarks = [*held.remarks, *assumed]
    depth = settings_for(asked).depth
    seen: list[Matched] = []
    as_seen: list[Matched] = []
    sources: list[str] = []
    kept: list[SystemList] = []
    listed = len(runs) if isinstance(runs, list | tuple | dict) else 1
    progress(0, listed)
    for file, run in _runs(runs):
        remarks += [said_of(file or run.name, remark) for remark in run.remarks]
        sources.append(str(file or run.name))
        seen.append(_matched(source, held, run))
        if keep_lists:
            kept.append(list_of(held, run, depth))
        if tool is not None:
            ordered = tool.order(run)
            as_seen.append(seen[-1] if ordered is run else _matched(source, held, ordered))
        progress(len(seen), max(listed, len(seen)))
    names = _told_apart([each.system for each in seen], sources)
    seen = [replace(each, system=name) for each, name in zip(seen, names, strict=True)]
    scores = score_matched(asked, seen)
    likeness = (
        None if tool is None else _likeness(tool, scores, dict(zip(names, as_seen, strict=True)))
    )
    answered = {query for _, queries in _answered(scores) for query in queries}
    strangers = about_strangers(answered, judged, parts) if len(parts) > 1 else ()
    return Scorecard(
        scores,
        compare(scores, baseline),
        likeness,
        (*dict.fromkeys(remarks), *strangers, *_remarks(held, scores)),
        lists_of(held, tuple(kept)) if keep_lists else None,
    )


def write_workbook(card: Scorecard, path: Path) -> tuple[str, ...]:
    """Write a workbook that computes the scores from the grades, and compares the systems.

    Scores whose lists were not kept, and those that are too many, are given as numbers; gives
    what there is to say of that.

    Raises:
        XlmetricsError: there are too many for a workbook, or the file cannot be written.
    """
    from xlmetrics.layout.scores.arrange import arrange_scores
    from xlmetrics.template.words import english
    from xlmetrics.xlsx.write import write_workbook as write

    workbook, remarks = arrange_scores(card.scores, card.comparisons, card.lists, english())
    write(workbook, path)
    return remarks


def save_text(text: str, path: Path) -> None:
    """Write a report in place of any file; raises XlmetricsError where that cannot be."""
    replace_file(path, text.encode())


def named(measures: str) -> list[str]:
    """The names in a text, apart by spaces or commas outside their brackets."""
    return _NAME.findall(measures)


def _measures(
    asked: Iterable[Measure | str], judgments: Judgments
) -> tuple[list[Measure], list[str]]:
    """The measures, and what to say of those that leave the top of the grading scale to us."""
    grades = [*judgments.scale, *judgments.rows["grade"].drop_nulls()]
    assumed = {_TOP: max(grades)} if grades else {}
    measures: list[Measure] = []
    remarks = []
    for each in asked:
        measure = parse_measure(each, assumed) if isinstance(each, str) else each
        measures.append(measure)
        if isinstance(each, str) and _TOP not in each and _TOP in dict(measure.settings):
            where = "of the scale" if judgments.scale else "given"
            remarks.append(
                f"{each} is taken as {measure}: {assumed[_TOP]:g} is the highest grade {where}. "
                "Name max_grade where the scale goes further"
            )
    return measures, remarks


def _matched(source: Any, judgments: Judgments, run: Run) -> Matched:
    """A run held against judgments; what is wrong with them is said with their source."""
    try:
        return match(judgments, run)
    except BadMeasureInput as bad:
        raise BadMeasureInput(said_of(source, str(bad))) from None


def _runs(given: Any) -> Iterator[tuple[Any, Run]]:
    """The runs one after the other, so that one alone is in memory, and the path of each."""
    if isinstance(given, dict):
        for name, each in given.items():
            for _, run in _runs(each):
                yield None, replace(run, name=str(name))
    elif isinstance(given, list | tuple):
        for each in given:
            yield from _runs(each)
    elif isinstance(given, str | Path):
        for run in read_runs(Path(given)):
            yield given, run
    else:
        yield None, given if isinstance(given, Run) else run_from_frame(given)


def _told_apart(names: list[str], sources: list[str]) -> list[str]:
    """The names of the systems; those that are called alike go by their files."""
    apart = [
        source if names.count(name) > 1 else name
        for name, source in zip(names, sources, strict=True)
    ]
    twice = sorted({name for name in apart if apart.count(name) > 1})
    if twice:
        raise BadMeasureInput(
            f"two runs are called {', '.join(twice)}; give one of them another name"
        )
    return apart


def _likeness(tool: Tool, scores: Scores, seen: Mapping[str, Matched]) -> Likeness:
    figures = {measure: figure for measure in scores.measures if (figure := tool.figure(measure))}
    if not figures:
        raise XlmetricsError(
            f"{tool.name} has none of {', '.join(map(str, scores.measures))}. It has "
            f"{', '.join(tool.figures)}, most of them cut at k."
        )
    values = {
        name: {measure: figure.compute(each, measure) for measure, figure in figures.items()}
        for name, each in seen.items()
    }
    means = {
        name: {
            measure: tool.mean(column, seen[name])
            for measure, column in columns.items()
            if measure.averaged
        }
        for name, columns in values.items()
    }
    return Likeness(tool, values, means)


def _remarks(judgments: Judgments, scores: Scores) -> Iterator[str]:
    """Which queries and rows do not count, or count as 0."""
    blank = judgments.rows.filter(pl.col("grade").is_null())
    if len(blank):
        have = counted(len(blank), "judgment has", "judgments have")
        yield f"{have} no grade; such documents count as not judged"
    told: set[tuple[str, ...]] = set()
    for rel, queries in reversed(tuple(scores.barren.items())):
        least = "above 0" if rel == ABOVE_0 else f"{rel:g} or more"
        if queries not in told:
            yield f"without a document graded {least}, scores 0: {_listed(queries)}"
        told.add(queries)
    if said := said_of_shared(_answered(scores)):
        yield said
    for each in scores.systems:
        yield from _about_system(each, scores.queries)


def _about_system(system: SystemScores, judged: tuple[str, ...]) -> Iterator[str]:
    """Which queries a system does not answer, or answers in vain."""
    name, missing, ignored = system.system, system.missing, system.ignored
    if ignored and len(missing) == len(judged):
        yield (
            f"{name}: answers {_listed(ignored)}, and others are judged, {_listed(judged)}: it "
            f"scores 0. {IDS_OR_WORDS}"
        )
        return
    if missing:
        yield f"{name}: judged but not answered, scores 0: {_listed(missing)}"
    if ignored:
        yield f"{name}: answered but not judged, does not count: {_listed(ignored)}"


def _answered(scores: Scores) -> list[tuple[str, list[str]]]:
    """The queries that each system answers, judged or not."""
    found = []
    for each in scores.systems:
        missing = set(each.missing)
        answered = [query for query in scores.queries if query not in missing]
        found.append((each.system, [*answered, *each.ignored]))
    return found


def _listed(queries: tuple[str, ...]) -> str:
    shown = ", ".join(queries[:3])
    more = f" and {len(queries) - 3:,} more" if len(queries) > 3 else ""
    return f"{counted(len(queries), 'query', 'queries')} ({shown}{more})"
