"""The measures that follow the grades: beside the sheet of judgments, those of live measures."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from xlmetrics.layout.canvas import Canvas
from xlmetrics.layout.live import live_name, settings_for
from xlmetrics.layout.metrics import Asked, Listed, MetricsSheets
from xlmetrics.layout.scores.grades import place_grades
from xlmetrics.layout.scores.shared import Column

if TYPE_CHECKING:
    from collections.abc import Mapping

    from xlmetrics.layout.scores.grades import Judged
    from xlmetrics.layout.scores.shared import Scored
    from xlmetrics.measures import Measure
    from xlmetrics.scoring.lists import Lists
    from xlmetrics.template.words import Words


class Live(NamedTuple):
    """The sheet of judgments, those of live measures, and where the scores under these stand."""

    judgments: Canvas
    measured: MetricsSheets
    columns: Mapping[Measure, Column]


def place_live(scored: Scored, lists: Lists, judged: Judged, title: str, words: Words) -> Live:
    """Place the grades, the lists and the measures that follow them."""
    settings = settings_for(scored.scores.measures)
    names = {measure: live for measure in scored.measures if (live := live_name(measure, settings))}
    judgments = Canvas(words["sheet.judgments"])
    grades = place_grades(judgments, lists, judged, words)
    systems = []
    for name, each in zip(scored.systems, lists.systems, strict=True):
        places: dict[str, list[tuple[int, str]]] = {}
        for query, rank, doc in each.rows.select("query", "rank", "doc").iter_rows():
            places.setdefault(query, []).append((rank, doc))
        systems.append(Listed(name, places, each.returned))
    queries = [(query, query) for query in scored.scores.queries]
    asked = Asked(title, queries, systems, settings, names=[*names.values()])
    measured = MetricsSheets(asked, grades, words)
    columns = {
        measure: Column(
            words[f"figure.{live}"],
            words[f"figure.mean_{live}"],
            measured.table[live],
            measured.table["list_system"],
        )
        for measure, live in names.items()
    }
    return Live(judgments, measured, columns)
